package import Screen

/// The line at the bottom: a notice, or the keys that matter now.
package enum FooterHints {
    /// A key and what it does.
    package struct Hint: Hashable, Sendable {
        /// The key's label.
        package var key: String
        /// What it does, in a word or two.
        package var title: String
        /// What a click on it asks for; `nil` for the keys of a chord that was begun.
        package var command: Command?
    }

    /// A hint and the columns it takes.
    package struct PlacedHint: Hashable, Sendable {
        /// The hint.
        package var hint: Hint
        /// The columns of its key and title.
        package var columns: Range<Int>
    }

    /// The hints for which there is room in a line; when it is short, help is the last that goes.
    package static func placed(for state: ExplorerState, in area: Rectangle) -> [PlacedHint] {
        var column = area.column + 1
        return fitting(hints(for: state), in: area.columns - 1).map { hint in
            let start = column
            column += width(hint) + 2
            return PlacedHint(hint: hint, columns: start..<start + width(hint))
        }
    }

    private static func width(_ hint: Hint) -> Int {
        DisplayWidth.columns(of: hint.key) + DisplayWidth.columns(of: hint.title) + 1
    }

    private static func fitting(_ hints: [Hint], in columns: Int) -> [Hint] {
        let total = hints.reduce(-2) { $0 + width($1) + 2 }
        if total <= columns { return hints }
        let help = hints.last { $0.command == .help }
        var left = columns + 2 - (help.map { width($0) + 2 } ?? 0)
        var kept: [Hint] = []
        for hint in hints where hint != help && width(hint) + 2 <= left {
            left -= width(hint) + 2
            kept.append(hint)
        }
        if let help, columns >= width(help) { kept.append(help) }
        return kept
    }

    /// The hints for the state, the most useful first.
    package static func hints(for state: ExplorerState) -> [Hint] {
        let contexts = state.keyContexts
        if let jump = state.jump {
            let typed = jump.typed.isEmpty ? "a label" : jump.typed + " …"
            return [
                Hint(key: typed, title: "go there", command: nil),
                Hint(key: "Esc", title: "stay", command: nil),
            ]
        }
        if !state.pendingKeys.isEmpty { return continuations(state) }
        return commands(for: state).compactMap { command in
            guard command.reasonUnavailable(in: state) == nil,
                let key = state.keymap.keys(for: command, in: contexts).first
            else { return nil }
            return Hint(
                key: key.label,
                title: title(of: command, in: state.popup),
                command: command
            )
        }
    }

    /// What may follow the keys pressed so far.
    private static func continuations(_ state: ExplorerState) -> [Hint] {
        let begun = Chord(state.pendingKeys).label
        let found = state.keymap.continuations(of: state.pendingKeys, in: state.keyContexts)
        return [Hint(key: begun + " …", title: "", command: nil)]
            + found.map { Hint(key: $0.rest.label, title: $0.command.title, command: nil) }
            + [Hint(key: "Esc", title: "forget", command: nil)]
    }

    /// What a key does, in the words of the popup that is open.
    private static func title(of command: Command, in popup: Popup?) -> String {
        switch (command, popup) {
        case (.open, .choice), (.open, .dialog): "choose"
        case (.open, .snapshot): "write"
        case (.open, .history), (.open, .run): "show response"
        case (.cancel, .run): "stop"
        default: command.hint.isEmpty ? command.title : command.hint
        }
    }

    private static func commands(for state: ExplorerState) -> [Command] {
        switch state.popup {
        case .choice: return [.open, .back]
        case .input: return [.accept, .dismiss]
        case .help, .log, .reading: return [.moveDown, .back]
        case .dialog: return [.open, .back]
        case .snapshot: return [.open, .chooseVariant, .back]
        case .history(let popup):
            return popup.input == nil
                ? [
                    .open, .resendEntry, .compareWithEntry, .deleteEntry, .search, .showAllHistory,
                    .back,
                ]
                : [.accept, .dismiss]
        case .run: return [.open, .cancel, .failedFirst, .runFailedAgain, .runAgain, .back]
        case nil: break
        }
        if state.tree.filterInput != nil { return [.accept, .dismiss] }
        if state.response.searchInput != nil {
            return [.accept, .dismiss, .toggleExpression, .olderInput]
        }
        if state.response.filterInput != nil { return [.accept, .dismiss, .olderInput] }
        if let editing = state.request.editing {
            let shown: [Command] =
                editing.suggestions == nil ? [] : [.nextSuggestion, .closeSuggestions]
            if editing.subject.isMultiline {
                return shown.isEmpty
                    ? [
                        .dismiss, .undoTyping, .toggleSelecting, .copyText, .pasteText, .suggest,
                    ] : shown
            }
            return shown.isEmpty
                ? [.accept, .dismiss, .nextInput, .suggest, .toggleSelecting]
                : shown + [.accept, .nextInput]
        }
        var commands = paneCommands(state)
        if Layout(state.size, state).panes.count == 1 {
            // The other panes are out of sight.
            commands.removeAll { $0 == .nextPane }
            commands.insert(.nextPane, at: 2)
        }
        return commands
    }

    private static func paneCommands(_ state: ExplorerState) -> [Command] {
        switch state.focus {
        case .tree:
            return [
                .cancel, .send, .open, .filterTree, .runSelected, .chooseEnvironment, .save,
                .nextPane, .palette, .help, .quit,
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
        case .body:
            return state.openRequest?.form == nil
                ? [.editExternally] : [.addRow, .toggleRow, .deleteRow, .pickFile]
        case .options: return [.toggleRow]
        case .tests: return [.addRow, .deleteRow]
        case .docs: return [.editText]
        case .token: return []
        }
    }

    private static func responseCommands(_ state: ExplorerState) -> [Command] {
        switch state.response.tab {
        case .body:
            return [
                .filterBody, .toggleFold, .copyPart, .toggleWrap, .rawMode, .prettyMode, .hexMode,
            ]
        case .errors: return [.whatIf]
        case .headers, .timing, .sent, .cookies, .tls: return [.copy]
        case .diff: return [.nextDifference, .ignorePath, .compareWith, .pinResponse]
        case .fixture: return []
        }
    }
}
