/// Finds what a misspelt word was meant to be.
package enum Spelling {
    /// The candidate that differs from `word` the least, when it is near enough to be meant.
    ///
    /// At most a third of the letters may differ, letter case not counted; of equally near ones the
    /// first in order wins.
    package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in Set(candidates).sorted() where candidate != word {
            guard abs(candidate.count - word.count) <= limit else { continue }
            let distance = distance(Array(word.lowercased()), Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// How many letters to insert, remove, replace or swap with their neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var cost = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}
