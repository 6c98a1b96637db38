import Files
import HTTPModel
import Screen
import TestSupport
import Testing

/// What lies around the main job, in a real terminal.
@Suite(.serialized)
struct AroundScenarios {
    private func samples(_ configuration: String) async throws -> TemporaryFolder {
        let samples = try await ExplorerScenario.samples()
        try FileSystem.createDirectories(samples.file(".config/apus"))
        try samples.write(".config/apus/config.json", configuration)
        return samples
    }

    @Test func aConfigurationWithFaultsIsToldAndTheRestCounts() async throws {
        let samples = try await samples(
            "{keys: {everywhere: {send: ['F5', 'g s'], qiut: 'Q'}}, theme: 'mono'}"
        )
        let scenario = try await ExplorerScenario(samples: samples)
        let terminal = scenario.terminal
        try await terminal.wait(for: "~/.config/apus/config.json:1:43: unknown command 'qiut'")
        try await terminal.press("j")
        try await terminal.wait(for: "F5 send")
        try await terminal.press("g")
        try await terminal.wait(for: "s send  Esc forget")
        try await terminal.press("s")
        try await terminal.wait(for: "200 OK")
        try await terminal.press("L")
        try await terminal.wait(for: "mean 'quit'?")
        try await terminal.press("<Esc>")
        try await terminal.wait(untilGone: "mean 'quit'?")
        try await terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    @Test func aRequestIsFoundByLettersAndARowByItsLabel() async throws {
        let scenario = try await ExplorerScenario()
        let terminal = scenario.terminal
        try await terminal.press("'msbk")
        try await terminal.wait(for: "─ Go to request")
        try await terminal.press("<Enter>")
        try await terminal.wait(for: "◆ missingBooking")
        try await terminal.press(";")
        try await terminal.wait(for: "a label go there")
        try await terminal.press("<Esc>")
        try await terminal.wait(untilGone: "a label go there")
        try await terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    @Test func aBorderIsDraggedAndStaysWhereItIs() async throws {
        let samples = try await ExplorerScenario.samples()
        let scenario = try await ExplorerScenario(samples: samples)
        let terminal = scenario.terminal
        let before = try await terminal.position(of: "┐┌").column
        try await terminal.drag(
            from: Position(row: 5, column: before),
            to: Position(row: 5, column: 39)
        )
        try await terminal.wait("the border moved") { screen in
            screen.split(separator: "\n").first?.firstRange(of: "┐┌")
                .map { screen.distance(from: screen.startIndex, to: $0.lowerBound) } == 39
        }
        try await terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
        // The next start remembers it.
        let again = try await ExplorerScenario(samples: samples)
        #expect(try await again.terminal.position(of: "┐┌").column == 39)
        let kept = try samples.read("state/apus/explorer.json").text
        #expect(kept.contains("\"treeColumns\": 40"))
        #expect(
            FileSystem.mode(of: samples.file("state/apus/explorer.json")).map { $0 & 0o777 }
                == 0o600
        )
    }

    @Test func theFirstHintsComeOnce() async throws {
        let samples = try await ExplorerScenario.samples()
        let scenario = try await ExplorerScenario(samples: samples)
        try await scenario.terminal.wait(for: "New here?")
        try await scenario.terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
        let again = try await ExplorerScenario(samples: samples)
        let screen = try await again.terminal.wait(for: "Press s to send.")
        #expect(!screen.contains("New here?"))
    }

    @Test func suspendingWhileLettersAreTypedKeepsThem() async throws {
        let samples = try await ExplorerScenario.samples()
        let terminal = try await TerminalSession.shell(in: samples.path)
        try await terminal.press("apus Collections<Enter>")
        try await terminal.wait(for: "bookings.http")
        try await terminal.press(":snap")
        try await terminal.wait(for: "› snap")
        try await terminal.press("<C-z>")
        try await terminal.wait(for: "Stopped")
        try await terminal.press("fg<Enter>")
        try await terminal.wait(for: "› snap")
        try await terminal.press("s")
        try await terminal.wait(for: "› snaps")
        try await terminal.press("<Esc>")
        try await terminal.wait(untilGone: "› snaps")
        try await terminal.press("q")
        try await terminal.wait(untilGone: "bookings.http")
    }

    @Test func resizingToNothingAndBackDuringASendHarmsNothing() async throws {
        let scenario = try await ExplorerScenario()
        let terminal = scenario.terminal
        try await scenario.open("listBookings")
        try await terminal.press("s")
        for size in [(1, 1), (2, 3), (6, 24), (1, 200), (60, 20), (40, 120)] {
            try await terminal.resize(Size(rows: size.0, columns: size.1))
        }
        try await terminal.wait(for: "200 OK")
        try await terminal.press("q")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    @Test func anUnmarkedPasteFiresNoBinding() async throws {
        let scenario = try await ExplorerScenario()
        let line = "q quit s x d :q! ~.\n"
        try await scenario.terminal.paste(String(repeating: line, count: 200), isMarked: false)
        try await scenario.terminal.wait(for: "Nothing takes text here")
        // What follows at once belongs to the paste; after a pause, keys are keys again.
        try await scenario.terminal.press("<Esc><Esc><Esc>js")
        try await scenario.terminal.wait(for: "200 OK")
        #expect(try await scenario.shell("git status --porcelain") == "")
    }

    @Test func theKeyViewerShowsWhatArrivesAndGivesTheTerminalBack() async throws {
        let samples = try await ExplorerScenario.samples()
        let terminal = try await TerminalSession.shell(in: samples.path)
        try await terminal.press("stty -a > before; apus doctor --keys; stty -a > after<Enter>")
        try await terminal.wait(for: "Press keys")
        try await terminal.press("s<Up><C-l>")
        let screen = try await terminal.wait(for: "Ctrl-l")
        #expect(screen.contains("send (everywhere)"))
        #expect(screen.contains("↑"))
        try await terminal.press("qq")
        try await terminal.wait("the prompt again") {
            $0.hasSuffix("ready>\n") || $0.contains("ready> \n")
                || $0.trimmedEnd.hasSuffix("ready>")
        }
        #expect(try samples.read("before").text == samples.read("after").text)
    }

    @Test func theDoctorMeasuresTheTerminal() async throws {
        let samples = try await ExplorerScenario.samples()
        let terminal = try await TerminalSession.shell(in: samples.path)
        try await terminal.press(
            "stty -a > before; apus doctor; stty -a > after; echo left $?<Enter>"
        )
        let screen = try await terminal.wait(for: "left 0")
        #expect(screen.contains("widths"))
        #expect(screen.contains("120×40"))
        #expect(try samples.read("before").text == samples.read("after").text)
    }
}

extension String {
    fileprivate var trimmedEnd: Substring {
        var rest = self[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
