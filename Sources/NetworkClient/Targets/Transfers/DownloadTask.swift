public import Foundation
import Synchronization

/// A download that is going on.
///
/// It goes on whether or not anybody keeps it. Cancelled, it can give resume data, from which another
/// `download` call with the same target goes on where it stopped.
public final class DownloadTask: Cancellable {
    private let work: Task<DownloadEnd, Never>
    private let isEnded = Atomic(false)

    init(_ work: @escaping @Sendable () async -> DownloadEnd) {
        self.work = Task { await work() }
    }

    /// Where the file is in the end; waits for it.
    public var result: Result<URL, NetworkError> {
        get async { await work.value.result }
    }

    /// Whether the download was cancelled.
    public var isCancelled: Bool { isEnded.load(ordering: .acquiring) }

    /// Ends the download; does nothing the second time, or when it has ended.
    public func cancel() {
        isEnded.store(true, ordering: .releasing)
        work.cancel()
    }

    /// Ends the download and gives what is needed to go on later.
    ///
    /// - Returns: The resume data; `nil` when the download has ended, nothing has come, or the
    ///   response names no version that can be asked for again.
    public func cancelProducingData() async -> Data? {
        cancel()
        return await work.value.resumeData
    }

    /// Ends the download and hands what is needed to go on later to `completion`.
    public func cancel(_ completion: @escaping @Sendable (_ resumeData: Data?) -> Void) {
        cancel()
        Task { completion(await work.value.resumeData) }
    }
}

/// What came of a download.
struct DownloadEnd: Sendable {
    let result: Result<URL, NetworkError>
    /// What is needed to go on; `nil` unless it was cut off and can.
    var resumeData: Data?
}
