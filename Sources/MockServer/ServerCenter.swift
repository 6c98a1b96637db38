import CSupport
import Fixtures
import Glibc
import Synchronization

/// What the threads of a server share.
final class ServerCenter: Sendable {
    let configuration: MockServerConfiguration
    let answerer: (any RequestAnswering)?
    let onRequest: (@Sendable (MockLogEntry) -> Void)?
    let library: FixtureLibrary
    let progress = FixtureProgress()
    let certificates = CertificateShelf()
    /// The way to each loop.
    let doors: [LoopDoor]
    /// What each loop logged.
    let log: ServerLog
    private let stopping = Atomic(false)

    init(
        _ configuration: MockServerConfiguration,
        answerer: (any RequestAnswering)?,
        onRequest: (@Sendable (MockLogEntry) -> Void)?
    ) throws(MockServerError) {
        self.configuration = configuration
        self.answerer = answerer
        self.onRequest = onRequest
        library = FixtureLibrary(configuration)
        log = ServerLog(partCount: configuration.threadCount)
        var doors: [LoopDoor] = []
        for _ in 0..<configuration.threadCount {
            guard let door = LoopDoor() else {
                for door in doors { door.close() }
                throw MockServerError(description: "the system has no descriptors left")
            }
            doors.append(door)
        }
        self.doors = doors
    }

    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    func stop() {
        stopping.store(true, ordering: .releasing)
        for door in doors { door.ring() }
    }

    /// Closes what the threads used, once they have ended.
    func close() {
        for door in doors { door.close() }
        library.close()
    }
}

/// What other threads give to a loop.
enum LoopMessage: Sendable {
    /// A connection that was accepted for it.
    case adopt(Int32)
    /// The answer to the request of the connection with a token.
    case answer(token: UInt64, Playback)
}

/// The way to a loop: a box of messages, and a descriptor that wakes it.
final class LoopDoor: Sendable {
    let signal: Int32
    private let messages = Mutex<[LoopMessage]>([])
    private let isOpen = Mutex(true)

    init?() {
        signal = cs_signal_create()
        guard signal >= 0 else { return nil }
    }

    /// Leaves a message and wakes the loop; one that has ended never sees it.
    func post(_ message: LoopMessage) {
        messages.withLock { $0.append(message) }
        ring()
    }

    /// Wakes the loop.
    func ring() {
        isOpen.withLock { isOpen in
            if isOpen { cs_signal_raise(signal) }
        }
    }

    /// The messages left since the last time, oldest first.
    func take() -> [LoopMessage] {
        cs_signal_clear(signal)
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }

    /// Closes the descriptor, and connections that nobody adopted.
    func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            Glibc.close(signal)
        }
        for case .adopt(let descriptor) in messages.withLock({ $0 }) { Glibc.close(descriptor) }
    }
}
