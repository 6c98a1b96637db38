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
        let ticket = Ticket()
        let thread = thread
        let channel = ContentChannel { thread.submit(.resumeReceiving(ticket)) }
        let cancel: @Sendable () -> Void = {
            ticket.cancel()
            thread.submit(.cancel(ticket))
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let submission = Submission(
                    request: request,
                    observer: observer,
                    ticket: ticket,
                    time: .now,
                    continuation: continuation,
                    channel: channel
                )
                thread.submit(.start(submission))
            }
        } onCancel: {
            cancel()
        }
        guard outcome.response != nil else { return StreamedHop(outcome: outcome) }
        let content = HopContent(
            next: { await channel.next() },
            cancel: {
                channel.drop()
                cancel()
            }
        )
        return StreamedHop(outcome: outcome, content: content)
    }
}
