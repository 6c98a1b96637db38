/// A media type with its parameters, such as `text/html; charset=utf-8`.
///
/// Type, subtype and parameter names are stored in lower case; parameter values as given.
///
/// - SeeAlso: RFC 9110 §8.3.1.
public struct MediaType: Hashable, Sendable {
    /// The type, such as `text`.
    public let type: String
    /// The subtype, such as `problem+json`.
    public let subtype: String
    /// Parameters in order; quotes removed from the values.
    public let parameters: [(name: String, value: String)]

    /// Reads the value of a `Content-Type` field.
    ///
    /// - Returns: `nil` when `text` does not start with `type/subtype`.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        // Most have no parameters, so nothing has to be taken apart.
        let parts = text.utf8.contains(UInt8(ascii: ";")) ? Self.split(text) : [text.trimmingBlanks]
        guard let essence = parts.first,
            let slash = essence.utf8.firstIndex(of: UInt8(ascii: "/"))
        else { return nil }
        let after = essence[essence.utf8.index(after: slash)...]
        guard HTTPToken.isToken(essence[..<slash]), HTTPToken.isToken(after) else { return nil }
        type = essence[..<slash].lowercased()
        subtype = after.lowercased()
        parameters = parts.dropFirst().compactMap { part in
            guard let equals = part.unicodeScalars.firstIndex(of: "=") else { return nil }
            let name = part[..<equals].lowercased()
            guard HTTPToken.isToken(name) else { return nil }
            return (name, Self.unquoted(part[part.unicodeScalars.index(after: equals)...]))
        }
    }

    /// The type and subtype without parameters, such as `application/json`.
    public var essence: String { "\(type)/\(subtype)" }

    /// The first parameter named `name`, letter case of the name ignored.
    public func parameter(_ name: String) -> String? {
        parameters.first { HTTPToken.equalsIgnoringCase($0.name, name) }?.value
    }

    /// Whether the content is JSON: `application/json`, `text/json` or any `+json` subtype.
    public var isJSON: Bool {
        subtype == "json" || subtype.hasSuffix("+json") || essence == "application/x-json"
    }

    /// Whether the content is XML: `…/xml` or any `+xml` subtype.
    public var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }

    /// Whether the content is meant to be read as text.
    public var isText: Bool {
        type == "text" || isJSON || isXML
            || [
                "javascript", "ecmascript", "graphql", "x-www-form-urlencoded", "x-ndjson", "yaml",
                "x-yaml", "toml", "sql", "http",
            ].contains(subtype)
    }

    /// Equal when type, subtype and parameters are, in order.
    public static func == (left: MediaType, right: MediaType) -> Bool {
        left.type == right.type && left.subtype == right.subtype
            && left.parameters.elementsEqual(right.parameters, by: ==)
    }

    /// Hashes the essence.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
    }

    /// Splits at semicolons outside quotes and trims each part.
    private static func split(_ text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "\"")) else {
            return text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                .map { Substring($0).trimmingBlanks }
        }
        var parts = [String.UnicodeScalarView()]
        var isQuoted = false
        var isEscaped = false
        // Scalars, since a quote with an accent on it is a quote to everybody else.
        for scalar in text.unicodeScalars {
            if scalar == ";" && !isQuoted {
                parts.append(String.UnicodeScalarView())
                continue
            }
            if scalar == "\"" && !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && scalar == "\\" && !isEscaped
            parts[parts.count - 1].append(scalar)
        }
        return parts.map { String($0).trimmingBlanks }
    }

    private static func unquoted(_ value: Substring) -> String {
        let scalars = value.unicodeScalars
        guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else {
            return String(value)
        }
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in scalars.dropFirst().dropLast() {
            if scalar == "\\" && !isEscaped {
                isEscaped = true
                continue
            }
            isEscaped = false
            result.append(scalar)
        }
        return String(result)
    }
}

extension MediaType: CustomStringConvertible {
    /// The essence and parameters in canonical spelling.
    public var description: String {
        parameters.reduce(essence) { text, parameter in
            HTTPToken.isToken(parameter.value)
                ? "\(text); \(parameter.name)=\(parameter.value)"
                : "\(text); \(parameter.name)=\"\(Self.escaped(parameter.value))\""
        }
    }

    /// The text as it stands between quotes (RFC 9110 §5.6.4).
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
        else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar == "\"" || scalar == "\\" { result.append("\\") }
            result.unicodeScalars.append(scalar)
        }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends (`OWS` of RFC 9110 §5.6.3).
    @inlinable public var trimmingBlanks: String {
        // A whole string is given back as it is, not copied.
        let isWhole = utf8.withContiguousStorageIfAvailable { bytes in
            guard let first = unsafe bytes.first, let last = unsafe bytes.last
            else { return true }
            return first > 0x20 && last > 0x20
        }
        if isWhole == true { return String(self) }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { $0 != " " && $0 != "\t" }),
            let last = scalars.lastIndex(where: { $0 != " " && $0 != "\t" })
        else { return "" }
        return String(self[first..<scalars.index(after: last)])
    }
}
