import Collections
import Files
import HTTPModel

/// Follows a change of the text that is typed in the request pane: checks it, suggests, and keeps what
/// an editor of several lines holds in the journal.
func followTyping(_ state: inout ExplorerState) -> [Effect] {
    guard state.isTypingRequest, let editing = state.request.editing else { return [] }
    let finding = TypingCheck(state: state, editing: editing).check()
    state.request.editing?.fault = finding.fault
    let effects = suggest(isAsked: false, &state)
    guard editing.subject.isMultiline else { return effects }
    return effects + journalTyped(editing, finding.file, state)
}

extension ExplorerState {
    /// Whether keys go to a text of the request pane.
    var isTypingRequest: Bool {
        popup == nil && tree.filterInput == nil && response.searchInput == nil
            && response.filterInput == nil && request.editing != nil
    }
}

// MARK: Suggestions

/// Shows what can stand at the caret; asks for the names in a folder when they are needed first.
private func suggest(isAsked: Bool, _ state: inout ExplorerState) -> [Effect] {
    guard let editing = state.request.editing else { return [] }
    let finding = SuggestionSource(state: state, editing: editing, isAsked: isAsked).find()
    state.request.editing?.suggestions = finding.suggestions
    if isAsked, finding.suggestions == nil, finding.missingFolder == nil {
        state.notice = Notice(.neutral, "Nothing is known that could stand here.")
    }
    return finding.missingFolder.map { [.listFolder($0)] } ?? []
}

/// Keeps the names in a folder and shows them where a path is being typed.
func take(_ entries: [DirectoryEntry], of path: String, _ state: inout ExplorerState) {
    state.folders[path] = entries
    fillPicker(entries, of: path, &state)
    guard state.isTypingRequest else { return }
    _ = suggest(isAsked: false, &state)
}

/// Moves among suggestions, takes one or closes them; `nil` when the command is not for them.
func performOnSuggestions(_ command: Command, _ state: inout ExplorerState) -> [Effect]? {
    guard state.isTypingRequest, let editing = state.request.editing else { return nil }
    if command == .suggest {
        state.folders = [:]
        return suggest(isAsked: true, &state)
    }
    guard var suggestions = editing.suggestions else { return nil }
    switch command {
    case .previousSuggestion where suggestions.picked == nil:
        // Nothing is picked: the key means what it means without suggestions.
        state.request.editing?.suggestions = nil
        return perform(editing.subject.isMultiline ? .caretUp : .previousInput, &state)
    case .nextSuggestion, .previousSuggestion:
        suggestions.move(by: command == .nextSuggestion ? 1 : -1)
        state.request.editing?.suggestions = suggestions
        return []
    case .closeSuggestions:
        state.request.editing?.suggestions = nil
        return []
    case .accept, .insertNewline, .nextInput:
        guard let item = suggestions.picked else {
            state.request.editing?.suggestions = nil
            return nil
        }
        return take(item, of: suggestions, &state)
    default:
        return nil
    }
}

/// Puts a suggestion in place of what was typed of it; after a field name the value is next.
func take(
    _ item: Suggestions.Item,
    of suggestions: Suggestions,
    _ state: inout ExplorerState
) -> [Effect] {
    state.request.editing?.buffer.replace(from: suggestions.start, with: item.text)
    state.request.editing?.problem = nil
    let effects = followTyping(&state)
    guard !item.isOpenEnded else { return effects }
    state.request.editing?.suggestions = nil
    guard case .field = state.request.editing?.subject, state.request.editing?.current == 0 else {
        return effects
    }
    state.request.editing?.current = 1
    if state.request.editing?.inputs[1].text.isEmpty == true,
        !FieldVocabulary.values(of: item.text).isEmpty
    {
        return effects + suggest(isAsked: true, &state)
    }
    return effects
}

// MARK: The journal

/// Keeps the file as it would be with what an editor holds, so that a crash loses nothing typed.
private func journalTyped(
    _ editing: Editing,
    _ file: HTTPFile?,
    _ state: ExplorerState
) -> [Effect] {
    guard let key = state.request.key, let present = state.file(at: key.file) else { return [] }
    var bytes = file?.bytes
    if bytes == nil, editing.subject == .requestText {
        // A text that cannot be read is kept too.
        bytes = try? present.source.bytes(replacingTextOf: key.index, with: editing.buffer.text)
    }
    guard let bytes else { return [] }
    let saved = state.histories[key.file]?.savedBytes ?? present.source.bytes
    return [
        .writeJournal(
            path: key.file,
            absolutePath: present.absolutePath,
            bytes == saved ? nil : bytes
        )
    ]
}

// MARK: Copying

/// Copies, cuts or pastes in the text that is typed; `nil` when the command is about something else.
func performOnRegister(_ command: Command, _ state: inout ExplorerState) -> [Effect]? {
    guard [.copyText, .cutText, .pasteText].contains(command), var buffer = state.typingBuffer
    else { return nil }
    if command == .pasteText {
        guard !state.register.isEmpty else {
            let text = "Nothing was copied here yet; the terminal's own paste works too."
            state.notice = Notice(.neutral, text)
            return []
        }
        buffer.insert(state.register)
        state.typingBuffer = buffer
        searchWhileTyping(&state)
        return followTyping(&state)
    }
    if case .input(let input) = state.popup, input.isSecret {
        state.notice = Notice(.problem, "A secret is not copied.")
        return []
    }
    if buffer.selection == nil { buffer.selectLine() }
    let text = buffer.selectedText
    guard !text.isEmpty else { return [] }
    state.register = text
    state.notice = Notice(.neutral, copiedText(text, isCut: command == .cutText))
    var effects: [Effect] = [.copy(text)]
    if command == .cutText {
        buffer.removeSelection()
        state.typingBuffer = buffer
        searchWhileTyping(&state)
        effects += followTyping(&state)
    } else {
        buffer.clearSelection()
        state.typingBuffer = buffer
    }
    return effects
}

private func copiedText(_ text: String, isCut: Bool) -> String {
    let verb = isCut ? "Cut" : "Copied"
    let breaks = text.count(where: \.isNewline)
    if breaks > 0 {
        let count = breaks + (text.last?.isNewline == true ? 0 : 1)
        return "\(verb) \(count) line\(count == 1 ? "" : "s")."
    }
    return "\(verb) \(text.count) character\(text.count == 1 ? "" : "s")."
}

extension TextBuffer {
    /// Selects the line of the caret with its end.
    fileprivate mutating func selectLine() {
        let line = caret.line
        moveCaret(to: TextPosition(line: line, column: 0))
        anchor = caret
        if line + 1 < lines.count {
            moveCaret(to: TextPosition(line: line + 1, column: 0))
        } else {
            moveToLineEnd()
        }
    }
}
