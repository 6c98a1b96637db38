/// curl, as somebody else's client.
package enum Curl {
    /// Sends a request; the output is the content, a blank and the status.
    package static func run(
        _ arguments: String...,
        in folder: TemporaryFolder
    ) async throws -> ChildProgram.Ending {
        try await ChildProgram.run(
            "/usr/bin/curl",
            ["-sS", "-w", " %{http_code}"] + arguments,
            directory: folder.path
        )
    }
}
