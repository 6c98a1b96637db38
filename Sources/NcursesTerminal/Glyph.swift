import Screen

/// A grapheme in the form that every terminal draws in as many cells as `DisplayWidth` says.
///
/// Terminals disagree about emoji sequences: some draw one picture, others each part beside the
/// other, and the rest of the line shifts. So a joined sequence is painted as its first emoji, one
/// with a skin tone without it, and a symbol that U+FE0F would widen as its narrow self and a blank.
package struct Glyph: Hashable {
    /// The scalars that take cells, from left to right; each is followed by its marks.
    package var parts: [Part]

    /// One spacing scalar and up to two marks on it.
    package struct Part: Hashable {
        /// The scalar that takes the cells.
        package var base: Unicode.Scalar
        /// Combining marks, at most two; more are left out.
        package var marks: [Unicode.Scalar] = []
    }

    /// Creates the paintable form of a cell's character.
    ///
    /// - Parameters:
    ///   - character: What the cell shows.
    ///   - width: How many cells it takes, 1 or 2.
    ///   - columns: How many cells the painting library gives a scalar; below 1 for those it does
    ///     not know, which are painted as `�`.
    package init(_ character: Character, width: Int, columns: (Unicode.Scalar) -> Int) {
        let scalars = Array(character.unicodeScalars)
        let first = scalars.first ?? " "
        let firstColumns = columns(first)
        if scalars.count == 2, firstColumns == 1, width == 2, columns(scalars[1]) == 1 {
            // A flag: two letters that a terminal may join.
            parts = scalars.map { Part(base: $0) }
            return
        }
        guard firstColumns >= 1, firstColumns <= width else {
            parts = [Part(base: "\u{FFFD}")]
            pad(1, to: width)
            return
        }
        let marks = scalars.dropFirst().prefix {
            columns($0) == 0 && $0.value != 0x200D && !(0xFE00...0xFE0F).contains($0.value)
        }
        parts = [Part(base: first, marks: Array(marks.prefix(2)))]
        pad(firstColumns, to: width)
    }

    private mutating func pad(_ used: Int, to width: Int) {
        for _ in used..<max(used, width) { parts.append(Part(base: " ")) }
    }
}
