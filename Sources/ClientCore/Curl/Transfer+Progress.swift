import HTTPModel

// What observers are told.
extension Transfer {
    /// How far the hop has come.
    var progress: HopProgress {
        let isHeadKnown = parser.isComplete && !mayBeChallenge
        return HopProgress(
            phase: clock.phase,
            bytesSent: bytesSent,
            contentBytesSent: progressOfContent,
            bytesReceived: bytesReceived,
            expectedBytes: announcedLength,
            head: isHeadKnown ? parser.head : nil,
            partialBody: isHeadKnown ? contentSoFar : nil
        )
    }

    /// How many bytes of the request's content went out, without the framing of chunks.
    private var progressOfContent: Int {
        guard let feed, submission.request.content?.length == nil else {
            return written.contentByteCount
        }
        return feed.byteCount
    }
}
