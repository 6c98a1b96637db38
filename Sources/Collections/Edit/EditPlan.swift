import HTTPModel

/// Bytes of a file to put other bytes in place of.
struct Splice: Sendable {
    var range: Range<Int>
    var bytes: [UInt8]

    init(_ range: Range<Int>, _ text: String) {
        self.range = range
        bytes = Array(text.utf8)
    }

    init(_ range: Range<Int>, bytes: [UInt8]) {
        self.range = range
        self.bytes = bytes
    }

    /// An insertion before the byte at `offset`.
    init(at offset: Int, _ text: String) {
        self.init(offset..<offset, text)
    }
}

/// Works out which bytes of a request an edit changes.
///
/// A plan may give more than one way to write the same thing, the least intrusive first; the caller takes
/// the first that reads back right.
struct EditPlan {
    let source: SourceText
    let request: SavedRequest
    let block: RequestBlock
    let layout: RequestLayout
    let lineEnd: String

    /// Why an edit cannot be made.
    struct Refusal: Error {
        var code = CollectionError.Code.notRepresentable
        var detail: String
    }

    /// The ways to make `edit`; an empty list of splices changes nothing.
    func ways(_ edit: RequestEdit) throws(Refusal) -> [[Splice]] {
        switch edit {
        case .rename(let name): return [try rename(name)]
        case .setMethod(let method): return [try setMethod(method)]
        case .setURL(let url): return try setURL(url)
        case .setQueryItem(let index, let name, let value, let isEnabled):
            return try setQueryItem(index, name, value, isEnabled)
        case .addQueryItem(let name, let value): return try addQueryItem(name, value)
        case .removeQueryItem(let index): return try removeQueryItem(index)
        case .setField(let index, let name, let value, let isEnabled):
            return [try setField(index, name, value, isEnabled)]
        case .moveQueryItem(let from, let to): return try moveQueryItem(from, to)
        case .moveField(let from, let to): return [try moveField(from, to)]
        case .setAssertion(let index, let text):
            try checkAssertion(text)
            return [try setStatement(index, in: layout.assertions, text, "condition")]
        case .addAssertion(let text):
            try checkAssertion(text)
            return [addStatement(text, after: layout.assertions.last, "assert")]
        case .removeAssertion(let index):
            try check(index, in: layout.assertions.indices, "condition")
            return [[Splice(layout.assertions[index].line, "")]]
        case .setCapture(let index, let text):
            try checkCapture(text)
            return [try setStatement(index, in: layout.captures, text, "capture")]
        case .addCapture(let text):
            try checkCapture(text)
            return [addStatement(text, after: layout.captures.last, "capture")]
        case .removeCapture(let index):
            try check(index, in: layout.captures.indices, "capture")
            return [[Splice(layout.captures[index].line, "")]]
        case .addField(let name, let value): return [try addField(name, value)]
        case .removeField(let index):
            try check(index, in: layout.fields.indices, "field")
            return [[Splice(layout.fields[index].lines, "")]]
        case .setBody(let body): return [try setBody(body)]
        case .setToken(let token): return [try setDirective("token", token?.text)]
        case .setDirective(let name, let value): return [try setDirective(name, value)]
        case .setDirectiveLine(let index, let value):
            try check(index, in: layout.directives.indices, "directive")
            return [try setDirectiveLine(index, value)]
        case .addDirective(let name, let value): return [try addDirective(name, value)]
        case .setVersion(let version): return [try setVersion(version)]
        case .replaceText(let text):
            guard source.isText(block.range) else {
                throw Refusal(
                    detail: "the request holds bytes that are not UTF-8 text, which would be lost"
                )
            }
            return [replaceText(text)]
        }
    }

    func check(_ index: Int, in indices: Range<Int>, _ what: String) throws(Refusal) {
        guard indices.contains(index) else {
            throw Refusal(code: .noSuchPart, detail: "there is no \(what) \(index + 1)")
        }
    }

