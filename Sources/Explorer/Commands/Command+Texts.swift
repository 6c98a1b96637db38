extension Command {
    /// What help and documentation say about the command.
    package var text: CommandText {
        Self.texts[self] ?? CommandText(title: rawValue, help: "", hint: "")
    }

    /// The one table of command texts; help, palette, bottom line and `docs/keys.md` read it.
    private static let texts: [Command: CommandText] = Dictionary(
        uniqueKeysWithValues: table.map { row in
            (row.0, CommandText(title: row.1, help: row.2, hint: row.3))
        }
    )

    /// Command, title, help, hint.
    private static let table: [(Command, String, String, String)] = [
        (.moveDown, "move down", "Move to the next row.", "move"),
        (.moveUp, "move up", "Move to the row above.", ""),
        (.pageDown, "page down", "Move one page down.", ""),
        (.pageUp, "page up", "Move one page up.", ""),
        (.moveToTop, "to the top", "Move to the first row.", ""),
        (.moveToBottom, "to the bottom", "Move to the last row.", ""),
        (.nextPane, "next pane", "Go to the next pane: tree, request, response.", "pane"),
        (.previousPane, "previous pane", "Go to the pane before.", ""),
        (.nextTab, "next tab", "Show the next tab of the pane.", "tab"),
        (.previousTab, "previous tab", "Show the tab before.", ""),
        (
            .open, "open",
            "Open what is selected: fold a folder, go to a request, edit a row.",
            "open"
        ),
        (.back, "back", "Leave what is open, or go to the pane before.", "back"),
        (
            .toggleZoom, "enlarge pane",
            "Give the whole screen to this pane, or show all panes again.",
            "enlarge"
        ),
        (.send, "send", "Send the request as it is on the screen, edits included.", "send"),
        (.cancel, "cancel", "Cancel the exchange in flight, in whatever phase it is.", "cancel"),
        (
            .chooseEnvironment, "choose environment",
            "Choose which environment gives the variables their values.",
            "environment"
        ),
        (
            .changeVariable, "change variable",
            "Change a variable of the request, in the file that gives it its value.",
            "variable"
        ),
        (
            .snapshot, "save snapshot",
            "Save the response or failure as a fixture, after showing what is redacted.",
            "snapshot"
        ),
        (.toggleFold, "fold", "Fold or unfold what is selected.", "fold"),
        (.foldAll, "fold all", "Fold everything in the pane.", ""),
        (.unfoldAll, "unfold all", "Unfold everything in the pane.", ""),
        (
            .filterTree, "filter tree",
            "Show only requests whose name, method, URL or tag holds the text.",
            "filter"
        ),
        (.addRequest, "new request", "Add a request at the end of the selected file.", "new"),
        (.duplicateRequest, "duplicate request", "Add a copy of the request behind it.", ""),
        (.renameRequest, "rename request", "Change the name of the request.", "rename"),
        (
            .deleteRequest, "delete request",
            "Remove the request from its file; undo brings it back.",
            ""
        ),
        (
            .moveRequest, "move request",
            "Move the request to another file of the collection.",
            ""
        ),
        (.newFile, "new file", "Make a file for requests, with a first one in it.", ""),
        (.deleteFile, "delete file", "Delete the file on disk; asks first.", ""),
        (
            .editFileExternally, "open file in editor",
            "Edit the whole file, at the request, in the program that $VISUAL or $EDITOR names.",
            ""
        ),
        (.edit, "edit", "Edit what is selected in the request.", "edit"),
        (.editTarget, "edit URL", "Edit the URL of the request.", "URL"),
        (.chooseMethod, "choose method", "Choose or type the method.", "method"),
        (.addRow, "add row", "Add a query parameter or a header field.", "add"),
        (.deleteRow, "delete row", "Remove the selected row.", "delete"),
        (
            .toggleRow, "switch row on or off",
            "Keep the selected row in the file but do not send it, or send it again.",
            "on/off"
        ),
        (
            .editExternally, "open in editor",
            "Edit the body in the program that $VISUAL or $EDITOR names.",
            "$EDITOR"
        ),
        (.duplicateRow, "duplicate row", "Add a copy of the selected row behind it.", ""),
        (
            .moveRowUp, "move up",
            "Move the row, or in the tree the request, before the one above.",
            ""
        ),
        (
            .moveRowDown, "move down a place",
            "Move the row, or in the tree the request, behind the one below.",
            ""
        ),
        (
            .editText, "edit as text",
            "Edit the whole text of the request as it stands in its file.",
            "as text"
        ),
        (
            .editRequestExternally, "open request in editor",
            "Edit the text of the request in the program that $VISUAL or $EDITOR names.",
            ""
        ),
        (
            .editInLines, "edit in lines",
            "Edit the value of the row in an editor of several lines.",
            ""
        ),
        (.pickFile, "pick file", "Pick a file for the body or the row from a list.", "file"),
        (.undo, "undo", "Take back the last edit of the file.", "undo"),
        (.redo, "redo", "Do the edit again that was taken back.", ""),
        (
            .save, "save file",
            "Write the edited bytes of the file of this request, and no others.",
            "save"
        ),
        (.saveAll, "save all files", "Write every file that has unsaved edits.", ""),
        (
            .reloadFile, "reload file",
            "Read the file from disk again; asks when there are unsaved edits.",
            ""
        ),
        (.showParams, "show params", "Show the query parameters.", ""),
        (.showHeaders, "show headers", "Show the header fields of the request.", ""),
        (.showBody, "show body", "Show the body of the request.", ""),
        (.showToken, "show token", "Show the token of the request.", ""),
        (.showOptions, "show options", "Show timeouts, redirects and other options.", ""),
        (.showDocs, "show docs", "Show comments, assertions, captures and unknown directives.", ""),
        (
            .showTests, "show tests",
            "Show what must hold of the response and what is kept of it, with the last results.",
            ""
        ),
        (.search, "search", "Search in the response.", "search"),
        (.nextMatch, "next match", "Go to the next match.", "next"),
        (.previousMatch, "previous match", "Go to the match before.", ""),
        (.scrollLeft, "scroll left", "Scroll the response to the left.", ""),
        (.scrollRight, "scroll right", "Scroll the response to the right.", ""),
        (
            .prettyMode, "pretty view",
            "Show the response body indented and folded by its structure.",
            "pretty"
        ),
        (.rawMode, "raw view", "Show the response body as it came.", "raw"),
        (.hexMode, "hex view", "Show the bytes of the response body.", "hex"),
        (
            .toggleWrap, "wrap lines",
            "Let long rows of the response body go on in the next line, or cut them again.",
            "wrap"
        ),
        (
            .chooseCharset, "choose charset",
            "Read the response body in another charset than the response says.",
            "charset"
        ),
        (
            .filterBody, "filter body",
            "Show only what JSONPath ($…), jq, or XPath in XML gives, while it is typed; Esc shows all again.",
            "filter"
        ),
        (.goToPath, "go to path", "Go to the value at a JSONPath.", "path"),
        (
            .copyPart, "copy a part",
            "Copy the value, its path, its subtree, the row or all of the response tab.",
            "copy"
        ),
        (
            .followLink, "follow link",
            "Make a new request of the URL or path at the cursor; it is not saved yet.",
            "follow"
        ),
        (
            .saveBody, "save body",
            "Write the response body to a file, byte for byte; asks before it replaces one.",
            "save body"
        ),
        (
            .pinResponse, "pin response",
            "Keep this response to compare others with; pinning it again lets go of it.",
            "pin"
        ),
        (
            .compareWith, "compare with",
            "Compare with the response before, the pinned one or the fixture.",
            "compare"
        ),
        (.nextDifference, "next difference", "Go to the next difference.", "next"),
        (
            .previousDifference, "previous difference",
            "Go to the difference before.",
            ""
        ),
        (
            .ignorePath, "ignore path",
            "Leave the path of this difference out of comparisons.",
            "ignore"
        ),
        (
            .showCookies, "show cookies",
            "Show what cookies each hop sent and set, and which were refused and why.",
            ""
        ),
        (.showTLS, "show TLS", "Show version, cipher and certificates of each hop.", ""),
        (.showDiff, "show differences", "Show what is different from another response.", ""),
        (
            .whatIf, "what if",
            "Pick a status or failure and see what the program would get.",
            "what if"
        ),
        (.copy, "copy row", "Copy the selected row.", "copy"),
        (.copyAll, "copy all", "Copy everything in the tab.", ""),
        (
            .viewExternally, "open in pager",
            "Look at the response body in the program that $PAGER names.",
            "$PAGER"
        ),
        (.showResponseBody, "show response body", "Show the body of the response.", ""),
        (
            .showResponseHeaders, "show response headers",
            "Show the header fields of the response.",
            ""
        ),
        (.showTiming, "show timing", "Show how long each phase of each hop took.", ""),
        (
            .showErrors, "show errors",
            "Show what the outcome becomes in a program, and by which rule.",
            ""
        ),
        (
            .showSent, "show sent",
            "Show the exact bytes sent in each hop and where each value came from.",
            ""
        ),
        (
            .chooseVariant, "variant",
            "Name the variant of the fixture, to keep several outcomes of one request.",
            "variant"
        ),
        (
            .compareWithFixture, "compare with fixture",
            "Compare the answer with its fixture by shape, and accept, ignore or keep each difference.",
            "compare"
        ),
        (
            .chooseOfflineAnswer, "choose offline answer",
            "Choose which fixture answers this request offline, by its variant or outcome.", ""
        ),
        (.showFixture, "show fixture", "Show what a snapshot would write.", ""),
        (
            .showHistory, "history",
            "Show what was sent before with this request, also in earlier weeks.",
            "history"
        ),
        (
            .showAllHistory, "history of all",
            "Show what was sent before with any request; in the list, show one request or all.",
            "all/one"
        ),
        (
            .resendEntry, "send again",
            "Send the selected exchange of the history again, its secrets taken anew.",
            "send again"
        ),
        (
            .compareWithEntry, "compare with entry",
            "Show how the present response differs from the selected one of the history.",
            "compare"
        ),
        (.deleteEntry, "delete entry", "Remove the selected exchange from the history.", "delete"),
        (
            .runSelected, "run",
            "Run all requests of the selected folder or file, or the selected one, with results as they come.",
            "run"
        ),
        (.runAll, "run all", "Run all requests of the collection.", ""),
        (.runTag, "run tag", "Run all requests that have a tag.", ""),
        (.showRun, "show run", "Show the run again, going on or over.", "to the run"),
        (
            .failedFirst, "failed first",
            "Put what did not pass at the top of the list, or back into its order.",
            "failed first"
        ),
        (
            .runFailedAgain, "run failed again",
            "Run those requests again that did not pass or were not reached.",
            "failed again"
        ),
        (.runAgain, "run again", "Run all requests of the list again.", "again"),
        (.palette, "commands", "Find any command by its name.", "commands"),
        (.help, "help", "Show the keys that work here.", "help"),
        (
            .reloadCollection, "reload collection",
            "Read the folder again, with files that are new.",
            ""
        ),
        (
            .switchRequest, "go to request",
            "Find a request by letters of its name, method, URL, file or tags; the last ones first.",
            "go to"
        ),
        (
            .openCollection, "open collection",
            "Open a collection that was open before, or a folder by its path.",
            ""
        ),
        (
            .jump, "jump",
            "Show a label on every visible row and tab, and go where its letters are typed.",
            "jump"
        ),
        (.growPane, "larger pane", "Give this pane more of the screen.", ""),
        (.shrinkPane, "smaller pane", "Give this pane less of the screen.", ""),
        (.resetPanes, "usual panes", "Give every pane its usual size again.", ""),
        (
            .chooseTheme, "choose theme",
            "Choose how the screen looks; each theme is shown while it is selected.",
            ""
        ),
        (
            .showLog, "show log",
            "Show what was told at the bottom of the screen since the start, the latest first.",
            "log"
        ),
        (.redraw, "redraw", "Draw the screen again from nothing.", ""),
        (.quit, "quit", "Leave; asks when something is unsaved.", "quit"),
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
