import CollectionRun
import Documents
import HTTPModel

/// What the command line prints of one request that was sent by itself.
///
/// Content goes to the standard output, all else to the diagnostics.
struct OneShotPrinter: Sendable {
    let console: Console
    /// Whether status and fields are printed before the content.
    var printsHead = false
    /// Whether content goes to a terminal as it came.
    var isRaw = false

    /// Prints the content, and why it is not what a program wants, if so.
    func write(_ result: RunResult) {
        if let response = result.exchange?.response {
            if printsHead { writeHead(response.head) }
            write(response.body, response.head.mediaType)
        }
        console.output.flush()
        guard result.outcome != .passed else { return }
        RunPrinter(output: console.diagnostics, paint: console.diagnosticPaint).write(result)
    }

    /// Prints content byte for byte, or on a terminal laid out by its structure.
    func write(_ body: Octets, _ mediaType: MediaType?) {
        let output = console.output
        guard output.isTerminal, !body.isEmpty else { return output.write(body) }
        let document = ResponseDocument(
            body: body,
            mediaType: mediaType,
            mode: isRaw ? .raw : nil
        )
        renderPlainText(document, isExact: false) { output.write($0) }
        if let last = body.last, last != 0x0A, isRaw || document.kind != .json {
            output.writeLine()
        }
    }

    private func writeHead(_ head: HTTPResponseHead) {
        let paint = console.paint
        let line = "\(head.version.rawValue) \(head.status.rawValue) \(head.reasonPhrase)"
        console.output.writeLine(paint(Self.visible(line), .strong))
        for field in head.fields {
            console.output.writeLine(
                paint(Self.visible(field.name), .accent) + ": " + Self.visible(field.value)
            )
        }
        console.output.writeLine()
    }

    private static func visible(_ text: String) -> String { TextEscaping.visible(text) }
}
