public import HTTPModel
import Synchronization

/// How the file of a download gets its place.
public struct DownloadPlacement: Hashable, Sendable {
    /// Whether folders above the destination are made.
    public var createsIntermediateDirectories = false
    /// Whether a file at the destination is replaced; otherwise it is a failure.
    public var removesPreviousFile = false

    /// Creates the careful way: no folder is made, no file replaced.
    public init() {}
}

/// A file that was downloaded.
public struct DownloadedFile: Sendable {
    /// Where it is.
    public let path: String
    /// The head of the response that brought it, or its last part; see its `suggestedFileName`.
    public let head: HTTPResponseHead
    /// The exchange; its body is empty.
    public let exchange: Exchange
}

/// A download that is under way.
///
/// It goes on when nobody holds it. The file appears at its destination at once and whole; until
/// then a hidden file in the same folder takes what comes.
public final class Download: Sendable {
    /// How far it has come; for one reader, who gets the newest report.
    public let progress: AsyncStream<TransferProgress>

    private let task: Task<DownloadedFile, any Error>
    private let work: DownloadWork

    init(_ work: DownloadWork) {
        self.work = work
        progress = work.progress.reports
        task = Task {
            defer { work.progress.finish() }
            return try await work.run()
        }
    }

    /// Waits for the file; cancelling the task that waits cancels the download.
    ///
    /// - Throws: `DownloadFailure`.
    public func result() async throws -> DownloadedFile {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            cancel()
        }
    }

    /// Ends the download and removes what was received.
    public func cancel() { task.cancel() }

    /// Ends the download; the failure of its result says how to go on with what was received.
    package func cancelKeepingPartialFile() {
        work.keepPartialFile()
        task.cancel()
    }

    /// Ends the download and keeps what was received.
    ///
    /// - Returns: How to go on later; `nil` when that is impossible, or the file is there already.
    public func cancelProducingResumeToken() async -> ResumeToken? {
        cancelKeepingPartialFile()
        do {
            _ = try await task.value
            return nil
        } catch {
            return (error as? DownloadFailure)?.resumeToken
        }
    }
}
