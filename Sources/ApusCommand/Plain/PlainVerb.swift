/// The words of the linear mode.
package enum PlainVerb: String, CaseIterable, Sendable {
    case list, open, show, set, add, remove, toggle, edit, send, response, more, find, env, run,
        history
    case snapshot, save, undo, redo, reload, log, keys, help, quit

    /// What follows the word.
    var operands: String {
        switch self {
        case .list: "[TEXT]"
        case .open: "NUMBER|NAME"
        case .show: "[TAB]"
        case .set: "url URL | method METHOD | header NAME VALUE | param NAME VALUE | body"
        case .add: "header NAME VALUE | param NAME VALUE"
        case .remove, .toggle, .edit: "ROW"
        case .response: "[TAB]"
        case .find: "TEXT"
        case .env: "[NAME]"
        case .snapshot: "[VARIANT]"
        case .send, .more, .run, .history, .save, .undo, .redo, .reload, .log, .keys, .help, .quit:
            ""
        }
    }

    /// What it does, as a sentence.
    var help: String {
        switch self {
        case .list: "List the requests, with the numbers to open them by."
        case .open: "Open a request; a number alone does the same."
        case .show: "Read the open request: params, headers, body, token, options or docs."
        case .set: "Change a part of the request; body reads lines up to one with a single point."
        case .add: "Add a header field or query parameter, also beside one of the same name."
        case .remove: "Remove a row of the tab that was shown last."
        case .toggle: "Keep a row in the file but do not send it, or send it again."
        case .edit: "Type a row of the tab that was shown last anew."
        case .send: "Send the request, edits included, and read what came back."
        case .response: "Read the response: body, headers, timing, errors, sent or fixture."
        case .more: "Go on reading."
        case .find: "Find text in the response and read from there."
        case .env: "Choose the environment, or list them."
        case .run: "Send all requests of the collection, one after the other."
        case .history: "Read what was sent before with this request."
        case .snapshot: "Save the response as a fixture, after reading what is redacted."
        case .save: "Write the edited file."
        case .undo: "Take back the last edit."
        case .redo: "Do it again."
        case .reload: "Read the collection again."
        case .log: "Read again what was told."
        case .keys: "List the commands of the explorer; each can be typed by its name."
        case .help: "Read this."
        case .quit: "Leave; asks when something is unsaved."
        }
    }

    /// Finds a word or its beginning, when no other begins so.
    static func find(_ word: String) -> PlainVerb? {
        if let verb = PlainVerb(rawValue: word) { return verb }
        let found = allCases.filter { $0.rawValue.hasPrefix(word) }
        return found.count == 1 ? found.first : nil
    }
}
