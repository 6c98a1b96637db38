import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

// MARK: Paths

/// Asks for the JSONPath of the value to go to.
func askForPath(_ state: inout ExplorerState) {
    state.focus = .response
    state.response.tab = .body
    let row = state.responseScroll.row
    state.popup = .input(
        InputPopup(
            subject: .valuePath,
            title: "Go to a value",
            prompt: "JSONPath, such as $.items[3].id",
            input: TextBuffer(state.record?.path(atRow: row) ?? "$")
        )
    )
}

/// Puts the cursor on the first value that a path selects in the whole body.
func goToPath(_ text: String, _ input: InputPopup, _ state: inout ExplorerState) -> [Effect] {
    guard let record = state.record, let document = record.document else {
        return refuse(input, "there is no body", &state)
    }
    if document.isHead { return refuse(input, "the body is still being read", &state) }
    guard document.tape != nil else { return refuse(input, "the body is not JSON", &state) }
    let path: JSONPath
    do throws(JSONPathError) {
        path = try JSONPath(text.hasPrefix("$") ? text : "$" + text)
    } catch {
        return refuse(input, error.description, &state)
    }
    guard path.isSingular || document.content.count <= BodyWork.smallByteCount else {
        return refuse(input, "this selects many values; f filters by it", &state)
    }
    state.popup = .input(input)
    return start(.locate(path, document), &state) { id, record in
        if let locating = record.locating { record.abandoned.append(locating) }
        record.locating = id
    }
}

/// Puts the cursor on a value that was looked for, or says in the popup that there is none.
func showLocated(_ range: Range<Int>?, _ state: inout ExplorerState) {
    guard case .input(let input) = state.popup, input.subject == .valuePath else { return }
    guard let range else {
        _ = refuse(input, "there is no such value", &state)
        return
    }
    closePopup(&state)
    showBytes(range, &state)
}

/// Shows bytes of the whole body in the Body tab, unfolded and indented.
func showBytes(_ range: Range<Int>, _ state: inout ExplorerState) {
    guard var record = state.record, var document = record.document else { return }
    state.focus = .response
    state.response.tab = .body
    record.dropFilter()
    let row = document.reveal(offset: range.lowerBound)
    record.document = document
    record.scrolls[.body] = Scroll(row: row, offset: record.scrolls[.body]?.offset ?? 0)
    record.firstColumn = 0
    state.record = record
}

// MARK: Links

/// Makes a new request, which is not saved yet, of the link at the cursor.
func followLink(_ state: inout ExplorerState) -> [Effect] {
    guard let key = state.request.key, let record = state.record,
        let base = record.result.exchange?.hops.last?.sent.target
    else { return [] }
    guard let link = state.linkAtCursor else {
        state.notice = Notice(.problem, "There is no URL or path at the cursor.")
        return []
    }
    let target: TargetURI
    do throws(TargetURIError) {
        target = try base.resolving(link)
    } catch {
        state.notice = Notice(.problem, "This cannot be followed: \(error)")
        return []
    }
    let url = state.template(for: target)
    let name = "follow " + (target.path.isEmpty ? target.authority : target.path)
    var index = 0
    let (effects, problem) = change(key.file, title: "new request \(name)", &state) {
        source throws(CollectionError) in
        let added = try source.addingRequest(named: name, url: url)
        index = added.index
        return added.file
    }
    if let problem {
        state.notice = Notice(.problem, "The link was not followed: \(problem)")
        return effects
    }
    select(RequestKey(file: key.file, index: index), &state)
    state.focus = .request
    state.notice = Notice(.success, "A new request for the link. s sends it, u takes it back.")
    return effects
}

extension ExplorerState {
    /// The URL, or the reference to one, that the cursor of the response pane is on.
    var linkAtCursor: String? {
        let row = responseScroll.row
        if response.tab == .body, let record {
            if let value = record.value(atRow: row), let text = Self.string(in: value) {
                if Self.isReference(text) { return text }
                if let url = Self.url(in: text) { return url }
            }
            guard let document = bodyInView, row < document.rowCount else { return nil }
            return Self.url(in: document.row(row).text)
        }
        let lines = responseLines(width: 400)
        guard lines.indices.contains(row) else { return nil }
        let line = lines[row]
        let value = line.copyText ?? line.text
        if response.tab == .headers, let name = line.spans.first?.text {
            if HTTPToken.equalsIgnoringCase(name, "Location")
                || HTTPToken.equalsIgnoringCase(name, "Content-Location")
            {
                return value
            }
            if HTTPToken.equalsIgnoringCase(name, "Link") {
                return WebLink.list(value).first?.target
            }
        }
        return Self.url(in: value)
    }

    /// The text of a JSON string; `nil` for other values and for long ones.
    private static func string(in value: Octets) -> String? {
        guard value.first == UInt8(ascii: "\""), value.count < 8_192 else { return nil }
        return JSONPath.root?.matches(in: JSONTape(value)).first?.stringValue
    }

    /// Whether a text is an absolute URL or an absolute path.
    private static func isReference(_ text: String) -> Bool {
        let isURL = text.hasPrefix("http://") || text.hasPrefix("https://")
        let isPath = text.hasPrefix("/") && text.count > 1
        return (isURL || isPath) && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
    }

    /// The first absolute URL inside a text.
    private static func url(in text: String) -> String? {
        let ends: Set<Character> = ["\"", "'", "<", ">", ")", "]", "}", " ", "\t", "\\", "`"]
        for start in text.indices
        where text[start] == "h"
            && (text[start...].hasPrefix("http://") || text[start...].hasPrefix("https://"))
        {
            let url = text[start...].prefix { !ends.contains($0) }
            return String(url).trimmingEnd([",", ".", ";"])
        }
        return nil
    }

    /// A URL as it is written in a request: with the variable that the open request's URL begins with,
    /// where the value of the variable begins this URL, too.
    func template(for target: TargetURI) -> String {
        // Braces would be read as a variable.
        let text = target.text.replacing("{{", with: "%7B%7B")
        guard let written = openRequest?.url, written.hasPrefix("{{"),
            let sent = record?.result.exchange?.hops.first?.sent.target.text,
            let close = written.range(ofClosing: "}}")
        else { return text }
        let rest = written[close...]
        let plain = rest.prefix { $0 != "{" && $0 != "?" }
        guard plain.count > 1 || rest.isEmpty, let place = sent.start(of: String(plain)) else {
            return text
        }
        let value = sent[..<place]
        guard !value.isEmpty, text.hasPrefix(value) else { return text }
        let tail = text.dropFirst(value.count)
        guard tail.isEmpty || tail.hasPrefix("/") || tail.hasPrefix("?") else { return text }
        return String(written[..<close] + tail)
    }
}

extension JSONPath {
    /// The path of the whole document.
    fileprivate static let root = try? JSONPath("$")
}

extension String {
    fileprivate func trimmingEnd(_ characters: Set<Character>) -> String {
        var text = self[...]
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return String(text)
    }

    /// The place behind the first `closing`.
    fileprivate func range(ofClosing closing: String) -> Index? {
        start(of: closing).map { index($0, offsetBy: closing.count) }
    }

    /// The place of the first `text`; the end for an empty one.
    fileprivate func start(of text: String) -> Index? {
        if text.isEmpty { return endIndex }
        return indices.first { self[$0...].hasPrefix(text) }
    }

    fileprivate func replacing(_ text: String, with other: String) -> String {
        var result = ""
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(text) {
                result += other
                rest = rest.dropFirst(text.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
