import Collections
import Files
import HTTPModel
import TestSupport
import Testing

/// Keeping files with secrets out of repositories.
@Suite struct GitIgnoreTests {
    private static let name = "api/http-client.private.env.json"

    private func repository(_ lists: [String: String] = [:]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(".git/HEAD", "")
        try folder.write(Self.name, "{}")
        for (path, text) in lists { try folder.write(path, text) }
        return folder
    }

    @Test func aFileThatIsNotLeftOutIsAddedToTheListBesideIt() throws {
        let folder = try repository(["api/.gitignore": "*.log"])
        #expect(
            try GitIgnore.cover(folder.file(Self.name)) == folder.file("api/.gitignore")
        )
        #expect(
            try folder.read("api/.gitignore").text == "*.log\nhttp-client.private.env.json\n"
        )
        #expect(try GitIgnore.cover(folder.file(Self.name)) == nil)
    }

    @Test(arguments: [
        "http-client.private.env.json", "*.private.env.json", "/api/*.json", "api/",
        "**/http-client.private.env.json", "# x\n\n*private*",
    ])
    func whatIsLeftOutAlreadyStaysAsItIs(_ text: String) throws {
        let folder = try repository([".gitignore": text])
        #expect(try GitIgnore.cover(folder.file(Self.name)) == nil)
        #expect(!FileSystem.exists(folder.file("api/.gitignore")))
    }

    @Test(arguments: ["/http-client.private.env.json", "*.json\n!*.private.env.json", "other/"])
    func whatALaterOrOtherLineBringsBackIsAdded(_ text: String) throws {
        let folder = try repository([".gitignore": text])
        #expect(try GitIgnore.cover(folder.file(Self.name)) != nil)
    }

    @Test func outsideOfARepositoryNothingIsWritten() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.name, "{}")
        #expect(try GitIgnore.cover(folder.file(Self.name)) == nil)
        #expect(!FileSystem.exists(folder.file("api/.gitignore")))
    }
}
