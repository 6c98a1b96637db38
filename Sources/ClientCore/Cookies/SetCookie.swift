import HTTPModel

/// The value of a `Set-Cookie` field, split into its parts.
///
/// - SeeAlso: RFC 6265bis §5.6.
struct SetCookie {
    /// The octets before the first `=`; empty when there is none.
    private(set) var name: [UInt8]
    /// The octets after it.
    private(set) var value: [UInt8]
    /// `Expires`, where it is a date.
    private(set) var expires: HTTPDate?
    /// `Max-Age` in seconds.
    private(set) var maximumAge: Int64?
    /// `Domain` in lower case without leading dot; `nil` when absent or empty.
    private(set) var domain: String?
    /// `Path`, where it starts with `/`.
    private(set) var path: String?
    /// Whether a `Path` was given at all.
    private(set) var hasPath = false
    /// `Secure`.
    private(set) var isSecure = false
    /// `HttpOnly`.
    private(set) var isHTTPOnly = false
    /// `SameSite`.
    private(set) var sameSite = Cookie.SameSite.unspecified

    private static let sizeLimit = 4096
    private static let attributeLimit = 1024

    /// Reads the octets of a field's value.
    init(_ bytes: [UInt8]) throws(CookieRefusal) {
        guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            throw .malformed
        }
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let (name, value) = Self.pair(parts.first ?? [])
        // Without `=` the whole is a value that has no name.
        self.name = value == nil ? [] : Array(name)
        self.value = Array(value ?? name)
        guard !(self.name.isEmpty && self.value.isEmpty) else { throw .malformed }
        guard self.name.count + self.value.count <= Self.sizeLimit else { throw .tooLarge }
        for part in parts.dropFirst() { readAttribute(part) }
    }

    private mutating func readAttribute(_ part: ArraySlice<UInt8>) {
        let (nameBytes, valueBytes) = Self.pair(part)
        let value = valueBytes ?? []
        guard value.count <= Self.attributeLimit else { return }
        switch String(decoding: nameBytes, as: UTF8.self).lowercased() {
        case "expires": expires = CookieDate.read(value) ?? expires
        case "max-age": maximumAge = Self.age(value) ?? maximumAge
        case "domain":
            let text = String(decoding: value, as: UTF8.self).lowercased()
            let plain = text.hasPrefix(".") ? String(text.dropFirst()) : text
            domain = plain.isEmpty ? nil : plain
        case "path":
            hasPath = true
            path =
                value.first == UInt8(ascii: "/") ? String(decoding: value, as: UTF8.self) : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite":
            let text = String(decoding: value, as: UTF8.self).lowercased()
            sameSite = Cookie.SameSite(rawValue: text) ?? .unspecified
        default: break
        }
    }

    private static func pair(
        _ part: ArraySlice<UInt8>
    ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?) {
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
            return (trimmed(part), nil)
        }
        return (trimmed(part[..<equals]), trimmed(part[(equals + 1)...]))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? start
        return bytes[start..<end]
    }

    /// Digits, perhaps with a minus in front; `nil` for anything else.
    private static func age(_ value: ArraySlice<UInt8>) -> Int64? {
        let isNegative = value.first == UInt8(ascii: "-")
        let digits = value.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return isNegative ? -1 : Int64(String(decoding: digits, as: UTF8.self)) ?? .max
    }
}

extension Cookie {
    /// The most seconds a cookie lasts: 400 days (RFC 6265bis §5.5).
    static let longestLife: Int64 = 400 * 86_400

    /// Creates the cookie that a `Set-Cookie` field of an answer from `target` sets.
    ///
    /// A cookie whose expiry is past deletes the one of its identity.
    init(
        setCookie bytes: [UInt8],
        from target: TargetURI,
        now: HTTPDate,
        suffixes: PublicSuffixList
    ) throws(CookieRefusal) {
        let given = try SetCookie(bytes)
        let host = CookieRules.canonicalHost(target)
        self.init(name: "", value: "", domain: host, creation: now)
        nameBytes = given.name
        valueBytes = given.value
        path = given.path ?? CookieRules.defaultPath(for: target)
        isSecure = given.isSecure
        isHTTPOnly = given.isHTTPOnly
        sameSite = given.sameSite
        if let domain = given.domain {
            if domain != host, CookieRules.domain(domain, matches: host),
                suffixes.isPublicSuffix(domain)
            {
                throw .publicSuffix(domain)
            }
            guard CookieRules.domain(domain, matches: host) else { throw .foreignDomain(domain) }
            self.domain = domain
            // An address, or a host that is a public suffix itself, gets its own cookies only.
            isHostOnly =
                domain == host && (CookieRules.isAddress(host) || suffixes.isPublicSuffix(host))
        }
        let latest = now.secondsSince1970 + Self.longestLife
        if let age = given.maximumAge {
            let end = age <= 0 ? 0 : now.secondsSince1970 + min(age, Self.longestLife)
            expiry = HTTPDate(secondsSince1970: end)
        } else if let expires = given.expires {
            expiry = min(expires, HTTPDate(secondsSince1970: latest))
        }
        guard !isSecure || target.scheme == "https" else { throw .secureWithoutTLS }
        guard sameSite != .none || isSecure else { throw .unsafeSameSite }
        try checkPrefix(hasPath: given.hasPath)
    }

    /// Names that start with `__Secure-` or `__Host-` bind their attributes (RFC 6265bis §4.1.3).
    private func checkPrefix(hasPath: Bool) throws(CookieRefusal) {
        // Without a name the value takes its place on the wire, so it must not look like one.
        let text = String(decoding: nameBytes.isEmpty ? valueBytes : nameBytes, as: UTF8.self)
            .lowercased()
        if text.hasPrefix("__secure-"), nameBytes.isEmpty || !isSecure {
            throw .brokenPrefix("__Secure-")
        }
        if text.hasPrefix("__host-"),
            nameBytes.isEmpty || !isSecure || !isHostOnly || !hasPath || path != "/"
        {
            throw .brokenPrefix("__Host-")
        }
    }
}
