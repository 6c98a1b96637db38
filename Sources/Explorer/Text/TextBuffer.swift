/// A place in a text buffer: row before column, both from 0, columns counted in characters.
package struct TextPosition: Hashable, Comparable, Sendable {
    /// The line, from 0.
    package var line: Int
    /// The character the caret stands before, from 0 to the length of the line.
    package var column: Int

    /// Creates a place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders by line, then column.
    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A text that is being edited, with its caret and its history.
///
/// Line endings are kept as they came; a new line takes the ending of the line it splits. A buffer
/// always has at least one line.
package struct TextBuffer: Equatable, Sendable {
    /// One line without its ending, and the ending; the last line has none.
    package struct Line: Equatable, Sendable {
        /// The characters before the ending.
        package var text: String
        /// `\n`, `\r\n` or, on the last line, empty.
        package var ending: String
    }

    /// The lines, at least one.
    package private(set) var lines: [Line]
    /// Where the caret is.
    package private(set) var caret: TextPosition
    /// Whether line breaks may be put in; when not, they become blanks.
    package let isMultiline: Bool
    /// The column that vertical moves aim for.
    private var goalColumn: Int?
    /// Steps that can be undone, oldest first.
    private var past: [Step] = []
    /// Steps that can be redone, next one last.
    private var future: [Step] = []
    /// Whether typing may be added to the last step.
    private var isStepOpen = false

    /// One reversible replacement of whole lines, so that characters which merge come apart again.
    private struct Step: Equatable, Sendable {
        var firstLine: Int
        var before: [Line]
        var after: [Line]
        var caretBefore: TextPosition
        var caretAfter: TextPosition
    }

    /// The most steps that are kept.
    private static let historyLimit = 500

    /// Creates a buffer with the caret at the end (one line) or at the start (several lines).
    package init(_ text: String = "", isMultiline: Bool = false) {
        self.isMultiline = isMultiline
        lines = Self.split(isMultiline ? text : Self.joined(text))
        caret = TextPosition(line: 0, column: isMultiline ? 0 : lines[0].text.count)
    }

    /// The whole text, endings included.
    package var text: String {
        lines.reduce(into: "") { $0 += $1.text + $1.ending }
    }

    /// The length of the line the caret is on, in characters.
    package var caretLineLength: Int { lines[caret.line].text.count }

    /// Whether there is a step to undo.
    package var canUndo: Bool { !past.isEmpty }

    /// Whether there is a step to redo.
    package var canRedo: Bool { !future.isEmpty }

    // MARK: Lines

    /// Splits at LF and CR LF; the result has one line more than there are endings.
    static func split(_ text: String) -> [Line] {
        var lines: [Line] = []
        var current = ""
        for character in text {
            if character == "\n" || character == "\r\n" {
                lines.append(Line(text: current, ending: String(character)))
                current = ""
            } else {
                current.append(character)
            }
        }
        lines.append(Line(text: current, ending: ""))
        return lines
    }

    /// The text on one line: breaks become blanks, those at the end go.
    static func joined(_ text: String) -> String {
        var result = ""
        for character in text {
            result.append(character.isNewline ? " " : character)
        }
        while result.last == " ", text.last?.isNewline == true { result.removeLast() }
        return result
    }

    // MARK: Replacing

    /// Puts `text` in at the caret, as typed or pasted; a step of typing grows with what is typed
    /// next.
    package mutating func insert(_ text: String, isTyping: Bool = false) {
        let accepted = isMultiline ? text : Self.joined(text)
        guard !accepted.isEmpty else { return }
        let growing = isTyping && isStepOpen ? past.last : nil
        replace(from: caret, to: caret, with: accepted)
        if let growing, growing.after.count == 1, let step = past.last, step.after.count == 1 {
            past.removeLast(2)
            past.append(
                Step(
                    firstLine: growing.firstLine,
                    before: growing.before,
                    after: step.after,
                    caretBefore: growing.caretBefore,
                    caretAfter: step.caretAfter
                )
            )
        }
        isStepOpen = isTyping
    }

    /// Breaks the line at the caret and repeats its indentation.
    package mutating func insertNewline() {
        guard isMultiline else { return }
        let line = lines[caret.line]
        let ending = line.ending.isEmpty ? (lines.first?.ending ?? "") : line.ending
        let indent = line.text.prefix(caret.column).prefix { $0 == " " || $0 == "\t" }
        insert((ending.isEmpty ? "\n" : ending) + indent)
    }

    /// Removes the character before the caret; at a line's start, the line break before it.
    package mutating func deleteBackward() {
        guard let start = position(before: caret) else { return }
        replace(from: start, to: caret, with: "")
    }

    /// Removes the character after the caret; at a line's end, the line break after it.
    package mutating func deleteForward() {
        guard let end = position(after: caret) else { return }
        replace(from: caret, to: end, with: "")
    }

    /// Removes back to the start of the word before the caret.
    package mutating func deleteWordBackward() {
        let start = wordStart(before: caret)
        if start < caret { replace(from: start, to: caret, with: "") }
    }

    /// Removes from the caret to the end of the line; at the end, the line break.
    package mutating func deleteToLineEnd() {
        let end = TextPosition(line: caret.line, column: caretLineLength)
        if end == caret { deleteForward() } else { replace(from: caret, to: end, with: "") }
    }

    /// Removes from the start of the line to the caret.
    package mutating func deleteToLineStart() {
        let start = TextPosition(line: caret.line, column: 0)
        if start < caret { replace(from: start, to: caret, with: "") }
    }

    /// Replaces a range as one step and leaves the caret behind what was put in.
    private mutating func replace(from start: TextPosition, to end: TextPosition, with text: String)
    {
        let before = Array(lines[start.line...end.line])
        let caretBefore = caret
        var parts = Self.split(text)
        let last = parts.count - 1
        parts[0].text = lines[start.line].text.prefix(start.column) + parts[0].text
        // Characters may merge with their neighbours, so the column is counted in the whole line.
        let column = parts[last].text.count
        parts[last].text += lines[end.line].text.dropFirst(end.column)
        parts[last].ending = lines[end.line].ending
        lines.replaceSubrange(start.line...end.line, with: parts)
        let length = parts[last].text.count
        caret = TextPosition(line: start.line + last, column: min(column, length))
        goalColumn = nil
        isStepOpen = false
        future = []
        past.append(
            Step(
                firstLine: start.line,
                before: before,
                after: parts,
                caretBefore: caretBefore,
                caretAfter: caret
            )
        )
        if past.count > Self.historyLimit { past.removeFirst() }
    }

    // MARK: History

    /// Takes back the last step; nothing happens when there is none.
    package mutating func undo() {
        guard let step = past.popLast() else { return }
        lines.replaceSubrange(
            step.firstLine..<(step.firstLine + step.after.count),
            with: step.before
        )
        moveCaret(to: step.caretBefore)
        future.append(step)
    }

    /// Does the last undone step again; nothing happens when there is none.
    package mutating func redo() {
        guard let step = future.popLast() else { return }
        lines.replaceSubrange(
            step.firstLine..<(step.firstLine + step.before.count),
            with: step.after
        )
        moveCaret(to: step.caretAfter)
        past.append(step)
    }
}

extension TextBuffer {
    /// Puts the caret at `position`, held inside the text.
    package mutating func moveCaret(to position: TextPosition) {
        let line = min(max(position.line, 0), lines.count - 1)
        let column = min(max(position.column, 0), lines[line].text.count)
        caret = TextPosition(line: line, column: column)
        goalColumn = nil
        isStepOpen = false
    }

    /// Moves the caret by `count` lines, aiming for the column it came from.
    package mutating func moveCaret(lines count: Int) {
        let goal = goalColumn ?? caret.column
        moveCaret(to: TextPosition(line: caret.line + count, column: goal))
        goalColumn = goal
    }
}
