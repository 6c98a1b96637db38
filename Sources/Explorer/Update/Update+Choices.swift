import ClientCore
import CollectionRun
import Collections
import HTTPModel

/// Opens the list that a command chooses from.
func offerChoice(_ command: Command, _ state: inout ExplorerState) {
    switch command {
    case .chooseEnvironment: offerEnvironments(&state)
    case .chooseMethod: offerMethods(&state)
    case .whatIf: offerFacts(&state)
    case .switchRequest: offerRequests(&state)
    case .openCollection: offerCollections(&state)
    case .chooseTheme: offerThemes(&state)
    case .runTag: offerTags(&state)
    case .changeVariable: offerVariables(&state)
    default: offerCommands(&state)
    }
}

private func offerEnvironments(_ state: inout ExplorerState) {
    guard let collection = state.collection else { return }
    var items = [Choice.Item("", title: "no environment", detail: "only variables of the files")]
    for environment in collection.environments {
        let count = environment.variables.count
        let detail = "\(count) variable\(count == 1 ? "" : "s")"
        items.append(Choice.Item(environment.name, title: environment.name, detail: detail))
    }
    var choice = Choice(subject: .environment, title: "Environment", items: items)
    let current = state.environmentName ?? ""
    choice.scroll.row = items.firstIndex { $0.value == current } ?? 0
    state.popup = .choice(choice)
}

private func offerMethods(_ state: inout ExplorerState) {
    let methods: [(HTTPMethod, String)] = [
        (.get, "read"), (.post, "process the body"), (.put, "replace"), (.patch, "change a part"),
        (.delete, "delete"), (.head, "read the header section only"),
        (.options, "ask what can be done"),
        (.query, "read, with a body"), (.trace, "loop back"), (.connect, "tunnel"),
    ]
    let items = methods.map {
        Choice.Item($0.0.rawValue, title: $0.0.rawValue, detail: $0.1)
    }
    var choice = Choice(subject: .method, title: "Method – choose or type one", items: items)
    choice.allowsOther = true
    choice.scroll.row = items.firstIndex { $0.value == state.openRequest?.method } ?? 0
    state.popup = .choice(choice)
}

private func offerFacts(_ state: inout ExplorerState) {
    let others: [ErrorMapping.Fact] = [.decodeFailure(""), .noData, .tokenFailure, .invalidRequest]
    let items =
        HTTPStatus.registered.map { Choice.Item("\($0.rawValue)", title: $0.description) }
        + NetworkFailure.Code.allCases.map {
            Choice.Item($0.rawValue, title: $0.rawValue, detail: $0.summary)
        }
        + others.map { Choice.Item($0.description, title: $0.description) }
    var choice = Choice(subject: .whatIf, title: "What if – a status or failure", items: items)
    choice.allowsOther = true
    let current = state.record?.result.mapping?.fact
    choice.scroll.row = items.firstIndex { ErrorMapping.Fact($0.value) == current } ?? 0
    state.popup = .choice(choice)
}

private func offerCommands(_ state: inout ExplorerState) {
    let contexts = state.keyContexts
    let items = Command.allCases.filter { !$0.isTextCommand && $0 != .palette }.map { command in
        Choice.Item(
            command.rawValue,
            title: command.title,
            keys: keys(for: command, in: contexts, state.keymap),
            detail: command.help,
            reason: command.reasonUnavailable(in: state),
            searchTexts: [command.rawValue, command.help]
        )
    }
    // Moving about comes after what has a name worth typing, and last what cannot be done now.
    let moves = Set(Command.moves.map(\.rawValue))
    let sorted =
        items.filter { $0.reasonUnavailable == nil && !moves.contains($0.value) }
        + items.filter { $0.reasonUnavailable == nil && moves.contains($0.value) }
        + items.filter { $0.reasonUnavailable != nil }
    state.popup = .choice(Choice(subject: .command, title: "Commands", items: sorted))
}

/// The keys of a command: those that work here, else those of another pane with its name.
private func keys(for command: Command, in contexts: [KeyContext], _ keymap: Keymap) -> String {
    let here = keymap.keys(for: command, in: contexts)
    guard here.isEmpty else { return here.map(\.label).joined(separator: "  ") }
    for other in [KeyContext.tree, .request, .response] {
        if let chord = keymap.keys(for: command, in: [other, .everywhere]).first {
            return "\(chord.label) \(other.rawValue)"
        }
    }
    return ""
}

/// Opens the list of token kinds.
func offerTokenKinds(_ state: inout ExplorerState) {
    let items = TokenKind.allCases.map {
        Choice.Item($0.rawValue, title: $0.title, detail: $0.detail)
    }
    var choice = Choice(subject: .tokenKind, title: "Token", items: items)
    let current = TokenKind(state.openRequest?.token)
    choice.scroll.row = TokenKind.allCases.firstIndex(of: current) ?? 0
    state.popup = .choice(choice)
}

