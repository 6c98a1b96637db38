import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// What responses become, and what goes wrong here or there.
@Suite struct ServiceErrorTests {
    private let transport = MockTransport()

    // Rows: 3-4
    @Test func aDecodableResponseIsDecoded() async throws {
        transport.stub(
            .any,
            with: .json(#"{"page": 3, "results": [{"id": 1, "title": "A"}]}"#)
        )
        struct FetchAlias: NetworkRequest {
            let method: HTTPMethod = .get
            let path = "a"
            typealias Response = FetchMovies.Response
        }
        let nested = try await FetchMovies().request(on: PlainNetwork(transport)).value
        let alias = try await FetchAlias().request(on: PlainNetwork(transport)).value
        #expect(nested.page == 3)
        #expect(nested.results == [Movie(id: 1, title: "A")])
        #expect(alias.results == nested.results)
    }

    // Rows: 3-5
    @Test func anOwnResponseIsReadByTheRequest() async throws {
        struct Lines: NetworkRequest {
            let method: HTTPMethod = .get
            let path = "lines"

            struct Response: Sendable { let lines: [String] }

            func response(on network: some Network, for data: Data) throws -> Response {
                let text = String(decoding: data, as: UTF8.self)
                return Response(lines: text.split(separator: "\n").map(String.init))
            }
        }
        struct Ping: NetworkRequest {
            let method: HTTPMethod = .post
            let path = "ping"
            typealias Response = Void
        }
        transport.stub(.any, with: .response(body: Octets(utf8: "a\nb")))
        #expect(try await Lines().request(on: PlainNetwork(transport)).value.lines == ["a", "b"])
        try await Ping().request(on: PlainNetwork(transport)).value
    }

    struct Poster: NetworkRequest {
        let method: HTTPMethod = .get
        let path = "poster.gif"
        typealias Response = ImageResource
    }

    // Rows: 3-5, 3-10
    @Test func anImageIsReadAndWhatIsNoneIsALocalError() async throws {
        let gif = Octets(Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0])
        transport.stub(.any, with: .response(body: gif), .response(body: Octets(utf8: "text")))
        let image = try await Poster().request(on: PlainNetwork(transport)).value
        #expect(image.format == .gif)
        #expect((image.width, image.height) == (3, 2))
        #expect(image.data == gif.data)
        let error = await Poster().request(on: PlainNetwork(transport)).failure
        guard case .local(.invalidImageData(let data)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(data == Data("text".utf8))
    }

    // Rows: 3-11, 3-13
    @Test(arguments: [199, 300, 304, 400, 401, 404, 500, 503, 600])
    func everyOtherStatusIsARemoteError(_ status: Int) async throws {
        transport.stub(.any, with: .json(#"{"code": 34, "message": "gone"}"#, status: status))
        let error = await FetchMovies().request(on: MoviesNetwork(transport)).failure
        #expect(error?.remoteError == MoviesNetwork.RemoteError(code: 34, message: "gone"))
    }

    // Rows: 3-13
    @Test(arguments: [200, 201, 202, 204, 226, 299])
    func everyStatusOf2xxIsSuccess(_ status: Int) async throws {
        transport.stub(.any, with: .response(status))
        #expect(try await FetchRaw().request(on: MoviesNetwork(transport)).value == Data())
    }

    // Rows: 3-11
    @Test func anErrorThatDoesNotDecodeIsLocalWithItsStatus() async throws {
        transport.stub(.any, with: .json(#"{"code": "no number"}"#, status: 502))
        let error = await FetchMovies().request(on: MoviesNetwork(transport)).failure
        guard case .local(.decodingError) = error, let local = error?.localError else {
            Issue.record("\(String(describing: error))")
            return
        }
        let context = try #require(local.responseContext)
        #expect(context.statusCode == 502)
        #expect(context.description == "status 502: 1:10: code: expected Int, found a string")
        #expect(
            local.localizedDescription
                == "The data couldn’t be read because it isn’t in the correct format."
        )
    }

    // Rows: 3-10
    @Test func aResponseThatDoesNotDecodeIsLocalWithItsPlace() async throws {
        transport.stub(.any, with: .json(#"{"page": 1}"#))
        let error = await FetchMovies().request(on: MoviesNetwork(transport)).failure
        guard case .local(.decodingError(.keyNotFound(let key, _))) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key.stringValue == "results")
        #expect(error?.localError?.responseContext?.statusCode == 200)
        #expect(error?.localizedDescription.hasSuffix("because it is missing.") == true)
    }

    // Rows: 3-11
    @Test func withoutATypeARemoteErrorIsNothing() async throws {
        transport.stub(.any, with: .response(404))
        let error = await FetchRaw().request(on: PlainNetwork(transport)).failure
        guard case .remote(()) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.localizedDescription == "The service answered with an error.")
    }

    struct StatusNetwork: Network {
        struct RemoteError: Error, Equatable { let status: Int, size: Int }
        let baseURL = serviceURL("https://a.example.test")
        let client: HTTPClient

        func errorContent(for response: HTTPURLResponse, data: Data) throws -> RemoteError {
            RemoteError(status: response.statusCode, size: data.count)
        }
    }

    struct OtherNetwork: Network {
        struct RemoteError: Equatable { let retry: String? }
        let baseURL = serviceURL("https://a.example.test")
        let client: HTTPClient

        func remoteError(for response: HTTPURLResponse, data: Data) throws -> RemoteError {
            RemoteError(retry: response.value(forHTTPHeaderField: "Retry-After"))
        }
    }

    struct ForgetfulNetwork: Network {
        struct RemoteError { let status: Int }
        let baseURL = serviceURL("https://a.example.test")
        let client: HTTPClient
    }

    // Rows: 3-12
    @Test func aNetworkMayReadErrorsUnderEitherName() async throws {
        transport.stub(
            .any,
            with: .response(503, fields: ["Retry-After": "9"], body: Octets(utf8: "busy"))
        )
        let client = HTTPClient(transport: transport)
        let one = await FetchRaw().request(on: StatusNetwork(client: client)).failure
        #expect(one == .remote(StatusNetwork.RemoteError(status: 503, size: 4)))
        let other = await FetchRaw().request(on: OtherNetwork(client: client)).failure
        #expect(other == .remote(OtherNetwork.RemoteError(retry: "9")))
    }

    // Rows: 3-12
    @Test func aNetworkThatForgotToReadItsErrorsIsToldSo() async throws {
        transport.stub(.any, with: .response(503))
        let network = ForgetfulNetwork(client: HTTPClient(transport: transport))
        let error = await FetchRaw().request(on: network).failure
        #expect(
            error?.localizedDescription
                == "ForgetfulNetwork does not read its RemoteError (status 503): make it Decodable, "
                + "or implement errorContent(for:data:)"
        )
    }

    // Rows: 3-10
    @Test(arguments: NetworkFailure.Code.allCases)
    func everyFailureOfTheNetworkIsLocal(_ code: NetworkFailure.Code) async throws {
        transport.stub(.any, with: .failure(code))
        let error = await FetchRaw().request(on: PlainNetwork(transport)).failure
        let local = try #require(error?.localError)
        let timeouts: [NetworkFailure.Code] = [
            .connectTimeout, .timeoutHeaders, .timeoutBody, .timeoutTotal,
        ]
        if timeouts.contains(code) {
            guard case .timeout = local else {
                Issue.record("\(local)")
                return
            }
            #expect(local.localizedDescription == "The request timed out")
        } else {
            #expect(local.failure?.code == code)
            #expect(local.isCancelled == (code == .cancelled))
            #expect(local.localizedDescription == local.failure?.message)
        }
    }

    // Rows: 3-10
    @Test func whatIsNoHTTPIsALocalError() async throws {
        struct Injected: Network {
            let baseURL = serviceURL("https://a.example.test")
            let session: URLSession?
        }
        let session = MockURLProtocol.session(response: { request in
            let response = URLResponse(
                url: request.url ?? URL(filePath: "/"),
                mimeType: "text/plain",
                expectedContentLength: 0,
                textEncodingName: nil
            )
            return (response, Data())
        })
        let error = await FetchRaw().request(on: Injected(session: session)).failure
        guard case .local(.invalidURLResponse(let response)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.mimeType == "text/plain")
    }
}
