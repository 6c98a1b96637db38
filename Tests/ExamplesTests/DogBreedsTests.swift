import DogBreeds
import Foundation
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// The sample of fetching, tested as its readers would test theirs.
@Suite struct DogBreedsTests {
    // Rows: 0-1, 0-9
    @Test func breedsAreListedInOrderWithThoseWithin() async throws {
        let transport = MockTransport()
        transport.stub(
            .path("/api/breeds/list/all"),
            with: .json(#"{"message": {"husky": [], "hound": ["afghan", "walker"]}}"#)
        )
        var list = BreedList(client: MainNetworkClient(transport: transport))
        await list.load()
        #expect(list.problem == nil)
        #expect(list.breeds.map(\.description) == ["afghan hound", "walker hound", "husky"])
        try transport.verify([.method(.get), .host("dogs.example.test")], calls: .once)
    }

    @Test func picturesAreAskedForByBreed() async throws {
        let client = MockNetworkClient { call in
            #expect(call.url?.path == "/api/breed/hound/afghan/images/random/2")
            return Data(#"{"message": ["http://a.example.test/1.jpg"]}"#.utf8)
        }
        let list = BreedList(client: client)
        let images = try await list.images(of: Breed(main: "hound", sub: "afghan"), count: 2)
        #expect(images.map(\.absoluteString) == ["http://a.example.test/1.jpg"])
    }

    // Rows: 0-16
    @Test func anAccountSendsItsTokenAndItsContent() async throws {
        let transport = MockTransport()
        transport.stub(
            [.method(.post), .field("Authorization", "Bearer t1"), .json(at: "$.breed", "husky")],
            with: .json(#"{"message": ["husky"]}"#)
        )
        let client = MainNetworkClient(
            transport: transport,
            token: .queryParameter(token: "the client's")
        )
        let liked = try await BreedList(client: client).like(Breed(main: "husky")) { "t1" }
        #expect(liked == ["husky"])
        try transport.verify(.query("access_token"), calls: .never)
    }

    // Rows: 0-20
    @Test func theUserIsToldWhatWentWrong() async {
        var list = BreedList(client: MockNetworkClient(failing: .httpError(.serverError)))
        await list.load()
        #expect(list.problem == "Internal Server Error")
    }

    @Test func theProgramListsTheBreeds() async throws {
        let text = #"{"message": {"husky": [], "hound": ["afghan"]}}"#
        let server = FaultServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        )
        let ending = try await ChildProgram.run("DogBreeds", environment: ["DOGS_API": server.base])
        #expect(ending.output == "afghan hound\nhusky\n")
    }

    @Test func theProgramRunsAndSaysWhatWentWrong() async throws {
        // A proxy that refuses: nothing leaves the machine.
        let ending = try await ChildProgram.run(
            "DogBreeds",
            environment: ["https_proxy": "http://127.0.0.1:\(refusingPort())"]
        )
        #expect(ending.exitCode == 0)
        #expect(ending.output.hasPrefix("The breeds could not be had: "))
    }

    @Test func aProgramOfTheLibraryLinksNoLibraryOfTheExplorer() async throws {
        let path = ChildProgram.productFolder + "/DogBreeds"
        let ending = try await ChildProgram.run("/usr/bin/ldd", [path])
        try #require(ending.exitCode == 0, "\(ending.diagnostics)")
        #expect(ending.output.contains("libc.so"))
        for name in ["ncurses", "tinfo", "sqlite", "libjq", "libonig", "libyaml", "libxml2"] {
            #expect(!ending.output.contains(name), "\(name) is linked")
        }
    }
}
