import Dispatch
public import Foundation

extension NetworkProvider {
    /// Performs the download of `target` into the file that its task names.
    ///
    /// - Parameters:
    ///   - target: A target whose task is a download.
    ///   - resumeData: What `DownloadTask.cancelProducingData()` gave; `nil` starts anew. When the
    ///     content has changed meanwhile, it is downloaded from the start.
    ///   - progressHandler: Told how far the content has come.
    ///   - completion: Gets the place of the file; `nil` when the task's `result` is enough.
    /// - Returns: The download.
    @discardableResult
    public func download(
        _ target: Target,
        resumingWith resumeData: Data? = nil,
        progressHandler: ProgressHandler? = nil,
        completion: (@Sendable (Result<URL, NetworkError>) -> Void)? = nil
    ) -> DownloadTask {
        DownloadTask {
            let end = await perform(target, resumeData, progressHandler)
            if let completion { completionQueue.async { completion(end.result) } }
            return end
        }
    }

    /// Performs the download of `target` and waits until the file is in its place.
    public func download(
        _ target: Target,
        resumingWith resumeData: Data? = nil,
        progressHandler: ProgressHandler? = nil
    ) async -> Result<URL, NetworkError> {
        await perform(target, resumeData, progressHandler).result
    }

    /// The download of `target` as a stream: it begins when somebody reads, and gives one result.
    public func downloadPublisher(
        _ target: Target,
        progressHandler: ProgressHandler? = nil
    ) -> AsyncStream<Result<URL, NetworkError>> {
        AsyncStream.once { await download(target, progressHandler: progressHandler) }
    }

    private func perform(
        _ target: Target,
        _ resumeData: Data?,
        _ progressHandler: ProgressHandler?
    ) async -> DownloadEnd {
        let report = progressHandler.map {
            ProgressReport(queue: completionQueue, handler: $0)
        }
        return await TargetDownload(calls: calls, report: report)
            .perform(target, resumeData: resumeData)
    }
}
