import CollectionRun
import Documents
import Glibc
import NcursesTerminal

/// `apus doctor`: what the program works with here, and what is wrong with it.
enum DoctorCommand {
    /// Prints the checks, or shows keys.
    ///
    /// - Returns: Wrong input when there is a problem.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws(CommandFailure) -> ExitCode {
        if arguments.has("keys") { return try KeyViewer.run(context) }
        let environment = context.environment
        let checks =
            TerminalChecks.checks(lookAtTerminal(environment), environment) + LibraryChecks.checks()
            + SystemChecks.checks(environment)
        let output = context.console.output
        if arguments.has("json") {
            output.writeLine(DoctorReport.value(checks).encoded(pretty: true))
        } else {
            output.write(DoctorReport.text(checks, context.console.paint))
        }
        return checks.contains { $0.status == .problem } ? .invalidInput : .success
    }

    /// Finds out about the terminal; one that is not there is not asked.
    private static func lookAtTerminal(_ environment: [String: String]) -> TerminalFindings {
        let type = environment["TERM"] ?? ""
        var findings = TerminalFindings(description: TerminalDescription(type: type))
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
            findings.description.placesCursor, let dialogue = try? TerminalDialogue()
        else { return findings }
        defer { dialogue.close() }
        findings.size = dialogue.size
        findings.answers = dialogue.ask()
        if findings.answers?.features != nil {
            findings.columns = dialogue.columns(of: TerminalChecks.samples.map(\.text))
        }
        return findings
    }
}
