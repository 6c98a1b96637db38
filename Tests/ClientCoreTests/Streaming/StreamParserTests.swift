import ClientCore
import HTTPModel
import Testing

/// Lines and events, however the octets are cut.
@Suite struct StreamParserTests {
    /// All ways to cut `octets` into two, one octet a time, and some irregular ones.
    private func cuts(of octets: [UInt8]) -> [[[UInt8]]] {
        var cuts = (0...octets.count).map { [Array(octets[..<$0]), Array(octets[$0...])] }
        cuts.append(octets.map { [$0] })
        for seed in UInt64(1)...40 {
            var pieces: [[UInt8]] = []
            var rest = octets[...]
            for size in noise(octets.count, seed: seed) where !rest.isEmpty {
                pieces.append(Array(rest.prefix(Int(size % 7))))
                rest = rest.dropFirst(Int(size % 7))
            }
            cuts.append(pieces + [Array(rest)])
        }
        return cuts
    }

    private func lines(_ pieces: [[UInt8]], _ ending: LineSplitter.Ending) -> [String] {
        var splitter = LineSplitter(ending)
        var lines = pieces.flatMap { splitter.push(Octets($0)) }
        if let last = splitter.finish() { lines.append(last) }
        return lines.map(\.text)
    }

    @Test func linesAreTheSameHoweverTheyAreCut() {
        let text = Array("a\r\nb\n\rc\r\r\n\nZoë ✓\r\n\r".utf8)
        let whole = lines([text], .anyLineEnd)
        #expect(whole == ["a", "b", "", "c", "", "", "Zoë ✓", ""])
        for pieces in cuts(of: text) { #expect(lines(pieces, .anyLineEnd) == whole) }
    }

    @Test func aLastLineNeedsNoEnd() {
        #expect(lines([Array("a\nb".utf8)], .anyLineEnd) == ["a", "b"])
        #expect(lines([Array("a\n".utf8)], .anyLineEnd) == ["a"])
        #expect(lines([], .anyLineEnd) == [])
    }

    @Test func lineFeedsAloneEndJSONLines() {
        let text = Array("{\"a\":\"x\ry\"}\r\n[1]\n\n2".utf8)
        for pieces in cuts(of: text) {
            #expect(lines(pieces, .lineFeed) == ["{\"a\":\"x\ry\"}", "[1]", "", "2"])
        }
    }

    private func texts(_ pieces: [[UInt8]]) -> [String] {
        var splitter = JSONSequenceSplitter()
        var texts = pieces.flatMap { splitter.push(Octets($0)) }
        if let last = splitter.finish() { texts.append(last) }
        return texts.map(\.text)
    }

    @Test(arguments: [
        ("\u{1E}{\"a\":1}\n\u{1E}[2]\n", ["{\"a\":1}", "[2]"]),
        ("\u{1E}{\n \"a\": \"}\\\"\\\\\"\n}\r\n\u{1E}3\n", ["{\n \"a\": \"}\\\"\\\\\"\n}", "3"]),
        // What is cut off, or may be.
        ("\u{1E}{\"a\":[\u{1E}true\u{1E}\"x\n\u{1E}12", []),
        ("\u{1E}{\"a\":\"\\\u{1E}{}\u{1E}\"b\"", ["{}", "\"b\""]),
        ("\u{1E}\u{1E}\n\u{1E} \n", []), ("", []),
    ])
    func textsOfASequenceAreTheSameHoweverTheyAreCut(_ text: String, _ expected: [String]) {
        let octets = Array(text.utf8)
        #expect(texts([octets]) == expected)
        for pieces in cuts(of: octets) { #expect(texts(pieces) == expected) }
    }

    @Test func aTextOfASequenceIsGivenAtItsLineFeed() {
        var splitter = JSONSequenceSplitter()
        #expect(splitter.push(Octets(utf8: "\u{1E}{}")).isEmpty && splitter.pendingCount == 2)
        #expect(splitter.push(Octets(utf8: "\n")).map(\.text) == ["{}"])
        #expect(splitter.finish() == nil && splitter.pendingCount == 0)
    }

    private func events(_ pieces: [[UInt8]]) -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        return pieces.flatMap { parser.push(Octets($0)) }
    }

    /// The examples of the standard, and what is easily got wrong.
    @Test(arguments: [
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event",
            [ServerSentEvent(id: "1", data: "first event"), ServerSentEvent(data: "second event")]
        ),
        ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        (
            "data:test\n\ndata: test\n\n",
            [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]
        ),
        ("\u{FEFF}data: bom\r\n\r\n", [ServerSentEvent(data: "bom")]),
        (
            "event: add\rdata: 1\r\revent: add\r\ndata: 2\r\n\r\n",
            [ServerSentEvent(event: "add", data: "1"), ServerSentEvent(event: "add", data: "2")]
        ),
        ("event: lost\n\ndata: x\n\n", [ServerSentEvent(data: "x")]),
        ("id: a\0b\ndata: x\n\n", [ServerSentEvent(data: "x")]),
        (
            "retry: 250\ndata: x\n\nretry: 1s\ndata: y\n\n",
            [ServerSentEvent(data: "x", retry: .milliseconds(250)), ServerSentEvent(data: "y")]
        ),
        ("Data: x\nunknown: y\n:c\n\n", []),
        ("data: a:b: c\n\n", [ServerSentEvent(data: "a:b: c")]),
    ])
    func eventsAreTheSameHoweverTheyAreCut(text: String, expected: [ServerSentEvent]) {
        let octets = Array(text.utf8)
        #expect(events([octets]) == expected)
        for pieces in cuts(of: octets) { #expect(events(pieces) == expected) }
    }

    @Test func theParserKnowsHowToContinue() {
        var parser = ServerSentEventParser(lastEventID: "7")
        _ = parser.push(Octets(utf8: "retry: 100\n\ndata: x\n\nid: 9\ndata: unfinished"))
        #expect(parser.lastEventID == "7" && parser.reconnectionTime == .milliseconds(100))
        _ = parser.push(Octets(utf8: "\n\n"))
        #expect(parser.lastEventID == "9")
    }
}
