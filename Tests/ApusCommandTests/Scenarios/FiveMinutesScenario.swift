import Files
import HTTPModel
import TestSupport
import Testing

/// The first five minutes as the README tells them.
@Suite struct FiveMinutesScenario {
    /// What the README's section names in code, in order; a change there is a change here.
    private static let named = [
        "make run", "Collections/",
        "j", "k", "Enter", "s",
        "]", "[", "e", "a", "Esc",
        "Tab", "]", "Tab", "/", "httpError.notFound", "NetworkClient",
        "S", "Enter", "Fixtures/",
        "w", "?", ":", "q",
    ]

    @Test func theKeysAreThoseOfTheReadme() throws {
        let text = try FileSystem.read(ExplorerScenario.projectFolder + "/README.md").text
        let start = try #require(text.firstRange(of: "## Five minutes\n"))
        let rest = text[start.upperBound...]
        let end = try #require(rest.firstRange(of: "\nThe same files run"))
        let parts = rest[..<end.lowerBound].split(
            separator: "`",
            omittingEmptySubsequences: false
        )
        let named = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { $0.element }
        #expect(named.map(String.init) == Self.named)
    }

    @Test func theKeysDoWhatTheReadmeSays() async throws {
        let scenario = try await ExplorerScenario()
        let terminal = scenario.terminal
        // 1. The tree, a request, sending.
        try await terminal.press("j")
        try await terminal.wait(for: "GET {{bookings}}/bookings/b_1")
        try await terminal.press("k")
        try await terminal.wait(for: "GET {{bookings}}/bookings?from")
        try await terminal.press("<Enter>")
        try await terminal.wait(for: "◆ listBookings")
        try await terminal.press("s")
        let sent = try await terminal.wait(for: "200 OK · ")
        #expect(sent.contains(" ms · ") && sent.contains(" B · "))

        try await editing(terminal)
        try await looking(terminal)

        // 4. The snapshot.
        try await terminal.press("S")
        try await terminal.wait(for: "Enter write")
        try await terminal.press("<Enter>")
        try await terminal.wait(for: "Wrote Fixtures/")
        let files = try await scenario.shell("git status --porcelain -uall Fixtures")
        #expect(files.split(separator: "\n").count == 2, "\(files)")

        // 5. Saving, help, commands, the end.
        try await terminal.press("w")
        try await terminal.wait(for: "Saved bookings.http")
        #expect(
            try await scenario.shell("git diff -U0 | grep '^[-+][^-+]'") == """
                -GET {{bookings}}/bookings?from=2026-12-01&limit=20
                +GET {{bookings}}/bookings?from=2026-12-017&limit=20

                """
        )
        try await terminal.press("?")
        try await terminal.wait(for: "─ Help ·")
        try await terminal.press("<Esc>")
        try await terminal.wait(untilGone: "─ Help ·")
        try await terminal.press(":")
        try await terminal.wait(for: "─ Commands ")
        try await terminal.press("<Esc>")
        try await terminal.wait(untilGone: "─ Commands ")
        try await terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    /// Step 2: the request's tabs, an edited row, and a new row that is left.
    private func editing(_ terminal: TerminalSession) async throws {
        for tab in ["Headers", "Body", "Token", "Options"] {
            try await terminal.press("]")
            try await terminal.wait(for: "›\(tab)")
        }
        for tab in ["Token", "Body", "Headers", "Params"] {
            try await terminal.press("[")
            try await terminal.wait(for: "›\(tab)")
        }
        try await terminal.press("e")
        try await terminal.wait(for: "Esc leave")
        try await terminal.press("7<Enter>")
        try await terminal.wait(for: "from=2026-12-017&")
        try await terminal.press("a")
        try await terminal.wait(for: "Esc leave")
        try await terminal.press("<Esc>")
        try await terminal.wait(untilGone: "Esc leave")
    }

    /// Step 3: the response's tabs, and what a missing booking becomes.
    private func looking(_ terminal: TerminalSession) async throws {
        try await terminal.press("<Tab>")
        try await terminal.wait(for: "◆ 200 OK")
        for tab in ["Headers", "Timing", "Errors"] {
            try await terminal.press("]")
            try await terminal.wait(for: "›\(tab)")
        }
        try await terminal.press("]")
        try await terminal.wait(for: "›Sent")
        try await terminal.press("[")
        try await terminal.press("<Tab>")
        try await terminal.wait(for: "◆ Samples")
        try await terminal.press("/missing<Enter><Enter>")
        try await terminal.wait(for: "◆ missingBooking")
        try await terminal.press("s")
        try await terminal.wait(for: "404 Not Found")
        try await terminal.wait(for: "▶ status 404")
        try await terminal.wait(for: "httpError.notFound")
    }
}
