import Collections
import Documents
import Explorer
import HTTPModel
import Screen

extension PlainExplorer {
    /// Says what is open and how to go on.
    func greet() {
        guard let collection = state.collection else { return }
        let count = keys.count
        tell("\(collection.name): \(count) request\(count == 1 ? "" : "s").")
        for problem in collection.problems {
            tell("Problem: \(problem.file):\(problem.location): \(problem.message)")
        }
        if let name = state.environmentName { tell("Environment \(name).") }
        tell("Type help for the words, list for the requests.")
        finishDialogues()
    }

    /// All requests in the order of their numbers.
    var keys: [RequestKey] {
        (state.collection?.files ?? []).flatMap { file in
            file.source.requests.indices.map { RequestKey(file: file.path, index: $0) }
        }
    }

    /// Does what a line says.
    func handle(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let first = words.first.map(String.init) else { return }
        let rest = words.count > 1 ? String(words[1]).trimmed : ""
        if rest.isEmpty, Int(first) != nil { return open(first) }
        if let verb = PlainVerb.find(first.lowercased()), rest.isEmpty || !verb.operands.isEmpty {
            return handle(verb, rest)
        }
        if let command = command(named: line.trimmed) { return receive(.command(command)) }
        let guess = Suggestion.nearest(to: first, in: PlainVerb.allCases.map(\.rawValue))
        tell(
            "There is no word '\(first)'. " + (guess.map { "Did you mean \($0)?" } ?? "Type help.")
        )
    }

    /// The command of the explorer with this name or title.
    private func command(named name: String) -> Command? {
        Command.allCases.first {
            !$0.isTextCommand && ($0.rawValue == name || $0.title == name.lowercased())
        }
    }

    private func handle(_ verb: PlainVerb, _ rest: String) {
        switch verb {
        case .list: list(rest)
        case .open: open(rest)
        case .show: show(rest)
        case .set, .add: change(rest, isAdding: verb == .add)
        case .remove: onRow(rest, .deleteRow)
        case .toggle: onRow(rest, .toggleRow)
        case .edit: onRow(rest, .edit)
        case .send: send()
        case .response: readResponse(rest)
        case .more: readOn()
        case .find: find(rest)
        case .env: chooseEnvironment(rest)
        case .run: receive(.command(.runAll))
        case .history: receive(.command(.showHistory))
        case .snapshot: snapshot(rest)
        case .save: receive(.command(.save))
        case .undo: receive(.command(.undo))
        case .redo: receive(.command(.redo))
        case .reload: receive(.command(.reloadCollection))
        case .log:
            for line in LogLines.lines(of: state.log, width: 100) { tell(line.text) }
        case .keys:
            for command in Command.allCases where !command.isTextCommand {
                let reason = command.reasonUnavailable(in: state).map { " (not now: \($0))" } ?? ""
                tell("\(command.rawValue): \(command.help)\(reason)")
            }
        case .help:
            for verb in PlainVerb.allCases {
                tell([verb.rawValue, verb.operands].filter { !$0.isEmpty }.joined(separator: " "))
                tell("    \(verb.help)")
            }
            tell("Words may be shortened. Any command of the explorer works by its name, see keys.")
        case .quit: receive(.command(.quit))
        }
    }

    // MARK: Requests

    private func list(_ text: String) {
        let pattern = FuzzyPattern(text, findsScattered: false)
        var isEmpty = true
        var number = 0
        for file in state.collection?.files ?? [] {
            for (index, request) in file.source.requests.enumerated() {
                number += 1
                let texts = [request.name, request.method, request.url, file.path] + request.tags
                let isWanted =
                    pattern.isEmpty || pattern.score(of: texts.map { Array($0.utf8) }) != nil
                guard isWanted else { continue }
                isEmpty = false
                let key = RequestKey(file: file.path, index: index)
                let mark = key == state.request.key ? ", open" : ""
                let outcome = state.response.records[key].map { ", \($0.headline)" } ?? ""
                tell(
                    "\(number) \(request.method) \(request.name) in \(file.path)\(mark)\(outcome)"
                )
            }
        }
        if isEmpty { tell("No request matches.") }
    }

