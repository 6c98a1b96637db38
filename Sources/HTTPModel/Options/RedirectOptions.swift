/// Which redirects are followed, and what goes along.
public struct RedirectOptions: Hashable, Sendable {
    /// How many redirects to follow; 0 follows none and gives the redirect itself as the response.
    public var limit: Int
    /// Whether 301 and 302 leave the method and the content as they are, as 307 and 308 do.
    ///
    /// Without it a `POST` becomes a `GET`, as browsers do (RFC 9110 §15.4.2 and §15.4.3).
    public var keepsMethod: Bool
    /// Names of fields that go to another origin although they are bound to the first, letter case
    /// ignored; whoever lists `Authorization` here gives it to every server a redirect leads to.
    public var fieldsAcrossOrigins: [String]

    /// Creates options; the default ones follow ten redirects and keep credentials at home.
    public init(limit: Int = 10, keepsMethod: Bool = false, fieldsAcrossOrigins: [String] = []) {
        self.limit = limit
        self.keepsMethod = keepsMethod
        self.fieldsAcrossOrigins = fieldsAcrossOrigins
    }

    /// No redirect is followed; the redirect itself is the response.
    public static let doNotFollow = RedirectOptions(limit: 0)
}

/// What was decided about a redirect.
public struct RedirectDecision: Hashable, Sendable {
    /// A part of the request that does not go along.
    public struct Dropped: Hashable, Sendable {
        /// Why it does not.
        public enum Reason: String, Hashable, Sendable, CaseIterable {
            /// It is a credential, and those are bound to the origin of the first request.
            case credential = "a credential of the first origin"
            /// It describes content that does not go along.
            case content = "describes the content, which is left out"
            /// The program left it out.
            case choice = "left out by the program"
        }

        /// The name of the field, or what else it is: `query item access_token`, `token in content`.
        public var name: String
        /// Why it does not go along.
        public var reason: Reason

        /// Creates a note.
        public init(_ name: String, _ reason: Reason) {
            self.name = name
            self.reason = reason
        }
    }

    /// The value of the `Location` field.
    public var location: String
    /// Where the next hop goes, or `nil` when the redirect was not followed.
    public var next: TargetURI?
    /// What is not carried over to the next hop, in order, and why.
    public var dropped: [Dropped]
    /// Why, as a sentence fragment: "another origin", "limit of 10 reached".
    public var reason: String

    /// Creates a decision.
    public init(location: String, next: TargetURI?, dropped: [Dropped] = [], reason: String) {
        self.location = location
        self.next = next
        self.dropped = dropped
        self.reason = reason
    }

    /// The names of what is not carried over to the next hop, in order.
    public var droppedFields: [String] { dropped.map(\.name) }
}
