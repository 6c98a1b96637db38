import ClientCore
import HTTPModel
import Testing

@Suite struct ValidationTests {
    private func response(
        _ status: Int = 200,
        _ fields: HTTPFields = [:],
        _ text: String = "x"
    ) -> HTTPResponse {
        HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(status), fields: fields),
            body: Octets(Array(text.utf8))
        )
    }

    @Test func nothingIsRefusedByNone() throws {
        #expect(try ResponseValidator.none.refusal(of: response(500), to: get()) == nil)
    }

    @Test(arguments: [(199, false), (200, true), (299, true), (300, false), (404, false)])
    func successCodesAre2xx(_ status: Int, _ isAccepted: Bool) throws {
        let refusal = try ResponseValidator.successCodes.refusal(of: response(status), to: get())
        #expect((refusal == nil) == isAccepted)
    }

    @Test func chosenStatusesAreAccepted() throws {
        let validator = ResponseValidator.statusCodes([200, 404])
        #expect(try validator.refusal(of: response(404), to: get()) == nil)
        #expect(
            try validator.refusal(of: response(201), to: get())
                == .init(.status, detail: "status 201 Created")
        )
    }

    @Test(arguments: [
        ("application/json", "application/json; charset=utf-8", true),
        ("application/*", "application/problem+json", true), ("*/*", "image/png", true),
        ("text/html;level=1", "text/html;level=1", true), ("text/html;level=1", "text/html", false),
        ("image/*", "text/html", false), ("text/plain", "not a type", false),
    ])
    func contentTypesAreMatchedWithWildcards(
        _ wanted: String,
        _ type: String,
        _ isAccepted: Bool
    ) throws {
        let validator = ResponseValidator.contentTypes([wanted])
        let refusal = try validator.refusal(
            of: response(200, ["Content-Type": type]),
            to: get()
        )
        #expect((refusal == nil) == isAccepted)
    }

    @Test func aRefusedTypeIsNamed() throws {
        let validator = ResponseValidator.contentTypes(["application/json", "text/*;q=0.5"])
        let refusal = try validator.refusal(
            of: response(200, ["Content-Type": "image/png"]),
            to: get()
        )
        #expect(refusal?.detail == "media type image/png is none of application/json, text/*")
    }

    @Test func noContentNeedsNoType() throws {
        let validator = ResponseValidator.contentTypes(["application/json"])
        #expect(try validator.refusal(of: response(204, [:], ""), to: get()) == nil)
        #expect(
            try validator.refusal(of: response(200, ["Content-Length": "0"], ""), to: get()) == nil
        )
        #expect(
            try validator.refusal(of: response(200, [:], "x"), to: get())?.detail
                == "the content has no media type"
        )
    }

    @Test(arguments: [
        ("application/json", "text/html", false), ("text/*;q=0, */*", "text/html", false),
        ("text/*;q=0, text/html", "text/html", true), ("", "text/html", true),
    ])
    func theAcceptFieldSaysWhatIsAccepted(
        _ accept: String,
        _ type: String,
        _ isAccepted: Bool
    ) throws {
        var request = try get()
        if !accept.isEmpty { request.fields.append("Accept", accept) }
        let refusal = ResponseValidator.acceptedContentTypes.refusal(
            of: response(200, ["Content-Type": type]),
            to: request
        )
        #expect((refusal == nil) == isAccepted)
    }

    @Test func checksAreCombinedInOrder() throws {
        let validator = ResponseValidator.successCodes.and(
            .custom { _, response in response.body.isEmpty ? "nothing came" : nil }
        )
        #expect(try validator.refusal(of: response(404, [:], ""), to: get())?.code == .status)
        #expect(
            try validator.refusal(of: response(200, [:], ""), to: get())
                == .init(.rejected, detail: "nothing came")
        )
    }

    @Test func anAcceptedResponseIsGiven() async throws {
        let client = HTTPClient(transport: ScriptTransport([.status(200, [:], "hello")]))
        let response = try await client.response(to: get())
        #expect(response.body == Octets(Array("hello".utf8)))
    }

    @Test func aRefusedResponseIsAnErrorThatKeepsIt() async throws {
        let policy = RetryPolicy(backoff: .constant(.zero))
        let client = client(ScriptTransport([.status(503, ["X": "1"], "sorry")]), policy)
        let error = await #expect(throws: ClientError.self) {
            try await client.response(to: get("/a?api_key=hush&b=2"))
        }
        #expect(error?.code == .status)
        #expect(error?.status == HTTPStatus(503))
        #expect(error?.head?.fields["X"] == "1")
        #expect(error?.body == Octets(Array("sorry".utf8)))
        #expect(error?.attempts == 3)
        #expect(error?.phase == nil)
        #expect(
            error?.description
                == "GET http://api.test/a?api_key=•••&b=2: status 503 Service Unavailable (3 attempts)"
        )
    }

    @Test func aFailureIsAnErrorWithItsPhaseAndCauses() async throws {
        let client = HTTPClient(transport: ScriptTransport([.failure(.connectRefused, .connect)]))
        let error = await #expect(throws: ClientError.self) { try await client.response(to: get()) }
        #expect(error?.code == .failure(.connectRefused))
        #expect(error?.phase == .connect)
        #expect(error?.detail.contains("connection was refused") == true)
    }

    @Test func aRequestThatCannotBeSentIsAnErrorToo() async throws {
        let client = HTTPClient(transport: ScriptTransport([.status(200)]))
        var request = try get()
        request.fields.append("X", "a\r\nb")
        let error = await #expect(throws: ClientError.self) {
            try await client.response(to: request)
        }
        #expect(error?.code == .request(.request))
        #expect(error?.attempts == 0)
    }
}
