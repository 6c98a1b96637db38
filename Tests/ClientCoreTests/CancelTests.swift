import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Cancelling ends a hop at once, wherever it is.
@Suite struct CancelTests {
    /// Sends, cancels once `phase` is told, and gives the failure.
    private func cancel(
        at base: String,
        in phase: NetworkFailure.Phase,
        content: Octets? = nil
    ) async throws -> NetworkFailure {
        let reached = TestGate()
        let observer = GateOpener(reached) { $0.phase == phase }
        let request = PreparedRequest(
            method: content == nil ? .get : .post,
            target: try TargetURI(base),
            content: content.map { .octets($0) }
        )
        let task = Task { await CurlTransport.shared.send(request, observer: observer) }
        await reached.wait()
        let start = ContinuousClock.now
        task.cancel()
        let outcome = await task.value
        // Well before any limit of the request would end it; how fast is for the benchmarks.
        #expect(ContinuousClock.now - start < .seconds(10))
        let failure = try #require(outcome.hop.failure)
        #expect(failure.code == .cancelled && failure.phase == phase)
        return failure
    }

    @Test func whileConnecting() async throws {
        let port = UnansweringPort()
        _ = try await cancel(at: "http://127.0.0.1:\(port.port)", in: .connect)
    }

    @Test func inTheTLSHandshake() async throws {
        let server = FaultServer { $0.waitForClose() }
        _ = try await cancel(at: "https://127.0.0.1:\(server.port)", in: .tls)
    }

    @Test func whileSending() async throws {
        let closed = TestGate()
        let server = FaultServer { connection in
            _ = connection.readHead()
            closed.block()
        }
        let content = Octets([UInt8](repeating: 1, count: 16 << 20))
        let failure = try await cancel(at: server.base, in: .send, content: content)
        closed.open()
        #expect(failure.bytesSent < content.count)
    }

    @Test func whileWaiting() async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        let failure = try await cancel(at: server.base, in: .wait)
        #expect(failure.bytesSent > 0 && failure.bytesReceived == 0)
    }

    @Test func whileReceiving() async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            connection.waitForClose()
        }
        let failure = try await cancel(at: server.base, in: .receive)
        #expect(failure.partialHead?.status.rawValue == 200)
    }

    @Test func beforeItBegins() async throws {
        let server = FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await CurlTransport.shared.send(request)
        }
        #expect(await task.value.hop.failure?.code == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test func aStormOfCancelsLeavesNothingBehind() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
        let transport = CurlTransport()
        for _ in 0..<5 {
            let outcomes = await withTaskGroup(of: HopOutcome.self) { group in
                for i in 0..<100 {
                    group.addTask {
                        let task = Task { await transport.send(request) }
                        if i % 2 == 0 { await Task.yield() }
                        task.cancel()
                        return await task.value
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count == 100)
            #expect(
                outcomes.allSatisfy { $0.response != nil || $0.hop.failure?.code == .cancelled }
            )
        }
        #expect(await transport.send(request).response?.body.text == "ok")
        await transport.shutdown()
    }

    @Test func shuttingDownCancelsWhatRunsAndTheNextRequestStartsAnew() async throws {
        let server = FaultServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/stall" { return connection.waitForClose() }
                connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let transport = CurlTransport()
        let waiting = TestGate()
        let observer = GateOpener(waiting) { $0.phase == .wait }
        let stalled = PreparedRequest(method: .get, target: try TargetURI(server.base + "/stall"))
        let task = Task { await transport.send(stalled, observer: observer) }
        await waiting.wait()
        await transport.shutdown()
        #expect(await task.value.hop.failure?.code == .cancelled)
        let next = PreparedRequest(method: .get, target: try TargetURI(server.base))
        #expect(await transport.send(next).response?.status.rawValue == 204)
        await transport.shutdown()
        await transport.shutdown()
    }

    @Test func progressIsToldPhaseByPhase() async throws {
        let (waiting, middle) = (TestGate(), TestGate())
        let server = FaultServer { connection in
            _ = connection.readRequest()
            waiting.block()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            middle.block()
            connection.send("world")
        }
        let observer = GateOpener(middle) { progress in
            if progress.phase == .wait { waiting.open() }
            return progress.partialBody?.count == 5
        }
        let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
        let outcome = await CurlTransport.shared.send(request, observer: observer)
        #expect(outcome.response?.body.text == "helloworld")
        let reports = observer.reports
        #expect(reports.last?.expectedBytes == 10)
        #expect(reports.contains { $0.phase == .receive && $0.partialBody?.text == "hello" })
        #expect(reports.contains { $0.phase == .wait && $0.head == nil && $0.bytesSent > 0 })
    }
}
