import TestSupport

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
}
