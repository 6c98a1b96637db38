import ClientCore
import CollectionRun
import Collections
import HTTPModel
import Testing

/// Secrets too short to be looked for are hidden where they were put in.
@Suite struct DisguiseTests {
    private static let text = """
        @pin_secret = ab
        @long_secret = abcdef
        ### a
        # @name a
        # @token header X-Token {{pin_secret}}
        # @assert jsonpath $.pin == {{pin_secret}}
        POST http://h.test/ab/{{pin_secret}}?ab={{pin_secret}}&id={{$uuid}}
        X-Field: ab {{pin_secret}} {{long_secret}}
        Content-Type: application/json

        {"ab": "{{pin_secret}}", "n": {{$randomInt 1 1000000}}}

        ### plain
        # @name plain
        GET http://h.test/{{long_secret}}

        """

    private func run(_ name: String) async throws -> (SampleRun, RunResult) {
        let sample = try SampleRun(Self.text) { _ in json(#"{"pin": "ab"}"#) }
        return (sample, try await sample.run(name))
    }

    @Test func whatIsSentHoldsTheSecretAndWhatIsShownDoesNot() async throws {
        let (sample, result) = try await run("a")
        let sent = try #require(sample.transport.sent.first?.asSent)
        #expect(sent.target.path == "/ab/ab")
        #expect(sent.fields["X-Token"] == "ab" && sent.fields["X-Field"] == "ab ab abcdef")
        let shown = try #require(result.shownExchange?.hops.first?.sent)
        let mask = result.mask
        #expect(mask(shown.target.path) == "/ab/•••")
        // What was made up is the same in both.
        let query = try #require(sent.target.query)
        #expect(mask(shown.target.query ?? "") == "ab=•••" + query.dropFirst(5))
        #expect(mask(shown.fields["X-Field"] ?? "") == "ab ••• •••")
        #expect(mask(shown.fields["X-Token"] ?? "") == "•••")
        #expect(shown.fields["Content-Length"] == sent.fields["Content-Length"])
        let body = try #require(sent.body.validText)
        let number = try #require(body.split(separator: " ").last)
        #expect(mask(shown.body.validText ?? "") == #"{"ab": "•••", "n": "# + number)
        #expect(result.displayURL == "http://h.test/ab/•••?ab=•••" + query.dropFirst(5))
    }

    @Test func whatAnAssertionExpectsIsHiddenToo() async throws {
        let (_, result) = try await run("a")
        let assertion = try #require(result.assertions.first)
        #expect(assertion.isPassed)
        #expect(result.mask(assertion.expected) == "== •••")
        #expect(assertion.shownValue(result.mask) == "•••")
    }

    @Test func anOriginTellsNoSecretAndLosesNoLetter() async throws {
        let (_, result) = try await run("a")
        let origins = try #require(result.resolved?.origins)
        let texts = origins.map { "\($0.part) \($0.text)" }
        #expect(texts.contains("field X-Field ab ••• •••"))
        let size = result.exchange?.hops.first?.sent.body.count ?? 0
        #expect(texts.contains("body \(size) bytes"))
        #expect(texts.contains("token token in field X-Token: •••"))
        #expect(texts.contains { $0.hasPrefix("URL http://h.test/ab/•••?ab=•••&id=") })
    }

    @Test func withoutShortSecretsNothingIsDisguised() async throws {
        let (_, result) = try await run("plain")
        #expect(result.resolved?.disguise == nil)
        #expect(result.shownExchange == result.exchange)
        #expect(result.displayURL == "http://h.test/•••")
    }

    @Test func aPortThatIsSecretStays() async throws {
        let text =
            "@port_secret = 80\n### a\n# @name a\nGET http://h.test:{{port_secret}}/x\n"
            + "X-Port: {{port_secret}}\n"
        let sample = try SampleRun(text) { _ in json("{}") }
        let result = try await sample.run("a")
        #expect(result.exchange?.response != nil)
        let shown = try #require(result.shownExchange?.hops.first?.sent)
        #expect(shown.target.host == "h.test")
        #expect(result.mask(shown.fields["X-Port"] ?? "") == "•••")
    }

    @Test(arguments: ["7", "ab", "abc", "ä"])
    func aStandInIsTheSameForTheSameSecret(_ secret: String) {
        var standIns = StandIns()
        let first = standIns.text(for: secret)
        #expect(first != secret && first.utf8.count > 16)
        #expect(first.utf8.allSatisfy { (0x30...0x39).contains($0) } == (secret == "7"))
        #expect(standIns.text(for: "x") != first)
        #expect(standIns.text(for: secret) == first)
        #expect(standIns.text(for: "abcd") == "abcd" && standIns.text(for: "") == "")
        #expect(standIns.texts.count == 2)
    }
}
