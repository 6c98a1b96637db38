/// What is selected: the text between the anchor and the caret.
extension TextBuffer {
    /// The selected range; `nil` when it is empty.
    package var selection: Range<TextPosition>? {
        guard let anchor, anchor != caret else { return nil }
        return min(anchor, caret)..<max(anchor, caret)
    }

    /// The selected text, line ends as they are; empty when nothing is selected.
    package var selectedText: String {
        guard let selection else { return "" }
        return text(in: selection)
    }

    /// The text of a range, line ends as they are.
    func text(in range: Range<TextPosition>) -> String {
        let (start, end) = (range.lowerBound, range.upperBound)
        guard start.line < end.line else {
            return String(
                lines[start.line].text.dropFirst(start.column).prefix(end.column - start.column)
            )
        }
        var result =
            String(lines[start.line].text.dropFirst(start.column)) + lines[start.line].ending
        for line in lines[(start.line + 1)..<end.line] { result += line.text + line.ending }
        return result + lines[end.line].text.prefix(end.column)
    }

    /// The selected columns of a line in characters, one more than it has when the line end is
    /// selected too; `nil` when nothing of the line is selected.
    package func selectedColumns(ofLine line: Int) -> Range<Int>? {
        guard let selection, selection.lowerBound.line <= line, line <= selection.upperBound.line
        else { return nil }
        let start = line == selection.lowerBound.line ? selection.lowerBound.column : 0
        let end =
            line == selection.upperBound.line
            ? selection.upperBound.column : lines[line].text.count + 1
        return start < end ? start..<end : nil
    }

    /// Selects the whole text; the caret goes to its end.
    package mutating func selectAll() {
        moveToEnd()
        anchor = TextPosition(line: 0, column: 0)
        isSelecting = false
    }

    /// Begins to select at the caret, or ends it and selects nothing.
    package mutating func toggleSelecting() {
        if isSelecting {
            clearSelection()
        } else {
            isSelecting = true
            anchor = anchor ?? caret
        }
    }

    /// Selects nothing.
    package mutating func clearSelection() {
        anchor = nil
        isSelecting = false
    }

    /// Removes what is selected, as one step; `false` when nothing is.
    @discardableResult
    package mutating func removeSelection() -> Bool {
        guard let selection else { return false }
        replace(from: selection.lowerBound, to: selection.upperBound, with: "")
        return true
    }

    /// Moves the caret, and selects from where it was when `isExtending`, or in the mode for it.
    ///
    /// Without either, a selection ends; a move by one character then goes to its end that lies in
    /// this direction.
    mutating func move(isExtending: Bool, _ command: Command, by move: (inout TextBuffer) -> Void) {
        if isExtending {
            if anchor == nil { anchor = caret }
            move(&self)
        } else if isSelecting {
            move(&self)
        } else if let selection, command == .caretLeft || command == .caretRight {
            clearSelection()
            moveCaret(to: command == .caretLeft ? selection.lowerBound : selection.upperBound)
        } else {
            clearSelection()
            move(&self)
        }
    }
}
