import ApusCommand
import Testing

@Suite struct EditorLineTests {
    @Test(
        arguments: [
            ("vi", ["+7", "/f"]), ("/usr/bin/nvim -u NONE", ["+7", "/f"]), ("hx", ["/f:7"]),
            ("code --wait", ["--goto", "/f:7"]), ("my-editor", ["/f"]),
        ] as [(String, [String])]
    )
    func editorsBeginAtTheLine(_ editor: String, _ arguments: [String]) {
        #expect(EditorLine.arguments(editor, path: "/f", line: 7) == arguments)
        #expect(EditorLine.arguments(editor, path: "/f", line: 1) == ["/f"])
    }
}
