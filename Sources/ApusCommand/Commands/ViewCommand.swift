import CollectionRun
import DocumentTools
import Documents
import Explorer
import Files
import Glibc
import HTTPModel
import Screen

/// `apus view`: a document from a file or a pipe, on the screen or as text.
enum ViewCommand {
    /// Prints the document; what is not valid is printed as far as it is readable.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let mode = try mode(arguments)
        let mediaType = try mediaType(arguments)
        try checkFilter(arguments)
        let charset = try charset(arguments)
        let name = arguments.operands.first ?? "-"
        if let other = arguments.value("diff") {
            return try compare(name, other, arguments, context)
        }
        let body = try read(name)
        let type = mediaType ?? Self.mediaType(ofFile: name) ?? Self.mediaType(ofContent: body)
        let output = context.console.output
        if let typeName = arguments.value("swift") {
            return printTypes(typeName, of: filterable(body, type, charset), name, context)
        }
        if let filter = arguments.value("filter") {
            let document = filterable(body, type, charset)
            return try print(filter, of: document, name, arguments, context)
        }
        if isForScreen(arguments, context) {
            let title = name == "-" ? "standard input" : FilePath.name(of: name)
            let state = ExplorerState(
                viewing: ViewedFile(name: title, mediaType: type),
                body: body,
                mode: mode,
                charset: charset,
                size: Size(rows: 0, columns: 0)
            )
            let code = runViewer(state, color: arguments.value("color"))
            return ExitCode(rawValue: code) ?? .usage
        }
        if mode == .raw, !output.isTerminal {
            output.write(body)
            return .success
        }
        if mode != .raw, mode != .hex, body.count >= streamedByteCount,
            StreamedJSON.canRender(body, mediaType: type, charset: charset)
        {
            return report(stream(body, type, context), name, context)
        }
        let document = ResponseDocument(
            body: body,
            mediaType: type,
            mode: mode,
            charset: charset
        )
        print(document, context)
        let code = report(document.mode == .pretty ? document.fault : nil, name, context)
        return document.mode == .hex ? code : reportCharset(of: document, name, code, context)
    }

    /// Whether the document is looked at on a screen: the output is a terminal that has one, and text was
    /// not asked for.
    private static func isForScreen(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) -> Bool {
        let terminal = context.environment["TERM"] ?? ""
        return context.console.output.isTerminal && !arguments.has("plain")
            && !terminal.isEmpty && terminal != "dumb"
    }

    /// The content of a file, or of standard input for `-`.
    static func read(_ name: String) throws -> Octets {
        name == "-" ? try StandardInput.readAll() : try FileSystem.read(name)
    }

    static let jsonType = MediaType("application/json")

    /// How a document is called in a message.
    static func title(_ name: String) -> String { name == "-" ? "<stdin>" : name }

    /// Points out bytes that the charset does not have; they make the code one of wrong input.
    private static func reportCharset(
        of document: ResponseDocument,
        _ name: String,
        _ code: ExitCode,
        _ context: CommandContext
    ) -> ExitCode {
        guard let first = document.firstUndecodable else { return code }
        let count = document.undecodableCount
        let places = count == 1 ? "1 place is" : "\(count) places are"
        context.console.complain(
            "\(title(name)): \(places) not \(document.charset), the first at byte \(first); "
                + "--charset NAME reads it as another charset"
        )
        return .invalidInput
    }

    static func report(
        _ fault: JSONFault?,
        _ name: String,
        _ context: CommandContext
    ) -> ExitCode {
        context.console.output.flush()
        guard let fault else { return .success }
        context.console.complain("\(title(name)):\(fault)")
        return .invalidInput
    }

    /// Thrown by the sink to stop when the reader has gone.
    private struct ReaderGone: Error {}

    private static func print(_ document: ResponseDocument, _ context: CommandContext) {
        let output = context.console.output
        try? renderPlainText(
            document,
            isExact: !output.isTerminal,
            marks: marks(context)
        ) { chunk throws(ReaderGone) in
            output.write(chunk)
            if output.isClosed { throw ReaderGone() }
        }
    }

    /// From this length on, JSON is written while it is read.
    private static let streamedByteCount = 1 << 20

    /// Writes JSON while it is read, and gives its first error.
    private static func stream(
        _ body: Octets,
        _ type: MediaType?,
        _ context: CommandContext
    ) -> JSONFault? {
        let output = context.console.output
        do {
            return try StreamedJSON.render(
                body,
                mediaType: type,
                isExact: !output.isTerminal,
                marks: marks(context)
            ) { chunk throws(ReaderGone) in
                output.write(chunk)
                if output.isClosed { throw ReaderGone() }
            }
        } catch {
            return nil
        }
    }

    /// The colours of text, when there are any.
    private static func marks(_ context: CommandContext) -> RoleMarks? {
        guard context.console.paint.isColored else { return nil }
        return RoleMarks(end: "\u{1B}[0m") { role in
            switch role {
            case .key, .hexOffset: "\u{1B}[36m"
            case .string: "\u{1B}[32m"
            case .number: "\u{1B}[33m"
            case .literal: "\u{1B}[35m"
            case .comment: "\u{1B}[2m"
            case .control, .invalid: "\u{1B}[31m"
            case .punctuation, .text, .hexByte: "\u{1B}[0m"
            }
        }
    }

    private static func mode(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> ResponseDocument.Mode? {
        let given = ResponseDocument.Mode.allCases.filter { arguments.has($0.rawValue) }
        guard given.count <= 1 else {
            let names = given.map { "--\($0.rawValue)" }.joined(separator: " and ")
            throw UsageError(.view, "\(names) exclude each other")
        }
        return given.first
    }

    static func charset(_ arguments: ParsedArguments) throws(UsageError) -> TextCharset? {
        guard let name = arguments.value("charset") else { return nil }
        guard let charset = TextCharset(name) else {
            throw UsageError(
                .view,
                "'\(name)' is no charset known here; write it like utf-16le, iso-8859-1 or shift_jis"
            )
        }
        return charset
    }

    private static func mediaType(_ arguments: ParsedArguments) throws(UsageError) -> MediaType? {
        guard let text = arguments.value("type") else { return nil }
        let name = shortNames[text.lowercased()] ?? text
        guard let type = MediaType(name) else {
            throw UsageError(
                .view,
                "'\(text)' is no media type; write it like application/json, or one of "
                    + shortNames.keys.sorted().joined(separator: ", ")
            )
        }
        return type
    }

    private static func mediaType(ofFile path: String) -> MediaType? {
        shortNames[FilePath.fileExtension(of: path).lowercased()].flatMap { MediaType($0) }
    }

    /// JSON when the content begins as only JSON does, so that a document that breaks off is pointed
    /// out; `nil` leaves the decision to the view.
    private static func mediaType(ofContent body: Octets) -> MediaType? {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let start = body.lazy.filter { !blanks.contains($0) }.prefix(2)
        switch Array(start) {
        case [UInt8(ascii: "{"), UInt8(ascii: "\"")], [UInt8(ascii: "{"), UInt8(ascii: "}")],
            [UInt8(ascii: "["), UInt8(ascii: "{")], [UInt8(ascii: "["), UInt8(ascii: "\"")]:
            return jsonType
        default:
            return nil
        }
    }

    /// File name extensions that say what the content is.
    private static let shortNames = [
        "json": "application/json", "geojson": "application/geo+json",
        "ndjson": "application/x-ndjson", "jsonl": "application/x-ndjson",
        "xml": "application/xml", "html": "text/html", "htm": "text/html",
        "svg": "image/svg+xml", "text": "text/plain", "txt": "text/plain", "csv": "text/csv",
        "tsv": "text/tab-separated-values", "form": "application/x-www-form-urlencoded",
        "sse": "text/event-stream", "md": "text/markdown", "bin": "application/octet-stream",
    ]
}

/// The standard input.
enum StandardInput {
    /// Reads to the end.
    static func readAll() throws(CommandFailure) -> Octets {
        var status = stat()
        let isFile = fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        var builder = OctetBuilder(expecting: isFile ? Int(status.st_size) : nil)
        var chunk = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if count == 0 { return builder.snapshot() }
            if count > 0 {
                chunk.withUnsafeBytes {
                    builder.append(UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }
            } else if errno != EINTR {
                let reason = String(cString: strerror(errno))
                throw CommandFailure(.invalidInput, "cannot read standard input: \(reason)")
            }
        }
    }
}
