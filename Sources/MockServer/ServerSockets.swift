import CSupport
import Glibc
import HTTPModel

/// The descriptors of a server: the listening socket, the watch over all, and the signal to stop.
struct ServerSockets {
    let listener: Int32
    let watch: Int32
    let signal: Int32
    let port: Int

    /// Tokens of the descriptors that are no connections.
    static let listenerToken: UInt64 = .max
    static let signalToken: UInt64 = .max - 1

    init(port wanted: Int) throws(MockServerError) {
        guard (0...65_535).contains(wanted) else {
            throw MockServerError(description: "port \(wanted) is not a number from 0 to 65535")
        }
        listener = cs_listen_loopback(Int32(wanted))
        guard listener >= 0 else {
            throw MockServerError(
                description: "cannot listen on 127.0.0.1:\(wanted): \(Self.reason(listener))"
            )
        }
        watch = cs_watch_create()
        signal = cs_signal_create()
        port = Int(cs_bound_port(listener))
        guard watch >= 0, signal >= 0, port > 0,
            cs_watch_add(watch, listener, UInt32(CS_READABLE), Self.listenerToken) == 0,
            cs_watch_add(watch, signal, UInt32(CS_READABLE), Self.signalToken) == 0
        else {
            let code = min(watch, signal)
            close()
            throw MockServerError(
                description: "cannot watch the listening socket: \(Self.reason(code))"
            )
        }
    }

    func close() {
        for descriptor in [listener, watch, signal] where descriptor >= 0 {
            Glibc.close(descriptor)
        }
    }

    private static func reason(_ code: Int32) -> String {
        guard let text = unsafe strerror(-code) else { return "error \(-code)" }
        return unsafe String(cString: text)
    }
}

/// One accepted connection and where it stands.
///
/// Used on the server's thread only.
///
/// Legal transitions: idle → waiting (an answer is due later) → sending → idle, closing, resetting or
/// stalled; idle → sending; from anywhere to closed.
final class Connection {
    /// What the connection is doing.
    enum State {
        /// Waiting for a request.
        case idle
        /// Waiting until an answer is due.
        case waiting(until: ContinuousClock.Instant)
        /// Sending an answer.
        case sending
        /// All is sent and the end said; what still comes is dropped until the client closes.
        case closing(until: ContinuousClock.Instant)
        /// All is sent; to be reset as soon as the client's system has it.
        case resetting(until: ContinuousClock.Instant)
        /// Nothing more will be sent.
        case stalled
    }

    let descriptor: Int32
    /// Tells this connection from an earlier one with the same descriptor.
    let token: UInt64
    var parser: RequestParser
    var state = State.idle
    /// What is being answered, and since when.
    var request: ReceivedRequest?
    var startedAt = ContinuousClock.now
    var playback: Playback?
    /// What is still to be sent: some bytes, then the rest of an answer's content.
    var output: [UInt8] = []
    var outputBody = Octets()
    var sentCount = 0
    /// Whether the client said that it sends nothing more.
    var isInputEnded = false
    /// What the descriptor is watched for now.
    var watched = UInt32(CS_READABLE)

    init(descriptor: Int32, token: UInt64, limits: RequestParser.Limits) {
        self.descriptor = descriptor
        self.token = token
        parser = RequestParser(limits: limits)
    }

    /// How many bytes are still to be sent.
    var unsentCount: Int { output.count + outputBody.count - sentCount }

    /// Sends as much as fits.
    ///
    /// - Returns: `false` when the connection is broken.
    func send() -> Bool {
        while unsentCount > 0 {
            let result = unsafe output.withUnsafeBytes { head in
                unsafe outputBody.withUnsafeBytes { body in
                    let headStart = min(sentCount, head.count)
                    let bodyStart = sentCount - headStart
                    let headRest = unsafe UnsafeRawBufferPointer(rebasing: head[headStart...])
                    let bodyRest = unsafe UnsafeRawBufferPointer(rebasing: body[bodyStart...])
                    return unsafe cs_send(
                        descriptor,
                        headRest.baseAddress,
                        headRest.count,
                        bodyRest.baseAddress,
                        bodyRest.count
                    )
                }
            }
            if result == -Int(EAGAIN) { return true }
            if result == -Int(EINTR) { continue }
            guard result > 0 else { return false }
            sentCount += result
        }
        output.removeAll(keepingCapacity: output.capacity <= 1 << 16)
        outputBody = Octets()
        sentCount = 0
        return true
    }
}
