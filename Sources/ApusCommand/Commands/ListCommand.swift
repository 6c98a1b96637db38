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
            output.writeLine(value(selection, path).encoded(pretty: true))
        } else {
            write(selection, context.console)
        }
        output.flush()
        context.complain(problems)
        return problems.isEmpty ? .success : .invalidInput
    }

    private static func value(_ selection: Selection, _ path: String) -> JSONValue {
        let requests = selection.requests.map { selected -> JSONValue in
            let request = selected.request
            return [
                "id": .string(request.id),
                "name": .string(request.name),
                "method": .string(request.method),
                "url": .string(request.url),
                "file": .string(selected.file.path),
                "line": .number("\(request.location.line)"),
                "tags": .array(request.tags.map { .string($0) }),
            ]
        }
        let problems = selection.problems(selectors: [path], isRelativeToCollection: true)
        return [
            "schema": 1,
            "requests": .array(requests),
            "problems": .array(
                problems.map { problem in
                    [
                        "file": .string(problem.file),
                        "line": .number("\(problem.location.line)"),
                        "column": .number("\(problem.location.column)"),
                        "message": .string(problem.message),
                    ]
                }
            ),
        ]
    }

    private static func write(_ selection: Selection, _ console: Console) {
        let paint = console.paint
        var file: String?
        for selected in selection.requests {
            if selected.file.path != file {
                if file != nil { console.output.writeLine() }
                file = selected.file.path
                console.output.writeLine(paint(visible(selected.file.path), .strong))
            }
            let request = selected.request
            let method = paint(visible(request.method).padded(to: 7), .accent)
            let name = visible(request.name).padded(to: 24)
            let tags = request.tags.map { " #\(visible($0))" }.joined()
            let url = paint(visible(request.url), .dim)
            console.output.writeLine("  \(method) \(name) \(url)\(paint(tags, .caution))")
        }
    }

    private static func visible(_ text: String) -> String { TextEscaping.visible(text) }
}
