import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An upload that is going on.
public typealias UploadTask = RequestTask<Data?>

extension NetworkProvider {
    /// Performs the upload of `target`; files and streams are read while they are sent.
    ///
    /// - Parameters:
    ///   - target: A target whose task is an upload.
    ///   - progressHandler: Told how far the content has come.
    ///   - completion: Gets the content of the response; `nil` when there is none.
    /// - Returns: The upload.
    @discardableResult
    public func upload(
        _ target: Target,
        progressHandler: ProgressHandler? = nil,
        completion: @escaping @Sendable (Result<Data?, NetworkError>) -> Void
    ) -> UploadTask {
        RequestTask {
            let result = await upload(target, progressHandler: progressHandler)
            completionQueue.async { completion(result) }
            return result
        }
    }

    /// Performs the upload of `target` and waits for the content of the response.
    public func upload(
        _ target: Target,
        progressHandler: ProgressHandler? = nil
    ) async -> Result<Data?, NetworkError> {
        let total = Self.contentLength(of: target.task)
        let report = progressHandler.map {
            ProgressReport(total: total, queue: completionQueue, handler: $0)
        }
        let result = await calls.response(to: target, for: .upload, observer: report)
        if case .success = result, let total { report?.report(total, of: total) }
        return result.map(\.content)
    }

    /// The upload of `target` as a stream: it begins when somebody reads, and gives one result.
    public func uploadPublisher(
        _ target: Target,
        progressHandler: ProgressHandler? = nil
    ) -> AsyncStream<Result<Data?, NetworkError>> {
        AsyncStream.once { await upload(target, progressHandler: progressHandler) }
    }

    /// The length of the content, as far as it is known beforehand.
    private static func contentLength(of task: NetworkTask) -> Int? {
        switch task {
        case .uploadFile(let url):
            try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
            (try? MultipartForm(parts).contentLength()) ?? nil
        default: nil
        }
    }
}
