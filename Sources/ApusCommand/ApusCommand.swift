import CollectionRun
import Files
import Fixtures
import Glibc
import History
import MockServer

/// The command line of `apus`.
package enum ApusCommand {
    /// The version, as `apus --version` prints it.
    package static let version = "0.1.0"

    /// Runs the program.
    ///
    /// Blocks the calling thread, which should be the main one, until the program may end.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit code.
    package static func main(arguments: [String]) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        do {
            let parsed = try ArgumentParser.parse(arguments) { FileSystem.exists($0) }
            return try run(parsed)
        } catch let error as UsageError {
            let console = Console(environment: [:])
            console.complain("\(error)")
            return ExitCode.usage.rawValue
        } catch let failure as CommandFailure {
            Console(environment: [:]).complain("apus: \(failure.message)")
            return failure.exitCode.rawValue
        } catch let error where isAboutInput(error) {
            Console(environment: [:]).complain("apus: \(error)")
            return ExitCode.invalidInput.rawValue
        } catch {
            Console(environment: [:]).complain("apus: this is a bug in apus: \(error)")
            return ExitCode.bug.rawValue
        }
    }

    /// Whether the error says that a file, fixture or setting is wrong.
    private static func isAboutInput(_ error: any Error) -> Bool {
        error is FileError || error is FixtureError || error is MockServerError
            || error is RunProblem || error is HistoryError
    }

    private static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let output = OutputChannel.standardOutput
        defer { output.flush() }
        if arguments.has("help") {
            output.write(HelpText.page(arguments.subcommand))
            return ExitCode.success.rawValue
        }
        if arguments.has("version") {
            output.writeLine("apus \(version)")
            return ExitCode.success.rawValue
        }
        guard arguments.subcommand != .explore else {
            return runExplorer(options: try ExplorerOptions(arguments))
        }
        let environment = CommandContext.processEnvironment
        let console = Console(color: arguments.value("color"), environment: environment)
        let context = CommandContext(console: console, environment: environment)
        let code = try run(arguments, context)
        output.flush()
        if let number = output.failure {
            throw CommandFailure(
                .invalidInput,
                "cannot write: \(String(cString: strerror(number)))"
            )
        }
        return code.rawValue
    }

    private static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        switch arguments.subcommand {
        case .explore: .success
        case .run: try RunCommand(arguments, context).run()
        case .send: try SendCommand.run(arguments, context)
        case .list: try ListCommand.run(arguments, context)
        case .show: try ShowCommand.run(arguments, context)
        case .snapshot: try SnapshotCommand.run(arguments, context)
        case .mock: try MockCommand.run(arguments, context)
        case .record: try RecordCommand.run(arguments, context)
        case .check: try CheckCommand.run(arguments, context)
        case .fixtures: try FixturesCommand.run(arguments, context)
        case .errors: try ErrorsCommand.run(arguments, context)
        case .view: try ViewCommand.run(arguments, context)
        case .export: try ExportCommand.run(arguments, context)
        case .import: try ImportCommand.run(arguments, context)
        case .history: try HistoryCommand.run(arguments, context)
        case .keys: KeysCommand.run(arguments, context)
        case .doctor: try DoctorCommand.run(arguments, context)
        case .completions: try CompletionsCommand.run(arguments, context)
        case .help: try HelpCommand.run(arguments, context)
        }
    }
}
