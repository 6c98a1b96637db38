extension TextBuffer {
    /// The place one character on, across line ends; `nil` at the end of the text.
    func position(after place: TextPosition) -> TextPosition? {
        if place.column < lines[place.line].text.count {
            return TextPosition(line: place.line, column: place.column + 1)
        }
        guard place.line + 1 < lines.count else { return nil }
        return TextPosition(line: place.line + 1, column: 0)
    }

    /// The place one character back, across line ends; `nil` at the start of the text.
    func position(before place: TextPosition) -> TextPosition? {
        if place.column > 0 { return TextPosition(line: place.line, column: place.column - 1) }
        guard place.line > 0 else { return nil }
        return TextPosition(line: place.line - 1, column: lines[place.line - 1].text.count)
    }

    /// Moves the caret one character back, to the line above from a line's start.
    package mutating func moveLeft() {
        if let place = position(before: caret) { moveCaret(to: place) }
    }

    /// Moves the caret one character on, to the line below from a line's end.
    package mutating func moveRight() {
        if let place = position(after: caret) { moveCaret(to: place) }
    }

    /// Moves the caret to the first character that is not a blank, or from there to column 0.
    package mutating func moveToLineStart() {
        let indent = lines[caret.line].text.prefix { $0 == " " || $0 == "\t" }.count
        let column = caret.column == indent || !isMultiline ? 0 : indent
        moveCaret(to: TextPosition(line: caret.line, column: column))
    }

    /// Moves the caret behind the last character of its line.
    package mutating func moveToLineEnd() {
        moveCaret(to: TextPosition(line: caret.line, column: caretLineLength))
    }

    /// Moves the caret to the start of the text.
    package mutating func moveToStart() {
        moveCaret(to: TextPosition(line: 0, column: 0))
    }

    /// Moves the caret to the end of the text.
    package mutating func moveToEnd() {
        let line = lines.count - 1
        moveCaret(to: TextPosition(line: line, column: lines[line].text.count))
    }

    /// Moves the caret to the start of the word before it.
    package mutating func moveWordLeft() {
        moveCaret(to: wordStart(before: caret))
    }

    /// Moves the caret behind the end of the word after it.
    package mutating func moveWordRight() {
        var place = caret
        while let next = position(after: place), !isWordCharacter(after: place) { place = next }
        while let next = position(after: place), isWordCharacter(after: place) { place = next }
        moveCaret(to: place)
    }

    /// The start of the word that ends at or before `place`.
    func wordStart(before place: TextPosition) -> TextPosition {
        var place = place
        while let previous = position(before: place), !isWordCharacter(after: previous) {
            place = previous
        }
        while let previous = position(before: place), isWordCharacter(after: previous) {
            place = previous
        }
        return place
    }

    private func isWordCharacter(after place: TextPosition) -> Bool {
        guard let character = lines[place.line].text.dropFirst(place.column).first else {
            return false
        }
        return character.isLetter || character.isNumber || character == "_"
    }
}
