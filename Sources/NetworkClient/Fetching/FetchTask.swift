import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The handle of a fetch: a `URLSessionTask` whose `cancel()` cancels our transfer.
///
/// It runs from the start; `resume()` and `suspend()` do nothing.
///
/// `@unchecked Sendable` because its own state stands behind a mutex, and what it inherits is not
/// used.
final class FetchTask: URLSessionTask, @unchecked Sendable {
    private struct Progression {
        var state = URLSessionTask.State.running
        var work: Task<Void, Never>?
        var response: URLResponse?
        var failure: (any Error)?
    }

    private let request: URLRequest
    private let identifier: Int
    private let progression = Mutex(Progression())

    private static let lastIdentifier = Atomic<Int>(0)

    init(request: URLRequest) {
        self.request = request
        identifier = Self.lastIdentifier.add(1, ordering: .relaxed).newValue
        super.init()
    }

    /// Attaches the work that `cancel()` ends; when it was cancelled before, ends it at once.
    func attach(_ work: Task<Void, Never>) {
        let isCancelled = progression.withLock { progression in
            guard progression.state == .running else { return progression.state == .canceling }
            progression.work = work
            return false
        }
        if isCancelled { work.cancel() }
    }

    /// Records the end: what came whole, or the failure of the transfer.
    func complete(response: URLResponse?, failure: (any Error)?) {
        progression.withLock { progression in
            progression.state = .completed
            progression.response = response
            progression.failure = failure
            progression.work = nil
        }
    }

    override func cancel() {
        let work = progression.withLock { progression -> Task<Void, Never>? in
            guard progression.state == .running else { return nil }
            progression.state = .canceling
            return progression.work
        }
        work?.cancel()
    }

    override func resume() {}
    override func suspend() {}

    override var taskIdentifier: Int { identifier }
    override var originalRequest: URLRequest? { request }
    override var state: URLSessionTask.State { progression.withLock { $0.state } }
    override var currentRequest: URLRequest? {
        get { request }
        set {}
    }
    override var response: URLResponse? {
        get { progression.withLock { $0.response } }
        set {}
    }
    override var error: (any Error)? {
        get { progression.withLock { $0.failure } }
        set {}
    }
}
