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
    /// The other end of the selection; `nil` when nothing can be selected.
    var anchor: TextPosition?
    /// Whether every move of the caret selects, until the text changes or the mode is left.
    package internal(set) var isSelecting = false
    /// Steps that can be undone, oldest first.
    private var past: [Step] = []
    /// Steps that can be redone, next one last.
    private var future: [Step] = []
    /// What may be added to the last step; `nil` when the next change is a step of its own.
    private var openStep: StepKind?

    /// What a step that may grow is made of.
    enum StepKind: Equatable, Sendable {
        /// Characters typed one after the other, up to the end of a word and the blanks behind it.
        case typing(endsInBlank: Bool)
        /// Characters removed one after the other.
        case deleting
    }

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

    /// Replaces a range as one step and leaves the caret behind what was put in.
    ///
    /// `kind` is what the change is part of, when it may be added to the step before.
    mutating func replace(
        from start: TextPosition,
        to end: TextPosition,
        with text: String,
        as kind: StepKind? = nil
    ) {
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
        anchor = nil
        isSelecting = false
        future = []
        record(
            Step(
                firstLine: start.line,
                before: before,
                after: parts,
                caretBefore: caretBefore,
                caretAfter: caret
            ),
            kind
        )
    }

    /// Notes a step, as part of the one before when both are of one kind and on one line.
    private mutating func record(_ step: Step, _ kind: StepKind?) {
        if let last = past.last, last.after.count == 1, step.before.count == 1,
            step.after.count == 1, last.firstLine == step.firstLine,
            Self.continues(openStep, with: kind)
        {
            past[past.count - 1].after = step.after
            past[past.count - 1].caretAfter = step.caretAfter
        } else {
            past.append(step)
        }
        openStep = kind
        if past.count > Self.historyLimit { past.removeFirst() }
    }

    /// Whether a change of a kind goes on with what was done before it: a word with the blanks that
    /// follow it is one step.
    private static func continues(_ open: StepKind?, with kind: StepKind?) -> Bool {
        switch (open, kind) {
        case (.deleting, .deleting): true
        case (.typing(let before), .typing(let now)): !before || now
        default: false
        }
    }

    // MARK: History

    /// Takes back the last step; nothing happens when there is none.
    package mutating func undo() {
        guard let step = past.popLast() else { return }
        lines.replaceSubrange(
            step.firstLine..<(step.firstLine + step.after.count),
            with: step.before
        )
        clearSelection()
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
        clearSelection()
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
        openStep = nil
    }

    /// Moves the caret by `count` lines, aiming for the column it came from.
    package mutating func moveCaret(lines count: Int) {
        let goal = goalColumn ?? caret.column
        moveCaret(to: TextPosition(line: caret.line + count, column: goal))
        goalColumn = goal
    }
}
