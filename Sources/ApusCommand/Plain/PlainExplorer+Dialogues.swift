import Explorer
import Screen

extension PlainExplorer {
    /// Asks what the machine asks, until it asks nothing more.
    func finishDialogues() {
        while !isFinished {
            settle()
            if let popup = state.popup {
                handle(popup)
            } else if let editing = state.request.editing {
                finish(editing)
            } else if state.tree.filterInput != nil || state.response.searchInput != nil
                || state.response.filterInput != nil
            {
                answerInput("Text: ")
            } else {
                return
            }
        }
    }

    private func handle(_ popup: Popup) {
        switch popup {
        case .dialog(let dialog): answer(dialog)
        case .input(let input):
            tell(input.title)
            if let problem = input.problem { tell("Problem: \(problem)") }
            if input.isSecret { LineReader.hide(true) }
            answerInput(input.prompt + ": ")
            if input.isSecret { LineReader.hide(false) }
        case .choice(let choice): answer(choice)
        case .snapshot(let preview): answer(preview)
        case .help, .log:
            receive(.command(.back))
        case .reading(let reading):
            tell(reading.title)
            for line in reading.lines { tell(line.text) }
            receive(.command(.back))
        case .history(let history):
            tell(HistoryLines.title(of: history))
            let lines = HistoryLines.lines(of: history, in: 0..<50, width: 100)
            if lines.isEmpty { tell(HistoryLines.emptyText(of: history)) }
            for line in lines { tell(line.text) }
            receive(.command(.back))
        case .run:
            if let run = state.run {
                for line in RunLines.lines(of: run, in: 0..<run.rows.count, width: 100) {
                    tell(line.text)
                }
                tell(RunLines.summary(of: run).text)
            }
            receive(.command(.back))
        }
    }

    private func answer(_ dialog: Dialog) {
        tell(dialog.title)
        for line in dialog.lines { tell(line) }
        for answer in dialog.answers { tell("  \(answer.key): \(answer.title)") }
        let line = ask("Which? ")?.trimmed.lowercased()
        let chosen = dialog.answers.first { answer in
            guard let line, !line.isEmpty else { return false }
            return line == String(answer.key) || answer.title.hasPrefixOf(line)
        }
        let key = chosen?.key ?? dialog.answers.last?.key ?? "c"
        receive(.input(.key(.character(key))))
    }

    /// Types a line into the input that waits; without one, the input is left.
    private func answerInput(_ prompt: String) {
        guard let line = ask(prompt) else { return receive(.command(.dismiss)) }
        type(line)
        receive(.command(.accept))
    }

    /// Puts a text in place of what the input holds.
    func type(_ text: String) {
        receive(.command(.caretLineEnd))
        receive(.command(.deleteToLineStart))
        receive(.input(.paste(text)))
    }

    private func answer(_ choice: Choice) {
        tell(choice.title)
        for (index, item) in choice.items.prefix(60).enumerated() {
            let detail = item.reasonUnavailable ?? item.detail
            tell("  \(index + 1) \(item.title)" + (detail.isEmpty ? "" : ": \(detail)"))
        }
        guard let line = ask("Which? ")?.trimmed, !line.isEmpty else {
            return receive(.command(.back))
        }
        if let number = Int(line), choice.items.indices.contains(number - 1), !choice.allowsOther {
            choose(choice.items[number - 1].value)
        } else {
            choose(line)
        }
        // A refused choice is not asked again for ever.
        if case .choice(let left) = state.popup, left.subject == choice.subject {
            receive(.command(.back))
        }
    }

    private func answer(_ preview: SnapshotPreview) {
        if let problem = preview.problem {
            tell("Problem: \(problem)")
            return receive(.command(.back))
        }
        guard preview.fixture != nil else { return receive(.command(.back)) }
        for line in SnapshotLines.lines(of: preview) { tell(line.text) }
        let line = ask("Write it? y or n ")?.trimmed.lowercased() ?? "n"
        receive(.command(line.hasPrefix("y") ? .open : .back))
    }

    /// Asks for each input of a row that is edited; an empty line keeps what is there.
    private func finish(_ editing: Editing) {
        if editing.subject == .body {
            state.request.editing = nil
            return changeBody()
        }
        if editing.subject.isMultiline { return finishLines() }
        if let problem = editing.problem { tell("Problem: \(problem)") }
        for (index, input) in editing.inputs.enumerated() {
            state.request.editing?.current = index
            guard let line = ask("[\(input.text)] ") else { return receive(.command(.dismiss)) }
            if !line.isEmpty { type(line) }
            // What was typed is meant as it is.
            state.request.editing?.suggestions = nil
        }
        receive(.command(.accept))
        if let left = state.request.editing, left.problem != nil, ask("Press Enter. ") == nil {
            receive(.command(.dismiss))
        }
    }

    /// Reads lines for an editor of several lines.
    private func finishLines() {
        let text = readLines()
        receive(.command(.selectAll))
        receive(.command(.deleteBackward))
        receive(.input(.paste(text)))
        state.request.editing?.suggestions = nil
        receive(.command(.dismiss))
        if let problem = state.request.editing?.problem { tell("Problem: \(problem)") }
        state.request.editing = nil
    }
}
