/// Something the person can ask for; every key, menu row and palette row stands for one.
package enum Command: String, CaseIterable, Hashable, Sendable {
    // Moving about.
    case moveDown, moveUp, pageDown, pageUp, moveToTop, moveToBottom
    case nextPane, previousPane, nextTab, previousTab
    case open, back, toggleZoom
    // Sending.
    case send, cancel, chooseEnvironment, changeVariable, snapshot
    // The tree.
    case toggleFold, foldAll, unfoldAll, filterTree
    case addRequest, duplicateRequest, renameRequest, deleteRequest, moveRequest
    case newFile, deleteFile, editFileExternally
    // The request.
    case edit, editTarget, chooseMethod, addRow, deleteRow, toggleRow, editExternally
    case duplicateRow, moveRowUp, moveRowDown, editText, editRequestExternally, editInLines,
        pickFile
    case undo, redo, save, saveAll, reloadFile
    case showParams, showHeaders, showBody, showToken, showOptions, showDocs, showTests
    // The response.
    case search, nextMatch, previousMatch, scrollLeft, scrollRight
    case prettyMode, rawMode, hexMode, whatIf, copy, copyAll, viewExternally, chooseVariant
    case toggleWrap, chooseCharset, filterBody, goToPath, copyPart, followLink, saveBody
    case pinResponse, compareWith, nextDifference, previousDifference, ignorePath
    case showCookies, showTLS, showDiff
    case compareWithFixture, chooseOfflineAnswer
    case showResponseBody, showResponseHeaders, showTiming, showErrors, showSent, showFixture
    // What was sent before, and runs of several requests.
    case showHistory, showAllHistory, resendEntry, deleteEntry, compareWithEntry
    case runSelected, runAll, runTag, showRun, failedFirst, runFailedAgain, runAgain
    // The program.
    case palette, help, reloadCollection, redraw, quit
    case switchRequest, openCollection, jump, growPane, shrinkPane, resetPanes, chooseTheme, showLog
    // Inside inputs.
    case caretLeft, caretRight, caretUp, caretDown, caretPageUp, caretPageDown
    case caretWordLeft, caretWordRight, caretLineStart, caretLineEnd, caretTextStart, caretTextEnd
    case deleteBackward, deleteForward, deleteWordBackward, deleteToLineEnd, deleteToLineStart
    case insertNewline, undoTyping, redoTyping, accept, dismiss, nextInput, previousInput
    case toggleExpression, olderInput, newerInput
    // Selecting inside inputs, and what is suggested there.
    case selectLeft, selectRight, selectUp, selectDown, selectLineStart, selectLineEnd
    case toggleSelecting, selectAll, copyText, cutText, pasteText
    case suggest, nextSuggestion, previousSuggestion, closeSuggestions
}

/// What help and documentation say about a command.
package struct CommandText: Hashable, Sendable {
    /// A short name for menus, in lower case but for names, such as `save snapshot`.
    package var title: String
    /// One sentence that says what happens.
    package var help: String
    /// The word shown beside the key in the line at the bottom; empty when never shown there.
    package var hint: String
}

extension Command {
    /// Whether the command only makes sense while text is typed; such commands are not in the palette.
    package var isTextCommand: Bool {
        switch self {
        case .caretLeft, .caretRight, .caretUp, .caretDown, .caretPageUp, .caretPageDown,
            .caretWordLeft, .caretWordRight, .caretLineStart, .caretLineEnd, .caretTextStart,
            .caretTextEnd, .deleteBackward, .deleteForward, .deleteWordBackward, .deleteToLineEnd,
            .deleteToLineStart, .insertNewline, .undoTyping, .redoTyping, .accept, .dismiss,
            .nextInput, .previousInput, .toggleExpression, .olderInput, .newerInput,
            .selectLeft, .selectRight, .selectUp, .selectDown,
            .selectLineStart, .selectLineEnd, .toggleSelecting, .selectAll, .copyText, .cutText,
            .pasteText, .suggest, .nextSuggestion, .previousSuggestion, .closeSuggestions:
            true
        default:
            false
        }
    }

    /// The commands that only move the cursor or the focus.
    static let moves: [Command] = [
        .moveDown, .moveUp, .pageDown, .pageUp, .moveToTop, .moveToBottom, .nextPane,
        .previousPane, .nextTab, .previousTab, .open, .back, .scrollLeft, .scrollRight,
    ]

    /// The command's short name.
    package var title: String { text.title }
    /// What the command does, as a sentence.
    package var help: String { text.help }
    /// The word for the line at the bottom.
    package var hint: String { text.hint }
}
