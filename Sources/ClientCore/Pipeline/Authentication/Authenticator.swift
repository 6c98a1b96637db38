public import HTTPModel

/// What a program authenticates with, and can renew.
public protocol AuthenticationCredential: Sendable {
    /// Whether the credential is known to be of no use any more, so that it is renewed before a
    /// request is sent with it.
    var requiresRefresh: Bool { get }
}

extension AuthenticationCredential {
    /// `false`: only a response tells.
    public var requiresRefresh: Bool { false }
}

/// How requests are authenticated, and how a credential is renewed.
///
/// Give either `token(for:)`, whose token the pipeline places and keeps within the origin of the
/// request, or `apply(_:to:)` for what no `Token` can express. A field set by `apply` other than
/// `Authorization` and `Cookie` goes along when a redirect leads to another origin.
public protocol Authenticator: Sendable {
    /// What requests are authenticated with.
    associatedtype Credential: AuthenticationCredential

    /// Gives the token to place in each request; `nil` places none.
    func token(for credential: Credential) -> Token?

    /// Puts `credential` into `request`.
    func apply(_ credential: Credential, to request: inout HTTPRequest)

    /// Gets a new credential for one that is refused or used up.
    ///
    /// Called once for all requests that need it. Requests sent from within pass the middleware
    /// untouched, so the same client may be used.
    ///
    /// - Throws: Anything; all requests that wait fail with `auth.refresh`.
    func refresh(_ credential: Credential) async throws -> Credential

    /// Whether the server refused the credential.
    func isAuthenticationFailure(_ exchange: Exchange) -> Bool
}

extension Authenticator {
    /// `nil`: the credential is applied otherwise.
    public func token(for credential: Credential) -> Token? { nil }

    /// Changes nothing: the credential is a token.
    public func apply(_ credential: Credential, to request: inout HTTPRequest) {}

    /// Whether the status is 401 (RFC 9110 §15.5.2).
    public func isAuthenticationFailure(_ exchange: Exchange) -> Bool {
        exchange.response?.status == HTTPStatus(401)
    }
}

extension Token: AuthenticationCredential {}

/// Authenticates with a token that a closure renews.
public struct TokenAuthenticator: Authenticator {
    private let renew: @Sendable (Token) async throws -> Token

    /// Creates an authenticator.
    ///
    /// - Parameter renew: Gets a new token for one that the server refused.
    public init(renew: @escaping @Sendable (Token) async throws -> Token) {
        self.renew = renew
    }

    /// The token itself.
    public func token(for credential: Token) -> Token? { credential }

    /// Asks the closure.
    public func refresh(_ credential: Token) async throws -> Token { try await renew(credential) }
}
