import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Keeps what Foundation gave and the client core has no value for: a response that is not HTTP, and
/// content that is not there.
///
/// The client passes it along as the observer of its hops; `URLSessionTransport` knows it.
final class ForeignResponseRecord: HopObserver {
    private struct Entry {
        var content: Data?
        var response: URLResponse?
        var hasNoData = false
    }

    private let entry = Mutex(Entry())

    func hop(_ progress: HopProgress) {}

    /// Notes a response that is not HTTP, or that none came.
    func record(response: URLResponse?, content: Data?) {
        entry.withLock { entry in
            entry.response = response
            entry.content = content
        }
    }

    /// Notes that the session gave no content, not even an empty one.
    func recordNoData() {
        entry.withLock { $0.hasNoData = true }
    }

    var content: Data? { entry.withLock { $0.content } }
    var response: URLResponse? { entry.withLock { $0.response } }
    var hasNoData: Bool { entry.withLock { $0.hasNoData } }
}
