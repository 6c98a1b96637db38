/// Why a cookie that a server sent was not kept.
///
/// Texts name the cookie and never its value.
public enum CookieRefusal: Error, Hashable, Sendable {
    /// The field holds control characters, or neither name nor value.
    case malformed
    /// Name and value have more than 4096 octets.
    case tooLarge
    /// The domain is not the server's own nor above it.
    case foreignDomain(String)
    /// The domain is one below which anybody can register names.
    case publicSuffix(String)
    /// The server may not ask for TLS over a connection without it.
    case secureWithoutTLS
    /// The cookie would hide or replace one that goes over TLS only.
    case replacesSecure
    /// The name promises what the attributes do not keep, such as `__Host-` with a domain.
    case brokenPrefix(String)
    /// `SameSite=None` without `Secure`.
    case unsafeSameSite

    /// Why, as a fragment without capital and full stop.
    public var reason: String {
        switch self {
        case .malformed: "malformed"
        case .tooLarge: "larger than 4096 bytes"
        case .foreignDomain(let domain): "for the domain \(domain), which is not the server's"
        case .publicSuffix(let domain): "for \(domain), below which anybody can register names"
        case .secureWithoutTLS: "Secure, but sent without TLS"
        case .replacesSecure: "would replace a Secure cookie, but was sent without TLS"
        case .brokenPrefix(let prefix): "its name starts with \(prefix), its attributes differ"
        case .unsafeSameSite: "SameSite=None without Secure"
        }
    }
}

extension CookieRefusal: CustomStringConvertible {
    /// Why.
    public var description: String { reason }
}
