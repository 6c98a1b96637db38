import Collections
import Documents
import Glibc

/// Asks at the terminal, before anything is sent, whether requests with `# @note` may be sent.
enum Confirmation {
    /// The ids of the requests that may be sent.
    ///
    /// With `--yes` those are all, and nobody is asked; without a terminal to ask at, none.
    static func allowed(
        of requests: [SelectedRequest],
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) -> Set<String> {
        if arguments.has("yes") { return Set(requests.map(\.request.id)) }
        let output = context.console.diagnostics
        guard !requests.isEmpty, isatty(STDIN_FILENO) == 1, output.isTerminal else { return [] }
        var allowed: Set<String> = []
        for selected in requests {
            let note = selected.request.note ?? ""
            let name = selected.request.name
            output.write(
                "\(TextEscaping.visible(note.isEmpty ? name : "\(name): \(note)"))\n"
                    + "Send \(TextEscaping.visible(selected.request.url))? [y/N] "
            )
            output.flush()
            guard let answer = readLine() else { break }
            if ["y", "yes"].contains(answer.lowercased()) { allowed.insert(selected.request.id) }
        }
        return allowed
    }
}
