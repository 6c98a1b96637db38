public import Foundation
import Synchronization

/// A call of a provider that is going on.
///
/// It goes on whether or not anybody keeps it; `cancel()` ends it in a `NetworkError` whose
/// `isCancelled` is true.
public final class RequestTask<Value: Sendable>: Cancellable {
    private let work: Task<Result<Value, NetworkError>, Never>
    private let isEnded = Atomic(false)

    init(_ work: @escaping @Sendable () async -> Result<Value, NetworkError>) {
        self.work = Task { await work() }
    }

    /// What comes of the call; waits for it.
    public var result: Result<Value, NetworkError> {
        get async { await work.value }
    }

    /// Whether `cancel()` was called.
    public var isCancelled: Bool { isEnded.load(ordering: .acquiring) }

    /// Ends the call; does nothing the second time, or when it has ended.
    public func cancel() {
        isEnded.store(true, ordering: .releasing)
        work.cancel()
    }
}

/// A call whose content comes as text.
public typealias StringRequestTask = RequestTask<String>

/// A call whose content comes as it is.
public typealias DataRequestTask = RequestTask<Data?>

/// A call whose content comes decoded.
public typealias DecodableRequestTask<Value: Sendable> = RequestTask<Value>

/// The names of this dialect that mean something else in another one.
public enum NetworkEngine {
    /// A call that is going on.
    public typealias NetworkRequest = Cancellable
    /// A method of HTTP.
    public typealias Method = HTTPMethod
}
