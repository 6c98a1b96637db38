/// How well a text that was typed fits a text that is looked for, and which letters fit.
///
/// Letters need not stand together, but those that do, and those that begin words, count more.
package struct FuzzyMatch: Equatable, Sendable {
    /// How well it fits; only good for comparing.
    package var score: Int
    /// The bytes of the text that fit, in order.
    package var offsets: [Int]

    /// Finds `word`, which is in lower case and has no blanks, in `text`.
    ///
    /// - Returns: `nil` when not all letters are there in order.
    static func of(_ word: [UInt8], in text: [UInt8]) -> FuzzyMatch? {
        guard !word.isEmpty, word.count <= text.count else { return nil }
        return whole(word, in: text) ?? scattered(word, in: text)
    }

    /// The best place where the letters stand together.
    private static func whole(_ word: [UInt8], in text: [UInt8]) -> FuzzyMatch? {
        var best: FuzzyMatch?
        for start in 0...(text.count - word.count)
        where word.indices.allSatisfy({ lowered(text[start + $0]) == word[$0] }) {
            var score = 1_000 - min(start, 100) - min(text.count, 100) / 4
            if start == 0 { score += 300 } else if beginsWord(text, start) { score += 200 }
            if word.count == text.count { score += 200 }
            if score > best?.score ?? .min {
                best = FuzzyMatch(score: score, offsets: Array(start..<start + word.count))
            }
        }
        return best
    }

    /// The letters one after the other, each at the start of a word where there is one.
    private static func scattered(_ word: [UInt8], in text: [UInt8]) -> FuzzyMatch? {
        guard word.count > 1 else { return nil }
        var offsets: [Int] = []
        var score = 400 - min(text.count, 100) / 4
        var position = 0
        for (index, letter) in word.enumerated() {
            let rest = position..<text.count
            let isLast = index == word.count - 1
            func fits(_ place: Int) -> Bool { lowered(text[place]) == letter }
            guard let first = rest.first(where: fits) else { return nil }
            var chosen = first
            if first != offsets.last.map({ $0 + 1 }), !beginsWord(text, first),
                let better = rest.first(where: { fits($0) && beginsWord(text, $0) }),
                isLast || canHold(word[(index + 1)...], text[(better + 1)...])
            {
                chosen = better
            }
            if chosen == offsets.last.map({ $0 + 1 }) { score += 20 }
            if beginsWord(text, chosen) { score += 40 }
            score -= min(chosen - position, 20)
            offsets.append(chosen)
            position = chosen + 1
        }
        return FuzzyMatch(score: score, offsets: offsets)
    }

    private static func canHold(_ word: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        var rest = word
        for byte in text where lowered(byte) == rest.first {
            rest = rest.dropFirst()
            if rest.isEmpty { return true }
        }
        return rest.isEmpty
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
    }

    private static func beginsWord(_ text: [UInt8], _ index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = text[index - 1]
        let isLetter =
            (0x30...0x39).contains(before) || (0x41...0x5A).contains(before)
            || (0x61...0x7A).contains(before) || before >= 0x80
        guard isLetter else { return true }
        return (0x41...0x5A).contains(text[index]) && !(0x41...0x5A).contains(before)
    }
}

/// What was typed to find something, word by word.
package struct FuzzyPattern: Equatable, Sendable {
    /// The words in lower case, as bytes.
    private let words: [[UInt8]]
    private let findsScattered: Bool

    /// Creates a pattern from what was typed.
    ///
    /// - Parameters:
    ///   - text: Words with blanks between; each must be found.
    ///   - findsScattered: Whether the letters of a word may stand apart.
    package init(_ text: String, findsScattered: Bool = true) {
        self.findsScattered = findsScattered
        words = text.lowercased().split(separator: " ").map { Array($0.utf8) }
    }

    /// Letters that stand together score at least this, scattered ones less.
    private static let wholeScore = 700

    /// Whether nothing was typed.
    package var isEmpty: Bool { words.isEmpty }

    /// How well the pattern fits a thing with these texts, the first counting most.
    ///
    /// - Returns: `nil` when a word is in none of them.
    package func score(of texts: [[UInt8]]) -> Int? {
        var sum = 0
        for word in words {
            var best: Int?
            for (index, text) in texts.enumerated() {
                guard let match = FuzzyMatch.of(word, in: text) else { continue }
                // Scattered letters of long texts fit nearly everything.
                if index > 0 || !findsScattered, match.score < Self.wholeScore { continue }
                best = max(best ?? .min, match.score - index * 150)
            }
            guard let best else { return nil }
            sum += best
        }
        return sum
    }

    /// The characters of `text` that fit a word, by their place.
    package func places(in text: String) -> Set<Int> {
        let bytes = Array(text.utf8)
        var offsets: Set<Int> = []
        for word in words {
            guard let match = FuzzyMatch.of(word, in: bytes),
                findsScattered || match.score >= Self.wholeScore
            else { continue }
            offsets.formUnion(match.offsets)
        }
        guard !offsets.isEmpty else { return [] }
        var places: Set<Int> = []
        var offset = 0
        for (index, character) in text.enumerated() {
            if offsets.contains(offset) { places.insert(index) }
            offset += character.utf8.count
        }
        return places
    }
}
