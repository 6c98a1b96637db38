import Glibc
import Screen
import TestSupport
import Testing

/// Ends of all kinds, in a real terminal: it is given back as it was.
@Suite(.serialized)
struct LeavingScenarios {
    @Test func quitGivesTheTerminalBack() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    @Test func controlCLeaves() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.terminal.press("<C-c>")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    @Test(arguments: ["TERM", "HUP", "INT", "SEGV", "ABRT"])
    func aSignalGivesTheTerminalBack(signal: String) async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.send(signal)
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    @Test func aCrashGivesTheTerminalBackAndSaysWhereEditsAre() async throws {
        let scenario = try await ExplorerScenario(environment: ["APUS_TEST_CRASH": "trap"])
        try await scenario.terminal.press("!")
        try await scenario.terminal.wait(for: "apus crashed; unsaved edits are kept in")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    @Test func aPasteFiresNoBinding() async throws {
        let scenario = try await ExplorerScenario()
        let line = "q quit s x d :q! \u{1B}[A ~.\n"
        try await scenario.terminal.paste(String(repeating: line, count: 200))
        try await scenario.terminal.press("js")
        try await scenario.terminal.wait(for: "200 OK")
        #expect(try await scenario.shell("git status --porcelain") == "")
    }

    @Test func theEditorGetsTheTerminalAndGivesItBack() async throws {
        let scenario = try await ExplorerScenario(
            environment: ["EDITOR": "sh -c \"echo IN THE EDITOR; stty -a > ../editor; sleep 0\""]
        )
        try await scenario.open("createBooking")
        try await scenario.terminal.press("3v")
        try await scenario.terminal.wait(for: "◆ createBooking")
        try await scenario.terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }
}
