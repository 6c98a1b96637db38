import ClientCore
import Files
import HTTPModel
import TestSupport
import Testing

/// Asking again, keeping users and variants apart, forgetting, and the disk.
@Suite struct CacheValidationTests {
    @Test func a304ConfirmsAndRenewsTheStoredResponse() async throws {
        let bench = try CacheBench()
        let modified = bench.date(-1000)
        let fields: HTTPFields = [
            "Cache-Control": "max-age=10", "ETag": "\"v1\"", "Last-Modified": modified, "X": "old",
            "Content-Type": "a/b", "Age": "3",
        ]
        bench.answer(
            CacheBench.response(200, fields, "content"),
            CacheBench.response(
                304,
                [
                    "Cache-Control": "max-age=100", "ETag": "\"v1\"", "X": "new",
                    "Content-Type": "no/no", "Set-Cookie": "a=1",
                ],
                ""
            )
        )
        _ = try await bench.send()
        bench.advance(20)
        let again = try await bench.send()
        #expect(again.cacheUse?.result == .revalidated && again.response?.status.rawValue == 200)
        #expect(again.response?.body.text == "content" && again.response?.fields["X"] == "new")
        #expect(again.response?.fields["Content-Type"] == "a/b")
        #expect(again.response?.fields["Set-Cookie"] == "a=1")
        #expect(bench.sent[1].fields["If-None-Match"] == "\"v1\"")
        #expect(bench.sent[1].fields["If-Modified-Since"] == modified)
        #expect(again.hops[0].sent.fields["If-None-Match"] == "\"v1\"")
        bench.advance(90)
        let fresh = try await bench.send()
        #expect(fresh.cacheUse?.result == .hit && fresh.response?.fields["Set-Cookie"] == nil)
    }

    @Test func anotherTagIn304AsksForTheWhole() async throws {
        let bench = try CacheBench()
        bench.answer(
            CacheBench.response(200, ["Cache-Control": "max-age=1", "ETag": "\"v1\""], "one"),
            CacheBench.response(304, ["ETag": "\"v2\""], ""),
            CacheBench.response(200, ["Cache-Control": "max-age=1", "ETag": "\"v2\""], "two")
        )
        _ = try await bench.send()
        bench.advance(5)
        let exchange = try await bench.send()
        #expect(exchange.response?.body.text == "two" && exchange.cacheUse?.result == .replaced)
        #expect(bench.sent.last?.fields.contains(named: "If-None-Match") == false)
    }

    @Test func aNewResponseTakesTheOldOnesPlace() async throws {
        let bench = try CacheBench()
        bench.answer(
            CacheBench.response(200, ["Cache-Control": "max-age=1", "ETag": "\"v1\""], "one"),
            CacheBench.response(200, ["Cache-Control": "max-age=60", "ETag": "\"v2\""], "two")
        )
        _ = try await bench.send()
        bench.advance(5)
        #expect(try await bench.send().response?.body.text == "two")
        let hit = try await bench.send()
        #expect(hit.cacheUse?.result == .hit && hit.response?.body.text == "two")
        #expect(bench.cache.count == 1)
    }

    @Test func variantsAreToldApartByTheFieldsThatVary() async throws {
        let bench = try CacheBench()
        let fields: HTTPFields = ["Cache-Control": "max-age=60", "Vary": "Accept-Language, X"]
        bench.answer(CacheBench.response(200, fields, "de"), CacheBench.response(200, fields, "en"))
        let target = "http://a.test/x"
        _ = try await bench.send(.get, target, ["Accept-Language": "de,  fr"])
        _ = try await bench.send(.get, target, ["Accept-Language": "en"])
        let german = try await bench.send(.get, target, ["accept-language": "de, fr", "Y": "1"])
        #expect(german.cacheUse?.result == .hit && german.response?.body.text == "de")
        #expect(try await bench.use(.get, target, ["Accept-Language": "en", "X": "1"]) == .miss)
        #expect(try await bench.use(.get, target) == .miss)
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60", "Vary": "*"]))
        #expect(try await bench.use(.get, "http://a.test/star") == .miss)
        #expect(try await bench.use(.get, "http://a.test/star") == .miss)
    }

