extension TextBuffer {
    /// Moves the caret or changes the text; `false` when `command` does neither.
    mutating func perform(_ command: Command, page: Int) -> Bool {
        if let (move, isExtending) = Self.movement(command, page: page) {
            self.move(isExtending: isExtending, command, by: move)
            return true
        }
        switch command {
        case .deleteBackward: deleteBackward()
        case .deleteForward: deleteForward()
        case .deleteWordBackward: deleteWordBackward()
        case .deleteToLineEnd: deleteToLineEnd()
        case .deleteToLineStart: deleteToLineStart()
        case .insertNewline: insertNewline()
        case .undoTyping: undo()
        case .redoTyping: redo()
        case .toggleSelecting: toggleSelecting()
        case .selectAll: selectAll()
        default: return false
        }
        return true
    }

    /// How a command moves the caret, and whether it selects on its way.
    private static func movement(
        _ command: Command,
        page: Int
    ) -> (move: (inout TextBuffer) -> Void, isExtending: Bool)? {
        switch command {
        case .caretLeft: ({ $0.moveLeft() }, false)
        case .caretRight: ({ $0.moveRight() }, false)
        case .caretUp: ({ $0.moveCaret(lines: -1) }, false)
        case .caretDown: ({ $0.moveCaret(lines: 1) }, false)
        case .caretPageUp: ({ $0.moveCaret(lines: -page) }, false)
        case .caretPageDown: ({ $0.moveCaret(lines: page) }, false)
        case .caretWordLeft: ({ $0.moveWordLeft() }, false)
        case .caretWordRight: ({ $0.moveWordRight() }, false)
        case .caretLineStart: ({ $0.moveToLineStart() }, false)
        case .caretLineEnd: ({ $0.moveToLineEnd() }, false)
        case .caretTextStart: ({ $0.moveToStart() }, false)
        case .caretTextEnd: ({ $0.moveToEnd() }, false)
        case .selectLeft: ({ $0.moveLeft() }, true)
        case .selectRight: ({ $0.moveRight() }, true)
        case .selectUp: ({ $0.moveCaret(lines: -1) }, true)
        case .selectDown: ({ $0.moveCaret(lines: 1) }, true)
        case .selectLineStart: ({ $0.moveToLineStart() }, true)
        case .selectLineEnd: ({ $0.moveToLineEnd() }, true)
        default: nil
        }
    }
}
