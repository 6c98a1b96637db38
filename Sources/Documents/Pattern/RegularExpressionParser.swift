/// What an expression says.
indirect enum RegularPattern: Sendable {
    case set(ScalarSet)
    case sequence([RegularPattern])
    case choice([RegularPattern])
    case repeated(RegularPattern, Int, Int?, isLazy: Bool)
    case check(RegularExpression.Condition)
}

/// Reads the text of a regular expression.
struct RegularExpressionParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    /// The deepest nesting of groups.
    private static let deepestNesting = 200
    /// The largest count of a quantifier.
    private static let largestCount = 1000

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(RegularExpressionError) -> RegularPattern {
        let pattern = try choice()
        guard position == scalars.count else { throw error("unexpected ')'") }
        return pattern
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func error(_ detail: String) -> RegularExpressionError {
        RegularExpressionError(column: position + 1, detail: detail)
    }

    private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func choice() throws(RegularExpressionError) -> RegularPattern {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepestNesting else { throw error("nested too deeply") }
        var choices = [try sequence()]
        while accept("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws(RegularExpressionError) -> RegularPattern {
        var parts: [RegularPattern] = []
        while let next, next != "|", next != ")" {
            let part = try atom()
            parts.append(try quantified(part))
        }
        return .sequence(parts)
    }

    private mutating func quantified(
        _ part: RegularPattern
    ) throws(RegularExpressionError) -> RegularPattern {
        var lower = 0
        var upper: Int?
        switch next {
        case "?": upper = 1
        case "*": break
        case "+": lower = 1
        case "{":
            position += 1
            guard let count = number() else { throw error("expected a number after '{'") }
            lower = count
            upper = count
            if accept(",") { upper = number() }
            guard next == "}" else { throw error("expected '}'") }
            if lower > Self.largestCount || upper ?? 0 > Self.largestCount {
                throw error("a count is at most \(Self.largestCount)")
            }
            if let upper, upper < lower { throw error("the counts are in the wrong order") }
        default: return part
        }
        position += 1
        return .repeated(part, lower, upper, isLazy: accept("?"))
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let next, next.value >= 0x30, next.value <= 0x39, value ?? 0 < 1_000_000 {
            value = (value ?? 0) * 10 + Int(next.value - 0x30)
            position += 1
        }
        return value
    }

    private mutating func atom() throws(RegularExpressionError) -> RegularPattern {
        guard let scalar = next else { throw error("unexpected end") }
        position += 1
        switch scalar {
        case "(":
            if accept("?") {
                guard accept(":") else { throw error("only (?:…) is known") }
            }
            let pattern = try choice()
            guard accept(")") else { throw error("expected ')'") }
            return pattern
        case "[": return .set(try characterClass())
        case ".": return .set(.anyButLineEnds)
        case "^": return .check(.lineStart)
        case "$": return .check(.lineEnd)
        case "\\":
            if accept("b") { return .check(.wordBoundary) }
            if accept("B") { return .check(.noWordBoundary) }
            return .set(try escape())
        case "*", "+", "?", "{", "}", "]":
            position -= 1
            throw error("unexpected '\(scalar)'; write \\\(scalar) for the character")
        default: return .set(ScalarSet([scalar.value...scalar.value]))
        }
    }

    /// The set an escape stands for; the backslash has been read.
    private mutating func escape() throws(RegularExpressionError) -> ScalarSet {
        guard let scalar = next else { throw error("unexpected end after '\\'") }
        position += 1
        switch scalar {
        case "n": return ScalarSet([0x0A...0x0A])
        case "r": return ScalarSet([0x0D...0x0D])
        case "t": return ScalarSet([0x09...0x09])
        case "d": return .digits
        case "D": return ScalarSet(ScalarSet.digits.ranges, isNegated: true)
        case "w": return .words
        case "W": return ScalarSet(ScalarSet.words.ranges, isNegated: true)
        case "s": return .blanks
        case "S": return ScalarSet(ScalarSet.blanks.ranges, isNegated: true)
        case "p", "P": return try category(isNegated: scalar == "P")
        default:
            guard !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) else {
                position -= 1
                throw error("unknown escape '\\\(scalar)'")
            }
            return ScalarSet([scalar.value...scalar.value])
        }
    }

    private mutating func category(isNegated: Bool) throws(RegularExpressionError) -> ScalarSet {
        guard accept("{") else { throw error("expected '{' after \\p") }
        var name = ""
        while let scalar = next, scalar != "}" {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        guard accept("}") else { throw error("expected '}'") }
        let letters = [
            "L": "ultmo", "M": "nce", "N": "dlo", "P": "cdseifo", "Z": "slp", "S": "mcko",
        ]
        let others = ["C": "cfon"]
        let known = letters.merging(others) { first, _ in first }
        guard let first = name.first, let second = known[String(first)], name.count <= 2,
            name.dropFirst().allSatisfy({ second.contains($0) })
        else { throw error("unknown category '\(name)'") }
        var set = ScalarSet()
        set.categories = [(name, isNegated)]
        return set
    }

    private mutating func characterClass() throws(RegularExpressionError) -> ScalarSet {
        var set = ScalarSet()
        set.isNegated = accept("^")
        var isFirst = true
        while true {
            guard let scalar = next else { throw error("expected ']'") }
            if scalar == "]" && !isFirst {
                position += 1
                return set
            }
            isFirst = false
            position += 1
            var part = ScalarSet([scalar.value...scalar.value])
            if scalar == "\\" { part = try escape() }
            if part.isNegated {
                part = ScalarSet(Self.complement(part.ranges))
            }
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]",
                let lower = part.single
            else {
                set.ranges += part.ranges
                set.categories += part.categories
                continue
            }
            position += 1
            let end = scalars[position]
            position += 1
            let upperSet = end == "\\" ? try escape() : ScalarSet([end.value...end.value])
            guard let upper = upperSet.single, lower <= upper else {
                throw error("the range is in the wrong order")
            }
            set.ranges.append(lower...upper)
        }
    }

    /// All characters but those of sorted `ranges`.
    private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        result.append(next...0x10FFFF)
        return result
    }
}

extension ScalarSet {
    /// The only character of a set made for one.
    fileprivate var single: UInt32? {
        guard ranges.count == 1, categories.isEmpty, !isNegated,
            ranges[0].lowerBound == ranges[0].upperBound
        else { return nil }
        return ranges[0].lowerBound
    }
}
