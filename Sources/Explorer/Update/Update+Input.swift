import Screen

extension ExplorerState {
    /// Where a key pressed now is looked up, first match first.
    package var keyContexts: [KeyContext] {
        switch popup {
        case .choice: return [.choice, .input]
        case .input: return [.input]
        case .help, .dialog, .snapshot, .log, .reading: return [.dialog]
        case .history(let popup): return [popup.input == nil ? .history : .input]
        case .run: return [.run]
        case nil: break
        }
        if let typingContext {
            if typingContext == .search { return [.search, .input] }
            return isTypingRequest && request.editing?.suggestions != nil
                ? [.suggestions, typingContext] : [typingContext]
        }
        switch focus {
        case .tree: return [.tree, .everywhere]
        case .request: return [.request, .everywhere]
        case .response: return [.response, .everywhere]
        }
    }

    /// Where text is being typed in a pane, popups aside; `nil` when keys are commands there.
    var typingContext: KeyContext? {
        if tree.filterInput != nil { return .input }
        if response.searchInput != nil || response.filterInput != nil { return .search }
        return request.editing.map { $0.subject.isMultiline ? .editor : .input }
    }

    /// The text that typing changes now; `nil` when keys are commands only.
    var typingBuffer: TextBuffer? {
        get {
            switch popup {
            case .choice(let choice): return choice.input
            case .input(let input): return input.input
            case .help, .dialog, .snapshot, .log, .run, .reading: return nil
            case .history(let popup): return popup.input
            case nil:
                return tree.filterInput ?? response.searchInput ?? response.filterInput
                    ?? request.editing?.buffer
            }
        }
        set {
            guard let newValue else { return }
            switch popup {
            case .choice(var choice):
                if choice.input.text != newValue.text { choice.scroll = Scroll() }
                choice.input = newValue
                popup = .choice(choice)
            case .input(var input):
                input.input = newValue
                input.problem = nil
                popup = .input(input)
            case .help, .dialog, .snapshot, .log, .run, .reading:
                break
            case .history(var history):
                history.input = newValue
                history.scroll = Scroll()
                popup = .history(history)
            case nil:
                setPaneBuffer(newValue)
            }
        }
    }

    private mutating func setPaneBuffer(_ buffer: TextBuffer) {
        if tree.filterInput != nil {
            tree.filterInput = buffer
        } else if response.searchInput != nil {
            response.searchInput = buffer
        } else if response.filterInput != nil {
            response.filterInput = buffer
        } else if request.editing != nil {
            request.editing?.buffer = buffer
            request.editing?.problem = nil
        }
    }
}

/// Takes one thing the person did.
func receive(_ event: InputEvent, _ state: inout ExplorerState) -> [Effect] {
    switch event {
    case .resize(let size):
        state.size = size
        return []
    case .key(let key):
        let contexts = state.jump == nil ? state.keyContexts : []
        let keys = state.keymap.keys(meantBy: key, after: state.pendingKeys, in: contexts)
        return keys.flatMap { press($0, &state) }
    case .paste(let text):
        return paste(text, &state)
    case .mouse(let event):
        return receive(event, &state)
    case .background(let background):
        state.themes.background = background
        return []
    }
}

private func press(_ key: Key, _ state: inout ExplorerState) -> [Effect] {
    state.notice = nil
    if let jump = state.jump {
        pressInJump(key, jump, &state)
        return []
    }
    let begun = state.pendingKeys
    state.pendingKeys = []
    if begun.isEmpty, let effects = answerByLetter(key, &state) { return effects }
    switch state.keymap.meaning(of: begun + [key], in: state.keyContexts) {
    case .command(let command):
        return perform(command, &state)
    case .beginning:
        state.pendingKeys = begun + [key]
        return []
    case .nothing:
        guard begun.isEmpty else {
            refuse(begun + [key], &state)
            return []
        }
        return type(key, &state)
    }
}

/// Tells that keys in a row mean nothing; Esc only forgets them.
private func refuse(_ keys: [Key], _ state: inout ExplorerState) {
    guard keys.last != .escape else { return }
    state.notice = Notice(.neutral, "\(Chord(keys).label) is bound to nothing here.")
}

/// Puts a key that is no command into the text that is typed, if any is.
private func type(_ key: Key, _ state: inout ExplorerState) -> [Effect] {
    if case .character(let character) = key, var buffer = state.typingBuffer {
        buffer.insert(String(character), isTyping: true)
        state.typingBuffer = buffer
        searchWhileTyping(&state)
        return followTyping(&state)
    } else if key == .tab, state.keyContexts.contains(.editor) {
        if let effects = performOnSuggestions(.nextInput, &state) { return effects }
        guard var buffer = state.typingBuffer else { return [] }
        buffer.insert("  ")
        state.typingBuffer = buffer
        return followTyping(&state)
    }
    return []
}

/// Puts pasted text into the input; outside of inputs it is never taken for keys.
private func paste(_ text: String, _ state: inout ExplorerState) -> [Effect] {
    state.pendingKeys = []
    state.jump = nil
    if let effects = pasteRequest(text, &state) { return effects }
    guard var buffer = state.typingBuffer else {
        state.notice = Notice(.neutral, "Nothing takes text here; press e to edit, then paste.")
        return []
    }
    buffer.insert(text)
    state.typingBuffer = buffer
    searchWhileTyping(&state)
    return followTyping(&state)
}

/// Changes the text being typed, or its selection; `nil` when `command` is not about that.
func edit(_ state: inout ExplorerState, with command: Command) -> [Effect]? {
    if let effects = performOnSuggestions(command, &state) { return effects }
    if let effects = performOnRegister(command, &state) { return effects }
    guard var buffer = state.typingBuffer else { return nil }
    if command == .dismiss, buffer.isSelecting {
        buffer.clearSelection()
        state.typingBuffer = buffer
        return []
    }
    let page = max(1, Layout(state.size, state).requestList(state).rows - 1)
    let before = buffer.lines
    guard buffer.perform(command, page: page) else { return nil }
    let problem = state.request.editing?.problem
    state.typingBuffer = buffer
    guard buffer.lines != before else {
        state.request.editing?.suggestions = nil
        state.request.editing?.problem = problem
        return []
    }
    searchWhileTyping(&state)
    return followTyping(&state)
}
