public import HTTPModel

/// A request whose content is on its way, and reported on.
///
/// It goes on when nobody holds it.
public final class Upload: Sendable {
    /// How far the content has come; for one reader, who gets the newest report.
    public let progress: AsyncStream<TransferProgress>

    private let task: Task<Result<Exchange, PreparationFailure>, Never>

    init(client: HTTPClient, request: HTTPRequest, token: Token?, observer: (any HopObserver)?) {
        let reports = ProgressStream(time: client.configuration.time)
        progress = reports.reports
        task = Task {
            defer { reports.finish() }
            do throws(PreparationFailure) {
                let total = try PreparedContent.prepare(request.body)?.length ?? nil
                let watch = UploadObserver(reports: reports, total: total, next: observer)
                let exchange = try await client.send(request, token: token, observer: watch)
                // A refusal may come before the content was read.
                if let total, exchange.response?.status.kind == .successful {
                    reports.update(completed: total, total: total)
                }
                return .success(exchange)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Waits for the exchange; cancelling the task that waits cancels the upload.
    ///
    /// - Returns: The exchange; a failure to get a response is its `result`, not an error.
    /// - Throws: `PreparationFailure` when the request cannot be made ready; nothing was sent.
    public func exchange() async throws(PreparationFailure) -> Exchange {
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Ends the upload; the exchange then fails with `cancelled`.
    public func cancel() { task.cancel() }
}

/// Turns the progress of hops into reports about the content.
private struct UploadObserver: HopObserver {
    let reports: ProgressStream
    let total: Int?
    let next: (any HopObserver)?

    func hop(_ progress: HopProgress) {
        reports.update(completed: progress.contentBytesSent, total: total)
        next?.hop(progress)
    }
}
