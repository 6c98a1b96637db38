import Files
import HTTPModel
import TestSupport
import Testing

/// The linear mode through a pipe and on a terminal that can do nothing.
@Suite struct PlainProgramTests {
    private func run(
        _ lines: [String],
        in samples: TemporaryFolder? = nil,
        arguments: [String] = ["Collections", "--plain"]
    ) async throws -> ChildProgram.Ending {
        let folder: TemporaryFolder
        if let samples { folder = samples } else { folder = try await ExplorerScenario.samples() }
        return try await ChildProgram.run(
            "apus",
            arguments,
            input: lines.map { $0 + "\n" }.joined(),
            environment: [
                "HOME": folder.path, "XDG_STATE_HOME": folder.file("state"), "TERM": "dumb",
            ],
            directory: folder.path
        )
    }

    @Test func requestsAreListedOpenedSentAndRead() async throws {
        let ending = try await run(["list bookings", "open listBookings", "send", "quit"])
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        let text = ending.output
        #expect(text.contains("1 GET listBookings in bookings.http"))
        #expect(text.contains("Opened GET listBookings: {{bookings}}/bookings?from"))
        #expect(text.contains("200 OK · "))
        #expect(text.contains("\"bookings\": ["))
        // Nothing that a terminal would obey.
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func theTabsOfTheResponseAreRead() async throws {
        let ending = try await run([
            "missingBooking", "open missingBooking", "send", "response errors",
        ])
        #expect(ending.output.contains("There is no word 'missingBooking'"))
        #expect(ending.output.contains("404 Not Found"))
        #expect(ending.output.contains("httpError.notFound"))
    }

    @Test func editsAreSavedByteForByte() async throws {
        let samples = try await ExplorerScenario.samples()
        let ending = try await run(
            [
                "open listBookings", "set param limit 5", "set header X-Trace abc def",
                "show headers",
                "save", "quit",
            ],
            in: samples
        )
        #expect(ending.output.contains("Saved bookings.http."), "\(ending.output)")
        let diff = try await ChildProgram.run(
            "/bin/sh",
            ["-c", "git diff -U0 | grep '^[-+][^-+]'"],
            directory: samples.file("Collections")
        )
        #expect(
            diff.output == """
                -GET {{bookings}}/bookings?from=2026-12-01&limit=20
                +GET {{bookings}}/bookings?from=2026-12-01&limit=5
                +X-Trace: abc def

                """
        )
    }

    @Test func aBodyIsTypedUpToASinglePoint() async throws {
        let ending = try await run([
            "open createBooking", "set body", "{", "..x", "}", ".", "show body", "undo", "quit",
            "d",
        ])
        #expect(ending.output.contains("The body has 3 lines."))
        #expect(ending.output.contains(".x"))
        #expect(ending.output.contains("Took back: body"))
    }

    @Test func aSnapshotIsReadBeforeItIsWritten() async throws {
        let samples = try await ExplorerScenario.samples()
        let lines = ["open listBookings", "send", "snapshot plain", "y", "quit"]
        let ending = try await run(lines, in: samples)
        #expect(ending.output.contains("Wrote Fixtures/"), "\(ending.output)")
        let found = try await ChildProgram.run(
            "/bin/sh",
            ["-c", "git status --porcelain -uall Fixtures"],
            directory: samples.file("Collections")
        )
        #expect(found.output.contains("~plain.200"))
    }

    @Test func unsavedEditsAreAskedAboutAndSurviveTheEndOfInput() async throws {
        let samples = try await ExplorerScenario.samples()
        let ending = try await run(["open listBookings", "set method PUT"], in: samples)
        #expect(ending.exitCode == 0)
        #expect(ending.output.contains("Unsaved edits of bookings.http are kept"))
        let next = try await run(["f", "quit"], in: samples)
        #expect(next.output.contains("Edits from last time"))
        let last = try await run(["open listBookings", "set method PUT", "quit", "s"], in: samples)
        #expect(last.output.contains("Unsaved edits"))
        #expect(last.output.contains("Saved bookings.http."))
    }

    @Test func everyCommandOfTheExplorerWorksByItsName() async throws {
        let ending = try await run(["keys", "save all files", "choose environment", "1", "sendd"])
        #expect(ending.output.contains("snapshot: Save the response or failure as a fixture"))
        #expect(ending.output.contains("Problem: save all files: nothing is unsaved"))
        #expect(ending.output.contains("No environment."))
        #expect(ending.output.contains("Did you mean send?"))
    }

    @Test func aFolderThatIsNotThereEndsWithThree() async throws {
        let folder = try TemporaryFolder()
        let ending = try await run([], in: folder, arguments: ["nowhere", "--plain"])
        #expect(ending.exitCode == 3 || ending.exitCode == 2)
        #expect((ending.output + ending.diagnostics).contains("nowhere"))
    }

    @Test func aTerminalWithoutACursorGetsTheLinearMode() async throws {
        let samples = try await ExplorerScenario.samples()
        let terminal = try await TerminalSession(
            "TERM=dumb \(ChildProgram.productFolder)/apus Collections; echo ended with $?; exec cat",
            directory: samples.path,
            environment: ["HOME": samples.path, "XDG_STATE_HOME": samples.file("state")]
        )
        try await terminal.wait(for: "apus>")
        try await terminal.press("1<Enter>")
        try await terminal.wait(for: "Opened GET listBookings")
        try await terminal.press("send<Enter>")
        try await terminal.wait(for: "200 OK")
        try await terminal.press("quit<Enter>")
        try await terminal.wait(for: "ended with 0")
    }
}
