import ClientCore
import Glibc
import HTTPModel
import TestSupport
import Testing

/// Thousands of requests, each cancelled a moment later, wherever it is by then.
///
/// `APUS_STORM` in the environment is the number of requests of each storm; `make storm` plays them
/// with 4,000.
@Suite("Storms", .serialized) struct StormTests {
    private static let size = getenv("APUS_STORM").flatMap { Int(String(cString: $0)) }

    /// Sends `count` requests, `width` at a time, and cancels each 0–3 ms after it was begun.
    private func storm(
        at bases: [String],
        count: Int,
        width: Int = 32,
        transport: CurlTransport
    ) async throws -> [String: Int] {
        let requests = try bases.map { base in
            var request = PreparedRequest(method: .get, target: try TargetURI(base))
            request.options.isVerifyingTLS = false
            return request
        }
        return await withTaskGroup(of: [String: Int].self) { group in
            for lane in 0..<width {
                group.addTask {
                    var results: [String: Int] = [:]
                    for i in stride(from: lane, to: Self.size ?? count, by: width) {
                        let task = Task { await transport.send(requests[i % requests.count]) }
                        // The time is the input here: 0–3 ms in steps that no storm repeats.
                        let pause = UInt32(truncatingIfNeeded: i &* 7_919) % 3_001
                        if pause > 100 { try? await Task.sleep(for: .microseconds(pause)) }
                        task.cancel()
                        let outcome = await task.value
                        let name =
                            outcome.hop.failure?.code.rawValue
                            ?? "\(outcome.response?.status.rawValue ?? 0)"
                        results[name, default: 0] += 1
                    }
                    return results
                }
            }
            return await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
    }

    /// Plays a storm, checks that every request ended as it may, and that the next one is served.
    private func check(
        at bases: [String],
        count: Int,
        allowed: Set<String>,
        healthy: FaultServer? = nil
    ) async throws {
        let transport = CurlTransport()
        let results = try await storm(at: bases, count: count, transport: transport)
        #expect(results.values.reduce(0, +) == Self.size ?? count)
        #expect(Set(results.keys).isSubset(of: allowed), "\(results)")
        let server = healthy ?? Self.healthyServer()
        let next = PreparedRequest(method: .get, target: try TargetURI(server.base))
        #expect(await transport.send(next).line == "200 ok")
        await transport.shutdown()
    }

    private static func healthyServer() -> FaultServer {
        FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }

    @Test func againstAHealthyServer() async throws {
        let server = Self.healthyServer()
        try await check(
            at: [server.base],
            count: 4_000,
            allowed: ["cancelled", "200"],
            healthy: server
        )
    }

    @Test func againstAServerThatStalls() async throws {
        let server = FaultServer { $0.waitForClose() }
        try await check(at: [server.base], count: 4_000, allowed: ["cancelled"])
    }

    @Test func againstAServerThatStallsInTheContent() async throws {
        let server = FaultServer(playing: [
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"), .waitForClose,
        ])
        try await check(at: [server.base], count: 1_000, allowed: ["cancelled"])
    }

    @Test func inTheTLSHandshake() async throws {
        let server = FaultServer { $0.waitForClose() }
        try await check(
            at: ["https://127.0.0.1:\(server.port)"],
            count: 500,
            allowed: ["cancelled"]
        )
    }

    @Test func whileConnecting() async throws {
        let port = UnansweringPort()
        try await check(at: ["http://127.0.0.1:\(port.port)"], count: 500, allowed: ["cancelled"])
    }

    @Test func whileNamesAreLookedUp() async throws {
        let server = Self.healthyServer()
        let names = (0..<50).map { "http://nowhere-\($0).invalid/" }
        try await check(
            at: names + ["http://localhost:\(server.port)"],
            count: 500,
            allowed: ["cancelled", "dns.notFound", "200"],
            healthy: server
        )
    }

    @Test func againstPortsThatRefuse() async throws {
        try await check(
            at: ["http://127.0.0.1:\(refusingPort())"],
            count: 500,
            allowed: ["cancelled", "connect.refused"]
        )
    }

    @Test func withTransportsThatShutDownMeanwhile() async throws {
        let server = Self.healthyServer()
        let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
        for _ in 0..<20 {
            let transport = CurlTransport()
            let codes = await withTaskGroup(of: String.self) { group in
                for i in 0..<40 {
                    group.addTask {
                        if i % 13 == 7 { await transport.shutdown() }
                        return await transport.send(request).line
                    }
                }
                return await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(
                codes.allSatisfy { $0 == "200 ok" || $0.hasPrefix("cancelled ") },
                "\(codes)"
            )
            await transport.shutdown()
        }
    }
}
