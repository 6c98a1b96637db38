import CSupport
import Glibc
import HTTPModel

/// One accepted connection and where it stands.
///
/// Used on its loop's thread only.
///
/// Legal transitions: idle → asking (somebody else answers) or waiting (an answer is due later) →
/// sending → idle, closing, resetting or stalled; idle → sending; from anywhere to closed.
final class Connection {
    /// What the connection is doing.
    enum State {
        /// Waiting for a request.
        case idle
        /// Waiting for an answer from elsewhere.
        case asking(Task<Void, Never>)
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

    /// What is spoken below HTTP.
    enum Layer {
        /// The first byte decides.
        case undecided
        /// Nothing.
        case plain
        /// TLS, of which the client's first message has not come whole.
        case hello([UInt8])
        /// TLS.
        case secure(TLSChannel)
    }

    let descriptor: Int32
    /// Tells this connection from an earlier one with the same descriptor.
    let token: UInt64
    var parser: RequestParser
    var layer = Layer.undecided
    var state = State.idle
    /// The host that a tunnel through the server leads to.
    var tunnelHost: String?
    /// What is being answered, and since when.
    var request: ReceivedRequest?
    var startedAt = ContinuousClock.now
    var playback: Playback?
    /// The number of the request in the log.
    var logNumber: Int?
    /// Whether the head of the request that is being received was looked at.
    var isHeadSeen = false
    /// What is still to be sent: some bytes, then the rest of an answer's content.
    var output: [UInt8] = []
    var outputBody = Octets()
    var sentCount = 0
    /// When sending may go on, where bytes a second are limited.
    var pausedUntil: ContinuousClock.Instant?
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

    /// Whether the connection waits for a request.
    var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    /// When something is due on the connection, `nil` when nothing is.
    func dueTime(resettingStep: Duration) -> ContinuousClock.Instant? {
        switch state {
        case .waiting(let until), .closing(let until): until
        case .resetting(let until): min(until, .now + resettingStep)
        case .sending: pausedUntil
        case .idle, .asking, .stalled: nil
        }
    }

    /// Adds bytes to what is to be sent, behind TLS where that is spoken.
    ///
    /// - Parameters:
    ///   - head: The first bytes.
    ///   - body: What follows them.
    ///   - isLast: Whether nothing will follow, so that TLS says its end.
    func add(_ head: [UInt8], _ body: Octets = Octets(), isLast: Bool = false) {
        guard case .secure(let channel) = layer else {
            output += head
            outputBody = body
            return
        }
        unsafe head.withUnsafeBytes { unsafe channel.send($0) }
        unsafe body.withUnsafeBytes { unsafe channel.send($0) }
        if isLast { channel.finish() }
        channel.takeOutput(into: &output)
    }

    /// Sends as much as fits.
    ///
    /// - Parameter limit: The most bytes to send now.
    /// - Returns: `false` when the connection is broken.
    func send(atMost limit: Int = 1 << 40) -> Bool {
        var left = limit
        while unsentCount > 0, left > 0 {
            let result = unsafe output.withUnsafeBytes { head in
                unsafe outputBody.withUnsafeBytes { body in
                    let headStart = min(sentCount, head.count)
                    let headEnd = min(head.count, headStart + left)
                    let bodyStart = sentCount - headStart
                    let bodyEnd = min(body.count, bodyStart + left - (headEnd - headStart))
                    let headRest = unsafe UnsafeRawBufferPointer(
                        rebasing: head[headStart..<headEnd]
                    )
                    let bodyRest = unsafe UnsafeRawBufferPointer(
                        rebasing: body[bodyStart..<bodyEnd]
                    )
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
            left -= result
        }
        guard unsentCount == 0 else { return true }
        output.removeAll(keepingCapacity: output.capacity <= 1 << 16)
        outputBody = Octets()
        sentCount = 0
        return true
    }
}
