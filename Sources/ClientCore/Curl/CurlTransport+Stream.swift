import HTTPModel

extension CurlTransport {
    /// Sends `request`, and hands out the content of its response as fast as it is read.
    ///
    /// While the reader is slow the connection stands still, which neither the memory nor the idle
    /// limit notices.
    public func stream(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> StreamedHop {
        let thread = thread
        let submission = Submission(request, observer: observer)
        // The hop owns the channel, not the other way round.
        let channel = ContentChannel { [weak submission] in
            if let submission { thread.submit(.resumeReceiving(submission)) }
        }
        submission.channel = channel
        let outcome = await submission.outcome(from: thread)
        guard outcome.response != nil else { return StreamedHop(outcome: outcome) }
        let content = HopContent(
            next: { await channel.next() },
            cancel: {
                channel.drop()
                submission.cancel(on: thread)
            }
        )
        return StreamedHop(outcome: outcome, content: content)
    }
}
