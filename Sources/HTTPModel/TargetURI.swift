/// An absolute `http` or `https` URI, split into its parts, each kept as written.
///
/// Illegal characters (spaces, controls, non-ASCII) are percent-encoded when a URI is made; nothing
/// else is changed, so what a person typed is what is sent.
///
/// - SeeAlso: RFC 3986 §3; RFC 9110 §4.2 and §7.1.
public struct TargetURI: Hashable, Sendable {
    /// `http` or `https`, in lower case.
    public var scheme: String
    /// `user` or `user:password` before the `@`, still encoded; `nil` when absent.
    public var userInfo: String?
    /// The host: a name, an IPv4 address, or an IPv6 address in brackets.
    public var host: String
    /// The port, or `nil` when the scheme's default is meant.
    public var port: Int?
    /// The path: empty, or starting with `/`; still encoded.
    public var path: String
    /// What follows `?`, still encoded; `nil` when there is no `?`.
    public var query: String?
    /// What follows `#`, still encoded; never sent.
    public var fragment: String?
}

// The whole as text, and parts of it.
extension TargetURI {
    /// The whole URI as text, fragment included.
    public var text: String {
        text(userInfo: userInfo, fragment: fragment)
    }

    /// The URI without user information and fragment: fit for messages and files.
    public var displayText: String {
        text(userInfo: nil, fragment: nil)
    }

    private func text(userInfo: String?, fragment: String?) -> String {
        var capacity = scheme.utf8.count + host.utf8.count + path.utf8.count + 26
        if let userInfo { capacity += userInfo.utf8.count + 1 }
        if let query { capacity += query.utf8.count + 1 }
        if let fragment { capacity += fragment.utf8.count + 1 }
        return String(capacity: capacity) { text in
            text.append(scheme)
            text.append("://")
            if let userInfo {
                text.append(userInfo)
                text.append(ascii: "@")
            }
            text.append(host)
            if let port {
                text.append(ascii: ":")
                text.append(decimal: port)
            }
            text.append(path)
            if let query {
                text.append(ascii: "?")
                text.append(query)
            }
            if let fragment {
                text.append(ascii: "#")
                text.append(fragment)
            }
        }
    }

    /// Host and port as in a `Host` field; a default port is left out when it was not written.
    public var authority: String { port.map { host + ":" + String($0) } ?? host }

    /// The octets of `authority`.
    package var authorityBytes: [UInt8] {
        guard let port else { return Array(host.utf8) }
        return Array(host.utf8) + [UInt8(ascii: ":")] + String(port).utf8
    }

    /// Path and query as in the request line; never empty (RFC 9112 §3.2.1).
    public var requestTarget: String {
        (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
    }

    /// The port to connect to.
    public var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }

    /// Scheme, host and port: what credentials are bound to (RFC 9110 §4.3.1).
    public var origin: Origin {
        Origin(scheme: scheme, host: host.lowercased(), port: effectivePort)
    }
}

extension TargetURI: CustomStringConvertible {
    /// The URI without user information and fragment.
    public var description: String { displayText }
}

/// Scheme, host and port.
///
/// - SeeAlso: RFC 9110 §4.3.1.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case.
    public let host: String
    /// The port, the scheme's default filled in.
    public let port: Int

    /// The origin as text, port always shown.
    public var description: String { "\(scheme)://\(host):\(port)" }
}

/// Why a text is no target URI.
public struct TargetURIError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// No scheme and `://` at the start.
        case notAbsolute
        /// A scheme other than `http` and `https`.
        case unsupportedScheme(String)
        /// Nothing stands where the host should.
        case missingHost
        /// Brackets that do not match, or a colon in a host name.
        case malformedHost
        /// A port that is not a number from 0 to 65535.
        case malformedPort(String)
    }

    /// The text that was read.
    public let text: String
    /// The kind of fault.
    public let code: Code

    /// What is wrong and what would be right; the text itself is not repeated.
    public var description: String {
        switch code {
        case .notAbsolute: "the URL has no scheme; start it with http:// or https://"
        case .unsupportedScheme(let scheme):
            "scheme \(String(reflecting: scheme)) is not supported; use http or https"
        case .missingHost: "the URL has no host"
        case .malformedHost: "the host of the URL is malformed"
        case .malformedPort(let port):
            "port \(String(reflecting: port)) is not a number from 0 to 65535"
        }
    }
}
