import ClientCore
import HTTPModel
import Synchronization
import Testing

/// What a user or a program can choose about redirects.
@Suite struct RedirectChoiceTests {
    private func client(
        _ redirects: [String: (Int, String)],
        hook: (@Sendable (RedirectProposal) -> RedirectChoice)? = nil
    ) -> (HTTPClient, StubTransport) {
        let transport = StubTransport(redirects: redirects)
        var client = HTTPClient(transport: transport)
        client.configuration.redirectHook = hook
        return (client, transport)
    }

    private func post(_ options: RedirectOptions = RedirectOptions()) throws -> HTTPRequest {
        var request = HTTPRequest(
            .post,
            try TargetURI("http://a.test/1"),
            fields: ["Content-Type": "text/plain", "Authorization": "Bearer s"],
            body: .octets(Octets(utf8: "abc"))
        )
        request.options.redirects = options
        return request
    }

    @Test(arguments: [(301, true), (302, true), (303, false), (307, true)])
    func theMethodIsKeptWhenAskedFor(_ status: Int, _ isKept: Bool) async throws {
        let (client, transport) = client(["http://a.test/1": (status, "/2")])
        let exchange = try await client.send(post(RedirectOptions(keepsMethod: true)))
        #expect(transport.sent[1].method == (isKept ? .post : .get))
        #expect(transport.sent[1].content?.octets?.text == (isKept ? "abc" : nil))
        let dropped = exchange.hops[0].redirect?.dropped ?? []
        #expect(
            dropped
                == (isKept
                    ? [] : [.init("Content-Type", .content), .init("Content-Length", .content)])
        )
    }

    @Test func notFollowingGivesTheRedirectItself() async throws {
        let (client, transport) = client(["http://a.test/1": (302, "/2")])
        let exchange = try await client.send(post(.doNotFollow))
        #expect(transport.sent.count == 1 && exchange.response?.status.rawValue == 302)
    }

    @Test func aProgramIsAskedWithAllThatWasDecided() async throws {
        let asked = Mutex<[RedirectProposal]>([])
        let (client, _) = client(["http://a.test/1": (302, "http://b.test/2")]) { proposal in
            asked.withLock { $0.append(proposal) }
            return .follow
        }
        _ = try await client.send(post())
        let proposal = try #require(asked.withLock { $0 }.first)
        #expect(proposal.response.status.rawValue == 302 && proposal.followed == 0)
        #expect(proposal.request.target.text == "http://a.test/1")
        #expect(proposal.next.target.text == "http://b.test/2" && proposal.next.method == .get)
        #expect(!proposal.next.fields.contains(named: "Authorization"))
        #expect(
            proposal.decision.droppedFields == ["Content-Type", "Content-Length", "Authorization"]
        )
    }

    @Test func aProgramCanStop() async throws {
        let (client, transport) = client(["http://a.test/1": (302, "http://b.test/2")]) { _ in
            .stop
        }
        let exchange = try await client.send(post())
        #expect(transport.sent.count == 1 && exchange.response?.status.rawValue == 302)
        #expect(exchange.hops[0].redirect?.reason == "stopped by the program")
        #expect(exchange.hops[0].redirect?.next == nil)
        #expect(exchange.hops[0].redirect?.dropped == [])
    }

    @Test func aProgramCanSendSomethingElse() async throws {
        let (client, transport) = client(["http://a.test/1": (302, "http://b.test/2")]) {
            proposal in
            var next = proposal.next
            next.target.path = "/other"
            next.fields["Authorization"] = "Bearer for-b"
            next.fields.removeAll(named: "Accept")
            next.method = .put
            next.content = .octets(Octets(utf8: "xy"))
            return .send(next)
        }
        let exchange = try await client.send(post())
        let sent = transport.sent[1]
        #expect(sent.method == .put && sent.target.text == "http://b.test/other")
        #expect(sent.fields["Authorization"] == "Bearer for-b")
        #expect(sent.fields["Content-Length"] == "2")
        let decision = try #require(exchange.hops[0].redirect)
        #expect(decision.next == sent.target && decision.reason.hasSuffix("changed by the program"))
        #expect(decision.dropped.contains(.init("Accept", .choice)))
        #expect(!decision.droppedFields.contains("Authorization"))
    }

    @Test func aProgramCannotMakeACycle() async throws {
        let (client, transport) = client([
            "http://a.test/1": (302, "/2"), "http://a.test/2": (302, "/3"),
        ]) { proposal in
            guard proposal.followed > 0 else { return .follow }
            return .send(proposal.request)
        }
        let exchange = try await client.send(post())
        #expect(exchange.failure?.code == .redirectLimit && transport.sent.count == 2)
    }
}
