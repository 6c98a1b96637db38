import CollectionRun
import DocumentTools
import Documents
import HTTPModel

extension ViewCommand {
    /// Refuses a JSONPath that is wrong before anything is read.
    ///
    /// - Throws: `UsageError` with the place.
    static func checkFilter(_ arguments: ParsedArguments) throws(UsageError) {
        guard let text = arguments.value("filter"), DocumentFilter.isJSONPath(text) else { return }
        do {
            _ = try JSONPath(text)
        } catch {
            throw UsageError(.view, "--filter '\(text)': \(error)")
        }
    }

    /// The document as filters take it: JSON, unless it is something else that has a filter.
    static func filterable(
        _ body: Octets,
        _ type: MediaType?,
        _ charset: TextCharset?
    ) -> ResponseDocument {
        let document = ResponseDocument(
            body: body,
            mediaType: type,
            mode: .pretty,
            charset: charset
        )
        switch document.kind {
        case .json, .jsonLines, .xml: return document
        default:
            return ResponseDocument(
                body: body,
                mediaType: type ?? jsonType,
                mode: .pretty,
                charset: charset
            )
        }
    }

    /// Prints what a filter gives, one value a line, and what is to be told about it.
    ///
    /// - Throws: `UsageError` when the expression is wrong.
    static func print(
        _ text: String,
        of document: ResponseDocument,
        _ name: String,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws(UsageError) -> ExitCode {
        let isDecoded = arguments.has("raw")
        let output = context.console.output
        let filter: DocumentFilter
        do throws(FilterError) {
            filter = try DocumentFilter(text, for: document.kind)
        } catch {
            if error.code == .expression {
                throw UsageError(.view, "--filter '\(text)': \(error)")
            }
            context.console.complain("\(error)")
            return .invalidInput
        }
        if case .jsonPath(let path) = filter {
            func put(_ tape: JSONTape) -> Bool {
                let content = path.matches(in: tape)
                return write(content.map { isDecoded ? $0.stringValue : $0.text }, to: output)
            }
            let whole = document.tape ?? JSONTape(document.content)
            if document.kind == .jsonLines {
                for child in whole.children(of: -1) {
                    let value = whole.octets.slice(whole.storage.range(of: child.value))
                    guard put(JSONTape(value)) else { return .success }
                }
            } else if !put(whole) {
                return .success
            }
            return report(document.fault, name, context)
        }
        let content = filter.apply(to: document)
        guard write(content.values.map { isDecoded ? $0.text : $0.octets.text }, to: output) else {
            return .success
        }
        output.flush()
        for remark in content.allRemarks() { context.console.complain("\(title(name)): \(remark)") }
        if let error = content.error { context.console.complain("\(title(name)): \(error)") }
        if content.error != nil { return .invalidInput }
        return report(document.kind == .xml ? nil : document.fault, name, context)
    }

    /// Writes values, a line each; `false` when the reader has gone.
    private static func write(_ values: [String], to output: OutputChannel) -> Bool {
        let isVisible = output.isTerminal
        for text in values {
            output.writeLine(isVisible ? TextEscaping.visible(text) : text)
            if output.isClosed { return false }
        }
        return true
    }
}
