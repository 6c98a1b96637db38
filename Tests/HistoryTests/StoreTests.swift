import Files
import Fixtures
import Glibc
import HTTPModel
import History
import TestSupport
import Testing

@Suite struct StoreTests {
    @Test func anExchangeIsReadBackWhole() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let exchange = try Sample.exchange()
        let id = try store.append(Sample.record(exchange))
        let entry = try #require(try Sample.store(in: folder).entry(id))
        #expect(entry.item.id == id)
        #expect(entry.item.origin.requestID == "bookings.http#create")
        #expect(entry.item.origin.environmentName == "local")
        #expect(entry.item.method == "POST")
        #expect(entry.item.url == "http://127.0.0.1:8080/bookings?page=1")
        #expect(entry.item.statusCode == 201)
        #expect(entry.item.elapsed == .milliseconds(38))
        #expect(entry.item.receivedCount == 12)
        let kept = entry.exchange.exchange
        #expect(kept.request == exchange.request)
        #expect(kept.response == exchange.response)
        #expect(kept.elapsed == exchange.elapsed)
        #expect(kept.hops.count == 2)
        #expect(kept.hops[0].redirect == exchange.hops[0].redirect)
        #expect(kept.hops[0].timings == exchange.hops[0].timings)
        #expect(kept.hops[1].startOffset == .milliseconds(5))
        #expect(kept.hops[1].sent.body == exchange.hops[1].sent.body)
        #expect(kept.hops[1].isReusedConnection)
        #expect(entry.exchange.redactions.isEmpty)
        #expect(entry.exchange.responseCount == nil)
    }

    @Test func aFailureIsReadBackWithWhatCame() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        var exchange = try Sample.exchange()
        exchange.result = .failure(
            NetworkFailure(
                .receiveReset,
                phase: .receive,
                elapsed: .milliseconds(12),
                bytesReceived: 512,
                detail: "127.0.0.1:8080",
                causes: ["ECONNRESET (104)"],
                partialHead: HTTPResponseHead(status: HTTPStatus(200)),
                partialBody: Octets([0, 255, 10, 128])
            )
        )
        let id = try store.append(Sample.record(exchange))
        let entry = try #require(try store.entry(id))
        #expect(entry.exchange.exchange.failure == exchange.failure)
        #expect(entry.item.failureCode == "receive.reset")
        #expect(entry.item.statusCode == nil)
        #expect(entry.item.result == "receive.reset")
    }

    @Test func contentAboveTheLimitIsCutAndSaysSo() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let long = String(repeating: "0123456789", count: 20_000)
        let id = try store.append(
            Sample.record(try Sample.exchange(received: long), limit: 1_000)
        )
        let entry = try #require(try store.entry(id))
        #expect(entry.exchange.exchange.response?.body.text == String(long.prefix(1_000)))
        #expect(entry.exchange.responseCount == 200_000)
        #expect(entry.exchange.requestCount == nil)
        #expect(entry.item.receivedCount == 200_000)
    }

    @Test func theOldestEntriesGoFirst() throws {
        let folder = try TemporaryFolder()
        var limits = HistoryLimits()
        limits.count = 3
        let store = Sample.store(in: folder, limits: limits)
        var ids: [Int64] = []
        for number in 0..<5 {
            let exchange = try Sample.exchange(url: "http://a.test/\(number)")
            ids.append(try store.append(Sample.record(exchange)))
        }
        #expect(try store.items().map(\.id) == Array(ids.suffix(3).reversed()))
        try store.remove([ids[4]])
        let next = try store.append(Sample.record(try Sample.exchange()))
        #expect(next > ids[4], "a number is never used twice")
    }

    @Test func moreBytesThanTheLimitPushTheOldestOut() throws {
        let folder = try TemporaryFolder()
        var limits = HistoryLimits()
        limits.byteCount = 100_000
        let store = Sample.store(in: folder, limits: limits)
        let body = String(repeating: "x", count: 40_000)
        for _ in 0..<5 {
            try store.append(Sample.record(try Sample.exchange(received: body)))
        }
        #expect(try store.items().count == 2)
        let large = String(repeating: "y", count: 400_000)
        let id = try store.append(Sample.record(try Sample.exchange(received: large)))
        #expect(try store.items().map(\.id) == [id], "the newest stays, however large it is")
    }

    @Test func theFileIsForItsOwnerAlone() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        try store.append(Sample.record(try Sample.exchange()))
        #expect(FileSystem.mode(of: folder.file("state"))?.description == 0o700.description)
        for entry in try FileSystem.list(folder.file("state")) {
            #expect(FileSystem.mode(of: folder.file("state/\(entry.name)")) == 0o600)
        }
        // A file that others can read is closed to them.
        chmod(store.path, 0o644)
        _ = try Sample.store(in: folder).items()
        #expect(FileSystem.mode(of: store.path) == 0o600)
    }

    @Test func aQueryFindsByTextPlaceAndName() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let first = try store.append(
            Sample.record(
                try Sample.exchange(url: "http://a.test/100%25_x", received: "<Zoë>"),
                id: "animals/dogs.http#breeds",
                startedAt: 1_000
            )
        )
        let second = try store.append(Sample.record(try Sample.exchange(status: 404)))
        func ids(_ change: (inout HistoryQuery) -> Void) throws -> [Int64] {
            var query = HistoryQuery()
            change(&query)
            return try store.items(query).map(\.id)
        }
        #expect(try ids { _ in } == [second, first])
        #expect(try ids { $0.limit = 1 } == [second])
        #expect(try ids { $0.text = "100%25_X" } == [first])
        #expect(try ids { $0.text = "100%25ax" } == [])
        #expect(try ids { $0.text = "zoë" } == [first])
        #expect(try ids { $0.text = "404" } == [second])
        #expect(try ids { $0.path = "/samples/animals" } == [first])
        #expect(try ids { $0.path = "/samples/animals/dogs.http" } == [first])
        #expect(try ids { $0.path = "/samples/anim" } == [])
        #expect(try ids { $0.path = "/" } == [second, first])
        #expect(try ids { $0.name = "create" } == [second])
        #expect(try ids { $0.requestID = "animals/dogs.http#breeds" } == [first])
        #expect(try ids { $0.root = "/other" } == [])
        #expect(try ids { $0.startedBefore = 2_000 } == [first])
    }

    @Test func whatIsRemovedIsGoneFromTheFiles() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let mark = "a-mark-to-look-for"
        let id = try store.append(Sample.record(try Sample.exchange(received: mark)))
        try store.append(Sample.record(try Sample.exchange()))
        #expect(try StateFiles.hold(mark, in: folder))
        #expect(try store.remove([id, 4_711]) == 1)
        #expect(try !StateFiles.hold(mark, in: folder))
        #expect(try store.removeAll() == 1)
        #expect(try store.items().isEmpty)
        #expect(try store.entry(id) == nil)
    }

    @Test func theFileShrinksWhenEntriesAreRemoved() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let body = String(repeating: "0123456789", count: 20_000)
        for _ in 0..<20 { try store.append(Sample.record(try Sample.exchange(received: body))) }
        _ = try store.remove([])
        let before = try folder.read("state/history.db").count
        #expect(before > 4_000_000)
        try store.removeAll()
        #expect(try folder.read("state/history.db").count < 100_000)
    }

    @Test func severalStoresWriteAtOnce() async throws {
        let folder = try TemporaryFolder()
        let record = Sample.record(try Sample.exchange())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let store = Sample.store(in: folder)
                    for _ in 0..<25 {
                        do {
                            try store.append(record)
                        } catch {
                            Issue.record("\(error)")
                        }
                    }
                }
            }
        }
        let ids = try Sample.store(in: folder).items().map(\.id)
        #expect(ids.count == 100)
        #expect(Set(ids).count == 100)
    }
}

/// Looks into the files of a folder.
enum StateFiles {
    static func hold(_ text: String, in folder: TemporaryFolder) throws -> Bool {
        let needle = Array(text.utf8)
        return try FileSystem.list(folder.file("state")).contains { entry in
            let bytes = try folder.read("state/\(entry.name)").array
            guard bytes.count >= needle.count else { return false }
            return bytes.firstRange(of: needle) != nil
        }
    }
}
