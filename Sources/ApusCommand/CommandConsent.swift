import Documents
import Glibc
import Synchronization

/// Which commands of `{{$command …}}` may run: all with `--allow-commands`, else those that the person
/// at the terminal says yes to, each asked for once.
final class CommandConsent: Sendable {
    private let allowsAll: Bool
    private let output: OutputChannel
    private let canAsk: Bool
    /// What was answered, by command; held while somebody is asked, so that questions do not mix.
    private let answers = Mutex<[String: Bool]>([:])

    /// Takes the answer from the command line, or prepares to ask.
    init(_ arguments: ParsedArguments, _ context: CommandContext) {
        allowsAll = arguments.has("allow-commands")
        output = context.console.diagnostics
        canAsk = isatty(STDIN_FILENO) == 1 && output.isTerminal
    }

    /// Whether a command may turn out to be allowed.
    var mayAllow: Bool { allowsAll || canAsk }

    /// Whether a command may run; may wait for the person.
    func allows(_ command: String) -> Bool {
        guard !allowsAll else { return true }
        guard canAsk else { return false }
        return answers.withLock { answers in
            if let known = answers[command] { return known }
            output.write("Run '\(TextEscaping.visible(command))' for its output? [y/N] ")
            output.flush()
            let answer = Self.line()?.lowercased()
            if answer == nil { output.write("\n") }
            let isAllowed = answer == "y" || answer == "yes"
            answers[command] = isAllowed
            return isAllowed
        }
    }

    /// The next line that is typed; `nil` at the end of the input and when the run is given up.
    private static func line() -> String? {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&input, 1, 100) <= 0 {
            if Task.isCancelled { return nil }
        }
        return readLine()
    }
}
