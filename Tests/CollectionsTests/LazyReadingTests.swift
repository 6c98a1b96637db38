import Collections
import Files
import Glibc
import HTTPModel
import TestSupport
import Testing

/// Large collections: read by several threads, with no more in memory than lists show.
@Suite struct LazyReadingTests {
    private static let text = """
        @host = h
        ### One
        # @name first
        # @tag smoke, slow
        # @prompt who Who is it?
        # @capture id = jsonpath $.id
        GET http://{{host}}/a?b=c

        ### Two
        POST http://h

        {"a": 1}
        """

    @Test func aFileWithoutItsTreeGivesTheSameRequests() {
        let bytes = Octets(utf8: Self.text)
        let kept = HTTPFile(bytes, path: "a.http")
        let made = HTTPFile(bytes, path: "a.http", keeping: .outlines)
        #expect(made.outlines == kept.outlines)
        #expect(made.requests == kept.requests)
        #expect(made.nodes == kept.nodes)
        #expect(made.problems == kept.problems)
        #expect(made.variables == kept.variables)
        #expect(made == kept)
    }

    @Test func anOutlineSaysWhatListsShow() throws {
        let file = HTTPFile(Octets(utf8: Self.text), path: "a.http")
        let first = try #require(file.outlines.first)
        #expect(first.id == "a.http#first")
        #expect(first.name == "first")
        #expect(first.title == "One")
        #expect(first.url == "http://{{host}}/a?b=c")
        #expect(first.tags == ["smoke", "slow"])
        #expect(first.captures == ["id"])
        #expect(first.prompts == ["who"])
        #expect(file.outlines.map(\.index) == [0, 1])
        #expect(file.outlines.map(\.method) == ["GET", "POST"])
    }

    @Test func manyFilesAreListedInOrderWithEveryProblem() throws {
        let folder = try TemporaryFolder()
        for group in 0..<8 {
            for number in 0..<40 {
                let fault = number == 7 ? "### broken\nno request line\n" : ""
                try folder.write(
                    "g\(group)/f\(10 + number).http",
                    "### r\(number)\nGET http://h/\(group)/\(number)\n\(fault)"
                )
            }
        }
        let collection = try RequestCollection.load(folder.path)
        let wanted = (0..<8).flatMap { group in
            (10..<50).map { "g\(group)/f\($0).http" }
        }
        #expect(collection.files.map(\.path) == wanted)
        #expect(collection.allOutlines.count == 320)
        #expect(
            collection.allRequests.map(\.request.id) == collection.allOutlines.map(\.outline.id)
        )
        #expect(collection.problems.map(\.file) == (0..<8).map { "g\($0)/f17.http" })
        #expect(collection.problems.allSatisfy { $0.location.line == 4 })
    }

    @Test func aLargeFolderPausesOnceBeforeAnyFileIsRead() throws {
        let folder = try TemporaryFolder()
        var pauses = 0
        func load() throws -> RequestCollection {
            let pausing = {
                pauses += 1
                // What is written now is what is read afterwards.
                try? folder.write("a/f0.http", "GET http://late\n")
            }
            return try RequestCollection.load(folder.path, pausing: { _ = pausing() })
        }
        for group in ["a", "b"] {
            for number in 0..<20 { try folder.write("\(group)/f\(number).http", "GET http://h\n") }
        }
        let large = try load()
        #expect(pauses == 1)
        #expect(large.allOutlines.count == 40)
        #expect(large.allOutlines.first?.outline.url == "http://late")
        for number in 5..<20 { try FileSystem.remove(folder.file("b/f\(number).http")) }
        #expect(try load().allOutlines.count == 25)
        #expect(pauses == 1)
    }

    @Test func filesThatDidNotChangeAreNotReadAgain() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.http", "GET http://old\n")
        try folder.write("b.http", "GET http://old\n")
        let first = try RequestCollection.load(folder.path)
        // The same length, place and time: nobody can tell without reading.
        var status = stat()
        stat(folder.file("a.http"), &status)
        let descriptor = open(folder.file("a.http"), O_WRONLY)
        #expect(write(descriptor, "GET http://new\n", 15) == 15)
        futimens(descriptor, [status.st_atim, status.st_mtim])
        close(descriptor)
        try folder.write("b.http", "GET http://other\n")
        let second = try RequestCollection.load(folder.path, knowing: first)
        #expect(second.allOutlines.map(\.outline.url) == ["http://old", "http://other"])
        let fresh = try RequestCollection.load(folder.path)
        #expect(fresh.allOutlines.map(\.outline.url) == ["http://new", "http://other"])
    }
}
