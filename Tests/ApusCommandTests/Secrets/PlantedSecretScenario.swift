import Files
import TestSupport
import Testing

/// Secrets that go through the explorer in a real terminal stand in no file that it wrote, whether it
/// ended well or was killed.
@Suite struct PlantedSecretScenario {
    @Test func aSecretStandsInNoFileOfTheExplorer() async throws {
        let service = PlantedSecrets.service()
        let folder = try TemporaryFolder()
        try PlantedSecrets.write(
            to: folder,
            below: "Collections/",
            as: "bookings.http",
            base: service.base
        )
        let killed = try await sendKeepAndKill(in: folder)
        #expect(service.requests.contains { $0.field("cookie")?.contains("login=") == true })
        #expect(killed.contains { $0.hasSuffix(".draft") })
        try expectNoSecrets(in: folder, killed)

        let again = try await scenario(in: folder)
        try await again.terminal.wait(for: "Take them up")
        try await again.terminal.press("t")
        try await again.terminal.wait(untilGone: "Take them up")
        try await again.terminal.press("W")
        try await again.terminal.wait(for: "Saved")
        try await again.terminal.press("q")
        #expect(try await again.endsWithTheTerminalRestored())
        let left = try await PlantedSecrets.files(in: folder)
        #expect(!left.contains { $0.hasSuffix(".draft") })
        try expectNoSecrets(in: folder, left)
    }

    private func scenario(in folder: TemporaryFolder) async throws -> ExplorerScenario {
        try await ExplorerScenario(
            arguments: "--env dev --var given_secret=\"$GIVEN\"",
            samples: folder,
            environment: ["GIVEN": PlantedSecrets.given]
        )
    }

    /// Sends both requests, keeps what came, looks at the history, edits, and kills the program.
    ///
    /// - Returns: The files that are there then.
    private func sendKeepAndKill(in folder: TemporaryFolder) async throws -> [String] {
        let scenario = try await scenario(in: folder)
        let terminal = scenario.terminal
        for name in ["first", "second"] {
            try await terminal.press("'\(name)<Enter>")
            try await terminal.wait(for: "/\(name)?")
            try await terminal.press("s")
            try await terminal.wait(for: "200 OK")
            try await terminal.press("S")
            try await terminal.wait(for: "Enter write")
            try await terminal.press("<Enter>")
            try await terminal.wait(untilGone: "Enter write")
            try await terminal.wait(for: "Wrote ")
            try await terminal.press("B")
            try await terminal.wait(for: "History of \(name) · 1")
            try await terminal.press("<Esc>")
            try await terminal.wait(untilGone: "History of")
        }
        try await terminal.press("o")
        try await terminal.press("&page=2<Enter>")
        _ = try await scenario.shell(
            "timeout 20 sh -c 'until grep -q page=2 ../state/apus/journal/*.draft; do :; done'"
        )
        try await scenario.send("KILL")
        try await terminal.wait(for: "ended with")
        return try await PlantedSecrets.files(in: folder)
    }

    /// Expects no secret in any file; what is written in the request itself may stand in that file and
    /// in the draft of it.
    private func expectNoSecrets(in folder: TemporaryFolder, _ paths: [String]) throws {
        #expect(paths.contains { $0.hasPrefix("Collections/Fixtures/") })
        #expect(paths.contains { $0.hasPrefix("state/apus/history") })
        for path in paths {
            let isText = path.hasSuffix(".draft") || path.hasSuffix("bookings.http")
            let secrets = PlantedSecrets.all.filter { !isText || $0 != PlantedSecrets.literal }
            try PlantedSecrets.expectNone(in: folder, path, of: secrets)
        }
    }
}
