extension TargetURI {
    /// Resolves a reference, such as the value of a `Location` field, against this URI.
    ///
    /// The fragment of this URI is inherited when the reference has none (RFC 9110 §10.2.2); user
    /// information is not.
    ///
    /// - Throws: `TargetURIError` when the result is not an `http` or `https` URI.
    /// - SeeAlso: RFC 3986 §5.2.
    public func resolving(_ reference: String) throws(TargetURIError) -> TargetURI {
        let text = PercentEncoding.encodeIllegal(reference.trimmingBlanks)
        if Self.startsWithScheme(text) {
            var target = try TargetURI(text)
            target.path = Self.removingDotSegments(target.path)
            target.fragment = target.fragment ?? fragment
            return target
        }
        if text.hasPrefix("//") {
            var target = try TargetURI(scheme + ":" + text)
            target.path = Self.removingDotSegments(target.path)
            target.fragment = target.fragment ?? fragment
            return target
        }
        var rest = Substring(text)
        var target = self
        target.userInfo = nil
        if let hash = rest.firstIndex(of: "#") {
            target.fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        var newQuery: String?
        if let mark = rest.firstIndex(of: "?") {
            newQuery = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if rest.isEmpty {
            target.query = newQuery ?? query
        } else {
            let merged = rest.hasPrefix("/") ? String(rest) : directory + rest
            target.path = Self.removingDotSegments(merged)
            target.query = newQuery
        }
        return target
    }

    /// The path up to and including its last slash.
    private var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "/" }
        return String(path[...slash])
    }

    private static func startsWithScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isLetter else {
            return false
        }
        return text[..<colon].utf8.allSatisfy { byte in
            HTTPToken.isTokenByte(byte) && byte != UInt8(ascii: "_") && byte != UInt8(ascii: "%")
        }
    }

    /// Applies `.` and `..` segments (RFC 3986 §5.2.4).
    static func removingDotSegments(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        var output: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (i, segment) in segments.enumerated() {
            let isLast = i == segments.count - 1
            switch segment {
            case ".":
                if isLast { output.append("") }
            case "..":
                if !output.isEmpty { output.removeLast() }
                if isLast { output.append("") }
            default:
                output.append(segment)
            }
        }
        return "/" + output.joined(separator: "/")
    }
}

/// One name and value of a query, still encoded, in order.
public struct QueryItem: Hashable, Sendable {
    /// The part before the first `=`, as written.
    public var name: String
    /// The part after the first `=`, as written; `nil` when there is no `=`.
    public var value: String?

    /// Creates an item from encoded parts.
    public init(encodedName name: String, encodedValue value: String?) {
        self.name = name
        self.value = value
    }

    /// Creates an item from plain text, encoding it.
    public init(name: String, value: String?) {
        self.name = PercentEncoding.encode(name, for: .queryItem)
        self.value = value.map { PercentEncoding.encode($0, for: .queryItem) }
    }

    /// The item as it stands in a query.
    public var text: String { value.map { "\(name)=\($0)" } ?? name }
}

extension TargetURI {
    /// The items of the query; setting an empty list removes the query.
    public var queryItems: [QueryItem] {
        get {
            (query ?? "").split(separator: "&", omittingEmptySubsequences: true).map { part in
                let halves = part.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                return QueryItem(
                    encodedName: String(halves[0]),
                    encodedValue: halves.count > 1 ? String(halves[1]) : nil
                )
            }
        }
        set {
            query = newValue.isEmpty ? nil : newValue.map(\.text).joined(separator: "&")
        }
    }
}
