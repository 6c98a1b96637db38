import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transports of injected sessions, so that each session that is replaced by one of the same
/// configuration has one for as long as it lives.
final class SessionTransports: Sendable {
    static let shared = SessionTransports()

    private struct Entry {
        weak var session: URLSession?
        let transport: URLSessionTransport
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// The transport of `session`, made when it is first asked for.
    ///
    /// A session that is used as it is gets a new one each time: it costs nothing, and one that is kept
    /// would hold the session for ever.
    func transport(for session: URLSession) -> URLSessionTransport {
        guard URLSessionTransport.isReplacing(session) else {
            return URLSessionTransport(session: session)
        }
        return entries.withLock { entries in
            let identifier = ObjectIdentifier(session)
            if let entry = entries[identifier], entry.session === session {
                return entry.transport
            }
            entries = entries.filter { $0.value.session != nil }
            let transport = URLSessionTransport(session: session)
            entries[identifier] = Entry(session: session, transport: transport)
            return transport
        }
    }
}
