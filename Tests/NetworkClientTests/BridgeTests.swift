import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// Foundation's values and those of the client core, one as the other.
@Suite struct BridgeTests {
    @Test func aFoundationRequestBecomesOneOfTheCore() throws {
        var request = URLRequest(
            url: try #require(URL(string: "https://a.example.test:8443/p?q=1#f"))
        )
        request.httpMethod = "PATCH"
        request.allHTTPHeaderFields = ["B": "2", "A": "1"]
        request.httpBody = Data("x".utf8)
        request.timeoutInterval = 2.5
        request.httpShouldHandleCookies = false
        let result = try HTTPRequest(request)
        #expect(result.method == .patch)
        #expect(result.target.text == "https://a.example.test:8443/p?q=1#f")
        #expect(result.fields == ["A": "1", "B": "2"])
        #expect(result.body == .octets(Octets(utf8: "x")))
        #expect(result.options.timeouts.idle == .milliseconds(2500))
        #expect(result.options.timeouts.total == nil)
        #expect(!result.options.usesCookieJar)
    }

    @Test(arguments: [
        (URLRequest.CachePolicy.useProtocolCachePolicy, CacheMode.standard),
        (.reloadIgnoringLocalCacheData, .reload), (.returnCacheDataElseLoad, .preferStored),
        (.returnCacheDataDontLoad, .onlyStored), (.reloadRevalidatingCacheData, .revalidate),
    ])
    func aCachePolicyIsAModeOfTheCache(_ policy: URLRequest.CachePolicy, _ mode: CacheMode) throws {
        var request = URLRequest(url: try #require(URL(string: "http://a.example.test/")))
        request.cachePolicy = policy
        let read = try HTTPRequest(request)
        #expect(read.options.cacheMode == mode)
        #expect(URLRequest(read)?.cachePolicy == policy)
    }

    @Test func policiesWithoutACounterpartBecomeTheNearest() {
        #expect(CacheMode(.reloadIgnoringLocalAndRemoteCacheData) == .reload)
        #expect(CacheMode.none.policy == .reloadIgnoringLocalCacheData)
    }

    @Test(arguments: [TimeInterval.infinity, .greatestFiniteMagnitude, 1e10])
    func aTimeLimitWithoutEndIsNone(_ timeout: TimeInterval) async throws {
        let url = try #require(URL(string: "http://a.example.test/"))
        let read = try HTTPRequest(URLRequest(url: url, timeoutInterval: timeout))
        #expect(read.options.timeouts == .init(connect: nil, headers: nil, idle: nil))
        let client = MainNetworkClient(
            transport: MockTransport { _ in .response() },
            configuration: NetworkClientConfiguration(timeout: timeout)
        )
        #expect(try await client.fetch(api: MockURLGenerator(url: url)) == Data())
        let session = URLSessionConfiguration.ephemeral
        session.timeoutIntervalForResource = timeout
        let provider = NetworkProvider<SampleTarget>(
            configuration: session,
            transport: MockTransport { _ in .response() }
        )
        let result: Result<Data?, NetworkError> = await provider.request(
            SampleTarget(base: "http://a.example.test")
        )
        #expect(try result.get() == nil)
    }

    @Test(arguments: [TimeInterval.nan, 0, -1])
    func aTimeLimitThatIsNoneLeavesTheUsualOnes(_ timeout: TimeInterval) throws {
        let url = try #require(URL(string: "http://a.example.test/"))
        let read = try HTTPRequest(URLRequest(url: url, timeoutInterval: timeout))
        #expect(read.options.timeouts == .init())
    }

    @Test func whatHasNoTimeLimitIsNotEndedByFoundation() throws {
        var request = HTTPRequest(.get, try TargetURI("http://a.example.test/"))
        for timeouts in [
            RequestOptions.Timeouts(connect: nil, headers: nil, idle: nil),
            RequestOptions.Timeouts(headers: nil), RequestOptions.Timeouts(idle: nil),
        ] {
            request.options.timeouts = timeouts
            #expect(try #require(URLRequest(request)).timeoutInterval > 1e6)
        }
    }

    @Test func aContentStreamIsReadToItsEnd() throws {
        let content = Data(repeating: 7, count: 200_000)
        var request = URLRequest(url: try #require(URL(string: "http://a.example.test/")))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: content)
        #expect(try HTTPRequest(request).body.octets.data == content)
    }

    @Test func aRequestWithoutContentHasNone() throws {
        let request = URLRequest(url: try #require(URL(string: "http://a.example.test/")))
        #expect(try HTTPRequest(request).body == .none)
    }

    @Test(arguments: ["relative", "ftp://a.example.test/", "mailto:a@example.test"])
    func aURLThatIsNoTargetIsRefusedWithItsReason(_ text: String) throws {
        let url = try #require(URL(string: text))
        let error = #expect(throws: URLRequestError.self) {
            try HTTPRequest(URLRequest(url: url))
        }
        #expect(error?.code == .unusableURL)
        #expect(error?.description.isEmpty == false)
    }

    @Test func aRequestOfTheCoreBecomesFoundations() throws {
        var request = HTTPRequest(
            .put,
            try TargetURI("http://a.example.test/p?q=a+b"),
            fields: HTTPFields([HTTPField("Accept", "a/b"), HTTPField("accept", "c/d")]),
            body: .octets(Octets(utf8: "x"))
        )
        request.options.timeouts = .init(
            connect: .milliseconds(100),
            headers: .milliseconds(1200),
            idle: .milliseconds(300)
        )
        let result = try #require(URLRequest(request))
        #expect(result.url?.absoluteString == "http://a.example.test/p?q=a+b")
        #expect(result.httpMethod == "PUT")
        #expect(result.value(forHTTPHeaderField: "accept") == "a/b,c/d")
        #expect(result.httpBody == Data("x".utf8))
        #expect(result.timeoutInterval == 2)
    }

    @Test func aResponseHeadGoesThereAndBack() throws {
        let url = try #require(URL(string: "http://a.example.test/"))
        let head = HTTPResponseHead(
            status: HTTPStatus(418),
            fields: HTTPFields([
                HTTPField("Vary", "a"), HTTPField("X-One", "1"), HTTPField("vary", "b"),
            ])
        )
        let response = try #require(head.urlResponse(url: url))
        #expect(response.statusCode == 418)
        #expect(response.value(forHTTPHeaderField: "Vary") == "a, b")
        let back = HTTPResponseHead(response)
        #expect(back.status == HTTPStatus(418))
        #expect(back.fields["vary"] == "a, b")
        #expect(back.fields["X-One"] == "1")
    }

    @Test func octetsAndDataHoldTheSameBytes() {
        let bytes: [UInt8] = [0, 255, 10]
        #expect(Octets(bytes).data == Data(bytes))
        #expect(Data(bytes).octets == Octets(bytes))
        #expect(Octets(bytes).slice(1..<2).data == Data([255]))
        #expect(Data(bytes)[1...].octets == Octets([255, 10]))
    }

    // Rows: 2-23
    @Test(arguments: NetworkFailure.Code.allCases)
    func everyFailureIsAnErrorOfURLLoading(_ code: NetworkFailure.Code) {
        let failure = NetworkFailure(code, phase: .wait)
        let foundation = failure as NSError
        #expect(foundation.domain == NSURLErrorDomain)
        #expect(foundation.code < 0)
        #expect(foundation.userInfo["ApusFailureCode"] as? String == code.rawValue)
        #expect((failure as any Error).localizedDescription == failure.message)
    }

    @Test(arguments: [
        NetworkFailure.Code.dnsNotFound, .connectRefused, .connectUnreachable, .timeoutHeaders,
        .tlsHandshake, .tlsUntrusted, .tlsExpired, .tlsClientCertificate, .receiveReset,
        .receiveMalformed, .receiveTooLarge, .decodeContentCoding, .redirectLimit, .redirectUnsafe,
        .cancelled,
    ])
    func foundationsErrorsReadBackAsTheSameFailure(_ code: NetworkFailure.Code) {
        let failure = NetworkFailure(code, phase: .wait)
        let read = NetworkFailure(foundation: URLError(failure.urlErrorCode))
        #expect(read.code == code)
    }

    @Test func aForeignErrorIsInternalWithItsText() {
        struct Broken: LocalizedError { var errorDescription: String? { "broken" } }
        let read = NetworkFailure(foundation: Broken())
        #expect(read.code == .internal)
        #expect(read.detail == "broken")
    }
}
