import Collections
import Files
import HTTPModel
import TestSupport
import Testing

/// Loading folders and choosing requests.
@Suite struct CollectionTests {
    private func sample() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(
            "apus.json",
            """
            {
              // the sample
              name: "Sample", defaultEnvironment: "local", token: "bearer {{t}}",
              errorRules: [{when: "status 409", apiError: "conflict", message: "Taken", retryable: true}],
              redaction: {fields: ["X-Id"], jsonKeys: ["email"]},
            }
            """
        )
        try folder.write("http-client.env.json", #"{"local": {"a": {"b": 1}}, "live": {}}"#)
        try folder.write("b.http", "### one\nGET http://a\n### two\nGET http://b\n")
        try folder.write("sub/c.rest", "# @name three\nGET http://c\n")
        try folder.write("sub/deep/d.http", "GET http://d\nbroken\n")
        try folder.write("Fixtures/x.http", "GET http://x\n")
        try folder.write("node_modules/x.http", "GET http://x\n")
        try folder.write(".git/x.http", "GET http://x\n")
        return folder
    }

    @Test func aFolderIsReadWithAllBelowIt() throws {
        let folder = try sample()
        let collection = try RequestCollection.load(folder.path)
        #expect(collection.name == "Sample")
        #expect(collection.settings.token == .bearer("{{t}}"))
        #expect(collection.settings.errorRules.first?.when == "status 409")
        #expect(collection.settings.redaction.jsonKeys == ["email"])
        #expect(collection.files.map(\.path) == ["b.http", "sub/c.rest", "sub/deep/d.http"])
        #expect(collection.environments.map(\.name) == ["live", "local"])
        let local = collection.environment(named: "local")
        #expect(local?.variables.map(\.name) == ["a.b", "a"])
        #expect(
            collection.problems.map(\.description) == [
                "sub/deep/d.http:2:1: 'broken' is no field; write Name: value, and leave an empty line "
                    + "before the content"
            ]
        )
    }

    @Test func volatilePathsAreQueriesAndWrongOnesAreProblems() throws {
        let folder = try TemporaryFolder()
        try folder.write("apus.json", "{\n  volatilePaths: [\"$..at\", \"$[\"],\n}")
        let collection = try RequestCollection.load(folder.path)
        #expect(collection.settings.volatilePaths == ["$..at"])
        let problem = try #require(collection.problems.first)
        #expect(problem.description.hasPrefix("apus.json:2:"))
        #expect(problem.description.contains("is no JSONPath query"))
    }

    @Test func aFileBelongsToTheCollectionAboveIt() throws {
        let folder = try sample()
        let collection = try RequestCollection.load(folder.file("sub/c.rest"))
        #expect(collection.root == folder.path)
        #expect(collection.files.map(\.path) == ["sub/c.rest"])
        #expect(collection.environments.count == 2)
        #expect(throws: FileError.self) { try RequestCollection.load(folder.file("none")) }
    }

    @Test(arguments: [
        ("", ["one", "two", "three", "GET http://d"]), ("b.http", ["one", "two"]),
        ("b.http#two", ["two"]), ("b.http#1", ["one"]), ("sub", ["three", "GET http://d"]),
        ("sub/", ["three", "GET http://d"]), ("three", ["three"]), ("t*", ["two", "three"]),
        ("sub/*", ["three"]), ("**/d.http", ["GET http://d"]),
        ("sub/**", ["three", "GET http://d"]),
    ])
    func selectorsChooseRequests(selector: String, names: [String]) throws {
        let folder = try sample()
        let collection = try RequestCollection.load(folder.path)
        #expect(try collection.requests(matching: selector).map(\.request.name) == names)
    }

    @Test func aSelectorThatNamesNothingSuggests() throws {
        let folder = try sample()
        let collection = try RequestCollection.load(folder.path)
        #expect(
            throws: CollectionError(
                .nothingSelected,
                detail: "no request matches 'tree'; did you mean three?"
            )
        ) { try collection.requests(matching: "tree") }
    }

    @Test func brokenSettingsAreProblemsWithTheirPlace() throws {
        let folder = try TemporaryFolder()
        try folder.write("apus.json", "{\n  \"token\": \"basic x\",\n  \"nam\": 1\n}\n")
        try folder.write("http-client.env.json", "{\n  \"a\": 1\n}\n")
        try folder.write("http-client.private.env.json", "{\"a\": }")
        try folder.write(".env", "A=1\nnonsense\n")
        let collection = try RequestCollection.load(folder.path)
        #expect(
            collection.problems.map { "\($0.file):\($0.location.line)" } == [
                ".env:2", "apus.json:2", "apus.json:3", "http-client.env.json:2",
                "http-client.private.env.json:1",
            ]
        )
    }
}
