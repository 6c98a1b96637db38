import HTTPModel

/// Edits of conditions and captures, and the order of fields.
extension EditPlan {
    func checkAssertion(_ text: String) throws(Refusal) {
        try checkLine(text, "a condition")
        switch AssertionReader.read(text, at: request.requestLine) {
        case .assertion: return
        case .foreign: throw Refusal(detail: "\(TextQuote.quoted(text)) is no condition of Apus")
        case .fault(let message): throw Refusal(detail: message)
        }
    }

    func checkCapture(_ text: String) throws(Refusal) {
        try checkLine(text, "a capture")
        switch CaptureReader.read(text, at: request.requestLine) {
        case .capture: return
        case .foreign: throw Refusal(detail: "\(TextQuote.quoted(text)) is no capture of Apus")
        case .fault(let message): throw Refusal(detail: message)
        }
    }

    func setStatement(
        _ index: Int,
        in statements: [StatementLayout],
        _ text: String,
        _ what: String
    ) throws(Refusal) -> [Splice] {
        try check(index, in: statements.indices, what)
        let old = statements[index].text
        return source.text(old) == text ? [] : [Splice(old, text)]
    }

    /// A line after the last one of its kind and written like it, else a directive before the request.
    func addStatement(
        _ text: String,
        after last: StatementLayout?,
        _ directive: String
    ) -> [Splice] {
        guard let last else {
            let line = marker + " @" + directive + " " + text + lineEnd
            return [Splice(at: layout.target.lowerBound, line)]
        }
        let line = source.text(last.mark) + " " + text
        return endsWithLineEnd(last.line.upperBound)
            ? [Splice(at: last.line.upperBound, line + lineEnd)]
            : [Splice(at: last.line.upperBound, lineEnd + line)]
    }

    /// Cuts the lines of a field, and puts them before or after those of another.
    func moveField(_ from: Int, _ to: Int) throws(Refusal) -> [Splice] {
        try check(from, in: layout.fields.indices, "field")
        try check(to, in: layout.fields.indices, "field")
        if from == to { return [] }
        let lines = layout.fields[from].lines
        let place = layout.fields[to].lines
        var text = Array(source.bytes[lines])
        guard to > from else {
            if endsWithLineEnd(lines.upperBound) {
                return [
                    Splice(place.lowerBound..<place.lowerBound, bytes: text), Splice(lines, ""),
                ]
            }
            // The last line of the file has no line end, and its new last line gets none.
            text += Array(lineEnd.utf8)
            let before = source.lines.last { $0.next == lines.lowerBound }
            return [
                Splice(place.lowerBound..<place.lowerBound, bytes: text),
                Splice((before?.end ?? lines.lowerBound)..<lines.upperBound, ""),
            ]
        }
        if !endsWithLineEnd(place.upperBound) {
            let end = source.lines.last { $0.next == lines.upperBound }
            text.removeLast(end.map { $0.next - $0.end } ?? 0)
            text = Array(lineEnd.utf8) + text
        }
        return [Splice(lines, ""), Splice(place.upperBound..<place.upperBound, bytes: text)]
    }

    /// A line after the last directive of the name, else before the request line.
    func addDirective(_ name: String, _ value: String) throws(Refusal) -> [Splice] {
        guard !name.isEmpty, name.utf8.allSatisfy(Byte.isName) else {
            throw Refusal(detail: "\(TextQuote.quoted(name)) cannot be the name of a directive")
        }
        try checkLine(value, "the value of @\(name)")
        let line = marker + " @" + name + (value.isEmpty ? "" : " " + value) + lineEnd
        let last = request.directives.lastIndex { $0.name == name }
        guard let last, endsWithLineEnd(layout.directives[last].line.upperBound) else {
            return [Splice(at: layout.target.lowerBound, line)]
        }
        return [Splice(at: layout.directives[last].line.upperBound, line)]
    }

    /// Writes the version behind the URL, or takes it away with the blank before it.
    func setVersion(_ version: String?) throws(Refusal) -> [Splice] {
        if let version {
            let isVersion =
                version.hasPrefix("HTTP/")
                && version.dropFirst(5).allSatisfy { $0.isNumber || $0 == "." }
            guard isVersion, version.count > 5 else {
                throw Refusal(
                    detail: "\(TextQuote.quoted(version)) is no version; write HTTP/1.1 or HTTP/2"
                )
            }
        }
        guard let end = layout.urlPieces.last?.upperBound else {
            throw Refusal(code: .noSuchPart, detail: "there is no URL")
        }
        guard let old = layout.version else {
            guard let version else { return [] }
            return [Splice(at: end, " " + version)]
        }
        guard let version else { return [Splice(end..<old.upperBound, "")] }
        return source.text(old) == version ? [] : [Splice(old, version)]
    }
}
