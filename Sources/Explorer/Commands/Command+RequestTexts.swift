extension Command {
    /// The request pane, and its file.
    static let requests: [Row] = [
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
    ]
}
