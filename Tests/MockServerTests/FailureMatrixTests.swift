import ClientCore
import Fixtures
import HTTPModel
import MockServer
import TestSupport
import Testing

/// Every failure that can happen on a wire: recorded from a fault, served, sent to by Apus and by curl,
/// and replayed without a socket.
@Suite struct FailureMatrixTests {
    /// Where requests of a case go.
    private struct Road {
        var port: Int
        var authority: String?

        /// The request of a case, on the way to `port`.
        func request(_ trial: FailureCase) throws -> HTTPRequest {
            let target =
                trial.isSecure ? "https://shop.test/x" : "http://127.0.0.1:\(port)/x"
            var request = HTTPRequest(.get, try TargetURI(target))
            if let authority {
                var tls = TLSConfiguration()
                tls.trust = .custom(.file(authority), includesSystem: false)
                request.options.tls = tls
            }
            switch trial.fault {
            case .certificate:
                request.options.connectTo = [ConnectOverride(toHost: "127.0.0.1", toPort: port)]
            case .proxy: request.options.proxy = "http://127.0.0.1:\(port)"
            case .steps: break
            }
            trial.change(&request)
            return request
        }

        /// The arguments for curl to do the same.
        func curlArguments(_ trial: FailureCase) -> [String] {
            var arguments = ["-sS", "-o", "out"] + trial.curlArguments
            if let authority { arguments += ["--cacert", authority] }
            switch trial.fault {
            case .certificate:
                arguments += ["--connect-to", "::127.0.0.1:\(port)", "https://shop.test/x"]
            case .proxy:
                arguments += ["-x", "http://127.0.0.1:\(port)", "https://shop.test/x"]
            case .steps: arguments.append("http://127.0.0.1:\(port)/x")
            }
            return arguments
        }
    }

    private func send(_ request: HTTPRequest) async throws -> Exchange {
        let transport = CurlTransport()
        let exchange = try await HTTPClient(transport: transport).send(request)
        await transport.shutdown()
        return exchange
    }

    /// Writes the certificate of a server's authority.
    private func trust(
        _ server: MockServer,
        in folder: TemporaryFolder,
        _ name: String
    ) throws -> String {
        let text = try #require(server.authorityCertificate)
        try folder.write(name, text)
        return folder.file(name)
    }

    @Test(arguments: FailureCase.all)
    func aFailureIsTheSameFromTheFaultTheServerAndTheFixture(_ trial: FailureCase) async throws {
        let folder = try TemporaryFolder()
        try folder.write("large", String(repeating: "a", count: 8 << 20))
        var faultServer: FaultServer?
        var secureServer: MockServer?
        defer { secureServer?.stop() }
        var road = Road(port: 0)
        switch trial.fault {
        case .steps(let steps): faultServer = FaultServer(playing: steps)
        case .proxy(let answer):
            faultServer = FaultServer(playing: [.readHead, .send(answer), .waitForClose])
        case .certificate(let kind):
            var configuration = MockServerConfiguration(root: folder.file("none"))
            configuration.certificate = kind
            let server = try MockServer(configuration)
            server.start()
            secureServer = server
            road.authority = try trust(server, in: folder, "fault.pem")
        }
        road.port = faultServer?.port ?? secureServer?.port ?? 0

        // Recorded from the fault.
        let recorded = try await send(try road.request(trial))
        #expect(recorded.failure?.code == trial.code)
        let fixture = Fixture.capturing(recorded, capturedAt: "2026-01-01T00:00:00Z")
        let store = FixtureStore(root: folder.file("Fixtures"))
        try store.save(fixture)

        // Served, and sent to by Apus and by curl.
        let server = try MockServer(MockServerConfiguration(root: folder.path))
        server.start()
        defer { server.stop() }
        var served = Road(port: server.port)
        if trial.isSecure { served.authority = try trust(server, in: folder, "served.pem") }
        let again = try await send(try served.request(trial))
        #expect(
            again.failure?.code == trial.code,
            "\(again.failure?.causes ?? []) \(again.response?.body.text ?? "")"
        )
        let curl = try await ChildProgram.run(
            "/usr/bin/curl",
            served.curlArguments(trial),
            directory: folder.path
        )
        #expect(trial.curlExits.contains(curl.exitCode), "\(curl.exitCode) \(curl.diagnostics)")

        // Replayed without a socket: the fault's server is not asked again.
        let connections = faultServer?.connectionCount
        let replay = FixtureTransport(try store.load())
        let offline = try await HTTPClient(transport: replay).send(try road.request(trial))
        #expect(offline.failure?.code == trial.code)
        #expect(offline.failure?.phase == recorded.failure?.phase)
        #expect(offline.failure?.bytesReceived == recorded.failure?.bytesReceived)
        #expect(faultServer?.connectionCount == connections)
        let mapping = ErrorMapping.standard
        #expect(mapping.map(offline).apiError == mapping.map(recorded).apiError)
    }

    @Test func theMatrixHoldsEveryCodeThatAServerCanCause() {
        let elsewhere: Set<NetworkFailure.Code> = [
            // Before there is a connection to the server.
            .dnsNotFound, .connectRefused, .connectUnreachable, .connectTimeout,
            // On this side alone.
            .sendContent, .receiveFile, .authRefresh, .authRefreshLimit, .cancelled, .internal,
        ]
        let held = Set(FailureCase.all.map(\.code))
        #expect(held.union(elsewhere) == Set(NetworkFailure.Code.allCases))
        #expect(held.isDisjoint(with: elsewhere))
    }

    @Test(
        arguments: [
            NetworkFailure.Code.dnsNotFound, .connectRefused, .connectUnreachable, .connectTimeout,
        ]
    )
    func whatHappensBeforeAConnectionIsReplayedToo(_ code: NetworkFailure.Code) async throws {
        let target = try TargetURI("http://shop.test/x")
        let failure = NetworkFailure(code, phase: code.usualPhase)
        let recorded = Exchange(request: HTTPRequest(.get, target), result: .failure(failure))
        let set = FixtureSet([Fixture.capturing(recorded)])
        let client = HTTPClient(transport: FixtureTransport(set))
        let replayed = try await client.send(HTTPRequest(.get, target))
        #expect(replayed.failure?.code == code)
        let mapping = ErrorMapping.standard
        #expect(mapping.map(replayed).apiError == mapping.map(recorded).apiError)
    }
}
