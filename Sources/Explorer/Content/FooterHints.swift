/// The line at the bottom: a notice, or the keys that matter now.
package enum FooterHints {
    /// A key and what it does.
    package struct Hint: Hashable, Sendable {
        /// The key's label.
        package var key: String
        /// What it does, in a word or two.
        package var title: String
    }

    /// The hints for the state, the most useful first.
    package static func hints(for state: ExplorerState) -> [Hint] {
        let contexts = state.keyContexts
        return commands(for: state).compactMap { command in
            guard command.reasonUnavailable(in: state) == nil,
                let key = state.keymap.keys(for: command, in: contexts).first
            else { return nil }
            return Hint(key: key.label, title: title(of: command, in: state.popup))
        }
    }

    /// What a key does, in the words of the popup that is open.
    private static func title(of command: Command, in popup: Popup?) -> String {
        switch (command, popup) {
        case (.open, .choice), (.open, .dialog): "choose"
        case (.open, .snapshot): "write"
        default: command.hint.isEmpty ? command.title : command.hint
        }
    }

    private static func commands(for state: ExplorerState) -> [Command] {
        switch state.popup {
        case .choice: return [.open, .back]
        case .input: return [.accept, .dismiss]
        case .help: return [.moveDown, .back]
        case .dialog: return [.open, .back]
        case .snapshot: return [.open, .chooseVariant, .back]
        case nil: break
        }
        if state.tree.filterInput != nil || state.response.searchInput != nil {
            return [.accept, .dismiss]
        }
        if let editing = state.request.editing {
            return editing.subject == .body
                ? [.dismiss, .undoTyping] : [.accept, .dismiss, .nextInput]
        }
        switch state.focus {
        case .tree:
            return [
                .cancel, .send, .open, .filterTree, .chooseEnvironment, .save, .nextPane, .palette,
                .help, .quit,
            ]
        case .request:
            return [.cancel, .send, .edit] + requestCommands(state)
                + [.save, .undo, .nextTab, .palette, .help, .quit]
        case .response:
            return [.cancel, .send, .search, .nextMatch] + responseCommands(state)
                + [.snapshot, .nextTab, .palette, .help, .quit]
        }
    }

    private static func requestCommands(_ state: ExplorerState) -> [Command] {
        if state.request.isOnTarget { return [.chooseMethod] }
        switch state.request.tab {
        case .params, .headers: return [.addRow, .toggleRow, .deleteRow]
        case .body: return [.editExternally]
        case .options: return [.toggleRow]
        case .token, .docs: return []
        }
    }

    private static func responseCommands(_ state: ExplorerState) -> [Command] {
        switch state.response.tab {
        case .body: return [.toggleFold, .prettyMode, .rawMode, .hexMode]
        case .errors: return [.whatIf]
        case .headers, .timing, .sent: return [.copy]
        case .fixture: return []
        }
    }
}
