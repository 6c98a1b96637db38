import CollectionRun
import Documents
import HTTPModel

/// The content of responses, for `apus run --body`.
enum BodyPrinter {
    /// Writes the content of the result's response, if one came: byte for byte, or on a terminal with
    /// control characters made visible and a line end after it.
    static func write(_ result: RunResult, to output: OutputChannel) {
        defer { output.flush() }
        guard let body = result.exchange?.response?.body else { return }
        guard output.isTerminal else {
            output.write(body)
            return
        }
        let document = ResponseDocument(body: body, mediaType: nil, mode: .raw)
        renderPlainText(document, isExact: false) { output.write($0) }
        if let last = body.last, last != 0x0A { output.writeLine() }
    }
}
