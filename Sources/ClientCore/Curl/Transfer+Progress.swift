import HTTPModel

// How far the hop has come.
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

    /// Whether the last byte of the content has gone out.
    var isContentSent: Bool {
        guard let content = submission.request.content else { return true }
        guard let length = content.length else { return feed?.isAtEnd ?? true }
        return written.contentByteCount >= length
    }

    /// Takes note that content of unknown length has ended; over HTTP/2 no further byte shows it.
    func noteEndOfContent() {
        guard written.isHeadWhole, submission.request.content?.length == nil else { return }
        clock.enter(.wait, at: .now)
        reports.note(isUrgent: true)
    }
}
