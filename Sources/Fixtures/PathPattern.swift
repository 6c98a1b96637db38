/// A path in which `{name}` stands for any text of one segment.
struct PathPattern {
    private let segments: [[Substring]]
    /// Whether the path holds no braces, so that it is compared as text.
    let isLiteral: Bool

    init(_ path: String) {
        isLiteral = !path.contains("{")
        segments = path.split(separator: "/", omittingEmptySubsequences: false).map(Self.literals)
    }

    /// Whether `path`, encoded as on the wire, fits.
    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == segments.count else { return false }
        return zip(parts, segments).allSatisfy { Self.matches($0, literals: $1) }
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
