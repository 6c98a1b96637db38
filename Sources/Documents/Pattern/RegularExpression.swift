/// Why a text is not a regular expression.
struct RegularExpressionError: Error, Equatable, Sendable {
    /// The character at which the error stands, counted from 1.
    var column: Int
    /// What is wrong.
    var detail: String
}

/// A regular expression over UTF-8 bytes, matched in time linear in the text.
///
/// Characters, `.`, classes, `\p{…}`, groups, alternatives, greedy and lazy quantifiers, `^`, `$`, `\b`,
/// and `\d \w \s` with their opposites, which know ASCII; no back-references, no look-around. That is a
/// superset of I-Regexp. The leftmost match is found, and of those the one that the alternatives and quantifiers
/// prefer.
///
/// - SeeAlso: RFC 9485 (I-Regexp).
struct RegularExpression: Sendable {
    /// One step of the matching machine.
    enum Step: Sendable {
        /// Takes one character out of a set.
        case take(ScalarSet)
        /// Goes on at either place; the first is preferred.
        case either(Int, Int)
        case jump(Int)
        case check(Condition)
        case succeed
    }

    /// A condition on the place between two characters.
    enum Condition: Sendable {
        case lineStart
        case lineEnd
        case wordBoundary
        case noWordBoundary
    }

    let steps: [Step]
    let isCaseSensitive: Bool
    /// Whether a match can start with a given byte.
    let firstBytes: [Bool]

    /// The most steps of an expression, counted repeats included.
    static let longestProgram = 20_000

    /// Reads an expression.
    ///
    /// - Throws: `RegularExpressionError` when it is not well-formed or too large.
    init(_ text: String, isCaseSensitive: Bool = true) throws(RegularExpressionError) {
        var parser = RegularExpressionParser(text)
        let pattern = try parser.parse()
        var compiler = RegularExpressionCompiler()
        compiler.add(pattern)
        guard compiler.steps.count < Self.longestProgram else {
            throw RegularExpressionError(column: 1, detail: "the expression is too large")
        }
        steps = compiler.steps + [.succeed]
        self.isCaseSensitive = isCaseSensitive
        firstBytes = Self.firstBytes(of: steps, isCaseSensitive: isCaseSensitive)
    }

    private static func firstBytes(of steps: [Step], isCaseSensitive: Bool) -> [Bool] {
        var result = Array(repeating: false, count: 256)
        var seen = Set<Int>()
        var stack = [0]
        while let index = stack.popLast() {
            guard seen.insert(index).inserted else { continue }
            switch steps[index] {
            case .either(let first, let second): stack += [first, second]
            case .jump(let target): stack.append(target)
            case .check, .succeed: return Array(repeating: true, count: 256)
            case .take(let set):
                for byte in 0..<0x80 {
                    let scalar = Unicode.Scalar(UInt8(byte))
                    if set.contains(scalar, isCaseSensitive: isCaseSensitive) {
                        result[byte] = true
                    }
                }
                for byte in 0x80..<0x100 { result[byte] = true }
            }
        }
        return result
    }

    /// Whether the expression matches all of `text`.
    func matchesWhole(_ text: String) -> Bool {
        var bytes = text
        return bytes.withUTF8 { bytes in
            var machine = RegularExpressionMachine(self)
            let raw = UnsafeRawBufferPointer(bytes)
            return unsafe machine.run(raw, from: 0, isAnchored: true) != nil
        }
    }

    /// Whether the expression matches a part of `text`.
    func matchesPart(of text: String) -> Bool {
        var bytes = text
        return bytes.withUTF8 { bytes in
            unsafe firstMatch(in: UnsafeRawBufferPointer(bytes), from: 0, allowsEmpty: true) != nil
        }
    }

    /// The first match that starts at `offset` or after it.
    func firstMatch(
        in bytes: UnsafeRawBufferPointer,
        from offset: Int,
        allowsEmpty: Bool = false
    ) -> Range<Int>? {
        var machine = RegularExpressionMachine(self)
        var start = offset
        while let match = unsafe machine.run(bytes, from: start, isAnchored: false) {
            if allowsEmpty || !match.isEmpty { return match }
            start = match.upperBound + 1
            if start > bytes.count { return nil }
        }
        return nil
    }
}

/// A set of characters.
struct ScalarSet: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    /// General categories by their short name, and whether they are meant or all others.
    var categories: [(name: String, isNegated: Bool)] = []
    var isNegated = false

    init(_ ranges: [ClosedRange<UInt32>] = [], isNegated: Bool = false) {
        self.ranges = ranges
        self.isNegated = isNegated
    }

    static let digits = ScalarSet([0x30...0x39])
    static let words = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let blanks = ScalarSet([0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x2028...0x2029])
    /// What `.` stands for.
    static let anyButLineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D], isNegated: true)

    func contains(_ scalar: Unicode.Scalar, isCaseSensitive: Bool) -> Bool {
        if holds(scalar) != isNegated { return true }
        guard !isCaseSensitive else { return false }
        let others = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
        return others.contains { text in
            guard let other = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
                return false
            }
            return holds(other) != isNegated
        }
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        for range in ranges where range.contains(scalar.value) { return true }
        for category in categories {
            let name = scalar.properties.generalCategory.shortName
            if name.hasPrefix(category.name) != category.isNegated { return true }
        }
        return false
    }
}

extension Unicode.GeneralCategory {
    /// The two-letter name.
    var shortName: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
