import Screen
import TestSupport
import Testing

/// Changing, saving and keeping, in a real terminal.
@Suite(.serialized)
struct EditingScenarios {
    /// Opens a request and gives it another method and one more header.
    private func edited() async throws -> ExplorerScenario {
        let scenario = try await ExplorerScenario()
        try await scenario.open("createBooking")
        try await scenario.terminal.press("mput<Enter>")
        try await scenario.terminal.wait(for: "PUT {{bookings}}/bookings")
        try await scenario.terminal.press("2aX-Trace<Tab>42<Enter>")
        try await scenario.terminal.wait(for: "X-Trace       42")
        return scenario
    }

    @Test func aSaveChangesTheEditedLinesOnly() async throws {
        let scenario = try await edited()
        try await scenario.terminal.press("w")
        try await scenario.terminal.wait(for: "Saved")
        let difference = try await scenario.shell("git diff -U0 | grep '^[-+][^-+]'")
        #expect(
            difference == """
                -POST {{bookings}}/bookings?dry=false
                +PUT {{bookings}}/bookings?dry=false
                +X-Trace: 42

                """
        )
    }

    @Test func whatIsSentIsWhatWasEdited() async throws {
        let scenario = try await edited()
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "501")
        try await scenario.terminal.press("<Tab>5")
        let screen = try await scenario.terminal.wait(for: "PUT /bookings?dry=false HTTP/1.1")
        #expect(screen.contains("X-Trace: 42"))
    }

    @Test func aChangeByAnEditorIsShownAndUnsavedEditsAreAskedAbout() async throws {
        let scenario = try await ExplorerScenario()
        let append = "printf '\\n### Seen at once\\nGET {{bookings}}/new\\n' >> bookings.http"
        _ = try await scenario.shell("cp bookings.http new && \(append)")
        try await scenario.terminal.wait(for: "Seen at once")
        // An editor that replaces the file.
        _ = try await scenario.shell("mv new bookings.http")
        try await scenario.terminal.wait(untilGone: "Seen at once")
    }

    @Test func quitAsksWhenSomethingIsUnsaved() async throws {
        let scenario = try await edited()
        try await scenario.terminal.press("q")
        try await scenario.terminal.wait(for: "nsaved")
        try await scenario.terminal.press("<Esc>")
        try await scenario.terminal.wait(untilGone: "nsaved")
    }

    @Test func unsavedEditsAreOfferedAfterACrash() async throws {
        let scenario = try await edited()
        // The journal is written beside the screen; wait for it as long as for any text.
        _ = try await scenario.shell(
            "timeout 20 sh -c 'until grep -q X-Trace ../state/apus/journal/*.draft; do :; done'"
        )
        try await scenario.send("KILL")
        try await scenario.terminal.wait(for: "ended with")
        let again = try await TerminalSession(
            "\(ChildProgram.productFolder)/apus Collections",
            directory: scenario.folder.path,
            environment: [
                "HOME": scenario.folder.path, "XDG_STATE_HOME": scenario.folder.file("state"),
            ]
        )
        try await again.wait(for: "Edits from last time")
        try await again.press("t")
        try await again.wait(for: "bookings.http ●")
    }

    @Test func aSnapshotIsWrittenWithoutTheToken() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("whoAmI")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "200 OK")
        try await scenario.terminal.press("S")
        try await scenario.terminal.wait(for: "Enter write")
        try await scenario.terminal.press("<Enter>")
        try await scenario.terminal.wait(for: "Wrote ")
        let files = try await scenario.shell("git status --porcelain -uall Fixtures | sort")
        #expect(files.split(separator: "\n").count == 2, "\(files)")
        let token = try await scenario.shell(
            "sed -n 's/.*\"token\": *\"\\([^\"]*\\)\".*/\\1/p' "
                + "Fixtures/bookings.example/auth/login/POST.200.json | head -1 | tr -d '\\n'"
        )
        #expect(!token.isEmpty)
        let holders = try await scenario.shell("grep -rlF '\(token)' Fixtures/mock || true")
        #expect(holders == "")
    }
}
