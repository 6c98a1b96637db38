import HTTPModel
import TestSupport
import Testing

/// The explorer as a job of a shell.
@Suite struct SuspendingScenario {
    @Test func suspendingGivesTheTerminalAwayAndTakesItBack() async throws {
        let samples = try await ExplorerScenario.samples()
        let terminal = try await TerminalSession.shell(in: samples.path)
        try await terminal.press("stty -a > before; clear<Enter>")
        try await terminal.wait("an empty screen") {
            $0.hasPrefix("ready>") && !$0.contains("stty")
        }
        try await terminal.press("apus Collections<Enter>")
        try await terminal.wait(for: "bookings.http")
        try await terminal.press("j")
        try await terminal.wait(for: "GET {{bookings}}/bookings/b_1")

        try await terminal.press("<C-z>")
        let shell = try await terminal.wait(for: "Stopped")
        #expect(!shell.contains("listBookings"))
        try await terminal.press("stty -a > stopped; echo noted $?<Enter>")
        try await terminal.wait(for: "noted 0")

        try await terminal.press("fg<Enter>")
        let screen = try await terminal.wait(for: "GET {{bookings}}/bookings/b_1")
        #expect(!screen.contains("noted"))
        try await terminal.press("s")
        try await terminal.wait(for: "200 OK")
        try await terminal.press("q")
        try await terminal.wait(untilGone: "200 OK")
        try await terminal.press("stty -a > after; echo left $?<Enter>")
        try await terminal.wait(for: "left 0")
        let before = try samples.read("before").text
        #expect(before.contains("icanon"))
        #expect(try samples.read("stopped").text == before)
        #expect(try samples.read("after").text == before)
    }
}
