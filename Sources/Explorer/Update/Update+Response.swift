import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// Opens what the cursor of the response pane is on.
func openInResponse(_ state: inout ExplorerState) -> [Effect] {
    switch state.response.tab {
    case .body:
        foldBody(.toggleFold, &state)
        return []
    case .errors:
        offerChoice(.whatIf, &state)
        return []
    case .fixture:
        return perform(.snapshot, &state)
    case .diff:
        showDifferenceInBody(&state)
        return []
    case .headers, .timing, .sent, .cookies, .tls:
        return []
    }
}

/// Searching, scrolling and layouts of the response.
func performOnResponse(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    switch command {
    case .search:
        beginSearch(&state)
    case .nextMatch:
        goToMatch(by: 1, &state)
    case .previousMatch:
        goToMatch(by: -1, &state)
    case .scrollLeft:
        let column = state.record?.firstColumn ?? 0
        state.record?.firstColumn = max(0, column - 8)
    case .scrollRight:
        if !state.wrapsBody { state.record?.firstColumn += 8 }
    case .prettyMode:
        change(mode: .pretty, &state)
    case .rawMode:
        change(mode: .raw, &state)
    case .hexMode:
        change(mode: .hex, &state)
    case .toggleWrap:
        toggleWrap(&state)
    case .viewExternally:
        guard let document = state.record?.document else { return [] }
        let type = state.record?.mediaType?.essence ?? "text/plain"
        return [.viewExternally(document.body, fileExtension: fileExtension(of: type))]
    default:
        return performOnBody(command, &state)
    }
    return []
}

/// What can be done with a body beyond looking at it, and comparing.
private func performOnBody(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    switch command {
    case .filterBody:
        beginFilter(&state)
    case .chooseCharset, .copyPart, .compareWith:
        offerInResponse(command, &state)
    case .goToPath:
        askForPath(&state)
    case .followLink:
        return followLink(&state)
    case .saveBody:
        askForBodyFile(&state)
    case .pinResponse:
        pinResponse(&state)
    case .nextDifference:
        goToDifference(by: 1, &state)
    case .previousDifference:
        goToDifference(by: -1, &state)
    case .ignorePath:
        askForIgnoredPath(&state)
    default:
        break
    }
    return []
}

/// Opens the list that a command about the response chooses from.
func offerInResponse(_ command: Command, _ state: inout ExplorerState) {
    switch command {
    case .chooseCharset: offerCharsets(&state)
    case .copyPart: offerParts(&state)
    default: offerComparisons(&state)
    }
}

/// Takes what was chosen from a list about the response.
func takeInResponse(
    _ value: String,
    of subject: Choice.Subject,
    _ state: inout ExplorerState
) -> [Effect] {
    switch subject {
    case .copiedPart: return copyPart(value, &state)
    case .charset: takeCharset(value, &state)
    default: takeComparison(value, &state)
    }
    return []
}

/// Takes what was typed into a popup about the response.
func acceptInResponse(
    _ input: InputPopup,
    _ text: String,
    _ state: inout ExplorerState
) -> [Effect] {
    switch input.subject {
    case .bodyFile(let bytes):
        guard !text.isEmpty else { return refuse(input, "a file needs a name", &state) }
        closePopup(&state)
        return write(BodyFile(path: text, bytes: bytes), replacing: false, &state)
    case .ignoredPath:
        return ignorePath(text, input, &state)
    default:
        return goToPath(text, input, &state)
    }
}

/// Says in the popup why what was typed cannot be taken.
func refuse(_ input: InputPopup, _ problem: String, _ state: inout ExplorerState) -> [Effect] {
    var refused = input
    refused.problem = problem
    state.popup = .input(refused)
    return []
}

// MARK: Layouts

