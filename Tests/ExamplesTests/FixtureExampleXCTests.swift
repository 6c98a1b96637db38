import DogBreeds
import Fixtures
import Foundation
import NetworkClient
import NetworkClientTestSupport
import XCTest

/// The same screen tested with what a service once answered, in XCTest.
final class FixtureExampleXCTests: XCTestCase {
    /// The fixtures that the explorer stored for the sample collections.
    private let samples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Collections/Fixtures").path

    func testWhatWasStoredOnceAnswers() async throws {
        let transport = try FixtureTransport(root: samples)
        var list = BreedList(client: MainNetworkClient(transport: transport))
        await list.load()
        XCTAssertNil(list.problem)
        XCTAssertTrue(list.breeds.contains(Breed(main: "hound", sub: "afghan")))
    }

    func testWhatWasNeverStoredIsNamed() async throws {
        let transport = try FixtureTransport(root: samples)
        let list = BreedList(client: MainNetworkClient(transport: transport))
        do {
            _ = try await list.images(of: Breed(main: "unicorn"), count: 3)
            XCTFail("a fixture answered that nobody stored")
        } catch {
            XCTAssertEqual(error as? APIError, .httpError(.unknown))
        }
    }

    func testAServiceIsAskedOnceAndThenNeverAgain() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "fixture-example-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FixtureStore(root: folder.path)
        let service = MockTransport()
        service.stub(.path("/api/breeds/list/all"), with: .json(#"{"message": {"husky": []}}"#))
        for mode in [RecordingTransport.Mode.missing, .passthrough, .strict] {
            let transport = try RecordingTransport(store: store, upstream: service, mode: mode)
            var list = BreedList(client: MainNetworkClient(transport: transport))
            await list.load()
            XCTAssertEqual(list.breeds, [Breed(main: "husky")])
        }
        try service.verify(.any, calls: .once)
    }
}
