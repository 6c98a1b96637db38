import CollectionRun
import Collections
import Documents
import Files
import HTTPModel

/// `apus list`: the saved requests of a collection, and what is wrong in its files.
enum ListCommand {
    /// Prints the list.
    ///
    /// - Returns: Wrong input when a file does not parse.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let path = arguments.operands.first ?? CommandContext.defaultPath
        guard CollectionLocator.path(in: path) != nil else {
            throw CommandFailure(.invalidInput, "\(path): no such file or folder")
        }
        let selection = try Selection([path], tags: arguments.values("tag"), allowsNothing: true)
        let problems = selection.problems(selectors: [path])
        let output = context.console.output
        if arguments.has("json") {
            writeJSON(selection, path, to: output)
        } else {
            write(selection, context.console)
        }
        output.flush()
        context.complain(problems)
        return problems.isEmpty ? .success : .invalidInput
    }

    /// How many bytes are gathered before they are written.
    private static let pieceBytes = 1 << 16

    private static func writeJSON(
        _ selection: Selection,
        _ path: String,
        to output: OutputChannel
    ) {
        var json = JSONWriter(isPretty: true)
        json.beginObject()
        json.name("schema")
        json.number(1)
        json.name("requests")
        json.beginArray()
        for part in selection.parts {
            for entry in part.entries {
                write(entry, to: &json)
                if json.count >= pieceBytes { json.drain { output.write($0) } }
            }
        }
        json.endArray()
        json.array("problems") { json in
            for problem in selection.problems(selectors: [path], isRelativeToCollection: true) {
                json.object { json in
                    json.member("file", problem.file)
                    json.member("line", problem.location.line)
                    json.member("column", problem.location.column)
                    json.member("message", problem.message)
                }
            }
        }
        json.endObject()
        json.drain { output.write($0) }
        output.writeLine()
    }

    private static func write(_ entry: OutlinedRequest, to json: inout JSONWriter) {
        let outline = entry.outline
        json.object { json in
            json.member("id", outline.id)
            json.member("name", outline.name)
            json.member("method", outline.method)
            json.member("url", outline.url)
            json.member("file", entry.file.path)
            json.member("line", outline.location.line)
            json.array("tags") { json in
                for tag in outline.tags { json.string(tag) }
            }
        }
    }

    private static func write(_ selection: Selection, _ console: Console) {
        let paint = console.paint
        var file: String?
        for entry in selection.entries {
            if entry.file.path != file {
                if file != nil { console.output.writeLine() }
                file = entry.file.path
                console.output.writeLine(paint(visible(entry.file.path), .strong))
            }
            let outline = entry.outline
            let method = paint(visible(outline.method).padded(to: 7), .accent)
            let name = visible(outline.name).padded(to: 24)
            let tags = outline.tags.map { " #\(visible($0))" }.joined()
            let url = paint(visible(outline.url), .dim)
            console.output.writeLine("  \(method) \(name) \(url)\(paint(tags, .caution))")
        }
    }

    private static func visible(_ text: String) -> String { TextEscaping.visible(text) }
}
