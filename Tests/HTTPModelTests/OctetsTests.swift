import HTTPModel
import Testing

@Suite("Octets")
struct OctetsTests {
    @Test func aSliceSharesAndClamps() {
        let octets = Octets(utf8: "hello world")
        #expect(octets.slice(6..<11).text == "world")
        #expect(octets.slice(6..<99).text == "world")
        #expect(octets.slice(6..<11).slice(1..<3).array == Array("or".utf8))
        #expect(octets.slice(20..<30).isEmpty)
    }

    @Test func equalityComparesBytes() {
        #expect(Octets(utf8: "abc") == Octets([0x61, 0x62, 0x63]))
        #expect(Octets(utf8: "abc") != Octets(utf8: "abd"))
        #expect(Octets(utf8: "xabc").slice(1..<4) == Octets(utf8: "abc"))
        #expect(Octets() == [])
        #expect(Set([Octets(utf8: "a"), Octets(utf8: "a"), Octets(utf8: "b")]).count == 2)
    }

    @Test func aSnapshotDoesNotChangeWhenMoreArrives() {
        var builder = OctetBuilder(expecting: 4)
        builder.append(contentsOf: [1, 2])
        let early = builder.snapshot()
        for byte in 3...200 as ClosedRange<UInt8> { builder.append(contentsOf: [byte]) }
        #expect(early.array == [1, 2])
        #expect(builder.snapshot().array == Array(1...200))
    }

    @Test func aLargeBodyGrowsThroughMappings() {
        var builder = OctetBuilder()
        let piece = [UInt8](repeating: 7, count: 70_001)
        for _ in 0..<20 { builder.append(contentsOf: piece) }
        let octets = builder.snapshot()
        #expect(octets.count == 1_400_020)
        #expect(octets.allSatisfy { $0 == 7 })
    }

    @Test func textIsLossyOnlyWhenItMustBe() {
        #expect(Octets(utf8: "Zoë").validText == "Zoë")
        #expect(Octets([0xFF, 0x41]).validText == nil)
        #expect(Octets([0xFF, 0x41]).text == "\u{FFFD}A")
        #expect("\(Octets(utf8: "secret"))" == "6 bytes")
    }

    @Test func aPlaceCountsLinesAndCharacters() {
        let bytes = Array("ab\nü€x".utf8)
        #expect(TextLocation(offset: 0, in: bytes).description == "1:1")
        #expect(TextLocation(offset: 3, in: bytes).description == "2:1")
        #expect(TextLocation(offset: 8, in: bytes).description == "2:3")
    }

    @Test func timingsAddUpOverHops() throws {
        let target = try TargetURI("http://h.test/")
        var first = Hop(sent: SentRequest(method: .get, target: target, fields: []))
        first.timings.wait = .milliseconds(3)
        var second = first
        second.timings.wait = .milliseconds(4)
        second.attempt = 2
        let exchange = Exchange(
            request: HTTPRequest(.get, target),
            hops: [first, second],
            result: .success(HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(200)))),
            elapsed: .milliseconds(9)
        )
        #expect(exchange.timings.wait == .milliseconds(7))
        #expect(exchange.timings.total == .milliseconds(9))
        #expect(exchange.attempts == 2)
        #expect(exchange.failure == nil)
    }
}
