import Foundation
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// Publishers of one response: lazy, repeatable, and transformed like a sequence.
@Suite struct ResponsePublisherTests {
    private let transport = MockTransport()
    private var network: MoviesNetwork { MoviesNetwork(transport) }

    private static let page = MockAnswer.json(
        #"{"page": 1, "results": [{"id": 1, "title": "A"}]}"#
    )
    private static let failure = MockAnswer.json(
        #"{"code": 7, "message": "no"}"#,
        status: 400
    )

    // Rows: 3-3
    @Test func nothingIsSentUntilItIsConsumedAndEachTimeAnew() async throws {
        transport.stub(.any, with: Self.page)
        let publisher = FetchMovies().request(on: network)
        #expect(transport.received.isEmpty)
        _ = try await publisher.value
        for try await movies in publisher { #expect(movies.page == 1) }
        var iterator = publisher.makeAsyncIterator()
        #expect(try await iterator.next()?.page == 1)
        #expect(try await iterator.next() == nil)
        #expect(transport.received.count == 3)
    }

    // Rows: 3-3, 3-6
    @Test func anErrorIsThrownWithItsType() async throws {
        transport.stub(.any, with: Self.failure)
        do {
            _ = try await FetchMovies().request(on: network).value
            Issue.record("no error")
        } catch .remote(let error) {
            #expect(error.message == "no")
        } catch .local(let error) {
            Issue.record("\(error)")
        }
    }

    // Rows: 3-6
    @Test func sinkGivesTheValue() async throws {
        transport.stub(.any, with: Self.page)
        let titles = await withCheckedContinuation { continuation in
            FetchMovies()
                .request(on: network)
                .assertNoFailure()
                .sink { (movies) in
                    continuation.resume(returning: movies.results.map(\.title))
                }
        }
        #expect(titles == ["A"])
    }

    // Rows: 3-6, 3-10
    @Test func catchIsGivenTheError() async throws {
        transport.stub(.any, with: Self.failure, Self.page)
        let messages = Mutex<[String]>([])
        let publisher = FetchMovies()
            .request(on: network)
            .catch { error in
                switch error {
                case .local(let localError):
                    Issue.record("\(localError)")
                case .remote(let remoteError):
                    messages.withLock { $0.append(remoteError.message) }
                }
            }
        #expect(transport.received.isEmpty)
        #expect(await publisher.value == nil)
        #expect(await publisher.value?.page == 1)
        #expect(messages.withLock { $0 } == ["no"])
    }

    // Rows: 3-6
    @Test func catchMayGoOnWithAnotherRequest() async throws {
        transport.stub(.path("/3/discover/movie"), with: Self.failure)
        transport.stub(.path("/3/configuration"), with: .response(body: Octets(utf8: "c")))
        let publisher = FetchMovies().request(on: network)
            .map { Data("\($0.page)".utf8) }
            .catch { _ in FetchRaw().request(on: network) }
        #expect(try await publisher.value == Data("c".utf8))
        #expect(transport.received.count == 2)
    }

    @Test func valuesAndErrorsAreTransformed() async throws {
        transport.stub(.any, with: Self.page, Self.failure, Self.failure)
        let pages = FetchMovies().request(on: network).map(\.page)
        #expect(try await pages.value == 1)
        #expect(await pages.replaceError(with: -1).value == -1)
        struct Wrapped: Error { let inner: String? }
        let error = await pages.mapError { Wrapped(inner: $0.remoteError?.message) }.failure
        #expect(error?.inner == "no")
    }

    @Test func oneRequestMayFollowAnother() async throws {
        transport.stub(.path("/3/configuration"), with: .response(body: Octets(utf8: "discover")))
        transport.stub(.path("/3/discover/movie"), with: Self.page)
        let both = FetchRaw().request(on: network).flatMap { data in
            FetchMovies().request(on: network)
                .map { "\(String(decoding: data, as: UTF8.self)) \($0.page)" }
        }
        #expect(try await both.value == "discover 1")
    }

    @Test func retryBeginsAnewAndEndsWithTheLastError() async throws {
        transport.stub(.any, with: Self.failure, Self.failure, Self.page)
        #expect(try await FetchMovies().request(on: network).retry(2).value.page == 1)
        #expect(transport.received.count == 3)
        transport.reset()
        transport.stub(.any, with: Self.failure)
        #expect(await FetchMovies().request(on: network).retry(2).failure != nil)
        #expect(transport.received.count == 3)
    }

    // Rows: 3-6
    @Test func aSinkCanBeCancelledAndTellsItsEnd() async throws {
        let isAsked = TestGate()
        transport.stub(.any) { _ in
            isAsked.open()
            try await Task.sleep(for: .seconds(600))
            return .response()
        }
        let network = network
        let ended: Bool = await withCheckedContinuation { continuation in
            let sink = FetchRaw().request(on: network).sink(
                receiveCompletion: { completion in
                    guard case .failure(.local(let error)) = completion else {
                        continuation.resume(returning: false)
                        return
                    }
                    continuation.resume(returning: error.isCancelled)
                },
                receiveValue: { _ in Issue.record("a value came") }
            )
            Task {
                await isAsked.wait()
                sink.cancel()
                #expect(sink.isCancelled)
            }
        }
        #expect(ended)
    }
}
