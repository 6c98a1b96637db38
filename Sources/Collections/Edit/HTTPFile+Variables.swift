import HTTPModel

/// Edits of the `@name = value` lines.
extension HTTPFile {
    /// A copy with another value for one variable of the file.
    ///
    /// Only the bytes of the value change; the copy was read again, and everything else is as it was.
    ///
    /// - Parameters:
    ///   - index: The place among `variables`.
    ///   - value: The new value, a template.
    /// - Returns: The copy; the file itself when the value is there already.
    /// - Throws: `CollectionError` with code `.noSuchPart` or `.notRepresentable`.
    package func settingVariable(
        at index: Int,
        to value: String
    ) throws(CollectionError) -> HTTPFile {
        guard variables.indices.contains(index) else {
            let detail = "there is no variable \(index + 1)"
            throw CollectionError(.noSuchPart, file: path, detail: detail)
        }
        try checkText()
        let old = variables[index]
        let source = SourceText(bytes)
        func refusal(_ detail: String) -> CollectionError {
            CollectionError(.notRepresentable, file: path, location: old.location, detail: detail)
        }
        let isOneLine = !value.utf8.contains { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
        guard isOneLine, value == value.trimmingBlanks else {
            throw refusal("the value of a variable stands on one line, without blanks at its ends")
        }
        guard value != old.value else { return self }
        guard source.lines.indices.contains(old.location.line - 1),
            let place = source.variable(source.lines[old.location.line - 1])
        else { throw refusal("this line is written in another way; change it as text") }
        let isTight = source.bytes[place.value.lowerBound - 1] == Byte.equals
        let isSpaced =
            place.name.upperBound < source.bytes.count
            && Byte.isBlank(source.bytes[place.name.upperBound])
        let text = (place.value.isEmpty && isTight && isSpaced ? " " : "") + value
        let file = HTTPFile(Self.spliced(source.bytes, [Splice(place.value, text)]), path: path)
        var wanted = variables
        wanted[index].value = value
        let isEqual =
            file.variables.map(\.name) == wanted.map(\.name)
            && file.variables.map(\.value) == wanted.map(\.value)
            && file.requests.map(RequestEssence.init) == requests.map(RequestEssence.init)
        guard isEqual else { throw refusal("the value would read back differently") }
        return file
    }
}
