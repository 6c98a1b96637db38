import ClientCore
import HTTPModel
import Testing

/// How long what is stored may be used, and what may be stored at all.
@Suite struct CacheFreshnessTests {
    @Test func aFreshResponseIsGivenOutWithItsAge() async throws {
        let bench = try CacheBench()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60", "X": "1"], "hello"))
        let first = try await bench.send()
        #expect(first.cacheUse?.result == .miss && first.response?.fields["Age"] == nil)
        bench.advance(59)
        let second = try await bench.send()
        #expect(second.cacheUse?.result == .hit && second.cacheUse?.ageInSeconds == 59)
        #expect(second.response?.fields["Age"] == "59" && second.response?.fields["X"] == "1")
        #expect(second.response?.body.text == "hello" && bench.sent.count == 1)
        #expect(second.cacheUse?.reason == "fresh for 1 s more")
        bench.advance(1)
        #expect(try await bench.use() == .miss)
        #expect(bench.sent.count == 2)
    }

    /// Fields of a response, and how long it is fresh.
    @Test(
        arguments: [
            (["Cache-Control": "max-age=10"], 10),
            (["Cache-Control": "MAX-AGE=\"10\" , x=\"a,b\""], 10),
            (["Cache-Control": "max-age=10, max-age=5"], 5), (["Cache-Control": "max-age=x"], 0),
            (["Cache-Control": "s-maxage=10"], 0),
            (["Cache-Control": "max-age=20", "Age": "10"], 10),
            (["Cache-Control": "max-age=20", "DATE": "-5"], 15), (["EXPIRES": "10"], 10),
            (["EXPIRES": "10", "Cache-Control": "max-age=5"], 5), (["Expires": "0"], 0),
            (["EXPIRES": "10", "DATE": "-10"], 10), (["LAST-MODIFIED": "-1000"], 100),
            (["LAST-MODIFIED": "-100000000"], 86_400), (["LAST-MODIFIED": "5"], 0),
            (["ETag": "\"a\""], 0),
            (["Cache-Control": "private, max-age=10"], 10),
            (["Cache-Control": "max-age=10, immutable"], 10),
            (["Cache-Control": "max-age=99999999999999999999"], 1 << 31),
        ] as [(HTTPFields, Int64)]
    )
    func freshnessIsWhatTheServerSaysElseAGuess(_ fields: HTTPFields, _ seconds: Int64) async throws
    {
        let bench = try CacheBench()
        // Names in capitals stand for dates that many seconds from now.
        let fields = HTTPFields(
            fields.map { field in
                guard ["DATE", "EXPIRES", "LAST-MODIFIED"].contains(field.name),
                    let offset = Int64(field.value)
                else { return field }
                return HTTPField(field.name, bench.date(offset))
            }
        )
        bench.answer(CacheBench.response(200, fields))
        _ = try await bench.send()
        if seconds > 0 {
            bench.advance(seconds - 1)
            #expect(try await bench.use() == .hit)
            bench.advance(1)
        }
        #expect(try await bench.use() != .hit)
    }

    @Test(arguments: [
        (200, "max-age=9", true), (200, "no-store, max-age=9", false), (206, "max-age=9", false),
        (302, "max-age=9", true), (302, "", false), (404, "max-age=9", true),
        (500, "max-age=9", true),
        (599, "must-understand, max-age=9", false),
        (200, "must-understand, no-store, max-age=9", true),
        (200, "", false), (301, "public", true),
    ])
    func whatMayBeStoredDependsOnStatusAndDirectives(
        _ status: Int,
        _ control: String,
        _ isStored: Bool
    ) async throws {
        let bench = try CacheBench()
        bench.answer(
            CacheBench.response(status, control.isEmpty ? [:] : ["Cache-Control": control])
        )
        _ = try await bench.send()
        #expect((bench.cache.count == 1) == isStored)
    }

    @Test func requestsForPartsAndWithConditionsPassThrough() async throws {
        let bench = try CacheBench()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"]))
        for name in ["Range", "If-None-Match", "If-Modified-Since", "If-Range"] {
            #expect(
                try await bench.use(.get, "http://a.test/x", [name: "x"] as HTTPFields) == .bypassed
            )
        }
        #expect(bench.cache.count == 0)
        _ = try await bench.send(.get, "http://a.test/x", ["Cache-Control": "no-store"])
        #expect(bench.cache.count == 0)
    }

    @Test func aHeadIsAnsweredFromAStoredGet() async throws {
        let bench = try CacheBench()
        bench.answer(
            CacheBench.response(200, ["Cache-Control": "max-age=60", "Content-Length": "4"])
        )
        _ = try await bench.send()
        let head = try await bench.send(.head)
        #expect(head.cacheUse?.result == .hit && head.response?.body.isEmpty == true)
        #expect(head.response?.fields["Content-Length"] == "4" && bench.sent.count == 1)
    }

    @Test(arguments: [
        ("no-cache", 10, CacheUse.Result.replaced), ("max-age=5", 10, .replaced),
        ("max-age=10", 10, .hit), ("min-fresh=50", 10, .hit), ("min-fresh=51", 10, .replaced),
        ("max-stale", 100, .stale), ("max-stale=40", 100, .stale), ("max-stale=39", 100, .replaced),
        ("only-if-cached", 10, .hit), ("only-if-cached", 100, .unsatisfiable),
        ("max-stale, only-if-cached", 100, .stale),
    ])
    func requestsSayWhatTheyAccept(
        _ control: String,
        _ age: Int64,
        _ expected: CacheUse.Result
    ) async throws {
        let bench = try CacheBench()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60", "ETag": "\"1\""]))
        _ = try await bench.send()
        bench.advance(age)
        let exchange = try await bench.send(
            .get,
            "http://a.test/x",
            ["Cache-Control": control]
        )
        #expect(exchange.cacheUse?.result == expected)
        if expected == .unsatisfiable { #expect(exchange.response?.status.rawValue == 504) }
    }

    @Test(arguments: ["must-revalidate", "no-cache"])
    func theServersWordWinsOverLeniency(_ directive: String) async throws {
        let bench = try CacheBench()
        bench.answer(
            CacheBench.response(
                200,
                ["Cache-Control": "max-age=60, \(directive)", "ETag": "\"1\""]
            )
        )
        _ = try await bench.send()
        bench.advance(100)
        let fields: HTTPFields = ["Cache-Control": "max-stale"]
        #expect(try await bench.use(.get, "http://a.test/x", fields) == .replaced)
    }

    @Test(arguments: [
        (CacheMode.standard, CacheUse.Result.replaced), (.reload, .miss), (.revalidate, .replaced),
        (.preferStored, .stale), (.onlyStored, .stale), (.none, .bypassed),
    ])
    func modesChooseForOneRequest(_ mode: CacheMode, _ expected: CacheUse.Result) async throws {
        let bench = try CacheBench()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60", "ETag": "\"1\""]))
        _ = try await bench.send()
        bench.advance(100)
        #expect(try await bench.use(mode: mode) == expected)
        if mode == .reload { #expect(bench.sent.last?.fields["Cache-Control"] == "no-cache") }
        #expect(
            try await bench.use(.get, "http://a.test/none", mode: .onlyStored) == .unsatisfiable
        )
    }
}
