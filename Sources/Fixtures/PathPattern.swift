/// A path in which `{name}` stands for any text of one segment.
package struct PathPattern {
    private let segments: [[Substring]]
    /// The names between the braces of each segment.
    private let names: [[Substring]]
    /// Whether the path holds no braces, so that it is compared as text.
    package let isLiteral: Bool

    /// Creates a pattern.
    package init(_ path: String) {
        isLiteral = !path.contains("{")
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        segments = parts.map(Self.literals)
        names = parts.map(Self.names)
    }

    /// Whether `path`, encoded as on the wire, fits.
    package func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == segments.count else { return false }
        return zip(parts, segments).allSatisfy { Self.matches($0, literals: $1) }
    }

    /// The texts that stand for the names in `path`, encoded; empty when it does not fit.
    package func values(in path: String) -> [String: String] {
        guard !isLiteral, matches(path) else { return [:] }
        var values: [String: String] = [:]
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for (i, part) in parts.enumerated() where !names[i].isEmpty {
            var rest = part.dropFirst(segments[i][0].count)
            for (j, name) in names[i].enumerated() {
                let literal = segments[i][j + 1]
                let isLast = j == names[i].count - 1
                let end: Substring.Index
                if isLast {
                    end = rest.index(rest.endIndex, offsetBy: -literal.count)
                } else {
                    end = rest.firstRange(of: literal)?.lowerBound ?? rest.endIndex
                }
                values[String(name)] = String(rest[..<end])
                rest = rest[end...].dropFirst(literal.count)
            }
        }
        return values
    }

    /// The text with each of our placeholders in it put in braces.
    static func bracing(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "REDACTED-") {
            result += rest[..<start.lowerBound]
            let kindEnd = rest[start.upperBound...].firstIndex(of: "-") ?? rest.endIndex
            let end =
                rest[kindEnd...].dropFirst().firstIndex { !$0.isNumber } ?? rest.endIndex
            result += "{\(rest[start.lowerBound..<end])}"
            rest = rest[end...]
        }
        return result + rest
    }

    /// The literal texts around the braces of a segment: one more than there are braces.
    private static func literals(_ segment: Substring) -> [Substring] {
        var result: [Substring] = []
        var rest = segment
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result.append(rest[..<open])
            rest = rest[rest.index(after: close)...]
        }
        return result + [rest]
    }

    /// The names between the braces of a segment.
    private static func names(_ segment: Substring) -> [Substring] {
        var result: [Substring] = []
        var rest = segment
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result.append(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        return result
    }

    private static func matches(_ part: Substring, literals: [Substring]) -> Bool {
        guard literals.count > 1, let first = literals.first, let last = literals.last else {
            return part == literals.first
        }
        guard part.hasPrefix(first) else { return false }
        var rest = part.dropFirst(first.count)
        for literal in literals.dropFirst().dropLast() where !literal.isEmpty {
            guard let range = rest.firstRange(of: literal) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.count >= last.count && rest.hasSuffix(last)
            && !part.dropFirst(first.count).dropLast(last.count).isEmpty
    }
}