    @Test(arguments: ["Authorization", "x-api-key", "X-Auth-Token"])
    func oneUsersResponseIsNotGivenToAnother(_ name: String) async throws {
        let bench = try CacheBench()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"], "mine"))
        let target = "http://a.test/me"
        _ = try await bench.send(.get, target, [name: "u=one"])
        #expect(try await bench.use(.get, target, [name: "u=one"]) == .hit)
        #expect(try await bench.use(.get, target, [name: "u=two"]) == .miss)
        #expect(try await bench.use(.get, target) == .miss)
    }

    @Test(arguments: [
        (HTTPMethod.post, 201, true), (.put, 204, true), (.delete, 303, true), (.patch, 500, false),
        (.post, 404, false), (.options, 200, false),
    ])
    func changesMakeWhatIsStoredInvalid(
        _ method: HTTPMethod,
        _ status: Int,
        _ isForgotten: Bool
    ) async throws {
        let bench = try CacheBench()
        let cached = CacheBench.response(200, ["Cache-Control": "max-age=60"])
        bench.answer(cached)
        for path in ["x", "y", "z"] { _ = try await bench.send(.get, "http://a.test/" + path) }
        _ = try await bench.send(.get, "http://b.test/w")
        bench.answer(
            CacheBench.response(
                status,
                ["Content-Location": "/y", "Link": "/z"]
                    + (status == 303 ? [] : ["Location": "//b.test/w"])
            ),
            cached
        )
        _ = try await bench.send(method, "http://a.test/x")
        let expected: CacheUse.Result = isForgotten ? .miss : .hit
        #expect(try await bench.use(.get, "http://a.test/x") == expected)
        #expect(try await bench.use(.get, "http://a.test/y") == expected)
        #expect(try await bench.use(.get, "http://a.test/z") == .hit)
        #expect(try await bench.use(.get, "http://b.test/w") == .hit, "another origin")
    }

    @Test func whenTheServerFailsAStaleResponseMayStandIn() async throws {
        let bench = try CacheBench()
        bench.answer(
            CacheBench.response(
                200,
                ["Cache-Control": "max-age=10, stale-if-error=60", "ETag": "\"1\""],
                "old"
            ),
            CacheBench.response(503, [:], "down")
        )
        _ = try await bench.send()
        bench.advance(70)
        let standIn = try await bench.send()
        #expect(standIn.cacheUse?.result == .stale && standIn.response?.body.text == "old")
        #expect(standIn.cacheUse?.reason == "the server answered 503")
        bench.advance(1)
        #expect(try await bench.send().response?.status.rawValue == 503)
    }

    @Test func aStaleResponseIsGivenOutWhileItIsRefreshed() async throws {
        let bench = try CacheBench()
        bench.answer(
            CacheBench.response(
                200,
                ["Cache-Control": "max-age=10, stale-while-revalidate=60", "ETag": "\"1\""],
                "old"
            ),
            CacheBench.response(200, ["Cache-Control": "max-age=100"], "new")
        )
        _ = try await bench.send()
        bench.advance(20)
        let stale = try await bench.send()
        #expect(stale.cacheUse?.result == .stale && stale.response?.body.text == "old")
        while try await bench.send().response?.body.text != "new" { await Task.yield() }
        #expect(bench.sent.count == 2)
    }

    @Test func memoryHasALimitAndTheLeastUsedGoesFirst() async throws {
        let bench = try CacheBench(memoryLimit: 20_000)
        let body = String(repeating: "x", count: 4000)
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"], body))
        for i in 1...4 {
            _ = try await bench.send(.get, "http://a.test/\(i)")
            _ = try await bench.send(.get, "http://a.test/1")
        }
        _ = try await bench.send(.get, "http://a.test/5")
        #expect(bench.cache.memoryUseInBytes <= 20_000 && bench.cache.count == 4)
        #expect(try await bench.use(.get, "http://a.test/1") == .hit)
        #expect(try await bench.use(.get, "http://a.test/2") == .miss)
        let large = String(repeating: "x", count: 10_001)
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"], large))
        _ = try await bench.send(.get, "http://a.test/large")
        #expect(try await bench.use(.get, "http://a.test/large") == .miss)
    }

