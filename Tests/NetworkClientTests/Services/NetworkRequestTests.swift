import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// What requests on a network send.
@Suite struct NetworkRequestTests {
    private let transport = MockTransport { _ in .json(#"{"page": 1, "results": []}"#) }

    private var sent: PreparedRequest? { transport.received.last }

    // Rows: 3-1, 3-3
    @Test func theShortestRequestGivesTheContent() async throws {
        transport.stub(.any, with: .response(body: Octets(utf8: "plain")))
        let data = try await FetchRaw().request(on: PlainNetwork(transport)).value
        #expect(data == Data("plain".utf8))
        #expect(sent?.method == .get)
        #expect(sent?.target.text == "https://api.movies.example.test/3/configuration")
        #expect(sent?.body.isEmpty == true)
    }

    // Rows: 3-2
    @Test func aNetworkIsInjectedAsAnyValueIs() async throws {
        struct Screen<Service: Network> {
            let network: Service
            func load() async throws -> [Movie] {
                try await FetchMovies().request(on: network).value.results
            }
        }
        #expect(try await Screen(network: PlainNetwork(transport)).load().isEmpty)
        #expect(try await Screen(network: MoviesNetwork(transport)).load().isEmpty)
    }

    // Rows: 3-3
    @Test(arguments: [
        ("https://a.example.test/3/", "/b/c", "https://a.example.test/3/b/c"),
        ("https://a.example.test/3", "b/c", "https://a.example.test/3/b/c"),
        ("https://a.example.test", "b?x=1", "https://a.example.test/b?x=1"),
        ("https://a.example.test/3?key=k", "b?x=1", "https://a.example.test/3/b?key=k&x=1"),
        ("https://a.example.test/3/", "", "https://a.example.test/3/"),
        ("https://a.example.test/3/", "ä b", "https://a.example.test/3/%C3%A4%20b"),
    ])
    func pathsStandBehindTheBaseURL(_ base: String, _ path: String, _ url: String) async throws {
        var network = MoviesNetwork(transport)
        network.baseURL = try #require(URL(string: base))
        _ = await FetchRaw(path: path).request(on: network).result
        #expect(sent?.target.text == url)
    }

    // Rows: 3-3
    @Test func aBaseURLThatCannotBeSentToIsALocalError() async throws {
        var network = MoviesNetwork(transport)
        network.baseURL = try #require(URL(string: "ftp://a.example.test/"))
        let result = await FetchRaw().request(on: network).result
        guard case .failure(.local(.unknown(let error as URLRequestError))) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .unusableURL)
        #expect(transport.received.isEmpty)
    }

    // Rows: 3-7
    @Test func parametersAreAQueryInTheOrderTheyAreDeclared() async throws {
        let parameters = FetchMovies.Parameters(
            sortBy: "title & a+b/ä",
            page: 2,
            adult: true,
            rating: 1.0,
            genres: ["b", "a"],
            range: ["to": 2, "from": 1]
        )
        _ = await FetchMovies(parameters: parameters).request(on: PlainNetwork(transport)).result
        #expect(
            sent?.target.query
                == "sortBy=title%20%26%20a%2Bb/%C3%A4&page=2&adult=true&rating=1.0&genres=b&genres=a"
                + "&range%5Bfrom%5D=1&range%5Bto%5D=2"
        )
        #expect(sent?.body.isEmpty == true)
    }

    // Rows: 3-7
    @Test func membersWrittenInTwoGoesStandTogether() async throws {
        /// Writes what belongs to `range` and `list` in two containers each, as a class and its superclass do.
        struct InTwoGoes: Encodable, Sendable {
            enum Key: String, CodingKey { case range, list, from, to }

            func encode(to encoder: any Encoder) throws {
                for (key, value) in [(Key.from, 1), (.to, 2)] {
                    var container = encoder.container(keyedBy: Key.self)
                    var range = container.nestedContainer(keyedBy: Key.self, forKey: .range)
                    try range.encode(value, forKey: key)
                    var list = container.nestedUnkeyedContainer(forKey: .list)
                    try list.encode(value)
                }
            }
        }
        struct Send: NetworkRequest {
            let method: HTTPMethod
            let path = "a"
            let parameters = InTwoGoes()
        }
        _ = await Send(method: .get).request(on: PlainNetwork(transport)).result
        #expect(sent?.target.query == "range%5Bfrom%5D=1&range%5Bto%5D=2&list=1&list=2")
        _ = await Send(method: .post).request(on: PlainNetwork(transport)).result
        #expect(sent?.body.text == #"{"list":[1,2],"range":{"from":1,"to":2}}"#)
    }

