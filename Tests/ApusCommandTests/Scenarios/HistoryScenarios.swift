import Files
import HTTPModel
import Screen
import TestSupport
import Testing

/// What was sent before, in a real terminal.
@Suite(.serialized)
struct HistoryScenarios {
    @Test func whatWasSentIsListedShownAndSentAgain() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("missingBooking")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "404 Not Found")
        try await scenario.terminal.press("B")
        try await scenario.terminal.wait(for: "History of missingBooking · 1")
        try await scenario.terminal.wait(for: "GET /bookings/b_404")
        try await scenario.terminal.press("<Enter>")
        try await scenario.terminal.wait(for: "history ")
        try await scenario.terminal.wait(untilGone: "History of")
        // Esc is back at the present response.
        try await scenario.terminal.press("<Esc>")
        try await scenario.terminal.wait(untilGone: "history ")
        try await scenario.terminal.press("B")
        try await scenario.terminal.wait(for: "History of missingBooking · 1")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(untilGone: "History of")
        try await scenario.terminal.wait(for: "404 Not Found")
        try await scenario.terminal.press("B")
        try await scenario.terminal.wait(for: "History of missingBooking · 2")
        try await scenario.terminal.press("d")
        try await scenario.terminal.wait(for: "History of missingBooking · 1")
    }

    @Test func whatCameLastIsKeptAlthoughTheProgramEndsAtOnce() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("missingBooking")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "404 Not Found")
        try await scenario.terminal.press("q")
        try await scenario.terminal.wait(for: "ended with")
        let later = try await ExplorerScenario(samples: scenario.folder)
        try await later.open("missingBooking")
        try await later.terminal.press("B")
        try await later.terminal.wait(for: "History of missingBooking · 1")
    }

    @Test func theHistoryOutlivesTheProgramAndHoldsNoSecret() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("whoAmI")
        try await scenario.terminal.press("s")
        let answered = try await scenario.terminal.wait(for: "200 OK")
        #expect(answered.contains("◆ whoAmI"))
        try await scenario.terminal.press("B")
        try await scenario.terminal.wait(for: "History of whoAmI · 1")
        try await scenario.terminal.press("<Esc>")
        try await scenario.terminal.wait(untilGone: "History of")
        try await scenario.terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
        // What was sent as a password.
        let needle = Array("\"demo\"".utf8)
        for entry in try FileSystem.list(scenario.folder.file("state/apus"))
        where !entry.isDirectory {
            let bytes = try scenario.folder.read("state/apus/\(entry.name)").array
            #expect(bytes.firstRange(of: needle) == nil, "\(entry.name)")
        }
        let later = try await ExplorerScenario(samples: scenario.folder)
        try await later.open("whoAmI")
        try await later.terminal.press("B")
        // The request it needed first was kept, too.
        try await later.terminal.wait(for: "History of whoAmI · 1")
        try await later.terminal.press("a")
        try await later.terminal.wait(for: "History of all requests · 2")
        try await later.terminal.press("/auth/login<Enter>")
        try await later.terminal.wait(for: "History of all requests · 1")
    }

    @Test func severalRequestsAreInFlightAtOnceAndLeavingAsks() async throws {
        let server = FaultServer { connection in while connection.readRequest() != nil {} }
        let samples = try await ExplorerScenario.samples()
        try samples.write(
            "Collections/hang.http",
            "### a\n# @name hanging\nGET \(server.base)/a\n"
        )
        let scenario = try await ExplorerScenario(samples: samples)
        try await scenario.open("hanging")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "Sending…")
        try await scenario.terminal.press("<Tab><Tab>/<C-u>readBooking<Enter><Enter>")
        try await scenario.terminal.wait(for: "◆ readBooking")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "200 OK")
        try await scenario.terminal.wait(for: "readBooking ✓")
        try await scenario.terminal.press("q")
        try await scenario.terminal.wait(for: "Still in flight")
        try await scenario.terminal.wait(for: "GET hanging")
        try await scenario.terminal.press("c")
        try await scenario.terminal.wait(untilGone: "Still in flight")
        try await scenario.terminal.press("qx")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }
}
