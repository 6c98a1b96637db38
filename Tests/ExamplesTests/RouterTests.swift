import Dispatch
import Foundation
import NetworkClient
import NetworkClientTestSupport
import Router
import TestSupport
import Testing

/// The sample of endpoints, tested as its readers would test theirs.
@Suite struct RouterTests {
    private func router(
        _ behavior: MockBehavior = .immediate,
        transport: (any Transport)? = nil
    ) -> DefaultNetworkRouter<AccountEndpoint> {
        DefaultNetworkRouter(
            interceptors: [CredentialInterceptor { "t1" }, StatusInterceptor()],
            mockBehavior: behavior,
            completionQueue: DispatchQueue(label: "tests"),
            kit: NetworkKit(),
            transport: transport
        )
    }

    // Rows: 2-1, 2-13, 2-14
    @Test func accountsAreListedFromTheirMock() async {
        var screen = AccountScreen(router: router())
        await screen.load()
        #expect(screen.problem == nil)
        #expect(screen.lines == ["a1  12.50"])
    }

    // Rows: 2-16
    @Test func anEndpointWithoutAMockIsAnErrorThatSaysSo() async {
        let error = await #expect(throws: NetworkError.self) {
            try await router().execute(endpoint: .transfers(account: "a1", matching: "rent"))
        }
        #expect(error?.errorDescription?.contains("transfers") == true)
    }

    // Rows: 2-8, 2-18
    @Test func requestsCarryCredentialsQueriesAndContent() async throws {
        let transport = MockTransport { _ in .json("[]") }
        let router = router(.never, transport: transport)
        _ = try await router.execute(endpoint: .transfers(account: "a1", matching: "a b"))
        _ = try await router.execute(endpoint: .transfer(NewTransfer(from: "a1", amount: 5)))
        let seen = transport.received
        #expect(seen.map { $0.fields["Authorization"] } == ["Bearer t1", "Bearer t1"])
        #expect(seen[0].target.requestTarget == "/v1/accounts/a1/transfers?matching=a%20b")
        #expect(seen[1].fields["Content-Type"] == "application/json")
        let sent = try JSONDecoder().decode(NewTransfer.self, from: seen[1].body.data)
        #expect(sent == NewTransfer(from: "a1", amount: 5))
    }

    // Rows: 2-18, 2-22
    @Test func theCustomerIsToldWhatWentWrong() async {
        let transport = MockTransport { _ in .json("{}", status: 503) }
        var screen = AccountScreen(router: router(.never, transport: transport))
        await screen.load()
        #expect(screen.problem == "The server answered with status 503 Service Unavailable.")
    }

    @Test func theProgramListsAccountsFromMocksAndFromAService() async throws {
        let mocked = try await ChildProgram.run("Router", ["--mock"])
        #expect(mocked.output == "a1  12.50\n")
        let text = #"[{"id": "b2", "balance": 7}]"#
        let server = FaultServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        )
        let served = try await ChildProgram.run("Router", environment: ["BANK_API": server.base])
        #expect(served.output == "b2  0.07\n")
    }
}
