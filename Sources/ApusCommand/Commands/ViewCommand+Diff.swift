import CollectionRun
import Documents
import HTTPModel

extension ViewCommand {
    /// Prints what is different in two JSON documents, one difference a line.
    ///
    /// - Parameters:
    ///   - name: The first document.
    ///   - other: The second document.
    ///   - arguments: The options.
    ///   - context: Where the lines go.
    /// - Returns: `.drift` when something is different.
    /// - Throws: `UsageError` for options that are wrong, and what reading the files throws.
    static func compare(
        _ name: String,
        _ other: String,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        guard name != "-" || other != "-" else {
            throw UsageError(.view, "--diff needs a file: standard input cannot be both documents")
        }
        let charset = try charset(arguments)
        let ignored = try ignoredPaths(arguments)
        var tapes: [JSONTape] = []
        for name in [name, other] {
            let document = ResponseDocument(
                body: try read(name),
                mediaType: jsonType,
                mode: .pretty,
                charset: charset
            )
            // An empty body has no tape of its own.
            let tape = document.tape ?? JSONTape(document.content)
            if let fault = tape.fault { return report(fault, name, context) }
            tapes.append(tape)
        }
        let output = context.console.output
        let difference = DocumentDiff(tapes[0], tapes[1], ignoring: ignored)
        for index in 0..<difference.rowCount {
            output.writeLine(difference.row(index).text)
            if output.isClosed { break }
        }
        output.flush()
        return difference.isEmpty ? .success : .drift
    }

    private static func ignoredPaths(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> [JSONPath] {
        var paths: [JSONPath] = []
        for text in arguments.values("ignore") {
            do {
                paths.append(try JSONPath(text))
            } catch {
                throw UsageError(.view, "--ignore '\(text)': \(error)")
            }
        }
        return paths
    }
}
