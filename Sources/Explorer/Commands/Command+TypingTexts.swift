extension Command {
    /// Typing and leaving texts.
    static let typing: [Row] = [
        (.caretLeft, "caret left", "Move one character back.", ""),
        (.caretRight, "caret right", "Move one character on.", ""),
        (.caretUp, "caret up", "Move one line up.", ""),
        (.caretDown, "caret down", "Move one line down.", ""),
        (.caretPageUp, "page up", "Move one page up.", ""),
        (.caretPageDown, "page down", "Move one page down.", ""),
        (.caretWordLeft, "word left", "Move to the start of the word before.", ""),
        (.caretWordRight, "word right", "Move behind the next word.", ""),
        (.caretLineStart, "line start", "Move to the start of the line.", ""),
        (.caretLineEnd, "line end", "Move to the end of the line.", ""),
        (.caretTextStart, "text start", "Move to the start of the text.", ""),
        (.caretTextEnd, "text end", "Move to the end of the text.", ""),
        (.deleteBackward, "delete backward", "Remove the character before the caret.", ""),
        (.deleteForward, "delete forward", "Remove the character after the caret.", ""),
        (.deleteWordBackward, "delete word", "Remove back to the start of the word.", ""),
        (
            .deleteToLineEnd, "delete to line end",
            "Remove from the caret to the end of the line.",
            ""
        ),
        (
            .deleteToLineStart, "delete to line start",
            "Remove from the start of the line to the caret.",
            ""
        ),
        (.insertNewline, "new line", "Break the line.", ""),
        (.undoTyping, "undo typing", "Take back the last change in the input.", "undo"),
        (.redoTyping, "redo typing", "Do the change again that was taken back.", ""),
        (.accept, "accept", "Take over what was typed.", "keep"),
        (
            .dismiss, "leave",
            "Leave: a one-line input forgets what was typed, an editor of several lines keeps it.",
            "leave"
        ),
        (.nextInput, "next input", "Go to the next input of the row.", "next input"),
        (.previousInput, "previous input", "Go to the input before.", ""),
        (
            .toggleExpression, "regular expression",
            "Take what is typed as a regular expression, or as plain text again.",
            "regex"
        ),
        (.olderInput, "older line", "Take the line that was used before.", "older"),
        (.newerInput, "newer line", "Take the line that was used after it.", ""),
    ]

    /// Selecting in texts, and what is suggested there.
    static let selecting: [Row] = [
        (.selectLeft, "select left", "Select one character back.", ""),
        (.selectRight, "select right", "Select one character on.", ""),
        (.selectUp, "select up", "Select to the line above.", ""),
        (.selectDown, "select down", "Select to the line below.", ""),
        (.selectLineStart, "select to start", "Select to the start of the line.", ""),
        (.selectLineEnd, "select to end", "Select to the end of the line.", ""),
        (
            .toggleSelecting, "select",
            "Begin to select: every move selects, until the text changes or this is pressed again.",
            "select"
        ),
        (.selectAll, "select all", "Select the whole text.", ""),
        (
            .copyText, "copy selection",
            "Copy what is selected, or else the line, here and to the clipboard.",
            "copy"
        ),
        (
            .cutText, "cut selection",
            "Copy what is selected, or else the line, and take it out.",
            "cut"
        ),
        (.pasteText, "paste", "Put in what was copied or cut here last.", "paste"),
        (.suggest, "suggest", "Show what can stand here.", "suggest"),
        (.nextSuggestion, "next suggestion", "Go to the next suggestion; Enter takes it.", "pick"),
        (.previousSuggestion, "previous suggestion", "Go to the suggestion before.", ""),
        (.closeSuggestions, "close suggestions", "Take the suggestions away.", "close"),
    ]
}
