import Documents
import HTTPModel
import Screen
import TestSupport
import Testing

/// Runs of a file with live results, in a real terminal.
@Suite(.serialized)
struct FolderRunScenarios {
    @Test func aFileRunsWithTheResultsOfTheCommandLine() async throws {
        let scenario = try await ExplorerScenario()
        let ending = try await ChildProgram.run(
            "apus",
            ["run", "Collections/bookings.http", "--json"],
            environment: ["HOME": scenario.folder.path],
            directory: scenario.folder.path
        )
        let summary = try JSONValue(parsing: Octets(utf8: ending.output))["summary"]
        let passed = try #require(summary?["passed"]?.intValue)
        let failed = try #require(summary?["failed"]?.intValue)
        let errors = try #require(summary?["errors"]?.intValue)
        try await scenario.terminal.press("gt")
        try await scenario.terminal.wait(for: "Run of bookings.http")
        let total = passed + failed + errors
        let screen = try await scenario.terminal.wait(for: "\(total) requests · \(passed) passed")
        if failed > 0 { #expect(screen.contains("· \(failed) failed")) }
        if errors > 0 { #expect(screen.contains("· \(errors) error")) }
        // What did not pass comes first; a row opens its response.
        try await scenario.terminal.press("f<Enter>")
        try await scenario.terminal.wait(untilGone: "Run of bookings.http")
        try await scenario.terminal.press("T")
        try await scenario.terminal.wait(for: "failed first")
        try await scenario.terminal.press("r")
        try await scenario.terminal.wait(for: "\(total) requests · \(passed) passed")
    }

    @Test func aRunIsStoppedInTheMiddle() async throws {
        let server = FaultServer { connection in while connection.readRequest() != nil {} }
        let samples = try await ExplorerScenario.samples()
        try samples.write(
            "Collections/hang.http",
            "### a\n# @name first\nGET \(server.base)/a\n\n### b\nGET \(server.base)/b\n"
        )
        let scenario = try await ExplorerScenario(samples: samples)
        try await scenario.terminal.press("/hang.http<Enter>k")
        try await scenario.terminal.press("t")
        try await scenario.terminal.wait(for: "Run of hang.http")
        try await scenario.terminal.wait(for: "sending…")
        try await scenario.terminal.press("x")
        try await scenario.terminal.wait(for: "Stopped after 1 of 2")
        try await scenario.terminal.wait(for: "not run")
    }
}
