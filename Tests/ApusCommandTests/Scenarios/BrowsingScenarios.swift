import Screen
import Testing

/// Looking around and sending, in a real terminal.
@Suite(.serialized)
struct BrowsingScenarios {
    @Test func theFirstRequestShowsItsStatusAndBody() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.terminal.press("js")
        let screen = try await scenario.terminal.wait(for: "200 OK")
        #expect(screen.contains("bookings"))
        try await scenario.terminal.wait(for: "b_1")
    }

    @Test func aMissingBookingShowsItsErrorAndTheRuleThatFired() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("missingBooking")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "404 Not Found")
        try await scenario.terminal.press("<Tab>4")
        try await scenario.terminal.wait(for: "httpError.notFound")
        try await scenario.terminal.wait(for: "▶ status 404")
    }

    @Test func aResetShowsItsCodePhaseAndBytes() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("brokenExport")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "receive.reset")
        try await scenario.terminal.wait(for: "in receive")
        try await scenario.terminal.wait(for: "512 B received")
    }

    @Test func aSearchInTheBodyFindsItsText() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("readBooking")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "200 OK")
        try await scenario.terminal.press("<Tab>/nights<Enter>")
        try await scenario.terminal.wait(for: "1 of 1")
    }

    @Test func helpOpensAndCloses() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.terminal.press("?")
        try await scenario.terminal.wait(for: "Help")
        try await scenario.terminal.press("<Esc>")
        try await scenario.terminal.wait(untilGone: "Help")
    }

    @Test func aClickSelectsARequest() async throws {
        let scenario = try await ExplorerScenario()
        let place = try await scenario.terminal.position(of: "login")
        try await scenario.terminal.click(row: place.row, column: place.column)
        try await scenario.terminal.wait(for: "POST {{bookings}}/auth/login")
    }

    @Test func anySizeIsSurvived() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("readBooking")
        try await scenario.terminal.press("s")
        try await scenario.terminal.resize(Size(rows: 1, columns: 1))
        try await scenario.terminal.resize(Size(rows: 5, columns: 20))
        try await scenario.terminal.resize(Size(rows: 24, columns: 80))
        let screen = try await scenario.terminal.wait(for: "200 OK")
        #expect(screen.contains("readBooking"))
    }
}
