import CCurl
import HTTPModel

// Content that goes to a reader as it comes.
extension Transfer {
    /// Has libcurl keep what comes until the reader wants more.
    func pauseReceiving() -> Int {
        pauses.insert(.receiving)
        clock.hold(true, at: .now)
        return Int(CURL_WRITEFUNC_PAUSE)
    }

    /// The head for the reader of a stream, once it is there and was not taken before.
    func takeHead(at now: MonotonicTime) -> HopOutcome? {
        guard submission.channel != nil, !isHeadTaken, parser.isComplete, verdict == nil,
            !mayBeChallenge, !isProxyAsking
        else { return nil }
        isHeadTaken = true
        return outcome(code: CURLE_OK, at: now, isEnd: false)
    }

    /// Ends the stream with what came of the hop.
    ///
    /// - Returns: What the one who waits for the hop gets; `nil` when it was told before.
    func endStream(_ outcome: HopOutcome, of channel: ContentChannel) -> HopOutcome? {
        var opening = outcome
        if outcome.response == nil {
            // Content that failed right after its head must look like any that failed later.
            let hasBegun = verdict == nil || streamedCount > 0 && verdict != .cancelled
            guard let head = parser.head, parser.isComplete, hasBegun || isHeadTaken else {
                return outcome
            }
            opening = HopOutcome(hop: outcome.hop, response: HTTPResponse(head: head))
        }
        channel.finish(outcome)
        return isHeadTaken ? nil : opening
    }

    /// Whether the response may have content at all (RFC 9112 §6.3).
    var hasContent: Bool {
        guard submission.request.method != .head, let status = parser.head?.status.rawValue else {
            return false
        }
        return status != 204 && status != 304
    }

    /// Why so much decoded content is too much for what came; `nil` when it is not.
    ///
    /// Small content may have any ratio: it exhausts nothing.
    func ratioProblem(adding count: Int) -> String? {
        let decoded = contentCount + count
        guard let ratio = submission.request.options.decodingRatioLimit,
            decoded > Self.ratioFloor, decoded / max(bytesReceived, 1) >= ratio
        else { return nil }
        return "\(decoded) bytes out of \(bytesReceived), above the ratio of \(ratio)"
    }

    /// The decoded size in bytes up to which the ratio does not matter.
    private static let ratioFloor = 16 << 20
}
