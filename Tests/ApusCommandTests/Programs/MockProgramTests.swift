import Documents
import Glibc
import HTTPModel
import TestSupport
import Testing

/// `apus snapshot` and `apus mock` as whole programs.
@Suite struct MockProgramTests {
    private static let body = "{\"id\": \"b_1\",\r\n  \"price\": 1.00}  \n"

    /// A folder with one request, and what its server answers.
    private func recorded() async throws -> TemporaryFolder {
        let server = FaultServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                + "Set-Cookie: sid=planted-cookie\r\n"
                + "Content-Length: \(Self.body.utf8.count)\r\n\r\n\(Self.body)"
        )
        let folder = try TemporaryFolder()
        try folder.write(
            "api.http",
            "### read\n# @name read\n# @token bearer planted-token\nGET \(server.base)/bookings/b_1\n"
        )
        let ending = try await Apus.run("snapshot", "read", "--json", in: folder)
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        let value = try JSONValue(parsing: Octets(utf8: ending.output))
        let paths = value["fixtures"]?.arrayValue?.first?["paths"]?.arrayValue ?? []
        #expect(paths.count == 2)
        for path in paths.compactMap(\.stringValue) {
            #expect(path.hasPrefix("Fixtures/127.0.0.1"))
            #expect(try !folder.read(path).text.contains("planted-"))
        }
        return folder
    }

    @Test func aSnapshotIsServedByteForByte() async throws {
        let folder = try await recorded()
        let (mock, origin) = try await Apus.serve(["mock", "--log-json"], in: folder)
        let answer = try await ChildProgram.run(
            "/usr/bin/curl",
            [
                "-s", "-X", "GET", "-H", "Authorization: Bearer any", "--data-binary", "x y",
                "\(origin)/bookings/b_1",
            ]
        )
        #expect(answer.output == Self.body)
        let line = try #require(await mock.line { $0.hasPrefix("{") })
        let entry = try JSONValue(parsing: Octets(utf8: line))
        #expect(entry["method"]?.stringValue == "GET")
        #expect(entry["target"]?.stringValue == "/bookings/b_1")
        #expect(entry["body"]?.stringValue == "x y")
        #expect(entry["bodyBase64"]?.stringValue == "eCB5")
        #expect(entry["status"]?.intValue == 200)
        mock.signal(SIGTERM)
        let ending = await mock.finish()
        #expect(ending.exitCode == 0)
        #expect(ending.diagnostics.isEmpty)
    }

    @Test func interruptingTheMockExitsWith130() async throws {
        let folder = try await recorded()
        let mock = try Apus.start("mock", "Fixtures", in: folder)
        _ = await mock.line { _ in true }
        mock.signal(SIGINT)
        #expect(await mock.finish().exitCode == 130)
    }

    @Test func offlineAnswersComeFromTheFixtures() async throws {
        let folder = try await recorded()
        let ending = try await Apus.run("run", "read", "--offline", in: folder)
        #expect(ending.exitCode == 0, "\(ending.output)\(ending.diagnostics)")
        #expect(ending.output.contains("200 OK"))
    }

    @Test func theEmbeddedMockAnswersAnEnvironmentThatRefersToIt() async throws {
        let folder = try await recorded()
        try folder.write("http-client.env.json", #"{"demo": {"base": "{{mock}}"}}"#)
        try folder.write(
            "demo.http",
            "### d\n# @name d\n# @token bearer any\nGET {{base}}/bookings/b_1\n"
        )
        let ending = try await Apus.run("run", "demo.http", in: folder)
        #expect(ending.exitCode == 0, "\(ending.output)\(ending.diagnostics)")
        let shown = try await Apus.run("show", "demo.http", in: folder)
        #expect(shown.output.hasPrefix("GET http://mock/bookings/b_1\n"))
        let row = shown.output.split(separator: "\n").first { $0.hasPrefix("{{mock}}") }
        #expect(row?.hasSuffix("embedded mock") == true)
    }
}