    @Test func theDiskKeepsEveryByteAndNothingSecret() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("cache")
        let bytes = Octets((0...255).map { UInt8($0) })
        do {
            let bench = try CacheBench(folder: path)
            var response = CacheBench.response(200, ["Cache-Control": "max-age=60", "Vary": "X"])
            response.body = bytes
            response.encodedBody = Octets(utf8: "coded")
            response.head.fields.append(HTTPField(name: "Odd", valueBytes: [0xE9, 0x20, 0xFF]))
            response.head.fields.append("Set-Cookie", "sid=s3cret")
            response.trailers = ["T": "1"]
            bench.answer(response)
            _ = try await bench.send(.get, "http://a.test/x?é=1", ["X": "1"])
            for name in ["Authorization", "X-Api-Key"] {
                _ = try await bench.send(.get, "http://a.test/me/\(name)", [name: "s3cret"])
            }
        }
        #expect(FileSystem.mode(of: path) == 0o700)
        let files = try FileSystem.list(path)
        #expect(files.count == 1)
        for file in files {
            #expect(FileSystem.mode(of: path + "/" + file.name) == 0o600)
            let octets = try FileSystem.read(path + "/" + file.name)
            #expect(!octets.text.contains("s3cret"))
        }
        let bench = try CacheBench(folder: path)
        bench.answer(CacheBench.response(500))
        let hit = try await bench.send(.get, "http://a.test/x?é=1", ["X": "1"])
        #expect(hit.cacheUse?.result == .hit && hit.response?.body == bytes)
        #expect(hit.response?.encodedBody?.text == "coded" && hit.response?.trailers["T"] == "1")
        #expect(hit.response?.fields.first { $0.name == "Odd" }?.valueBytes == [0xE9, 0x20, 0xFF])
        #expect(try await bench.use(.get, "http://a.test/x?é=1", ["X": "2"]) == .miss)
        bench.cache.removeAll()
        #expect(try FileSystem.list(path).isEmpty && bench.cache.diskUseInBytes == 0)
    }

    @Test func theDiskHasALimitAndTheLeastUsedGoesFirst() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("cache")
        let bench = try CacheBench(memoryLimit: 0, folder: path, diskLimit: 20_000)
        let body = String(repeating: "x", count: 4000)
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"], body))
        for i in 1...6 {
            _ = try await bench.send(.get, "http://a.test/\(i)")
            _ = try await bench.send(.get, "http://a.test/1")
        }
        let sizes = try FileSystem.list(path).compactMap {
            FileSystem.stamp(path + "/" + $0.name)?.byteCount
        }
        #expect(sizes.count == 4 && sizes.reduce(0, +) == bench.cache.diskUseInBytes)
        #expect(bench.cache.diskUseInBytes <= 20_000)
        #expect(try await bench.use(.get, "http://a.test/1") == .hit)
        #expect(try await bench.use(.get, "http://a.test/2") == .miss)
    }

    @Test func damagedFilesAreNoResponses() async throws {
        let folder = try TemporaryFolder()
        do {
            let bench = try CacheBench(folder: folder.path)
            bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"]))
            _ = try await bench.send()
        }
        let name = try #require(FileSystem.list(folder.path).first).name
        let whole = try folder.read(name)
        for length in 0..<whole.count {
            try folder.write(name, whole.slice(0..<length))
            let bench = try CacheBench(folder: folder.path)
            bench.answer(CacheBench.response(404))
            #expect(try await bench.use() == .miss)
        }
        // Any byte may be another one: lengths, times and the status among them.
        for place in whole.indices {
            var bytes = whole.array
            bytes[place] = 0x7F
            try folder.write(name, Octets(bytes))
            let bench = try CacheBench(folder: folder.path)
            bench.answer(CacheBench.response(404))
            _ = try await bench.use()
        }
        try folder.write("notes.txt", "left alone")
        let bench = try CacheBench(folder: folder.path)
        bench.cache.removeAll()
        #expect(try folder.read("notes.txt").text == "left alone")
        #expect(throws: ResponseCacheError.self) {
            try ResponseCache(folder: folder.file("notes.txt"))
        }
    }

    @Test func redirectsAreStoredEachForItself() async throws {
        let bench = try CacheBench()
        bench.answer(
            CacheBench.response(301, ["Cache-Control": "max-age=60", "Location": "/y"], ""),
            CacheBench.response(200, ["Cache-Control": "max-age=60"], "end")
        )
        _ = try await bench.send()
        let again = try await bench.send()
        #expect(again.hops.map { $0.cacheUse?.result } == [.hit, .hit] && bench.sent.count == 2)
        #expect(again.response?.body.text == "end")
        #expect(again.hops[0].redirect?.next?.path == "/y")
    }
}

extension HTTPFields {
    fileprivate static func + (left: HTTPFields, right: HTTPFields) -> HTTPFields {
        var sum = left
        for field in right { sum.append(field) }
        return sum
    }
}
