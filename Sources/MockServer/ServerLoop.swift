import CSupport
import Glibc
import HTTPModel

/// What the server's thread does: accepts, reads, answers, sends.
///
/// Owned by that thread alone from `run` on.
@safe
final class ServerLoop {
    let sockets: ServerSockets
    let configuration: MockServerConfiguration
    let onRequest: (@Sendable (MockLogEntry) -> Void)?
    private let control: ServerControl
    var book: AnswerBook
    var log = RequestLog()
    var connections: [UInt64: Connection] = [:]
    private var nextToken: UInt64 = 0
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

    init(
        sockets: ServerSockets,
        configuration: MockServerConfiguration,
        control: ServerControl,
        onRequest: (@Sendable (MockLogEntry) -> Void)?
    ) {
        self.sockets = sockets
        self.configuration = configuration
        self.control = control
        self.onRequest = onRequest
        book = AnswerBook(root: configuration.root)
    }

    deinit {
        unsafe receiveBuffer.deallocate()
    }

    /// Serves until the control says stop, then closes every connection.
    func run() {
        var events = Array(repeating: cs_event(), count: 128)
        while !control.isStopping {
            let capacity = Int32(events.count)
            let count = unsafe events.withUnsafeMutableBufferPointer { buffer in
                unsafe cs_watch_wait(
                    sockets.watch,
                    buffer.baseAddress,
                    capacity,
                    timeoutInMilliseconds()
                )
            }
            guard count >= 0 else { break }
            for event in events.prefix(Int(count)) { handle(event) }
            if !connections.isEmpty { handleDue() }
        }
        for connection in connections.values { close(connection.descriptor) }
        connections = [:]
    }

    private func handle(_ event: cs_event) {
        switch event.token {
        case ServerSockets.listenerToken: acceptAll()
        case ServerSockets.signalToken:
            cs_signal_clear(sockets.signal)
            if control.takeReload() { book.forget() }
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

    private func acceptAll() {
        // A bounded number at a time, so that connections already open are not starved.
        for _ in 0..<64 {
            let descriptor = cs_accept(sockets.listener)
            guard descriptor >= 0 else { return }
            let token = nextToken
            nextToken += 1
            guard cs_watch_add(sockets.watch, descriptor, UInt32(CS_READABLE), token) == 0 else {
                close(descriptor)
                continue
            }
            connections[token] = Connection(
                descriptor: descriptor,
                token: token,
                limits: RequestParser.Limits(contentBytes: configuration.contentLimitInBytes)
            )
        }
    }

    func drop(_ connection: Connection) {
        if case .stalled = connection.state {} else { logAnswer(of: connection) }
        close(connection.descriptor)
        connections[connection.token] = nil
    }

    func reset(_ connection: Connection) {
        logAnswer(of: connection)
        cs_reset(connection.descriptor)
        connections[connection.token] = nil
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
            unsafe connection.parser.receive(
                UnsafeRawBufferPointer(rebasing: receiveBuffer[..<count])
            )
            // A short read has emptied the socket; asking again would only cost a call.
            if unsafe count < receiveBuffer.count { break }
            if isReadAheadFull(connection) { break }
        }
        advance(connection)
    }

    /// The client sends nothing more; what it already sent is still answered.
    private func endInput(_ connection: Connection) {
        connection.isInputEnded = true
        switch connection.state {
        case .idle: advance(connection)
        case .closing, .stalled: drop(connection)
        case .waiting, .sending, .resetting: watch(connection)
        }
    }

    private func isReadAheadFull(_ connection: Connection) -> Bool {
        if case .idle = connection.state { return false }
        return connection.parser.pendingByteCount > Self.readAheadLimit
    }

    /// Answers what has come whole, as long as answers go out at once.
    func advance(_ connection: Connection) {
        while case .idle = connection.state {
            switch connection.parser.next() {
            case .receive:
                // Half a request that will never be whole needs no answer.
                if connection.isInputEnded { drop(connection) } else { watch(connection) }
                return
            case .sendContinue:
                connection.output += "HTTP/1.1 100 Continue\r\n\r\n".utf8
                guard connection.send() else {
                    drop(connection)
                    return
                }
            case .answer(let request):
                answer(request, on: connection)
            case .refuse(let fault):
                refuse(fault, on: connection)
            }
            guard connections[connection.token] != nil else { return }
        }
        watch(connection)
    }

    // MARK: Watching and time

    /// Watches for what the connection can do next.
    func watch(_ connection: Connection) {
        var kinds: UInt32 = 0
        if !connection.isInputEnded, !isReadAheadFull(connection) { kinds |= UInt32(CS_READABLE) }
        if connection.unsentCount > 0 { kinds |= UInt32(CS_WRITABLE) }
        guard kinds != connection.watched else { return }
        connection.watched = kinds
        _ = cs_watch_change(sockets.watch, connection.descriptor, kinds, connection.token)
    }

    /// When something is due on a connection, `nil` when nothing is.
    private func dueTime(of connection: Connection) -> ContinuousClock.Instant? {
        switch connection.state {
        case .waiting(let until), .closing(let until): until
        case .resetting(let until): min(until, .now + Self.resettingStep)
        case .idle, .sending, .stalled: nil
        }
    }

    private func timeoutInMilliseconds() -> Int32 {
        var earliest: ContinuousClock.Instant?
        for connection in connections.values {
            guard let due = dueTime(of: connection) else { continue }
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
        for connection in connections.values {
            switch connection.state {
            case .waiting(let until) where until <= now:
                guard let playback = connection.playback else { continue }
                start(playback, for: connection.request, on: connection)
                if connections[connection.token] != nil { advance(connection) }
            case .closing(let until) where until <= now: drop(connection)
            case .resetting: resetWhenReceived(connection)
            default: continue
            }
        }
    }
}
