import TestSupport
import Testing

/// The built program, run by tests.
enum Apus {
    /// Runs `apus` to its end.
    static func run(
        _ arguments: String...,
        in folder: TemporaryFolder? = nil,
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> ChildProgram.Ending {
        try await run(arguments, in: folder, input: input, environment: environment)
    }

    /// Runs `apus` to its end.
    static func run(
        _ arguments: [String],
        in folder: TemporaryFolder? = nil,
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> ChildProgram.Ending {
        try await ChildProgram.run(
            "apus",
            arguments,
            input: input,
            environment: environment,
            directory: folder?.path ?? "/"
        )
    }

    /// Starts `apus` and lets it run.
    static func start(
        _ arguments: String...,
        in folder: TemporaryFolder
    ) throws -> ChildProgram {
        try start(arguments, in: folder)
    }

    /// Starts `apus` and lets it run.
    static func start(_ arguments: [String], in folder: TemporaryFolder) throws -> ChildProgram {
        try ChildProgram("apus", arguments, directory: folder.path)
    }

    /// Starts a subcommand that serves, and waits until it does.
    ///
    /// - Returns: The program, and the origin that it listens on.
    static func serve(
        _ arguments: [String],
        in folder: TemporaryFolder
    ) async throws -> (program: ChildProgram, origin: String) {
        let program = try start(arguments, in: folder)
        let line = try #require(await program.line { _ in true })
        let mark = "listening on "
        #expect(line.hasPrefix(mark + "http://127.0.0.1:"))
        return (program, String(line.dropFirst(mark.count)))
    }
}