    /// Refuses text that cannot stand on one line, or would lose blanks at its ends.
    func checkLine(_ text: String, _ what: String) throws(Refusal) {
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
            throw Refusal(detail: "\(what) cannot hold a line break")
        }
        if text != text.trimmingBlanks {
            throw Refusal(detail: "\(what) cannot begin or end with a blank")
        }
    }

    // MARK: Name, method, directives

    private func rename(_ name: String) throws(Refusal) -> [Splice] {
        try checkLine(name, "a name")
        guard !name.isEmpty else { throw Refusal(detail: "a name cannot be empty") }
        if request.directives.contains(where: { $0.name == "name" && !$0.value.isEmpty }) {
            return try setDirective("name", name)
        }
        guard let title = layout.title else { return try setDirective("name", name) }
        if name.hasPrefix("#") { throw Refusal(detail: "a name cannot begin with #") }
        return [
            Splice(
                title.isEmpty ? title.lowerBound..<title.lowerBound : title,
                title.isEmpty ? gap(before: title.lowerBound) + name : name
            )
        ]
    }

    /// A space, unless one is there.
    private func gap(before offset: Int) -> String {
        offset > 0 && Byte.isBlank(source.bytes[offset - 1]) ? "" : " "
    }

    private func setMethod(_ method: String) throws(Refusal) -> [Splice] {
        guard HTTPToken.isToken(method) else {
            throw Refusal(
                detail: "\(TextQuote.quoted(method)) is not a method; use letters, as in GET"
            )
        }
        if method == request.method { return [] }
        if let range = layout.method { return [Splice(range, method)] }
        return [Splice(at: layout.requestLine, method + " ")]
    }

    private func setDirective(_ name: String, _ value: String?) throws(Refusal) -> [Splice] {
        guard !name.isEmpty, name.utf8.allSatisfy(Byte.isName) else {
            throw Refusal(detail: "\(TextQuote.quoted(name)) cannot be the name of a directive")
        }
        if let value { try checkLine(value, "the value of @\(name)") }
        guard let index = request.directives.firstIndex(where: { $0.name == name }) else {
            guard let value else { return [] }
            let line = marker + " @" + name + (value.isEmpty ? "" : " " + value) + lineEnd
            return [Splice(at: layout.target.lowerBound, line)]
        }
        return try setDirectiveLine(index, value)
    }

    private func setDirectiveLine(_ index: Int, _ value: String?) throws(Refusal) -> [Splice] {
        let directive = layout.directives[index]
        if let value { try checkLine(value, "the value of @\(request.directives[index].name)") }
        guard let value else { return [Splice(directive.line, "")] }
        if value == request.directives[index].value { return [] }
        if value.isEmpty {
            return [Splice(directive.name.upperBound..<directive.value.upperBound, "")]
        }
        if !directive.value.isEmpty { return [Splice(directive.value, value)] }
        let offset = directive.value.lowerBound
        return [Splice(at: offset, gap(before: offset) + value)]
    }

    /// How this block's comments begin.
    var marker: String {
        guard let line = layout.directives.first?.line else { return "#" }
        return source.starts(source.trimmed(line), with: "//") ? "//" : "#"
    }

    private func replaceText(_ text: String) -> [Splice] {
        let isLast = block.range.upperBound == source.bytes.count
        let needsEnd = !isLast && !text.hasSuffix("\n") && !text.hasSuffix("\r\n")
        return [Splice(block.range, text + (needsEnd ? lineEnd : ""))]
    }

    // MARK: Fields

    private func checkField(_ name: String, _ value: String) throws(Refusal) {
        guard FieldText.isName(name) else {
            throw Refusal(
                detail: "\(TextQuote.quoted(name)) is no field name; use letters, digits and -"
            )
        }
        if value.utf8.contains(0x0A) || value.utf8.contains(0x0D) {
            throw Refusal(
                detail: "the value of a field cannot hold a line break, as it is sent on one line; "
                    + "put a blank in its place"
            )
        }
        try checkLine(value, "the value of a field")
    }

    private func setField(
        _ index: Int,
        _ name: String,
        _ value: String,
        _ isEnabled: Bool
    ) throws(Refusal) -> [Splice] {
        try check(index, in: layout.fields.indices, "field")
        try checkField(name, value)
        let old = request.fields[index]
        let place = layout.fields[index]
        var splices: [Splice] = []
        if isEnabled != old.isEnabled {
            splices.append(
                isEnabled
                    ? Splice(place.lines.lowerBound..<place.name.lowerBound, "")
                    : Splice(at: place.lines.lowerBound, "# ")
            )
        }
        if name != old.name { splices.append(Splice(place.name, name)) }
        let isFolded = source.bytes[place.value].contains(Byte.lineFeed)
        if value != old.value || (isFolded && !isEnabled) {
            let needsGap = source.bytes[place.value.lowerBound - 1] == Byte.colon && !value.isEmpty
            splices.append(
                Splice(place.value, (needsGap && place.value.isEmpty ? " " : "") + value)
            )
        }
        return splices
    }

    private func addField(_ name: String, _ value: String) throws(Refusal) -> [Splice] {
        try checkField(name, value)
        let line = value.isEmpty ? "\(name):" : "\(name): \(value)"
        if endsWithLineEnd(layout.headEnd) { return [Splice(at: layout.headEnd, line + lineEnd)] }
        return [Splice(at: layout.headEnd, lineEnd + line)]
    }

    func endsWithLineEnd(_ offset: Int) -> Bool {
        offset == 0 || source.bytes[offset - 1] == Byte.lineFeed
    }

    // MARK: Content

    private func setBody(_ body: SavedBody) throws(Refusal) -> [Splice] {
        if body == request.body { return [] }
        guard let text = try bodyText(body) else {
            guard let old = layout.body else { return [] }
            let end = source.bytes[old.upperBound...].firstIndex(of: Byte.lineFeed)
            return [Splice(old.lowerBound..<(end.map { $0 + 1 } ?? source.bytes.count), "")]
        }
        if let old = layout.body { return [Splice(old, text)] }
        let offset = layout.endOfFields?.upperBound ?? layout.headEnd
        var before = endsWithLineEnd(offset) ? "" : lineEnd
        if layout.endOfFields == nil { before += lineEnd }
        return [Splice(at: offset, before + text + lineEnd + gapAfterBody(offset))]
    }

    /// An empty line, when the line at `offset` is neither empty nor the end of the file.
    private func gapAfterBody(_ offset: Int) -> String {
        guard let line = source.lines.first(where: { $0.start == offset }), !source.isBlank(line)
        else {
            return ""
        }
        return lineEnd
    }

    /// The text to write, `nil` for none; line feeds become the file's line ends.
    private func bodyText(_ body: SavedBody) throws(Refusal) -> String? {
        switch body {
        case .none, .text(""): return nil
        case .file(let path, let isTemplated):
            try checkLine(path, "a path")
            return (isTemplated ? "<@ " : "< ") + path
        case .text(let text):
            for line in SourceText(Octets(utf8: text)).lines
            where text.utf8.dropFirst(line.start).starts(with: "###".utf8) {
                throw Refusal(
                    detail:
                        "content cannot hold a line that begins with ###; put it in a file: < path"
                )
            }
            return Self.withLineEnds(text, lineEnd)
        }
    }

    /// `text` with CRLF in place of LF where the file has that and the text no CR of its own.
    static func withLineEnds(_ text: String, _ lineEnd: String) -> String {
        guard lineEnd == "\r\n", !text.utf8.contains(Byte.carriageReturn) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).joined(
            separator: "\r\n"
        )
    }
}
