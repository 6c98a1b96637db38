import Files
import HTTPModel
import TestSupport
import Testing

/// Variables are changed on the screen, in the file that gives them their values.
@Suite(.serialized) struct VariableScenario {
    private static let environments = """
        {
          // The machine under the desk.
          "dev": { "base": 'http://old', "n": 1.0, }, // the last
        }

        """

    private static let dotenv = "# local\nexport PLAIN=\"one\"\nOTHER=2\n"

    @Test func onlyTheValueChangesInItsFile() async throws {
        let folder = try TemporaryFolder()
        try folder.write("api.http", "### first\nGET {{base}}/{{PLAIN}}\nX-Key: {{apiToken}}\n")
        let environments = Self.environments.replacing("'", with: "\"")
        try folder.write("http-client.env.json", environments)
        try folder.write(".env", Self.dotenv)
        let terminal = try await TerminalSession.shell(in: folder.path)
        try await terminal.press("apus .<Enter>")
        try await terminal.wait(for: "env: dev")
        try await terminal.press("$base<Enter>")
        try await terminal.wait(for: "base in http-client.env.json, dev")
        try await terminal.press("<C-u>http://new<Enter>")
        try await terminal.wait(for: "Saved base in http-client.env.json.")
        let changed = try FileSystem.read(folder.file("http-client.env.json")).text
        #expect(changed == environments.replacing("http://old", with: "http://new"))
        try await terminal.press("$PLAIN<Enter>")
        try await terminal.wait(for: "PLAIN in .env")
        try await terminal.press("two<Enter>")
        try await terminal.wait(for: "Saved PLAIN in .env.")
        let lines = try FileSystem.read(folder.file(".env")).text
        #expect(lines == Self.dotenv.replacing("one", with: "two"))
        try await terminal.press("$apiToken<Enter>")
        try await terminal.wait(for: "apiToken in http-client.private.env.json, dev")
        try await terminal.press("s3cr3t-value<Enter>")
        try await terminal.wait(for: "Saved apiToken in http-client.private.env.json.")
        #expect(FileSystem.mode(of: folder.file("http-client.private.env.json")) == 0o600)
        // What was written is what is used from now on.
        try await terminal.press("$base")
        try await terminal.wait(for: "http://new")
        #expect(try await !terminal.screen().contains("s3cr3t-value"))
    }
}
