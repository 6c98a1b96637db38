import Foundation
import Movies
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// The sample of services, tested as its readers would test theirs.
@Suite struct MoviesTests {
    private let transport = MockTransport()
    private var network: MoviesNetwork {
        MoviesNetwork(key: "k1", client: HTTPClient(transport: transport))
    }

    /// The fixtures that the sample brings.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/Movies/Fixtures")

    private var preview: PreviewNetwork<MoviesNetwork> {
        network.preview(.always, assets: PreviewAssets(root: Self.folder))
    }

    // Rows: 3-1, 3-4, 3-7
    @Test func moviesAreAskedForWithKeyAndParameters() async throws {
        transport.stub(
            [.path("/3/discover/movie"), .query("sort_by", "title"), .query("page", "2")],
            with: .json(
                #"{"page": 2, "results": [{"id": 1, "title": "A", "released": "2020-01-01T00:00:00Z"}]}"#
            )
        )
        var screen = MovieScreen(network: network)
        await screen.load(page: 2)
        #expect(screen.problem == nil)
        #expect(screen.lines == ["A (2020)"])
        try transport.verify(.field("X-API-Key", "k1"))
    }

    // Rows: 3-10, 3-11
    @Test func theServicesOwnErrorIsShown() async {
        transport.stub(.any, with: .json(#"{"code": 7, "message": "bad key"}"#, status: 401))
        var screen = MovieScreen(network: network)
        await screen.load()
        #expect(screen.problem == "The service says: bad key (7)")
    }

    // Rows: 3-10
    @Test func errorsOnThisSideAreTold() async {
        transport.stub(
            .any,
            with: .failure(.timeoutTotal),
            .failure(.dnsNotFound),
            .json(#"{"page": 1}"#)
        )
        var screen = MovieScreen(network: network)
        await screen.load()
        #expect(screen.problem == "The service is slow today.")
        await screen.load()
        #expect(screen.problem?.hasPrefix("The host name could not be found") == true)
        await screen.load()
        #expect(screen.problem?.hasSuffix("because it is missing.") == true)
    }

    // Rows: 3-14, 3-15, 3-16
    @Test func aPreviewShowsTheScreenWithoutTheService() async {
        var screen = MovieScreen(network: preview)
        await screen.load()
        #expect(screen.lines == ["A Walk with Swifts (2019)", "Zebra Crossing (2024)"])
        #expect(await screen.poster(of: 7) == "4×6")
        #expect(await screen.poster(of: 8) == "no poster")
        #expect(transport.received.isEmpty)
    }

    // Rows: 3-18
    @Test func oneRowCanBePreviewed() throws {
        let movies = try FetchMovies().preview(on: preview)
        #expect(movies.results.first?.title == "A Walk with Swifts")
        #expect(throws: NetworkPreviewError.self) { try FetchPoster(movie: 8).preview(on: preview) }
    }

    // Rows: 3-17
    @Test func theProgramRunsAsAPreview() async throws {
        let ending = try await ChildProgram.run(
            "Movies",
            environment: [
                "NETWORK_PREVIEW": "1",
                "NETWORK_PREVIEW_ASSETS": Self.folder.path(percentEncoded: false),
            ]
        )
        #expect(ending.output == "A Walk with Swifts (2019)\nZebra Crossing (2024)\n")
    }
}