    // Rows: 3-7
    @Test func parametersWithoutMembersAddNothing() async throws {
        struct Post: NetworkRequest {
            let method: HTTPMethod = .post
            let path = "a"
            let parameters = FetchMovies.Parameters()
        }
        _ = await FetchMovies().request(on: PlainNetwork(transport)).result
        #expect(sent?.target.query == nil)
        _ = await Post().request(on: PlainNetwork(transport)).result
        #expect(sent?.content == nil)
        #expect(sent?.fields["Content-Type"] == nil)
    }

    // Rows: 3-8
    @Test(arguments: [HTTPMethod.get, .head, .delete, .options, .post, .put, .patch, .query])
    func theMethodSaysHowParametersGo(_ method: HTTPMethod) async throws {
        struct Send: NetworkRequest {
            let method: HTTPMethod
            let path = "movies"
            let parameters = Movie(id: 7, title: "Café/bar")
        }
        _ = await Send(method: method).request(on: PlainNetwork(transport)).result
        if [.get, .head, .delete, .options].contains(method) {
            #expect(sent?.target.query == "id=7&title=Caf%C3%A9/bar")
            #expect(sent?.content == nil)
        } else {
            #expect(sent?.target.query == nil)
            #expect(sent?.body.text == #"{"id":7,"title":"Café/bar"}"#)
            #expect(sent?.fields["Content-Type"] == "application/json")
        }
        #expect(sent?.method.rawValue == method.rawValue.uppercased())
    }

    struct Encoded: NetworkRequest {
        let method: HTTPMethod = .post
        let path = "movies"
        let encoding: ParameterEncoding
        var parameters = FetchMovies.Parameters(page: 1, adult: true, genres: ["a"])
    }

    // Rows: 3-8
    @Test func theRequestMayChooseItsEncoding() async throws {
        let network = PlainNetwork(transport)
        _ = await Encoded(encoding: .url).request(on: network).result
        #expect(sent?.target.query == "page=1&adult=true&genres=a")
        #expect(sent?.content == nil)
        _ = await Encoded(encoding: .json).request(on: network).result
        #expect(sent?.body.text == #"{"adult":true,"genres":["a"],"page":1}"#)
        _ = await Encoded(encoding: URLEncoding.httpBody).request(on: network).result
        #expect(sent?.body.text == "page=1&adult=1&genres%5B%5D=a")
        #expect(sent?.fields["Content-Type"]?.hasPrefix("application/x-www-form") == true)
    }

    // Rows: 3-7
    @Test func parametersThatCannotBeSentAreALocalError() async throws {
        let requests = [
            FetchMovies(parameters: .init(rating: .infinity)),
            FetchMovies(parameters: .init(rating: .nan)),
        ]
        for request in requests {
            let error = await request.request(on: PlainNetwork(transport)).failure
            guard case .local(.encodingError) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(
                error?.localizedDescription
                    == "The parameters or headers of the request could not be encoded, at rating."
            )
        }
        #expect(transport.received.isEmpty)
    }

