import Files
import HTTPModel
import Screen
import TestSupport
import Testing

/// Editing requests as a person does, in a real terminal.
@Suite(.serialized)
struct RequestEditingScenarios {
    @Test func theTextOfARequestIsEditedAndSaved() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("createBooking")
        try await scenario.terminal.press("r")
        try await scenario.terminal.wait(for: "# @tag smoke")
        try await scenario.terminal.press("<End>&x={{us")
        try await scenario.terminal.wait(for: "ada · environment mock")
        try await scenario.terminal.press("<Down><Enter><Esc>")
        try await scenario.terminal.wait(for: "dry=false&x={{user}}")
        try await scenario.terminal.press("w")
        try await scenario.terminal.wait(for: "Saved")
        let difference = try await scenario.shell("git diff -U0 | grep '^[-+][^-+]'")
        #expect(
            difference == """
                -POST {{bookings}}/bookings?dry=false
                +POST {{bookings}}/bookings?dry=false&x={{user}}

                """
        )
    }

    @Test func whatIsTypedInAnEditorSurvivesAKill() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("createBooking")
        try await scenario.terminal.press("3e")
        try await scenario.terminal.wait(for: "1 {")
        try await scenario.terminal.press("<End> typed by nobody yet")
        _ = try await scenario.shell(
            "timeout 20 sh -c 'until grep -q \"nobody yet\" ../state/apus/journal/*.draft; do :; done'"
        )
        let modes = try await scenario.shell("stat -c %a ../state/apus/journal/*.draft | sort -u")
        #expect(modes == "600\n")
        try await scenario.send("KILL")
        try await scenario.terminal.wait(for: "ended with")
        let again = try await ExplorerScenario(samples: scenario.folder)
        try await again.terminal.wait(for: "Edits from last time")
        try await again.terminal.press("t")
        try await again.terminal.wait(for: "bookings.http ●")
        try await again.terminal.press("W")
        try await again.terminal.wait(for: "Saved")
        #expect(try await again.shell("grep -c '^{ typed by nobody yet' bookings.http") == "1\n")
        let left = try await again.shell("ls ../state/apus/journal | wc -l")
        #expect(left == "0\n")
    }

    @Test func aChangeByAnotherProgramIsShownBeforeItIsDecided() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("createBooking")
        try await scenario.terminal.press("mput<Enter>")
        try await scenario.terminal.wait(for: "PUT {{bookings}}/bookings")
        // As most editors save: a new file in place of the old one.
        _ = try await scenario.shell(
            "sed 's/\"nights\": 3/\"nights\": 4/' bookings.http > new && mv new bookings.http"
        )
        try await scenario.terminal.press("w")
        try await scenario.terminal.wait(for: "was changed by another program")
        try await scenario.terminal.press("d")
        try await scenario.terminal.wait(for: "+ PUT {{bookings}}/bookings")
        try await scenario.terminal.wait(for: "-   \"nights\": 4,")
        try await scenario.terminal.press("<Esc>")
        try await scenario.terminal.wait(for: "See the difference")
        try await scenario.terminal.press("k")
        try await scenario.terminal.wait(for: "Saved")
        let difference = try await scenario.shell("git diff -U0 | grep '^[-+][^-+]'")
        #expect(
            difference == """
                -POST {{bookings}}/bookings?dry=false
                +PUT {{bookings}}/bookings?dry=false

                """
        )
    }

    @Test func aPasteOfTwoHundredLinesIsOneStep() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("createBooking")
        try await scenario.terminal.press("3e<M-a>")
        let line = "q quit s x d :q! \u{1B}[A ~.\n"
        try await scenario.terminal.paste(String(repeating: line, count: 200))
        let screen = try await scenario.terminal.wait(for: "200 q quit s x d :q!")
        #expect(screen.contains("Press s to send."))
        try await scenario.terminal.press("<M-u>")
        try await scenario.terminal.wait(for: "\"nights\": 3,")
        try await scenario.terminal.press("<Esc>")
        #expect(try await scenario.shell("git status --porcelain") == "")
    }

    @Test func curlInTheURLBecomesTheRequest() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("createBooking")
        try await scenario.terminal.press("e")
        try await scenario.terminal.paste(
            "curl -X PATCH 'http://127.0.0.1:9/a?b=c' \\\n  -H 'X-A: 1' --data '{\"x\": 1}'\n"
        )
        try await scenario.terminal.wait(for: "Pasted request")
        try await scenario.terminal.press("r")
        try await scenario.terminal.wait(for: "PATCH http://127.0.0.1:9/a?b=c")
        try await scenario.terminal.wait(for: "◆ createBooking ●")
        try await scenario.terminal.press("2")
        try await scenario.terminal.wait(for: "X-A ")
    }

    @Test func theEditorBeginsAtTheRequestAndLeavesNoKeysBehind() async throws {
        let samples = try await ExplorerScenario.samples()
        let prepare = """
            mkdir bin && printf '#!/bin/sh\\necho "$1" > line\\nsed -i s/nights/days/ "$2"\\n' > bin/vi \
            && chmod +x bin/vi
            """
        _ = try await ChildProgram.run("/bin/sh", ["-c", prepare], directory: samples.path)
        let scenario = try await ExplorerScenario(
            samples: samples,
            environment: ["VISUAL": samples.file("bin/vi")]
        )
        try await scenario.open("createBooking")
        try await scenario.terminal.press("V")
        try await scenario.terminal.wait(for: "◆ createBooking ●")
        try await scenario.terminal.press("3")
        try await scenario.terminal.wait(for: "\"days\": 3,")
        #expect(try samples.read("line").text == "+7\n")
        try await scenario.terminal.press("q")
        try await scenario.terminal.wait(for: "Unsaved edits")
        try await scenario.terminal.press("d")
        #expect(try await scenario.endsWithTheTerminalRestored())
    }

    @Test func anOpenEditorOutlivesATinyTerminalAndASend() async throws {
        let scenario = try await ExplorerScenario()
        try await scenario.open("slowReport")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "x cancels")
        try await scenario.terminal.press("oabc")
        try await scenario.terminal.wait(for: "abc")
        try await scenario.terminal.resize(Size(rows: 1, columns: 1))
        try await scenario.terminal.resize(Size(rows: 3, columns: 12))
        try await scenario.terminal.resize(Size(rows: 40, columns: 120))
        let screen = try await scenario.terminal.wait(for: "Alt-/ suggest")
        #expect(screen.contains("abc"))
        try await scenario.terminal.press("<Esc>")
        try await scenario.terminal.wait(untilGone: "Alt-/ suggest")
        try await scenario.terminal.press("x")
        try await scenario.terminal.wait(untilGone: "x cancels")
    }

    @Test func anOpenEditorIsThereAfterSuspending() async throws {
        let samples = try await ExplorerScenario.samples()
        let terminal = try await TerminalSession.shell(in: samples.path)
        try await terminal.press("apus Collections<Enter>")
        try await terminal.wait(for: "bookings.http")
        try await terminal.press("/createBooking<Enter><Enter>3e")
        try await terminal.wait(for: "1 {")
        try await terminal.press("<End>half")
        try await terminal.wait(for: "1 {half")
        try await terminal.press("<C-z>")
        try await terminal.wait(for: "Stopped")
        try await terminal.press("fg<Enter>")
        let screen = try await terminal.wait(for: "1 {half")
        #expect(screen.contains("JSON 1:2"))
        try await terminal.press("x")
        try await terminal.wait(for: "1 {halfx")
    }
}
