import HTTPModel
import Screen
import TestSupport
import Testing

/// Reading a response, in a real terminal.
@Suite(.serialized)
struct ResponseScenarios {
    /// The explorer with the response of `readBooking` shown; its fixture has another body.
    private func scenario(
        body: Octets? = nil,
        type: String = "application/json; charset=utf-8",
        size: Size = Size(rows: 24, columns: 80),
        environment: [String: String] = [:]
    ) async throws -> ExplorerScenario {
        let samples = try await ExplorerScenario.samples()
        if let body {
            let path = "Collections/Fixtures/bookings.example/bookings/b_1/GET.200"
            try samples.write(path + ".json", body)
            let meta = try samples.read(path + ".meta.json").text
            let usual = "application/json; charset=utf-8"
            try samples.write(path + ".meta.json", meta.replacing(usual, with: type))
        }
        let scenario = try await ExplorerScenario(
            size: size,
            samples: samples,
            environment: environment
        )
        try await scenario.open("readBooking")
        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "200 OK")
        try await scenario.terminal.press("<Tab>")
        try await scenario.terminal.wait(for: "◆ 200 OK")
        return scenario
    }

    @Test func columnsLineUpWhateverTheCharacters() async throws {
        let body = """
            {"wide":"鈴木 한국 ｗｉｄｅ","emoji":"👩‍👩‍👧 👍🏽 🇯🇵 ☂️","marks":"e\u{301} a\u{308}\u{323} क्षि",\
            "rtl":"שלום مرحبا","override":"a\u{202E}b\u{2066}c","hidden":"\u{200B}https://a\u{FEFF}b",\
            "raw":"\u{9B}31m"}
            """
        let scenario = try await scenario(body: Octets(utf8: body))
        try await scenario.terminal.wait(for: "<U+200B>https://a<U+FEFF>b")
        try await scenario.terminal.wait(for: "a<U+202E>b<U+2066>c")
        let ends = try await scenario.terminal.rowEnds(rows: 22)
        #expect(ends.allSatisfy { $0 == 80 }, "\(ends)")
    }

    @Test func theCaretStandsBehindWhatWasTyped() async throws {
        let scenario = try await scenario()
        try await scenario.terminal.press("/")
        try await scenario.terminal.paste("鈴木e\u{301}👍🏽x")
        try await scenario.terminal.wait(for: "no match")
        let start = try await scenario.terminal.position(of: "/鈴木")
        let cursor = try await scenario.terminal.cursor()
        #expect(cursor.row == start.row)
        #expect(cursor.column == start.column + 1 + 4 + 1 + 2 + 1)
    }

    @Test func controlsOfATextReachNoTerminal() async throws {
        let text = "start \u{1B}[2J\u{1B}]52;c;aGFsbG8=\u{7}\u{0} \u{9B}2J end"
        let scenario = try await scenario(body: Octets(utf8: text), type: "text/plain")
        let screen = try await scenario.terminal.wait(for: "start ␛[2J␛]52;c;aGFsbG8=␇␀")
        #expect(screen.contains("readBooking"))
    }

    @Test func aFilterOfEitherLanguageIsPreviewed() async throws {
        let scenario = try await scenario()
        try await scenario.terminal.press("f$.guests[*")
        try await scenario.terminal.wait(for: "column")
        try await scenario.terminal.press("]<Enter>")
        try await scenario.terminal.wait(for: "Esc shows all")
        try await scenario.terminal.press("f<C-u>{name: .guests[0]}")
        try await scenario.terminal.wait(for: #""name": "Zoë""#)
        try await scenario.terminal.press("<Esc><Esc>")
        try await scenario.terminal.wait(for: #""guests":"#)
    }

    @Test func aBodyIsWrittenByteForByteAndNotOverAnother() async throws {
        let scenario = try await scenario()
        let target = scenario.folder.file("saved.json")
        try await scenario.terminal.press("D<C-u>")
        try await scenario.terminal.paste(target)
        try await scenario.terminal.press("<Enter>")
        try await scenario.terminal.wait(for: "Wrote")
        let fixture = "Collections/Fixtures/bookings.example/bookings/b_1/GET.200.json"
        let wanted = try scenario.folder.read(fixture)
        #expect(try scenario.folder.read("saved.json") == wanted)
        try scenario.folder.write("saved.json", Octets(utf8: "mine"))
        try await scenario.terminal.press("D<C-u>")
        try await scenario.terminal.paste(target)
        try await scenario.terminal.press("<Enter>")
        try await scenario.terminal.wait(for: "is there already")
        try await scenario.terminal.press("c")
        try await scenario.terminal.wait(untilGone: "is there already")
        #expect(try scenario.folder.read("saved.json").text == "mine")
    }

    @Test func theFixtureOfAResponseIsComparedWith() async throws {
        let scenario = try await scenario()
        try await scenario.terminal.press("9")
        try await scenario.terminal.wait(for: "The same as the fixture")
    }

    @Test func anImageIsDrawnByChafaWhereThatIsInstalled() async throws {
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0,
            0, 2, 0x80, 0, 0, 1, 0xE0, 8, 6, 0, 0, 0,
        ]
        let tools = try TemporaryFolder()
        try tools.write("chafa", Octets(utf8: "#!/bin/sh\nprintf '\\033[?25l▄▀▄▀\\nabcd\\n'\n"))
        _ = try await ChildProgram.run(
            "/bin/chmod",
            ["755", tools.file("chafa")],
            directory: tools.path
        )
        let scenario = try await scenario(
            body: Octets(header),
            type: "image/png",
            environment: ["PATH": tools.path + ":/usr/bin:/bin"]
        )
        let screen = try await scenario.terminal.wait(for: "▄▀▄▀")
        #expect(screen.contains("PNG image · 640 × 480 · 8 bit RGBA"))
        try await scenario.terminal.press("H")
        try await scenario.terminal.wait(for: "89 50 4E 47")
    }
}
