import CollectionRun
import Collections
import Files
import Fixtures
import Glibc
import HTTPModel
import Interchange
import MockServer

/// `apus mock`: serves fixtures until a signal asks it to stop.
enum MockCommand {
    /// Serves, and logs each request as a line; or verifies what a server was asked for.
    ///
    /// - Returns: Success after SIGTERM or SIGHUP, interrupted after SIGINT.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        if arguments.operands.first == "verify" {
            return try MockVerification.run(arguments, context)
        }
        guard arguments.operands.count <= 1 else {
            throw UsageError(.mock, "mock takes one folder or description of an API")
        }
        let path = arguments.operands.first ?? CommandContext.defaultPath
        var configuration = try configuration(of: path, context)
        configuration.port = try arguments.integer("port", in: 0...65535) ?? 0
        configuration.latency = try MockOptions.latency(arguments)
        configuration.bytesPerSecond = try MockOptions.bandwidth(arguments)
        configuration.certificate = try MockOptions.certificate(arguments)
        configuration.threadCount =
            try arguments.integer("threads", in: 1...64) ?? MockOptions.usualThreadCount
        configuration.logPolicy = logPolicy(path, arguments)
        return try serve(configuration, arguments, context)
    }

    private static func serve(
        _ configuration: MockServerConfiguration,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        guard let listener = SignalListener() else {
            throw CommandFailure(.bug, "cannot make a pipe: \(String(cString: strerror(errno)))")
        }
        let log = MockLog(
            console: context.console,
            isJSON: arguments.has("log-json"),
            redaction: configuration.logPolicy.map { MessageRedaction($0) }
        )
        var onRequest: (@Sendable (MockLogEntry) -> Void)?
        if !arguments.has("quiet") { onRequest = { log.write($0) } }
        let server: MockServer
        do {
            server = try MockServer(configuration, onRequest: onRequest)
        } catch {
            throw CommandFailure(.invalidInput, "\(error)")
        }
        if let file = arguments.value("ca") { try writeAuthority(of: server, to: file) }
        context.console.output.writeLine("listening on \(server.origin)")
        context.console.output.flush()
        server.start()
        let signal = listener.wait()
        server.stop()
        return signal == SIGINT ? .interrupted : .success
    }

    private static func writeAuthority(of server: MockServer, to file: String) throws {
        guard let text = server.authorityCertificate else {
            throw CommandFailure(
                .invalidInput,
                "--ca needs OpenSSL's library, libssl.so.3 (Debian: libssl3)"
            )
        }
        try FileSystem.replace(file, with: Octets(utf8: text))
    }

    // MARK: What is served

    private static func configuration(
        of path: String,
        _ context: CommandContext
    ) throws -> MockServerConfiguration {
        guard FileSystem.isDirectory(path) else {
            guard FileSystem.exists(path) else {
                throw CommandFailure(.invalidInput, "\(path): no such file or folder")
            }
            return try MockContract.configuration(of: path, context)
        }
        let problems = try FixtureStore(serving: path).load().problems
        for problem in problems { context.console.complain("\(problem)") }
        return MockServerConfiguration(root: path)
    }

    /// What the log must not hold: what fixtures must not, and what the collection knows to be secret.
    private static func logPolicy(
        _ path: String,
        _ arguments: ParsedArguments
    ) -> RedactionPolicy? {
        guard !arguments.has("show-secrets") else { return nil }
        guard FileSystem.isDirectory(path) else { return .standard }
        return FixturesCommand.policy(of: try? CollectionLocator.load(path))
    }

    /// The folder's `Fixtures` if it has one, else the folder itself.
    static func fixturesFolder(in path: String) -> String {
        FixtureStore(serving: path).root
    }
}
