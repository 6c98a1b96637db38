import CSupport
import Fixtures
import Glibc
import HTTPModel

/// What a thread of the server does: accepts, reads, answers, sends.
///
/// Owned by that thread alone from `run` on.
@safe
final class ServerLoop {
    let number: Int
    let center: ServerCenter
    /// The listening socket, on the loop that accepts for all.
    private let listener: Int32?
    private let watchDescriptor: Int32
    var book: AnswerBook
    var connections: [UInt64: Connection] = [:]
    /// The connections on which something is due at a time.
    private var timed: Set<UInt64> = []
    private var nextToken: UInt64 = 0
    private var nextDoor = 0
    var dateLine: [UInt8] = []
    var dateSecond = -1
    private let receiveBuffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 1 << 16,
        alignment: 16
    )

    /// How long a closing connection is kept for a client that does not close its side.
    static let closingLimit = Duration.seconds(2)
    static let resettingLimit = Duration.seconds(1)
    /// How often a connection to be reset is looked at.
    private static let resettingStep = Duration.milliseconds(1)
    /// The most bytes of further requests read while one is being answered.
    private static let readAheadLimit = 1 << 18

    var configuration: MockServerConfiguration { center.configuration }
    private var door: LoopDoor { center.doors[number] }

    init(number: Int, listener: Int32?, center: ServerCenter) {
        self.number = number
        self.listener = listener
        self.center = center
        book = AnswerBook(center: center)
        watchDescriptor = cs_watch_create()
        let readable = UInt32(CS_READABLE)
        if let listener {
            cs_watch_add(watchDescriptor, listener, readable, ServerSockets.listenerToken)
        }
        cs_watch_add(watchDescriptor, door.signal, readable, ServerSockets.signalToken)
        if center.library.watch >= 0 {
            let watch = center.library.watch
            cs_watch_add(watchDescriptor, watch, readable, ServerSockets.folderToken)
        }
    }

    deinit {
        unsafe receiveBuffer.deallocate()
        Glibc.close(watchDescriptor)
    }

    /// Serves until the center says stop, then closes every connection.
    func run() {
        var events = Array(repeating: cs_event(), count: 128)
        while !center.isStopping {
            let capacity = Int32(events.count)
            let count = unsafe events.withUnsafeMutableBufferPointer { buffer in
                unsafe cs_watch_wait(
                    watchDescriptor,
                    buffer.baseAddress,
                    capacity,
                    timeoutInMilliseconds()
                )
            }
            guard count >= 0 else { break }
            // What changed on disk before a request came must be known before it is answered.
            for event in events.prefix(Int(count)) where event.token >= ServerSockets.folderToken {
                handle(event)
            }
            for event in events.prefix(Int(count)) where event.token < ServerSockets.folderToken {
                handle(event)
            }
            if !timed.isEmpty { handleDue() }
        }
        for connection in connections.values {
            if case .asking(let task) = connection.state { task.cancel() }
            Glibc.close(connection.descriptor)
        }
        connections = [:]
    }

    private func handle(_ event: cs_event) {
        switch event.token {
        case ServerSockets.listenerToken: acceptAll()
        case ServerSockets.folderToken: center.library.noticeNews()
        case ServerSockets.signalToken:
            for message in door.take() {
                switch message {
                case .adopt(let descriptor): adopt(descriptor)
                case .answer(let token, let playback): receive(playback, for: token)
                }
            }
        case let token:
            guard let connection = connections[token] else { return }
            if event.kinds & UInt32(CS_BROKEN) != 0, event.kinds & UInt32(CS_READABLE) == 0 {
                drop(connection)
                return
            }
            if event.kinds & UInt32(CS_READABLE) != 0 { read(connection) }
            if connections[token] != nil, event.kinds & UInt32(CS_WRITABLE) != 0 {
                continueSending(connection)
                if connections[token] != nil { advance(connection) }
            }
        }
    }

    // MARK: Connections

    private func acceptAll() {
        guard let listener else { return }
        // A bounded number at a time, so that connections already open are not starved.
        for _ in 0..<64 {
            let descriptor = cs_accept(listener)
            guard descriptor >= 0 else { return }
            let turn = nextDoor
            nextDoor = (nextDoor + 1) % center.doors.count
            if turn == number {
                adopt(descriptor)
            } else {
                center.doors[turn].post(.adopt(descriptor))
            }
        }
    }

    private func adopt(_ descriptor: Int32) {
        let token = nextToken
        nextToken += 1
        guard cs_watch_add(watchDescriptor, descriptor, UInt32(CS_READABLE), token) == 0 else {
            Glibc.close(descriptor)
            return
        }
        connections[token] = Connection(
            descriptor: descriptor,
            token: token,
            limits: RequestParser.Limits(contentBytes: configuration.contentLimitInBytes)
        )
    }

    func drop(_ connection: Connection) {
        if case .asking(let task) = connection.state { task.cancel() }
        if case .stalled = connection.state {} else { logAnswer(of: connection) }
        forget(connection)
        Glibc.close(connection.descriptor)
    }

    func reset(_ connection: Connection) {
        logAnswer(of: connection)
        forget(connection)
        cs_reset(connection.descriptor)
    }

    private func forget(_ connection: Connection) {
        connections[connection.token] = nil
        timed.remove(connection.token)
    }

    // MARK: Reading

    private func read(_ connection: Connection) {
        while true {
            let count = unsafe cs_receive(
                connection.descriptor,
                receiveBuffer.baseAddress,
                receiveBuffer.count
            )
            if count == -Int(EAGAIN) { break }
            if count == -Int(EINTR) { continue }
            guard count >= 0 else {
                drop(connection)
                return
            }
            if count == 0 {
                endInput(connection)
                return
            }
            if case .closing = connection.state { continue }
            unsafe take(UnsafeRawBufferPointer(rebasing: receiveBuffer[..<count]), on: connection)
            guard connections[connection.token] != nil else { return }
            // A short read has emptied the socket; asking again would only cost a call.
            if unsafe count < receiveBuffer.count { break }
            if isReadAheadFull(connection) { break }
        }
        advance(connection)
    }

    /// The client sends nothing more; what it already sent is still answered.
    func endInput(_ connection: Connection) {
        connection.isInputEnded = true
        switch connection.state {
        case .idle: advance(connection)
        case .closing, .stalled: drop(connection)
        case .asking, .waiting, .sending, .resetting: watch(connection)
        }
    }

    private func isReadAheadFull(_ connection: Connection) -> Bool {
        !connection.isIdle && connection.parser.pendingByteCount > Self.readAheadLimit
    }

    /// Answers what has come whole, as long as answers go out at once.
    func advance(_ connection: Connection) {
        while connection.isIdle {
            switch connection.parser.next() {
            case .receive:
                // Half a request that will never be whole needs no answer.
                if connection.isInputEnded {
                    drop(connection)
                } else if !resetsEarly(connection) {
                    watch(connection)
                }
                return
            case .sendContinue:
                connection.add(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                guard connection.send() else {
                    drop(connection)
                    return
                }
            case .answer(let request):
                connection.isHeadSeen = false
                answer(request, on: connection)
            case .refuse(let fault):
                refuse(fault, on: connection)
            }
            guard connections[connection.token] != nil else { return }
        }
        watch(connection)
    }

    /// Resets a connection whose request is still coming, when its fixture says so.
    private func resetsEarly(_ connection: Connection) -> Bool {
        guard !connection.isHeadSeen, let request = connection.parser.incompleteRequest else {
            return false
        }
        connection.isHeadSeen = true
        book.update(at: .now)
        guard let stored = book.isResetEarly(request) else { return false }
        connection.request = request
        connection.startedAt = .now
        var playback = Playback(isHeadOpen: false, byteLimit: 0, ending: .reset)
        playback.failure = .sendReset
        playback.fixturePath = stored.metaPath
        connection.playback = playback
        beginLog(of: connection)
        reset(connection)
        return true
    }

    // MARK: Watching and time

    /// Watches for what the connection can do next.
    func watch(_ connection: Connection) {
        if connection.dueTime(resettingStep: Self.resettingStep) != nil {
            timed.insert(connection.token)
        }
        var kinds: UInt32 = 0
        if !connection.isInputEnded, !isReadAheadFull(connection) { kinds |= UInt32(CS_READABLE) }
        if connection.unsentCount > 0, connection.pausedUntil == nil {
            kinds |= UInt32(CS_WRITABLE)
        }
        guard kinds != connection.watched else { return }
        connection.watched = kinds
        _ = cs_watch_change(watchDescriptor, connection.descriptor, kinds, connection.token)
    }

    private func timeoutInMilliseconds() -> Int32 {
        var earliest: ContinuousClock.Instant?
        for token in timed {
            guard let due = connections[token]?.dueTime(resettingStep: Self.resettingStep) else {
                timed.remove(token)
                continue
            }
            earliest = min(earliest ?? due, due)
        }
        guard let earliest else { return -1 }
        let rest = earliest - .now
        guard rest > .zero else { return 0 }
        let milliseconds = rest / .milliseconds(1)
        return Int32(min(milliseconds.rounded(.up), 60_000))
    }

    private func handleDue() {
        let now = ContinuousClock.now
        for token in timed {
            guard let connection = connections[token] else { continue }
            switch connection.state {
            case .waiting(let until) where until <= now:
                guard let playback = connection.playback else { continue }
                start(playback, for: connection.request, on: connection)
                if connections[token] != nil { advance(connection) }
            case .closing(let until) where until <= now: drop(connection)
            case .resetting: resetWhenReceived(connection)
            case .sending:
                guard let until = connection.pausedUntil, until <= now else { continue }
                continueSending(connection)
                if connections[token] != nil { advance(connection) }
            default: continue
            }
        }
    }
}
