/// What a misspelt word was probably meant to be.
package enum Suggestion {
    /// The candidate nearest to `word`, or `nil` when none is near.
    ///
    /// Near means: at most one edit for each three characters, or the word begins the candidate.
    package static func nearest(to word: some StringProtocol, in candidates: [String]) -> String? {
        let letters = Array(word.lowercased())
        guard !letters.isEmpty else { return nil }
        let limit = max(1, (letters.count + 1) / 3)
        let ranked = candidates.map { (distance(letters, Array($0.lowercased())), $0) }
        if let best = ranked.min(by: { $0.0 < $1.0 }), best.0 <= limit { return best.1 }
        return candidates.first {
            letters.count >= 2 && $0.lowercased().hasPrefix(word.lowercased())
        }
    }

    /// `; did you mean 'X'?`, or nothing.
    package static func phrase(for word: some StringProtocol, in candidates: [String]) -> String {
        nearest(to: word, in: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Single-character edits, and swaps of neighbours, from one word to the other.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in 1...left.count {
            var row = [i]
            for j in 1...right.count {
                let substitution = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                var best = min(substitution, last[j] + 1, row[j - 1] + 1)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, beforeLast[j - 2] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
