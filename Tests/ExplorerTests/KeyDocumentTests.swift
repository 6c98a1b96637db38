import Explorer
import Files
import HTTPModel
import Testing

@Suite struct KeyDocumentTests {
    /// `docs/keys.md`, found from this file.
    private var path: String {
        FilePath.normalized(FilePath.join(FilePath.directory(of: #filePath), "../../docs/keys.md"))
    }

    /// Writes the page when it is not there or not current, and fails then, so that nobody commits
    /// without having seen it.
    @Test func thePageOfKeysIsCurrent() throws {
        let wanted = Octets(utf8: Keymap.standard.markdown)
        let present = try? FileSystem.read(path)
        guard present != wanted else { return }
        try FileSystem.replace(path, with: wanted)
        Issue.record(
            "docs/keys.md was not current; it has been written anew, look at the difference"
        )
    }
}
