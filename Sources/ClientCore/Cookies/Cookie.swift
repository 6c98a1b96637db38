public import HTTPModel

/// A cookie as a jar keeps it: a name and a value, and where they may go.
///
/// Names and values are octets, kept as they came; a server gets back exactly what it sent.
///
/// - SeeAlso: RFC 6265bis §5.7 (the storage model).
public struct Cookie: Hashable, Sendable {
    /// What the server said about requests that another site causes.
    ///
    /// Kept for display. It restricts nothing here, since a request of a client like this one is never
    /// caused by another site's page, not even when a redirect of another site leads to it (RFC 6265bis
    /// §5.2).
    public enum SameSite: String, Hashable, Sendable, CaseIterable {
        /// Nothing was said.
        case unspecified
        /// Also with requests that other sites cause.
        case none
        /// With those that only navigate.
        case lax
        /// With none of them.
        case strict
    }

    /// The octets of the name; empty for a cookie that is a value only.
    public var nameBytes: [UInt8]
    /// The octets of the value.
    public var valueBytes: [UInt8]
    /// The host in lower case, or the domain whose hosts all get the cookie; without leading dot.
    public var domain: String
    /// Whether only the very host `domain` gets the cookie.
    public var isHostOnly: Bool
    /// The path at and below which the cookie is sent; starts with `/`.
    public var path: String
    /// When the cookie ends; `nil` means with the session.
    public var expiry: HTTPDate?
    /// Whether the cookie goes over TLS only.
    public var isSecure: Bool
    /// Whether scripts of a page must not see the cookie.
    public var isHTTPOnly: Bool
    /// What was said about requests that other sites cause.
    public var sameSite: SameSite
    /// When a cookie of this identity was first set.
    public var creation: HTTPDate
    /// When the cookie was last sent or set.
    public var lastUse: HTTPDate

    /// Creates a cookie; without a domain of its own choice it is for one host only.
    ///
    /// `domain` may start with a dot and is kept in lower case; a path that does not start with `/`
    /// becomes `/`.
    public init(
        name: String,
        value: String,
        domain: String,
        isHostOnly: Bool = true,
        path: String = "/",
        expiry: HTTPDate? = nil,
        isSecure: Bool = false,
        isHTTPOnly: Bool = false,
        sameSite: SameSite = .unspecified,
        creation: HTTPDate = HTTPDate(secondsSince1970: 0)
    ) {
        nameBytes = Array(name.utf8)
        valueBytes = Array(value.utf8)
        self.domain = (domain.hasPrefix(".") ? String(domain.dropFirst()) : domain).lowercased()
        self.isHostOnly = isHostOnly
        self.path = path.utf8.first == UInt8(ascii: "/") ? path : "/"
        self.expiry = expiry
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.creation = creation
        lastUse = creation
    }

    /// The name as text.
    public var name: String { HTTPField(name: "", valueBytes: nameBytes).value }

    /// The value as text; a secret.
    public var value: String { HTTPField(name: "", valueBytes: valueBytes).value }

    /// The cookie as it stands in a `Cookie` field: `name=value`, or the value alone without a name.
    var pairBytes: [UInt8] {
        nameBytes.isEmpty ? valueBytes : nameBytes + [UInt8(ascii: "=")] + valueBytes
    }

    /// Whether the cookie has ended at `now`.
    public func isExpired(at now: HTTPDate) -> Bool { expiry.map { $0 <= now } ?? false }

    /// Whether a request to `target` may carry the cookie, its expiry aside.
    ///
    /// - SeeAlso: RFC 6265bis §5.8.3.
    public func matches(_ target: TargetURI) -> Bool {
        let host = CookieRules.canonicalHost(target)
        let isForHost = isHostOnly ? host == domain : CookieRules.domain(domain, matches: host)
        return isForHost && CookieRules.path(path, matches: CookieRules.path(of: target))
            && (!isSecure || target.scheme == "https")
    }

    /// Whether both are the same cookie, perhaps with another value.
    func hasIdentity(of other: Cookie) -> Bool {
        nameBytes == other.nameBytes && domain == other.domain && isHostOnly == other.isHostOnly
            && path == other.path
    }
}

extension Cookie: CustomStringConvertible {
    /// The name and where the cookie goes; never the value.
    public var description: String {
        let whole = isHostOnly ? domain : "." + domain
        return "\(name) for \(isSecure ? "https://" : "")\(whole)\(path)"
    }
}

/// The comparisons of hosts and paths that cookies are bound by.
enum CookieRules {
    /// The host in lower case.
    static func canonicalHost(_ target: TargetURI) -> String { target.host.lowercased() }

    /// The path a cookie's path is compared with; `/` when the URI has none.
    static func path(of target: TargetURI) -> String { target.path.isEmpty ? "/" : target.path }

    /// Whether `host` is `domain` or below it; an address is only ever itself (RFC 6265bis §5.1.3).
    static func domain(_ domain: String, matches host: String) -> Bool {
        if host == domain { return true }
        return host.utf8.count > domain.utf8.count && host.hasSuffix(domain)
            && host.utf8.dropLast(domain.utf8.count).last == UInt8(ascii: ".") && !isAddress(host)
    }

    /// Whether `path` is `cookiePath` or below it (RFC 6265bis §5.1.4).
    static func path(_ cookiePath: String, matches path: String) -> Bool {
        guard path.utf8.starts(with: cookiePath.utf8) else { return false }
        return path.utf8.count == cookiePath.utf8.count
            || cookiePath.utf8.last == UInt8(ascii: "/")
            || path.utf8.dropFirst(cookiePath.utf8.count).first == UInt8(ascii: "/")
    }

    /// The path of a cookie whose server named none: the folder of the request's path.
    static func defaultPath(for target: TargetURI) -> String {
        guard target.path.utf8.first == UInt8(ascii: "/"),
            let slash = target.path.lastIndex(of: "/"), slash != target.path.startIndex
        else { return "/" }
        return String(target.path[..<slash])
    }

    /// Whether a host is an IPv4 address or an IPv6 address in brackets.
    static func isAddress(_ host: String) -> Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in UInt8(part) != nil && part.utf8.count <= 3 }
    }
}
