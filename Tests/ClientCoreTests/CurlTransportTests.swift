import ClientCore
import HTTPModel
import TestSupport
import Testing

/// The transfer thread as a whole: many hops, much content, tasks that run on it.
@Suite struct CurlTransportTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test func aGetBringsItsResponse() async throws {
        let server = FaultServer(answering: Self.ok)
        let request = PreparedRequest(method: .get, target: try TargetURI(server.base + "/a?b"))
        let outcome = await CurlTransport.shared.send(request)
        #expect(outcome.response?.body.text == "ok")
        #expect(server.requests.map(\.line) == ["GET /a?b HTTP/1.1"])
    }

    @Test func manyHopsRunSideBySide() async throws {
        let server = FaultServer { request in
            "HTTP/1.1 200 OK\r\nContent-Length: \(request.target.utf8.count)\r\n\r\n\(request.target)"
        }
        let base = server.base
        let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
            for i in 0..<200 {
                group.addTask {
                    let target = try TargetURI("\(base)/\(i)")
                    let request = PreparedRequest(method: .get, target: target)
                    return await CurlTransport.shared.send(request).response?.body.text == "/\(i)"
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 200 && answers.allSatisfy { $0 })
    }

    @Test func muchContentComesWhole() async throws {
        var piece = (0..<1_024).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
        while piece.count < 1 << 20 { piece += piece }
        let (content, repetitions) = (piece, 20)
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            for _ in 0..<repetitions { connection.send(content) }
        }
        let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
        let outcome = await CurlTransport.shared.send(request)
        let body = try #require(outcome.response?.body)
        #expect(body.count == content.count * repetitions)
        for i in [0, 9, repetitions - 1] {
            #expect(body.slice((i << 20)..<((i + 1) << 20)) == Octets(content))
        }
        #expect(outcome.hop.bytesReceived == body.count + "HTTP/1.1 200 OK\r\n\r\n".utf8.count)
    }

    @Test func aTaskCanRunOnTheTransferThread() async throws {
        let server = FaultServer(answering: Self.ok)
        let transport = CurlTransport()
        let client = HTTPClient(transport: transport)
        let request = HTTPRequest(.get, try TargetURI(server.base))
        let task = Task(executorPreference: transport.executor) {
            var count = 0
            for _ in 0..<50 where try await client.send(request).response?.body.text == "ok" {
                count += 1
            }
            return count
        }
        #expect(try await task.value == 50)
        #expect(server.connectionCount == 1)
        await transport.shutdown()
        let late = Task(executorPreference: transport.executor) {
            try await client.send(request).response?.body.text
        }
        #expect(try await late.value == "ok")
        await transport.shutdown()
    }
}
