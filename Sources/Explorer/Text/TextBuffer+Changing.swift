/// Typing, pasting and removing.
extension TextBuffer {
    /// Puts `text` in at the caret, or in place of what is selected.
    ///
    /// - Parameters:
    ///   - text: What to put in; line breaks become blanks where there is one line only.
    ///   - isTyping: Whether it was typed: then a word with the blanks behind it is one step to undo. A
    ///     paste is always a step of its own.
    package mutating func insert(_ text: String, isTyping: Bool = false) {
        let accepted = isMultiline ? text : Self.joined(text)
        guard !accepted.isEmpty else { return }
        let range = selection ?? caret..<caret
        let isBlank = accepted.allSatisfy(\.isWhitespace)
        replace(
            from: range.lowerBound,
            to: range.upperBound,
            with: accepted,
            as: isTyping ? .typing(endsInBlank: isBlank) : nil
        )
    }

    /// Puts `text` in place of what stands between a place and the caret.
    mutating func replace(from start: TextPosition, with text: String) {
        replace(from: min(start, caret), to: caret, with: text)
    }

    /// Breaks the line at the caret and repeats its indentation.
    package mutating func insertNewline() {
        guard isMultiline else { return }
        removeSelection()
        let line = lines[caret.line]
        let ending = line.ending.isEmpty ? (lines.first?.ending ?? "") : line.ending
        let indent = line.text.prefix(caret.column).prefix { $0 == " " || $0 == "\t" }
        insert((ending.isEmpty ? "\n" : ending) + indent)
    }

    /// Removes what is selected, else the character before the caret; at a line's start, the line
    /// break before it.
    package mutating func deleteBackward() {
        if removeSelection() { return }
        guard let start = position(before: caret) else { return }
        replace(from: start, to: caret, with: "", as: .deleting)
    }

    /// Removes what is selected, else the character after the caret; at a line's end, the line break
    /// after it.
    package mutating func deleteForward() {
        if removeSelection() { return }
        guard let end = position(after: caret) else { return }
        replace(from: caret, to: end, with: "", as: .deleting)
    }

    /// Removes what is selected, else back to the start of the word before the caret.
    package mutating func deleteWordBackward() {
        if removeSelection() { return }
        let start = wordStart(before: caret)
        if start < caret { replace(from: start, to: caret, with: "") }
    }

    /// Removes what is selected, else from the caret to the end of the line; at the end, the line
    /// break.
    package mutating func deleteToLineEnd() {
        if removeSelection() { return }
        let end = TextPosition(line: caret.line, column: caretLineLength)
        if end == caret { deleteForward() } else { replace(from: caret, to: end, with: "") }
    }

    /// Removes what is selected, else from the start of the line to the caret.
    package mutating func deleteToLineStart() {
        if removeSelection() { return }
        let start = TextPosition(line: caret.line, column: 0)
        if start < caret { replace(from: start, to: caret, with: "") }
    }
}
