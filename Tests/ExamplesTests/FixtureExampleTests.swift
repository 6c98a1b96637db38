import DogBreeds
import Fixtures
import Foundation
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// A screen tested with what a service once answered, in Swift Testing: no service, no port, no wait.
@Suite struct FixtureExampleTests {
    /// The fixtures that the explorer stored for the sample collections.
    private static let samples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Collections/Fixtures").path

    @Test func whatWasStoredOnceAnswers() async throws {
        let transport = try FixtureTransport(root: Self.samples)
        var list = BreedList(client: MainNetworkClient(transport: transport))
        await list.load()
        #expect(list.problem == nil)
        #expect(list.breeds.contains(Breed(main: "hound", sub: "afghan")))
    }

    @Test func whatWasNeverStoredIsNamed() async throws {
        let transport = try FixtureTransport(root: Self.samples)
        let list = BreedList(client: MainNetworkClient(transport: transport))
        await #expect(throws: APIError.httpError(.unknown)) {
            try await list.images(of: Breed(main: "unicorn"), count: 3)
        }
    }

    @Test func aServiceIsAskedOnceAndThenNeverAgain() async throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.file("Fixtures"))
        let service = MockTransport()
        service.stub(.path("/api/breeds/list/all"), with: .json(#"{"message": {"husky": []}}"#))
        for mode in [RecordingTransport.Mode.missing, .passthrough, .strict] {
            let transport = try RecordingTransport(store: store, upstream: service, mode: mode)
            var list = BreedList(client: MainNetworkClient(transport: transport))
            await list.load()
            #expect(list.breeds == [Breed(main: "husky")])
        }
        try service.verify(.any, calls: .once)
    }

    @Test func aFailureIsPlayedAsItWasStored() async throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.file("Fixtures"))
        let service = MockTransport()
        service.failNext(.receiveReset)
        var list = BreedList(
            client: MainNetworkClient(
                transport: try RecordingTransport(store: store, upstream: service, mode: .always)
            )
        )
        await list.load()
        let problem = try #require(list.problem)
        var again = BreedList(
            client: MainNetworkClient(transport: FixtureTransport(try store.load()))
        )
        await again.load()
        #expect(again.problem == problem)
        try service.verify(.any, calls: .once)
    }
}
