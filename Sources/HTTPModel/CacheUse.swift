/// What a cache had to do with one hop.
public struct CacheUse: Hashable, Sendable {
    /// How the response came about.
    public enum Result: String, Hashable, Sendable, CaseIterable {
        /// A stored response that is fresh; nothing was sent.
        case hit
        /// A stored response that is no longer fresh, where that is allowed; nothing was waited for.
        case stale
        /// A stored response that the server confirmed with 304.
        case revalidated
        /// A response from the server, which replaces a stored one.
        case replaced
        /// A response from the server; none was stored that would do.
        case miss
        /// A response from the server, for a request that no cache answers.
        case bypassed
        /// A 504 made here: only a stored response was wanted, and none would do.
        case unsatisfiable
    }

    /// How the response came about.
    public var result: Result
    /// How old the stored response is, in seconds; `nil` when none was used.
    public var ageInSeconds: Int64?
    /// Why, as a fragment such as "fresh for 50 s more"; may be empty.
    public var reason: String

    /// Creates a note.
    public init(_ result: Result, ageInSeconds: Int64? = nil, reason: String = "") {
        self.result = result
        self.ageInSeconds = ageInSeconds
        self.reason = reason
    }
}

extension Exchange {
    /// What a cache had to do with the last hop; `nil` when there was none.
    public var cacheUse: CacheUse? { hops.last?.cacheUse }
}

/// How one request uses a cache, where the client has one.
public enum CacheMode: String, Hashable, Sendable, CaseIterable {
    /// As RFC 9111 says: fresh responses are used, others are asked about.
    case standard
    /// The server is asked for the whole response, whatever is stored; the answer is stored.
    case reload
    /// Whatever is stored is asked about before it is used.
    case revalidate
    /// What is stored is used however old it is; only if nothing is, the server is asked.
    case preferStored
    /// What is stored is used however old it is; if nothing is, the response is a 504.
    case onlyStored
    /// Nothing stored is used, and nothing is stored.
    case none
}