    // Rows: 3-9
    @Test func datesAreWrittenAndReadAsTheNetworkSays() async throws {
        struct Stamp: Codable, Equatable { let at: Date }
        struct Send: NetworkRequest {
            let method: HTTPMethod
            let path = "stamps"
            let parameters = Stamp(at: Date(timeIntervalSince1970: 86_400))
            typealias Response = Stamp
        }
        struct Seconds: Network {
            let baseURL = serviceURL("https://a.example.test")
            let client: HTTPClient
            let dateEncodingStrategy = JSONEncoder.DateEncodingStrategy.secondsSince1970
            let dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.secondsSince1970
        }
        struct Milliseconds: Network {
            let baseURL = serviceURL("https://a.example.test")
            let client: HTTPClient
            static let dateEncodingStrategy = JSONEncoder.DateEncodingStrategy.millisecondsSince1970
            static let dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.millisecondsSince1970
        }
        transport.stub(.any) { request in
            request.body.isEmpty
                ? .json(#"{"at": \#(request.target.queryItems.first?.value ?? "")}"#)
                : .response(body: request.body)
        }
        let client = HTTPClient(transport: transport)
        let iso = try await Send(method: .post).request(on: PlainNetwork(transport)).value
        #expect(sent?.body.text == #"{"at":"1970-01-02T00:00:00Z"}"#)
        let seconds = try await Send(method: .post).request(on: Seconds(client: client)).value
        #expect(sent?.body.text == #"{"at":86400}"#)
        let milliseconds = try await Send(method: .get)
            .request(on: Milliseconds(client: client)).value
        #expect(sent?.target.query == "at=86400000.0")
        for stamp in [iso, seconds, milliseconds] {
            #expect(stamp == Stamp(at: Date(timeIntervalSince1970: 86_400)))
        }
    }

    // Rows: 3-1, 3-4, 3-9
    @Test func aNetworkMayHaveADecoderAndAnEncoderOfItsOwn() async throws {
        struct Snake: Network {
            struct RemoteError: Decodable, Equatable { let whatFailed: String }
            let baseURL = serviceURL("https://a.example.test")
            let client: HTTPClient

            var decoder: JSONDecoder {
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                return decoder
            }

            var encoder: JSONEncoder {
                let encoder = JSONEncoder()
                encoder.keyEncodingStrategy = .convertToSnakeCase
                return encoder
            }
        }
        struct Send: NetworkRequest {
            struct Value: Codable, Equatable { let someName: Int }
            let method: HTTPMethod = .post
            let path = "a"
            let parameters = Value(someName: 7)
            typealias Response = Value
        }
        transport.stub(
            .any,
            with: .json(#"{"some_name": 7}"#),
            .json(#"{"what_failed": "x"}"#, status: 500)
        )
        let network = Snake(client: HTTPClient(transport: transport))
        #expect(try await Send().request(on: network).value == Send.Value(someName: 7))
        #expect(sent?.body.text == #"{"some_name":7}"#)
        let error = await Send().request(on: network.preview(.never)).failure
        #expect(error?.remoteError == Snake.RemoteError(whatFailed: "x"))
        #expect(sent?.body.text == #"{"some_name":7}"#)
    }

    struct Localized: NetworkRequest {
        let method: HTTPMethod = .get
        let path = "movies"
        let headers = Headers()

        struct Headers: Encodable {
            let language = "de"
            let trace = ["a", "b"]

            enum CodingKeys: String, CodingKey {
                case language = "accept-language"
                case trace = "X-Trace"
            }
        }
    }

    // Rows: 3-19
    @Test func headersOfTheRequestWinOverThoseOfTheNetwork() async throws {
        var network = MoviesNetwork(transport)
        network.headers.language = "en"
        _ = await Localized().request(on: network).result
        let fields = try #require(sent).fields
        #expect(fields.values(named: "Accept-Language") == ["de"])
        #expect(fields["X-API-Key"] == "k1")
        #expect(fields["X-Beta"] == "true")
        #expect(fields.values(named: "X-Trace") == ["a", "b"])
        _ = await FetchRaw().request(on: network).result
        #expect(sent?.fields["Accept-Language"] == "en")
    }

    // Rows: 3-19
    @Test func aHeaderThatCannotBeSentIsALocalErrorWithoutItsValue() async throws {
        var network = MoviesNetwork(transport)
        network.headers.apiKey = "s3cret\r\nX: y"
        let error = try #require(await FetchRaw().request(on: network).failure)
        guard case .local(.encodingError(let encoding)) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!"\(encoding)".contains("s3cret"))
        #expect(transport.received.isEmpty)
    }

    struct Upload: NetworkRequest {
        let method: HTTPMethod = .post
        let path = "upload"
        let encoding = ParameterEncoding.multipartFormData
        let parameters: Parameters

        struct Parameters: Encodable {
            var title = "Ä \"b\""
            var isPublic = true
            var rating: Double?
            var tags = ["x", "y"]
            var range = ["to": 2, "from": 1]
            var raw = Data([0, 255])
            var poster: ImageResource?
            var file: FormFile
        }
    }

    // Rows: 3-19
    @Test func aFormHasAPartForEachParameterInOrder() async throws {
        let folder = try TemporaryFolder()
        try folder.write("notes.txt", "from disk")
        let gif = Data(Array("GIF89a".utf8) + [3, 0, 2, 0])
        let upload = Upload(
            parameters: .init(
                poster: ImageResource(data: gif),
                file: FormFile(url: URL(filePath: folder.file("notes.txt")))
            )
        )
        _ = try await upload.request(on: PlainNetwork(transport)).value
        let request = try #require(sent)
        let type = try #require(request.fields["Content-Type"].flatMap { MediaType($0) })
        #expect(type.essence == "multipart/form-data")
        let boundary = try #require(type.parameter("boundary"))
        let text = String(decoding: request.body, as: UTF8.self)
        let parts = text.components(separatedBy: "--" + boundary).dropFirst().dropLast()
        let heads = parts.compactMap { part in
            part.components(separatedBy: "\r\n\r\n").first?
                .replacingOccurrences(of: "\r\n", with: "|")
        }
        let disposition = "|Content-Disposition: form-data; name="
        #expect(
            heads == [
                disposition + #""title""#, disposition + #""isPublic""#, disposition + #""tags""#,
                disposition + #""tags""#, disposition + #""range[from]""#,
                disposition + #""range[to]""#,
                disposition + #""raw"|Content-Type: application/octet-stream"#,
                disposition + #""poster"; filename="image.gif"|Content-Type: image/gif"#,
                disposition + #""file"; filename="notes.txt"|Content-Type: text/plain"#,
            ]
        )
        #expect(text.contains("\r\n\r\nÄ \"b\"\r\n"))
        #expect(text.contains("\r\n\r\ntrue\r\n"))
        #expect(text.contains("\r\n\r\nfrom disk\r\n"))
    }

    // Rows: 3-19
    @Test func aFileThatIsNotThereIsALocalErrorThatNamesIt() async throws {
        let missing = URL(filePath: "/nowhere/at-all.txt")
        let upload = Upload(parameters: .init(file: FormFile(url: missing)))
        let error = try #require(await upload.request(on: PlainNetwork(transport)).failure)
        #expect(error.localError?.localizedDescription.contains("/nowhere/at-all.txt") == true)
        #expect(transport.received.isEmpty)
    }

    // Rows: 3-19
    @Test func aSessionOfTheNetworkIsUsed() async throws {
        struct Injected: Network {
            let baseURL = serviceURL("https://a.example.test")
            let session: URLSession?
        }
        let session = MockURLProtocol.session { request in
            (HTTPURLResponse(), Data((request.httpMethod ?? "").utf8))
        }
        let network = Injected(session: session)
        for _ in 0..<2 {
            let data = try await FetchRaw(method: .patch).request(on: network).value
            #expect(data == Data("PATCH".utf8))
        }
    }

    /// A session that says when it is gone.
    final class PassingSession: URLSession, @unchecked Sendable {
        nonisolated(unsafe) var whenGone: () -> Void = {}
        deinit { whenGone() }
    }

    // Rows: 3-19
    @Test(.timeLimit(.minutes(1))) func aSessionOfTheNetworkIsLetGo() async throws {
        struct Injected: Network {
            let baseURL = serviceURL("https://a.example.test")
            let session: URLSession?
        }
        let gone = AsyncStream<Void>.makeStream()
        let mocked = MockURLProtocol.session { _ in (HTTPURLResponse(), Data("in".utf8)) }
        do {
            let session = PassingSession(configuration: mocked.configuration)
            session.whenGone = { gone.continuation.yield() }
            let data = try await FetchRaw().request(on: Injected(session: session)).value
            #expect(data == Data("in".utf8))
            session.finishTasksAndInvalidate()
        }
        for await _ in gone.stream { return }
        Issue.record("the session is still there")
    }
}

extension ResponsePublisher {
    /// The error of one consumption.
    var failure: Failure? {
        get async {
            guard case .failure(let error) = await result else { return nil }
            return error
        }
    }
}
