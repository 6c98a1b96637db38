extension DisplayWidth {
    /// Breaks text into rows of at most `columns` cells: at line ends, then after blanks, and
    /// inside a word only when it is longer than a row.
    ///
    /// Blanks at which a row was broken are left out.
    ///
    /// - Returns: At least one row; empty lines give empty rows. With `columns` below 1, one row a
    ///   line, uncut.
    package static func wrapped(_ text: String, columns: Int) -> [String] {
        var rows: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            wrap(line, columns: columns, into: &rows)
        }
        return rows
    }

    private static func wrap(_ line: Substring, columns: Int, into rows: inout [String]) {
        var rest = line
        while columns > 0, DisplayWidth.columns(of: rest) > columns {
            var head = prefix(of: rest, fitting: columns).text
            if head.isEmpty { head = rest.prefix(1) }
            let isInsideWord = rest[head.endIndex...].first != " "
            if isInsideWord, let blank = head.lastIndex(of: " "), blank > head.startIndex {
                head = head[..<blank]
            }
            var end = head.endIndex
            while end < rest.endIndex, rest[end] == " " { end = rest.index(after: end) }
            while head.last == " " { head.removeLast() }
            rows.append(String(head))
            rest = rest[end...]
            if rest.isEmpty { return }
        }
        rows.append(String(rest))
    }
}
