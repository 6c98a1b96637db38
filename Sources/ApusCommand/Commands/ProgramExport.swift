import CollectionRun
import Collections
import Files
import Interchange

/// `apus export --to postman` and `--to swift`: requests as files that other programs read.
enum ProgramExport {
    /// Prints a Postman collection.
    ///
    /// - Returns: Wrong input when a file that was named cannot be read; the others are printed.
    static func postman(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let (part, code) = try part(arguments, context)
        let files = Set(part.entries.map(\.file.path))
        let name =
            files.count == 1 ? Self.name(of: files.first ?? "") : part.collection.name
        var writer = PostmanWriter(name: name, collection: part.collection)
        for selected in part.requests {
            writer.add(
                selected,
                in: files.count == 1 ? [] : Self.folders(of: selected.file.path)
            )
        }
        if let environment = arguments.value("env") {
            guard part.collection.environment(named: environment) != nil else {
                let known = part.collection.environments.map(\.name)
                throw CommandFailure(
                    .invalidInput,
                    "the collection has no environment '\(environment)'"
                        + Suggestion.phrase(for: environment, in: known)
                )
            }
            writer.addVariables(ofEnvironment: environment)
        } else {
            writer.addVariables(ofEnvironment: nil)
        }
        context.console.output.write(writer.text)
        complain(writer.notes.map { ($0.id, $0.text) }, context)
        return code
    }

    /// Prints Swift functions.
    ///
    /// - Returns: As `postman`.
    static func swift(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let (part, code) = try part(arguments, context)
        var writer = SwiftWriter(collection: part.collection)
        for selected in part.requests { writer.add(selected) }
        context.console.output.write(writer.text)
        complain(writer.notes, context)
        return code
    }

    private static func part(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> (Selection.Part, ExitCode) {
        let selection = try Selection(arguments.operands)
        let problems = selection.problems(selectors: arguments.operands)
        context.complain(problems)
        guard let part = selection.parts.first, !part.entries.isEmpty else {
            throw CommandFailure(.invalidInput, "no request can be read")
        }
        return (part, problems.isEmpty ? .success : .invalidInput)
    }

    private static func complain(_ notes: [(id: String, text: String)], _ context: CommandContext) {
        for note in notes {
            let place = note.id.isEmpty ? "" : "\(note.id): "
            context.console.complain("\(place)not carried over: \(note.text)")
        }
    }

    /// The folders that stand for a file: those it is in, and one for itself.
    private static func folders(of path: String) -> [String] {
        let folders = FilePath.directory(of: path).split(separator: "/").map(String.init)
        return folders.filter { $0 != "." } + [name(of: path)]
    }

    private static func name(of path: String) -> String {
        FilePath.withoutExtension(FilePath.name(of: path))
    }
}