    private func open(_ text: String) {
        guard let key = key(text) else {
            return tell(text.isEmpty ? "Which? Give a number or a name." : "No request '\(text)'.")
        }
        receive(.command(.switchRequest))
        choose("\(key.index) \(key.file)")
        guard let request = state.openRequest else { return }
        tell("Opened \(request.method) \(request.name): \(request.url)")
    }

    /// The request with a number or name, else the one whose name fits best.
    private func key(_ text: String) -> RequestKey? {
        if let number = Int(text) {
            return keys.indices.contains(number - 1) ? keys[number - 1] : nil
        }
        guard !text.isEmpty else { return nil }
        let named = keys.compactMap { key in state.savedRequest(key).map { (key, $0.name) } }
        if let exact = named.first(where: { $0.1 == text }) { return exact.0 }
        let pattern = FuzzyPattern(text)
        let scored = named.compactMap { key, name in
            pattern.score(of: [Array(name.utf8)]).map { (key, $0) }
        }
        return scored.max { $0.1 < $1.1 }?.0
    }

    /// Takes the thing with a value from the list that is open, else the value as it is.
    func choose(_ value: String) {
        guard case .choice(var choice) = state.popup else { return }
        if let row = choice.matches.firstIndex(where: { choice.items[$0].value == value }) {
            choice.scroll.row = row
            state.popup = .choice(choice)
        } else {
            receive(.input(.paste(value)))
        }
        receive(.command(.open))
    }

    private func show(_ text: String) {
        guard let request = state.openRequest else { return tell("No request is open.") }
        if !text.isEmpty {
            guard let tab = RequestTab.allCases.first(where: { $0.rawValue.hasPrefixOf(text) })
            else {
                return tell("There is no tab '\(text)'.")
            }
            receive(.command(tab.command))
        }
        tell("\(request.method) \(request.url)")
        tell("\(state.request.tab.rawValue):")
        let rows = state.requestRows
        if rows.isEmpty { tell("  empty") }
        for (index, row) in rows.enumerated() {
            if case .bodyLine = row.kind {
                tell("\(index + 1)  \(row.value)")
                continue
            }
            let mark = row.isEnabled ? "" : " (not sent)"
            let name = row.name.isEmpty ? "" : row.name + (row.value.isEmpty ? "" : ": ")
            tell("\(index + 1) \(name)\(row.value)\(mark)")
        }
    }

    /// Puts the cursor on a row of the tab and does a command there.
    private func onRow(_ text: String, _ command: Command) {
        guard state.openRequest != nil else { return tell("No request is open.") }
        guard let number = Int(text), state.requestRows.indices.contains(number - 1) else {
            return tell("Which row? Show the tab and give the number of a row.")
        }
        state.focus = .request
        state.request.isOnTarget = false
        state.request.scroll.row = number - 1
        receive(.command(command))
    }

    private func chooseEnvironment(_ name: String) {
        let names = state.collection?.environments.map(\.name) ?? []
        guard !name.isEmpty else {
            for name in names { tell(name + (name == state.environmentName ? ", in force" : "")) }
            return tell(names.isEmpty ? "There are no environments." : "env NAME chooses one.")
        }
        guard names.contains(name) else {
            return tell(
                "There is no environment '\(name)'\(Suggestion.phrase(for: name, in: names))."
            )
        }
        receive(.command(.chooseEnvironment))
        choose(name)
    }
}

extension String {
    /// The text without blanks at either end.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Whether the word, in any letter case, begins with `start`.
    func hasPrefixOf(_ start: String) -> Bool { lowercased().hasPrefix(start.lowercased()) }
}