/// Opens the list of versions of HTTP.
func offerVersions(_ state: inout ExplorerState) {
    let items = [
        Choice.Item(
            "",
            title: "as the server offers",
            detail: "HTTP/2 over TLS where it is offered"
        ),
        Choice.Item("HTTP/1.1", title: "HTTP/1.1", detail: "no other"),
        Choice.Item("HTTP/2", title: "HTTP/2", detail: "over TLS, or by upgrade"),
    ]
    var choice = Choice(subject: .version, title: "HTTP version", items: items)
    let current = state.openRequest?.settings.version?.spelling ?? ""
    choice.scroll.row = items.firstIndex { $0.value == current } ?? 0
    state.popup = .choice(choice)
}

/// Opens the list of body kinds.
func offerBodyKinds(_ state: inout ExplorerState) {
    guard let saved = state.openRequest else { return }
    let items = BodyKind.allCases.map {
        Choice.Item($0.rawValue, title: $0.title, detail: $0.detail)
    }
    var choice = Choice(subject: .bodyKind, title: "Body", items: items)
    choice.scroll.row = BodyKind.allCases.firstIndex(of: BodyKind(saved)) ?? 0
    state.popup = .choice(choice)
}

/// Takes the selected thing of a list, or what was typed when the list allows it.
func take(_ choice: Choice, _ state: inout ExplorerState) -> [Effect] {
    let typed = choice.input.text.trimmingBlanks
    let value: String
    if let item = choice.selectedItem {
        if let reason = item.reasonUnavailable {
            state.notice = Notice(.problem, "\(item.title): \(reason)")
            return []
        }
        value = item.value
    } else if choice.allowsOther, !typed.isEmpty {
        value = typed
    } else {
        state.notice = Notice(.problem, "Nothing here is called \(typed).")
        return []
    }
    closePopup(&state)
    return take(value, of: choice.subject, &state)
}

private func take(
    _ value: String,
    of subject: Choice.Subject,
    _ state: inout ExplorerState
) -> [Effect] {
    switch subject {
    case .environment:
        state.environmentName = value.isEmpty ? nil : value
        let name = state.environmentName.map { "Environment \($0)." } ?? "No environment."
        state.notice = Notice(.success, name)
        return []
    case .method:
        return apply(.setMethod(value), "method \(value)", &state)
    case .command:
        guard let command = Command(rawValue: value) else { return [] }
        return perform(command, &state)
    case .request:
        takeRequest(value, &state)
        return []
    case .offlineAnswer(let key):
        takeOfflineAnswer(value, key, &state)
        return []
    case .collection:
        return openCollection(value, &state)
    case .theme:
        takeTheme(value, &state)
        return []
    case .tokenKind:
        return takeTokenKind(value, &state)
    case .bodyKind:
        return takeBodyKind(value, &state)
    case .tag:
        return runTag(value, &state)
    case .copiedPart, .charset, .comparisonBase:
        return takeInResponse(value, of: subject, &state)
    case .authScheme:
        return takeScheme(value, &state)
    case .version:
        let version = value.isEmpty ? nil : value
        return apply(.setVersion(version), "version", &state)
    case .file(let target, let folder):
        return takeFile(value, target, in: folder, &state)
    case .variable:
        takeVariable(value, &state)
        return []
    case .destination(let key):
        return move(key, to: value, &state)
    case .whatIf:
        guard let fact = ErrorMapping.Fact(value) else {
            state.notice = Notice(.problem, "\(value) is neither a status nor a failure code.")
            return []
        }
        state.response.whatIf = fact
        state.response.tab = .errors
        state.focus = .response
        return []
    }
}

private func takeTokenKind(_ value: String, _ state: inout ExplorerState) -> [Effect] {
    guard let kind = TokenKind(rawValue: value), let saved = state.openRequest else { return [] }
    let setting = kind.setting(keeping: saved.token)
    guard setting != saved.token else { return [] }
    if let setting, Token.isIncomplete(setting) {
        // A token without a value is of no use: the value comes first, then both are written.
        state.focus = .request
        state.request.tab = .token
        state.request.isOnTarget = false
        state.request.editing = Editing(.newToken(setting), [TextBuffer()])
        return []
    }
    return apply(.setToken(setting), "token", &state)
}

extension Token {
    /// Whether a setting needs a value and has none.
    fileprivate static func isIncomplete(_ setting: TokenSetting) -> Bool {
        switch setting {
        case .none: false
        case .bearer(let value), .query(_, let value), .body(_, let value), .field(_, let value):
            value.isEmpty
        }
    }
}
