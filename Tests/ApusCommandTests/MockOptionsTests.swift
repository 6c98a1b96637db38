import ApusCommand
import Fixtures
import Testing

@Suite struct MockOptionsTests {
    @Test func waitsAreReadInTheirThreeForms() {
        #expect(MockOptions.latency("80ms") == .fixed(.milliseconds(80)))
        #expect(MockOptions.latency("50ms..2s") == .between(.milliseconds(50), .seconds(2)))
        #expect(
            MockOptions.latency("p99=1s,p50=40ms")
                == .percentiles([.init(50, .milliseconds(40)), .init(99, .seconds(1))])
        )
        for text in ["80", "2s..1s", "p50=1s,p90=1ms", "p0=1s", "p101=1s", "50=1s", "", "..1s"] {
            #expect(MockOptions.latency(text) == nil, "\(text)")
        }
    }

    @Test func bytesASecondAreReadWithTheirUnits() {
        #expect(MockOptions.bandwidth("20000") == 20_000)
        #expect(MockOptions.bandwidth("50KB") == 50_000)
        #expect(MockOptions.bandwidth("1.5MB/s") == 1_500_000)
        for text in ["", "0", "fast", "-1", "1TB"] {
            #expect(MockOptions.bandwidth(text) == nil, "\(text)")
        }
    }

    @Test func rulesSayHowOften() throws {
        func range(_ text: String) throws -> ClosedRange<Int> { try CallRule(text).range }
        #expect(try range("GET /a") == 1...Int.max)
        #expect(try range("GET /a = 2") == 2...2)
        #expect(try range("GET /a=0") == 0...0)
        #expect(try range("GET /a >= 3") == 3...Int.max)
        #expect(try range("GET /a/7 <= 3") == 0...3)
        #expect(try range("GET /a/7") == 1...Int.max)
        for text in ["/a", "GET a", "GET", "GET /a?b=1", "GET /a > 3", ""] {
            #expect(throws: UsageError.self, "\(text)") { try CallRule(text) }
        }
        let rule = try CallRule("* /users/{id} = 1")
        #expect(rule.fits("PUT", "/users/7"))
        #expect(!rule.fits("PUT", "/users"))
    }

    @Test(
        arguments: [
            ("/users/17", "/users/{userId}", ["userId=17"]),
            ("/users/17/posts/9", "/users/{userId}/posts/{postId}", ["userId=17", "postId=9"]),
            ("/a/1/2", "/a/{aId}/{aId2}", ["aId=1", "aId2=2"]),
            (
                "/v1/bookings/b_77", "/v1/bookings/{bookingId}", ["bookingId=b_77"]
            ),
            (
                "/categories/123e4567-e89b-12d3-a456-426614174000", "/categories/{categoryId}",
                ["categoryId=123e4567-e89b-12d3-a456-426614174000"]
            ),
            ("/boxes/3/classes/4", "/boxes/{boxId}/classes/{classId}", ["boxId=3", "classId=4"]),
            ("/v1/health-check/oauth2/utf-8", "/v1/health-check/oauth2/utf-8", []),
            ("/", "/", []),
        ]
    )
    func identifiersBecomeNames(_ path: String, _ template: String, _ values: [String]) {
        let found = PathTemplate(path)
        #expect(found.path == template)
        #expect(found.values.map { "\($0.name)=\($0.text)" } == values)
    }
}
