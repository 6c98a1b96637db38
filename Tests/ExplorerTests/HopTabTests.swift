import ClientCore
import CollectionRun
import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct HopTabTests {
    private func received(_ change: (inout Hop) -> Void) -> ExplorerState {
        Sample.received(Sample.createKey) { key, state in
            var result = Sample.result(of: key, in: state)
            if var exchange = result.exchange {
                change(&exchange.hops[0])
                result.exchange = exchange
            }
            return result
        }
    }

    private func lines(_ state: ExplorerState) -> [String] {
        state.responseLines(width: 80).map(\.text)
    }

    // MARK: Cookies

    @Test func cookiesThatWereSentSetAndRefusedAreShown() {
        var state = received { hop in
            hop.sent.fields.append("Cookie", "sid=s3cret; theme=dark")
            hop.responseHead?.fields = [
                "Set-Cookie": "sid=n3w; Path=/; HttpOnly; Max-Age=3600",
                "set-cookie": "track=1; Domain=example.com",
            ]
            hop.refusedCookies = ["track: for the domain example.com, which is not the server's"]
        }
        Sample.press("7", &state)
        #expect(
            lines(state) == [
                "1 POST http://127.0.0.1:8080/bookings",
                "  sent     sid    •••",
                "  sent     theme  •••",
                "  set      sid    n3w",
                "           Path=/ · HttpOnly · Max-Age=3600",
                "  refused  track  1",
                "           for the domain example.com, which is not the server's",
                "           Domain=example.com",
            ]
        )
    }

    @Test func withoutCookiesTheTabSaysSo() {
        var state = received { $0.responseHead?.fields = [] }
        Sample.press("7", &state)
        #expect(lines(state)[0] == "No cookie was sent, and none was set.")
    }

    // MARK: TLS

    @Test func aConnectionWithoutTLSSaysSo() {
        var state = received { _ in }
        Sample.press("8", &state)
        #expect(lines(state)[1] == "  not encrypted: the scheme is http")
    }

    @Test func versionCipherAndVerdictAreShown() {
        var state = received { hop in
            hop.tls = TLSFacts(
                version: "TLSv1.3",
                cipher: "TLS_AES_256_GCM_SHA384",
                verification: TLSFacts.Verification(code: 18, text: "self-signed certificate"),
                isInsecure: true
            )
        }
        Sample.press("8", &state)
        #expect(
            lines(state).dropFirst() == [
                "  ⚠ not checked: any certificate is taken",
                "  Version      TLSv1.3", "  Cipher       TLS_AES_256_GCM_SHA384",
                "  Verdict      self-signed certificate",
            ]
        )
    }

    // MARK: Timing

    @Test func cacheProxyAndRetriesAreShownInTiming() {
        var state = received { hop in
            hop.isReusedConnection = true
            hop.cacheUse = CacheUse(.revalidated, ageInSeconds: 90, reason: "confirmed with 304")
            hop.proxy = ProxyUse(kind: .http, address: "proxy.test:3128", isTunnel: true)
            hop.retry = RetryDecision(
                isRetried: true,
                delay: .milliseconds(500),
                reason: "status 503"
            )
        }
        Sample.press("3", &state)
        let text = lines(state)
        #expect(text.contains("  cache: revalidated, 90 s old · confirmed with 304"))
        #expect(text.contains("  through a tunnel of the proxy proxy.test:3128"))
        #expect(text.contains("  sent again after 500 ms: status 503"))
        #expect(text.contains { $0.contains("connection reused") })
    }

    // MARK: Errors

    @Test(arguments: [
        ("404", "catch APIError.httpError(.notFound) { … }"),
        ("503", "catch APIError.httpError(.unknown) { … }"),
        ("connect.refused", "catch APIError.network(errorMessage: let message) { … }"),
        ("decode failure", "catch APIError.parseResponse(errorMessage: let message) { … }"),
        ("receive.malformed", "catch APIError.invalidResponse(let data, let response) { … }"),
        ("no data", "catch APIError.noData { … }"),
        ("token failure", "catch APIError.generalToken { … }"),
    ])
    func whatASwiftProgramCatches(_ fact: String, _ clause: String) {
        guard let fact = ErrorMapping.Fact(fact) else {
            Issue.record("no fact")
            return
        }
        let code = SwiftCatch(ErrorMapping.standard.map(fact))
        #expect(code.clause == clause)
        #expect(fact == .decodeFailure("") || !code.description.isEmpty)
    }

    @Test func everyOutcomeCanBeAskedFor() {
        var state = received { _ in }
        Sample.press("i", &state)
        guard case .choice(let choice) = state.popup else {
            Issue.record("no list")
            return
        }
        let offered = Set(choice.items.map(\.value))
        for code in NetworkFailure.Code.allCases { #expect(offered.contains(code.rawValue)) }
        for status in HTTPStatus.registered { #expect(offered.contains("\(status.rawValue)")) }
        #expect(choice.items.allSatisfy { ErrorMapping.Fact($0.value) != nil })
    }
}
