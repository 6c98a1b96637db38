import Files
import HTTPModel
import TestSupport
import Testing

/// `apus import`, and files of other tools in `apus list` and `apus run`.
@Suite struct ImportProgramTests {
    private static let collection = #"""
        {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "item": [{"name": "Orders", "item": [
           {"name": "List", "request": {"url": "http://127.0.0.1:1/orders", "auth": {"type": "hawk"}}}]}]}
        """#

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("shop.json", Self.collection)
        try folder.write("package.json", #"{"name": "no collection", "item": []}"#)
        try folder.write(
            "local.postman_environment.json",
            #"{"name": "local", "id": "1", "values": [{"key": "host", "value": "x"}]}"#
        )
        return folder
    }

    @Test func aFolderListsTheRequestsOfForeignFilesAndNoOthers() async throws {
        let ending = try await Apus.run("list", "--json", in: try folder())
        #expect(ending.exitCode == 0)
        #expect(ending.output.contains(#""id": "shop.json#Orders / List""#))
        #expect(!ending.output.contains("package.json"))
    }

    @Test func importingWritesRequestFilesAndEnvironmentsAndSaysWhatIsLeftOut() async throws {
        let folder = try folder()
        let ending = try await Apus.run("import", ".", in: folder)
        #expect(ending.exitCode == 0)
        #expect(
            ending.output.contains(
                "Orders / List: not carried over: authentication of the type hawk"
            )
        )
        let text = try folder.read("shop.http").text
        #expect(text.contains("### Orders / List\n"))
        #expect(text.contains("GET http://127.0.0.1:1/orders\n"))
        #expect(try folder.read("http-client.env.json").text.contains(#""host": "x""#))
        #expect(try folder.read("shop.json").text == Self.collection)
    }

    @Test func importedSecretsAreKeptOutOfTheRepository() async throws {
        let folder = try TemporaryFolder()
        try folder.write(".git/HEAD", "")
        try folder.write(
            "live.json",
            #"""
            {"name": "live", "id": "1", "values": [
              {"key": "key", "value": "s3cret", "type": "secret"}, {"key": "host", "value": "h"}]}
            """#
        )
        let ending = try await Apus.run("import", "live.json", in: folder)
        #expect(ending.exitCode == 0)
        #expect(ending.output.contains("http-client.private.env.json was added to "))
        #expect(try folder.read(".gitignore").text == "http-client.private.env.json\n")
        #expect(try folder.read("http-client.private.env.json").text.contains("s3cret"))
        #expect(try !folder.read("http-client.env.json").text.contains("s3cret"))
    }

    @Test func aFileIsExportedAsAPostmanCollectionAndImportedAgain() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a/b.http",
            "### One\n# @timeout 1 s\nGET {{base}}/1\n\n### Two\nGET http://h/2\n"
        )
        try folder.write("http-client.env.json", #"{"dev": {"base": "http://dev.test"}}"#)
        try folder.write("c.http", "GET http://h/3\n")
        let ending = try await Apus.run(
            "export",
            ".",
            "--to",
            "postman",
            "--env",
            "dev",
            in: folder
        )
        #expect(ending.exitCode == 0)
        #expect(ending.diagnostics == "a/b.http#One: not carried over: # @timeout\n")
        try folder.write("out/all.json", ending.output)
        let listed = try await Apus.run("list", "out/all.json", in: folder)
        #expect(listed.output.contains("a / b / One"))
        #expect(listed.output.contains("c / GET http://h/3"))
        let shown = try await Apus.run("show", "out/all.json#a / b / One", in: folder)
        #expect(shown.output.contains("http://dev.test/1"))
    }

    @Test func requestsAreExportedAsSwift() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.http", "### One\nGET {{base}}/1\nX-A: b\n")
        let ending = try await Apus.run("export", "a.http", "--to", "swift", in: folder)
        #expect(ending.exitCode == 0)
        #expect(ending.output.hasPrefix("import NetworkClient\n"))
        #expect(ending.output.contains("    base: String\n) async throws -> Exchange {"))
        #expect(ending.output.contains(#"HTTPField("X-A", "b"),"#))
    }

    @Test func aRequestFileThatExistsIsNotReplaced() async throws {
        let folder = try folder()
        try folder.write("shop.http", "mine")
        let ending = try await Apus.run("import", "shop.json", in: folder)
        #expect(ending.exitCode == 3)
        #expect(ending.diagnostics.contains("exists; --force replaces it"))
        #expect(try folder.read("shop.http").text == "mine")
    }

    @Test func aBrokenFileIsNamedWithItsPlace() async throws {
        let folder = try TemporaryFolder()
        try folder.write("api.yaml", "openapi: 3.0.0\ninfo: {a: b\n")
        let ending = try await Apus.run("list", "api.yaml", in: folder)
        #expect(ending.exitCode == 3)
        #expect(ending.diagnostics.contains("api.yaml:3:1: "))
    }

    @Test func aDocumentOnTheStandardInputBecomesTextOnTheOutput() async throws {
        let ending = try await Apus.run("import", "-", input: Self.collection)
        #expect(ending.exitCode == 0)
        #expect(ending.output.contains("GET http://127.0.0.1:1/orders"))
    }

    @Test func aRequestIsFoundByItsNameWithoutItsFolders() async throws {
        let ending = try await Apus.run("run", "shop.json#List", in: try folder())
        #expect(ending.exitCode == 4)
        #expect(ending.output.contains("connect.refused") || ending.diagnostics.contains("refused"))
    }
}
