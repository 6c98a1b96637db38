import Files
import HTTPModel
import Screen
import TestSupport
import Testing

/// `apus view` in a real terminal.
@Suite(.serialized)
struct ViewScenarios {
    /// A folder with a document of about 60 MB on one line.
    private func longLine() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let record = Octets(utf8: #"{"name":"Ada Lovelace","tags":["a","b"],"balance":12.50},"#)
        var builder = OctetBuilder(expecting: 61 << 20)
        builder.append(contentsOf: Array(#"{"items":["#.utf8))
        while builder.count < 60 << 20 { record.withUnsafeBytes { builder.append($0) } }
        builder.append(contentsOf: Array(#"{"name":"Needle"}]}"#.utf8))
        try FileSystem.replace(folder.file("long.json"), with: builder.snapshot())
        return folder
    }

    @Test func sixtyMegabytesOnOneLineAnswerKeysWhileTheyAreRead() async throws {
        let folder = try longLine()
        let terminal = try await TerminalSession.shell(in: folder.path)
        try await terminal.press("stty -a > before; apus view long.json; stty -a > after<Enter>")
        try await terminal.wait(for: "long.json · 60 MiB · JSON")
        try await terminal.wait(for: #""name": "Ada Lovelace","#)
        try await terminal.press("jj")
        try await terminal.wait(for: "$.items[0]")
        try await terminal.press("z")
        try await terminal.wait(for: "{…},  3 members")
        // A search needs no index.
        try await terminal.press("/Needle")
        try await terminal.wait(for: "1 of 1")
        try await terminal.press("<Enter>")
        try await terminal.press("H")
        try await terminal.wait(for: "00000000")
        try await terminal.press("q")
        try await terminal.wait(untilGone: "00000000")
        try await terminal.wait("the terminal as it was") { _ in
            (try? folder.read("after").text.isEmpty) == false
        }
        #expect(try folder.read("before").text == folder.read("after").text)
    }

    @Test func whatComesThroughAPipeIsLookedAtToo() async throws {
        let folder = try TemporaryFolder()
        try folder.write("list.json", #"{"items":[{"id":1},{"id":2}]}"#)
        let terminal = try await TerminalSession.shell(in: folder.path)
        try await terminal.press("cat list.json | apus view -<Enter>")
        try await terminal.wait(for: "standard input · 29 B · JSON")
        try await terminal.press("f$.items[*].id")
        try await terminal.wait(for: "2 values")
        try await terminal.press("<Enter>q")
        try await terminal.wait(untilGone: "standard input")
        try await terminal.press("apus view --plain list.json<Enter>")
        let screen = try await terminal.wait(for: #""id": 2"#)
        #expect(screen.contains("ready>"))
    }
}
