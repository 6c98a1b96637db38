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
    typealias Row = (Command, String, String, String)

    private static let table: [Row] =
        moving + tree + requests + responses + comparing + history + runs + program + typing
        + selecting

    /// Moving about, and sending.
    static let moving: [Row] = [
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
    ]

    /// The tree of the collection.
    static let tree: [Row] = [
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
    ]

    /// The program as a whole.
    static let program: [Row] = [
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
    ]
}
