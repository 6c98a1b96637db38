import Foundation
import NetworkClient
import NetworkClientTestSupport
import Testing

/// The sample program, tested as its readers would test theirs.
@Suite struct DogBreedsTests {
    @Test func breedsAreListedInOrderWithThoseWithin() async {
        let transport = MockTransport()
        transport.stub(
            .path("/api/breeds/list/all"),
            with: .json(#"{"message": {"husky": [], "hound": ["afghan", "walker"]}}"#)
        )
        var list = BreedList(client: MainNetworkClient(transport: transport))
        await list.load()
        #expect(list.problem == nil)
        #expect(
            list.breeds == [
                Breed(main: "hound", sub: "afghan"), Breed(main: "hound", sub: "walker"),
                Breed(main: "husky", sub: nil),
            ]
        )
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

    @Test func theUserIsToldWhatWentWrong() async {
        var list = BreedList(client: MockNetworkClient(failing: .httpError(.serverError)))
        await list.load()
        #expect(list.problem == "Internal Server Error")
    }
}
