import Documents
import Files
import Glibc
import HTTPModel
import History
import TestSupport
import Testing

/// `apus history` as a whole program, and who writes into it.
@Suite struct HistoryProgramTests {
    private static let ok =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"n\":1}"

    private static let secret = "s3cr3t-of-the-service"

    /// A collection with a request that carries a secret, and a state folder beside it.
    private func folder(_ server: FaultServer) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(
            "api.http",
            """
            @key = \(Self.secret)

            ### a
            # @name a
            GET \(server.base)/a?page=1
            X-API-Key: {{key}}

            ### b
            # @name b
            GET \(server.base)/b

            """
        )
        return folder
    }

    private func run(
        _ folder: TemporaryFolder,
        _ words: String...
    ) async throws
        -> ChildProgram.Ending
    {
        try await ChildProgram.run(
            "apus",
            words,
            environment: ["XDG_STATE_HOME": folder.file("state")],
            directory: folder.path
        )
    }

    private func json(_ ending: ChildProgram.Ending) throws -> JSONValue {
        try JSONValue(parsing: Octets(utf8: ending.output))
    }

    @Test func sendIsKeptAndRunOnlyWhenAsked() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(server)
        #expect(try await run(folder, "run", "api.http").exitCode == 0)
        #expect(try await run(folder, "history").output == "nothing is kept\n")
        #expect(try await run(folder, "run", "api.http", "--history").exitCode == 0)
        #expect(try await run(folder, "send", server.base + "/c").exitCode == 0)
        #expect(try await run(folder, "send", server.base + "/d", "--no-history").exitCode == 0)
        let list = try json(try await run(folder, "history", "list", "--json"))
        #expect(list["schema"]?.intValue == 1)
        let entries = try #require(list["history"]?.arrayValue)
        #expect(entries.map { $0["name"]?.stringValue } == ["send", "b", "a"])
        #expect(entries[2]["request"]?.stringValue == "api.http#a")
        #expect(entries[2]["status"]?.intValue == 200)
        #expect(entries[2]["outcome"]?.stringValue == "passed")
        let table = try await run(folder, "history", "--grep", "/a?PAGE", "--limit", "5").output
        #expect(table.split(separator: "\n").count == 2)
        #expect(table.contains("GET \(server.base)/a?page=1"))
        for selector in ["api.http#b", "b"] {
            let found = try json(try await run(folder, "history", "list", selector, "--json"))
            #expect(found["history"]?.arrayValue?.count == 1, "\(selector)")
        }
    }

    @Test func noFileOfTheStateTellsTheSecret() async throws {
        let server = FaultServer(
            answering: "HTTP/1.1 200 OK\r\nX-Echo: \(Self.secret)\r\nContent-Length: 21\r\n\r\n"
                + Self.secret
        )
        let folder = try folder(server)
        #expect(try await run(folder, "run", "api.http#a", "--history").exitCode == 0)
        let needle = Array(Self.secret.utf8)
        for entry in try FileSystem.list(folder.file("state/apus")) {
            let bytes = try folder.read("state/apus/\(entry.name)").array
            #expect(bytes.firstRange(of: needle) == nil, "\(entry.name)")
        }
        let shown = try await run(folder, "history", "show", "last")
        #expect(shown.output.contains("X-API-Key: REDACTED-"))
        #expect(!shown.output.contains(Self.secret))
        #expect(shown.output.contains("request field X-API-Key"))
        let raw = try await run(folder, "history", "show", "1", "--raw")
        #expect(raw.output.hasPrefix("REDACTED-"))
        let value = try json(try await run(folder, "history", "show", "1", "--json"))
        #expect(value["response"]?["status"]?.intValue == 200)
        #expect(value["redactions"]?.arrayValue?.isEmpty == false)
    }

    @Test func aRequestIsSentAgainWithItsSecretTakenAnew() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(server)
        _ = try await run(folder, "run", "api.http#a", "--history")
        let again = try await run(folder, "history", "resend", "last")
        #expect(again.exitCode == 0, "\(again.diagnostics)")
        #expect(again.output == "{\"n\":1}")
        #expect(server.requests.map { $0.field("X-API-Key") } == [Self.secret, Self.secret])
        // The resent one is kept too.
        let list = try json(try await run(folder, "history", "--json"))
        #expect(list["history"]?.arrayValue?.count == 2)
        // The saved request goes away: now the value must be given.
        try folder.write("api.http", "### other\nGET \(server.base)/other\n")
        let refused = try await run(folder, "history", "resend", "1")
        #expect(refused.exitCode == 3)
        #expect(refused.diagnostics.contains("(request field X-API-Key)"))
        let name = try #require(
            refused.diagnostics.split(separator: " ").first { $0.hasPrefix("REDACTED-") }
        )
        let given = try await run(folder, "history", "resend", "1", "--value", "\(name)=given")
        #expect(given.exitCode == 0, "\(given.diagnostics)")
        #expect(server.requests.last?.field("X-API-Key") == "given")
    }

    @Test func entriesAreRemovedAsAsked() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(server)
        for _ in 0..<3 { _ = try await run(folder, "run", "api.http", "--history") }
        #expect(try await run(folder, "history", "clear").exitCode == 2)
        #expect(try await run(folder, "history", "clear", "1", "--all").exitCode == 2)
        #expect(try await run(folder, "history", "clear", "1").output == "removed 1 exchange\n")
        #expect(try await run(folder, "history", "clear", "b").output == "removed 3 exchanges\n")
        #expect(
            try await run(folder, "history", "clear", "--before", "1d").output
                == "removed 0 exchanges\n"
        )
        #expect(
            try await run(folder, "history", "clear", "--all").output == "removed 2 exchanges\n"
        )
        #expect(try await run(folder, "history", "show", "last").exitCode == 3)
        for words in [["show"], ["show", "x"], ["shwo", "1"], ["list", "--before", "soon"]] {
            let ending = try await ChildProgram.run(
                "apus",
                ["history"] + words,
                environment: ["XDG_STATE_HOME": folder.file("state")]
            )
            #expect(ending.exitCode == 2, "\(words)")
        }
    }

    @Test func aDamagedHistoryIsToldOnceAndStopsNothing() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(server)
        try folder.write("state/apus/history.db", "this is no database, and long enough to tell\n")
        let ending = try await run(folder, "run", "api.http", "--history")
        #expect(ending.exitCode == 0)
        #expect(ending.output.contains("2 passed"))
        #expect(ending.diagnostics.split(separator: "\n").count == 1)
        #expect(ending.diagnostics.contains("the history is damaged"))
        let list = try await run(folder, "history")
        #expect(list.exitCode == 3)
        #expect(list.diagnostics.contains("'apus history clear --all' begins a new one"))
        #expect(try await run(folder, "history", "clear", "--all").exitCode == 0)
        #expect(try await run(folder, "history").output == "nothing is kept\n")
    }

    @Test func whoWantsNoHistoryHasNone() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(server)
        try folder.write("apus.json", #"{"history": false}"#)
        #expect(try await run(folder, "run", "api.http", "--history").exitCode == 0)
        #expect(try await run(folder, "history").output == "nothing is kept\n")
        try folder.write("apus.json", "{}")
        try folder.write("config/apus/config.json", #"{"history": false}"#)
        let ending = try await ChildProgram.run(
            "apus",
            ["run", "api.http", "--history"],
            environment: [
                "XDG_STATE_HOME": folder.file("state"), "XDG_CONFIG_HOME": folder.file("config"),
            ],
            directory: folder.path
        )
        #expect(ending.exitCode == 0)
        #expect(try await run(folder, "history").output == "nothing is kept\n")
    }

    @Test func aProgramKilledWhileItWritesLeavesWholeEntries() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(server)
        for _ in 0..<3 {
            let program = try ChildProgram(
                "apus",
                ["run", "api.http#b", "--history", "--repeat", "100000"],
                environment: ["XDG_STATE_HOME": folder.file("state")],
                directory: folder.path
            )
            #expect(await program.line { $0.contains("api.http#b") } != nil)
            program.signal(SIGKILL)
            _ = await program.finish()
        }
        let store = HistoryStore(path: folder.file("state/apus/history.db"))
        let items = try store.items()
        #expect(items.count >= 3)
        for item in items { #expect(try store.entry(item.id) != nil) }
        #expect(try await run(folder, "run", "api.http#b", "--history").diagnostics.isEmpty)
    }

    @Test func severalProgramsWriteAtOnce() async throws {
        let server = FaultServer(answering: Self.ok)
        let folder = try folder(server)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    do {
                        let ending = try await ChildProgram.run(
                            "apus",
                            ["run", "api.http#b", "--history", "--repeat", "20"],
                            environment: ["XDG_STATE_HOME": folder.file("state")],
                            directory: folder.path
                        )
                        #expect(ending.exitCode == 0)
                        #expect(ending.diagnostics.isEmpty, "\(ending.diagnostics)")
                    } catch {
                        Issue.record("\(error)")
                    }
                }
            }
        }
        let store = HistoryStore(path: folder.file("state/apus/history.db"))
        #expect(try store.items().count == 60)
    }
}
