import ClientCore
import CollectionRun
import Documents
import Files
import Fixtures
import Glibc
import HTTPModel
import MockServer

/// `apus record`: stands before a service and keeps what goes through as fixtures and saved requests.
enum RecordCommand {
    /// Forwards and keeps until a signal asks it to stop.
    ///
    /// - Returns: Success after SIGTERM or SIGHUP, interrupted after SIGINT; wrong input when something
    ///   could not be written.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        guard let text = arguments.value("upstream") else {
            throw UsageError(.record, "record needs --upstream URL, the service to stand before")
        }
        let full = text.contains("://") ? text : "https://" + text
        guard let upstream = try? TargetURI(full), upstream.userInfo == nil,
            ["http", "https"].contains(upstream.scheme), upstream.query == nil
        else {
            throw UsageError(.record, "--upstream takes a URL such as https://api.example.com/v1")
        }
        let folder = arguments.value("into") ?? CommandContext.defaultPath
        guard FileSystem.isDirectory(folder) else {
            throw CommandFailure(.invalidInput, "\(folder): no such folder")
        }
        guard let listener = SignalListener() else {
            throw CommandFailure(.bug, "cannot make a pipe: \(String(cString: strerror(errno)))")
        }
        let recorder = try Recorder(
            upstream: upstream,
            folder: folder,
            fileName: arguments.value("name") ?? upstream.host,
            policy: FixturesCommand.policy(of: try? CollectionLocator.load(folder)),
            isExact: arguments.has("exact")
        )
        return try serve(recorder, listener, arguments, context)
    }

    private static func serve(
        _ recorder: Recorder,
        _ listener: SignalListener,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let isQuiet = arguments.has("quiet")
        let proxy = RecordingProxy(
            recorder: recorder,
            isVerifyingTLS: !arguments.has("insecure")
        ) { line in
            guard !isQuiet else { return }
            context.console.output.writeLine(TextEscaping.visible(line))
            context.console.output.flush()
        }
        var configuration = MockServerConfiguration(root: nil)
        configuration.port = try arguments.integer("port", in: 0...65535) ?? 0
        configuration.contentLimitInBytes = 1 << 30
        let server: MockServer
        do {
            server = try MockServer(configuration, answerer: proxy)
        } catch {
            throw CommandFailure(.invalidInput, "\(error)")
        }
        proxy.serve(at: server.origin)
        context.console.output.writeLine("listening on \(server.origin)")
        context.console.output.flush()
        server.start()
        let signal = listener.wait()
        server.stop()
        for problem in recorder.problems { context.console.complain(problem) }
        context.console.complain(recorder.summary)
        guard recorder.problems.isEmpty else { return .invalidInput }
        return signal == SIGINT ? .interrupted : .success
    }
}
