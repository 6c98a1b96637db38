import Foundation
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// Previews: fixtures that answer instead of the service.
@Suite struct PreviewTests {
    private let folder: TemporaryFolder
    private let transport = MockTransport { _ in .json(#"{"page": 9, "results": []}"#) }

    private var assets: PreviewAssets { PreviewAssets(root: URL(filePath: folder.path)) }
    private var network: MoviesNetwork { MoviesNetwork(transport) }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "api.movies.example.test/3/discover/movie.json",
            #"{"page": 1, "results": [{"id": 1, "title": "A"}]}"#
        )
        try folder.write("api.movies.example.test/3/configuration", "raw")
        try folder.write(
            "api.movies.example.test/3/poster.gif",
            Octets(Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0])
        )
    }

    // Rows: 3-14, 3-15, 3-16
    @Test func aPreviewNetworkAnswersFromTheAssets() async throws {
        let preview = network.preview(.always, assets: assets)
        #expect(try await FetchMovies().request(on: preview).value.page == 1)
        #expect(try await FetchRaw().request(on: preview).value == Data("raw".utf8))
        let image = try await ServiceErrorTests.Poster().request(on: preview).value
        #expect(image.format == .gif)
        #expect(transport.received.isEmpty)
    }

    // Rows: 3-14
    @Test func theNetworkItselfStaysAsItIs() async throws {
        let network = network
        _ = network.preview(.always, assets: assets)
        #expect(try await FetchMovies().request(on: network).value.page == 9)
        let never = network.preview(.always, assets: assets).preview(.never)
        #expect(try await FetchMovies().request(on: never).value.page == 9)
    }

    // Rows: 3-14
    @Test func aPreviewNeitherUsesNorChangesWhatTheClientKeeps() async throws {
        try folder.write(
            "api.movies.example.test/3/discover/movie/GET.200.meta.json",
            """
            {"apusFixture": 1,
             "request": {"method": "GET", "authority": "api.movies.example.test",
                         "path": "/3/discover/movie"},
             "response": {"status": 200, "version": "HTTP/1.1", "body": "GET.200.json",
                          "fields": ["Cache-Control: max-age=60", "Set-Cookie: sid=fake"]}}
            """
        )
        try folder.write(
            "api.movies.example.test/3/discover/movie/GET.200.json",
            #"{"page": 4, "results": []}"#
        )
        let (jar, cache) = (CookieJar(), ResponseCache())
        var network = network
        network.client.configuration.cookieJar = jar
        network.client.configuration.cache = cache
        let preview = network.preview(.always, assets: assets)
        #expect(try await FetchMovies().request(on: preview).value.page == 4)
        #expect(jar.cookies.isEmpty)
        #expect(cache.count == 0)
        transport.stub(
            .any,
            with: .response(
                fields: ["Cache-Control": "max-age=60"],
                body: Octets(utf8: #"{"page": 9, "results": []}"#)
            )
        )
        #expect(try await FetchMovies().request(on: network).value.page == 9)
        #expect(cache.count == 1)
        #expect(try await FetchMovies().request(on: preview).value.page == 4)
    }

    // Rows: 3-9, 3-14
    @Test func aPreviewReadsAndWritesAsTheNetworkDoes() async throws {
        struct Seconds: Network {
            let baseURL = serviceURL("https://api.movies.example.test/3/")
            let client: HTTPClient
            static let dateEncodingStrategy = JSONEncoder.DateEncodingStrategy.secondsSince1970
            static let dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.secondsSince1970
        }
        struct FetchDate: NetworkRequest {
            let method: HTTPMethod = .get
            let path = "date"

            func response<Service: Network>(on network: Service, for data: Data) throws -> Date {
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = Service.dateDecodingStrategy
                return try decoder.decode(Date.self, from: data)
            }
        }
        try folder.write("api.movies.example.test/3/date.json", "86400")
        let preview = Seconds(client: HTTPClient(transport: transport))
            .preview(.always, assets: assets)
        let date = try await FetchDate().request(on: preview).value
        #expect(date == Date(timeIntervalSince1970: 86_400))
        #expect(try FetchDate().preview(on: preview) == date)
    }

    // Rows: 3-15
    @Test func theQueryIsLeftOutItemByItem() async throws {
        try folder.write(
            "api.movies.example.test/3/discover/movie?page=2.json",
            #"{"page": 2, "results": []}"#
        )
        let preview = network.preview(.always, assets: assets)
        func page(_ parameters: FetchMovies.Parameters) async throws -> Int {
            try await FetchMovies(parameters: parameters).request(on: preview).value.page
        }
        #expect(try await page(.init(page: 2)) == 2)
        #expect(try await page(.init(page: 2, adult: true)) == 2)
        #expect(try await page(.init(page: 3)) == 1)
    }

    // Rows: 3-15
    @Test func parentsAnswerOnlyWhenAskedTo() throws {
        var assets = assets
        let url = try #require(URL(string: "https://api.movies.example.test/3/discover/movie/42"))
        #expect(throws: NetworkPreviewError.self) { try assets.data(for: url) }
        assets.isSearchingParents = true
        #expect(try assets.data(for: url).count == 49)
    }

    // Rows: 3-15
    @Test(arguments: ["/../secret", "/%2e%2e/secret", "/3/..%2F..%2F..%2Fsecret", "/3"])
    func noNameLeadsOutOfTheFolder(_ path: String) throws {
        let inner = PreviewAssets(root: URL(filePath: folder.file("api.movies.example.test")))
        try folder.write("secret", "outside")
        try folder.write("api.movies.example.test/secret/x", "inside")
        let url = try #require(URL(string: "https://3" + path))
        #expect(throws: (any Error).self) { try inner.data(for: url) }
    }

    // Rows: 3-16
    @Test func aStoredFixtureAnswersWithItsStatusOrFailure() async throws {
        try folder.write(
            "api.movies.example.test/3/discover/movie/GET.404.json",
            #"{"code": 34, "message": "gone"}"#
        )
        try folder.write(
            "api.movies.example.test/3/genres/GET.receive.reset.bin",
            "half"
        )
        let preview = network.preview(.always, assets: assets)
        let remote = await FetchMovies().request(on: preview).failure?.remoteError
        #expect(remote == MoviesNetwork.RemoteError(code: 34, message: "gone"))
        let local = await FetchRaw(path: "genres").request(on: preview).failure?.localError
        #expect(local?.failure?.code == .receiveReset)
        let thrown = #expect(throws: ServiceError<MoviesNetwork.RemoteError>.self) {
            try FetchMovies().preview(on: preview)
        }
        #expect(thrown?.remoteError?.code == 34)
    }

    // Rows: 3-17
    @Test func automaticFollowsTheSurroundings() {
        func isPreviewing(_ setting: String?, tests: Bool, _ transport: any Transport) -> Bool {
            NetworkPreviewMode.isAutomaticPreview(
                environment: setting.map { ["NETWORK_PREVIEW": $0] } ?? [:],
                program: tests ? "/b/appPackageTests.xctest" : "/usr/bin/app",
                transport: transport
            )
        }
        let curl = CurlTransport.shared
        #expect(isPreviewing("1", tests: false, curl))
        #expect(isPreviewing("1", tests: false, transport))
        #expect(!isPreviewing(nil, tests: false, curl))
        #expect(isPreviewing(nil, tests: true, curl))
        #expect(!isPreviewing(nil, tests: true, transport))
        #expect(!isPreviewing("0", tests: true, curl))
    }

    // Rows: 3-17
    @Test func inATestARequestOverTheDefaultTransportIsPreviewed() async throws {
        struct Bare: Network {
            let baseURL = serviceURL("https://api.movies.example.test/3/")
            let previewAssets: PreviewAssets
        }
        let network = Bare(previewAssets: assets)
        #expect(try await FetchMovies().request(on: network).value.page == 1)
    }

    // Rows: 3-18
    @Test func aRequestCanBePreviewedWithoutSending() throws {
        let preview = network.preview(.never, assets: assets)
        #expect(try FetchMovies().preview(on: preview).results == [Movie(id: 1, title: "A")])
        #expect(transport.received.isEmpty)
    }

    // Rows: 3-18
    @Test func aMissingAssetIsNamed() async throws {
        let preview = network.preview(.always, assets: assets)
        let request = FetchRaw(path: "credits?id=1")
        let name = "api.movies.example.test/3/credits?id=1"
        #expect(throws: NetworkPreviewError.previewAssetNotFound(assetName: name)) {
            try request.preview(on: preview)
        }
        let error = await request.request(on: preview).failure
        guard case .local(.unknown(let inner as NetworkPreviewError)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(inner == .previewAssetNotFound(assetName: name))
        #expect(error?.localizedDescription.contains(name) == true)
    }

    // Rows: 3-18
    @Test func anAssetThatDoesNotDecodeSaysWhere() throws {
        try folder.write("api.movies.example.test/3/discover/movie.json", #"{"page": true}"#)
        let preview = network.preview(.always, assets: assets)
        let error = #expect(throws: ServiceError<MoviesNetwork.RemoteError>.self) {
            try FetchMovies().preview(on: preview)
        }
        #expect(error?.localError?.responseContext?.problem.path == "page")
    }
}