/// Shows the body in another layout, with the cursor on the same bytes.
private func change(mode: ResponseDocument.Mode, _ state: inout ExplorerState) {
    guard let document = state.record?.shown else { return }
    state.focus = .response
    state.response.tab = .body
    guard document.mode != mode || state.record?.wantedShape?.mode != nil else { return }
    if document.isHead {
        // The head is laid out in a moment. Lines of text are found while the whole is read, which begins
        // anew for them; everything else is known when it is read.
        state.record?.document = document.changing(mode: mode)
        state.record?.scrolls[.body] = Scroll()
        if mode == .raw { state.record?.dropReading() }
        return
    }
    var shape = BodyShape()
    shape.mode = mode
    state.record?.want(shape)
    state.record?.firstColumn = 0
}

/// Lets long rows go on in further lines, or cuts them again.
private func toggleWrap(_ state: inout ExplorerState) {
    state.response.isWrapping.toggle()
    state.record?.firstColumn = 0
    guard state.response.isWrapping else { return }
    guard let document = state.bodyInView else { return }
    if document.mode == .hex || document.kind == .table {
        let rows = document.mode == .hex ? "Hex rows" : "Rows of a table"
        state.notice = Notice(.neutral, "\(rows) are never wrapped; other bodies are now.")
    }
}

/// Folds or unfolds the body, with the cursor on the same bytes.
func foldBody(_ command: Command, _ state: inout ExplorerState) {
    guard state.response.tab == .body, state.arrivingBody == nil, var record = state.record,
        var document = record.shown, document.rowCount > 0
    else { return }
    let row = min(record.scrolls[.body]?.row ?? 0, document.rowCount - 1)
    let offset = document.row(row).byteRange.lowerBound
    switch command {
    case .foldAll: document.foldAll()
    case .unfoldAll: document.unfoldAll()
    default: document.toggleFold(atRow: row)
    }
    record.shown = document
    record.scrolls[.body, default: Scroll()].row =
        command == .toggleFold ? row : document.row(containing: offset)
    record.scrolls[.body]?.line = 0
    state.record = record
}

// MARK: Charset

/// The charsets that are offered; any other that is known can be typed.
private let offeredCharsets: [(name: String, detail: String)] = [
    ("utf-8", "Unicode, most of the web"), ("utf-16le", "Unicode, Windows files"),
    ("utf-16be", "Unicode"), ("windows-1252", "Western Europe"),
    ("iso-8859-1", "Western Europe, Latin-1"), ("iso-8859-2", "Central Europe"),
    ("iso-8859-15", "Western Europe with €"), ("windows-1250", "Central Europe"),
    ("windows-1251", "Cyrillic"), ("koi8-r", "Russian"), ("windows-1253", "Greek"),
    ("windows-1254", "Turkish"), ("windows-1255", "Hebrew"), ("windows-1256", "Arabic"),
    ("shift_jis", "Japanese"), ("euc-jp", "Japanese"), ("iso-2022-jp", "Japanese"),
    ("gb18030", "Chinese"), ("gbk", "Chinese"), ("big5", "Chinese"), ("euc-kr", "Korean"),
]

private func offerCharsets(_ state: inout ExplorerState) {
    guard let record = state.record, let document = record.document else { return }
    let detected = TextCharset.detect(document.body, mediaType: record.mediaType)
    let items =
        [Choice.Item("", title: "as the response says", detail: detected.name)]
        + offeredCharsets.map { Choice.Item($0.name, title: $0.name, detail: $0.detail) }
    var choice = Choice(subject: .charset, title: "Charset – choose or type one", items: items)
    choice.allowsOther = true
    let current = record.charset?.name ?? ""
    choice.scroll.row = items.firstIndex { $0.value == current } ?? 0
    state.popup = .choice(choice)
}

private func takeCharset(_ value: String, _ state: inout ExplorerState) {
    let charset = value.isEmpty ? nil : TextCharset(value)
    guard value.isEmpty || charset != nil else {
        state.notice = Notice(.problem, "\(value) is no charset that is known here.")
        return
    }
    guard var record = state.record, record.document != nil else { return }
    state.focus = .response
    state.response.tab = .body
    record.dropFilter()
    record.charset = charset
    record.dropReading()
    var shape = BodyShape()
    shape.charset = .some(charset)
    shape.mediaType = record.mediaType
    if record.document?.mode == .hex { shape.mode = .raw }
    record.want(shape)
    state.record = record
}
