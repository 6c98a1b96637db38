import HTTPModel
import MockServer
import Testing

@Suite struct RequestParserTests {
    private func actions(_ pieces: [String]) -> [ParserAction] {
        var parser = RequestParser(limits: .init(contentBytes: 100))
        var result: [ParserAction] = []
        for piece in pieces {
            parser.receive(Array(piece.utf8))
            while true {
                let action = parser.next()
                if action == .receive { break }
                result.append(action)
                if case .refuse = action { return result }
            }
        }
        return result
    }

    private func requests(_ pieces: [String]) -> [ReceivedRequest] {
        actions(pieces).compactMap { action in
            if case .answer(let request) = action { request } else { nil }
        }
    }

    @Test func aRequestIsReadWholeHoweverItIsCut() throws {
        let text =
            "POST /a?b=1 HTTP/1.1\r\nHost: x.test\r\nContent-Length: 5\r\nX: \t y z \r\n\r\nhello"
        let whole = requests([text])
        #expect(whole.count == 1)
        let request = try #require(whole.first)
        #expect(request.method == "POST")
        #expect(request.target == "/a?b=1")
        #expect(request.authority == "x.test")
        #expect(request.isKeptAlive)
        #expect(request.body.text == "hello")
        #expect(request.fields["X"] == "y z")
        #expect(request.headOctets.text == String(text.dropLast(5)))
        for cut in 1..<text.utf8.count {
            let head = String(text.prefix(cut))
            #expect(requests([head, String(text.dropFirst(cut))]) == whole)
        }
        #expect(requests(text.map { String($0) }) == whole)
    }

    @Test func chunksAreJoinedAndExtensionsAndTrailersDropped() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        let body = "5;a=b\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\nT: 1\r\n\r\n"
        #expect(requests([head + body]).map(\.body.text) == ["hello world"])
        #expect(requests((head + body).map { String($0) }).map(\.body.text) == ["hello world"])
        #expect(requests([head + "0\r\n\r\n"]).map(\.body.text) == [""])
    }

    @Test func pipelinedRequestsComeOneAfterTheOther() {
        let one = "GET /1 HTTP/1.1\r\nHost: x\r\n\r\n"
        let two = "POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab"
        let three = "\r\nGET /3 HTTP/1.0\r\n\r\n"
        let found = requests([one + two + three])
        #expect(found.map(\.target) == ["/1", "/2", "/3"])
        #expect(found.map(\.isKeptAlive) == [true, true, false])
    }

    @Test func anExpectationIsMetOnlyWhenContentIsStillAwaited() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        let waiting = actions([head, "ab"])
        #expect(waiting.first == .sendContinue)
        #expect(waiting.count == 2)
        #expect(actions([head + "ab"]).count == 1)
    }

    @Test func theConnectionFieldAndTheVersionDecideAboutKeepingAlive() {
        func keeps(_ version: String, _ field: String) -> Bool? {
            requests(["GET / HTTP/\(version)\r\nHost: x\r\n\(field)\r\n"]).first?.isKeptAlive
        }
        #expect(keeps("1.1", "") == true)
        #expect(keeps("1.1", "Connection: Close\r\n") == false)
        #expect(keeps("1.1", "Connection: x, close\r\n") == false)
        #expect(keeps("1.0", "") == false)
        #expect(keeps("1.0", "Connection: keep-alive\r\n") == true)
    }

    @Test func anAbsoluteTargetNamesTheAuthority() {
        let found = requests(["GET http://a.test:81/p?q HTTP/1.1\r\nHost: b.test\r\n\r\n"])
        #expect(found.first?.authority == "a.test:81")
        #expect(found.first?.pathAndQuery == "/p?q")
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
            ("GET /\r\nHost: x\r\n\r\n", 400), ("G(T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n", 400),
            ("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            ("P / HTTP/1.1\r\nHost: x\r\nContent-Length: 1x\r\n\r\n", 400),
            ("P / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
            ("P / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
            ("P / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n", 413),
            ("P / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
            (
                "P / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
                400
            ),
            ("P / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            ("P / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
            ("P / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n", 413),
            ("P / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
            ("P / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n", 417),
            ("\u{16}\u{3}\u{1}\r\n\r\n", 400),
        ]
    )
    func whatIsNoRequestIsRefused(_ text: String, _ status: Int) {
        guard case .refuse(let fault)? = actions([text]).last else {
            Issue.record("not refused: \(text)")
            return
        }
        #expect(fault.status.rawValue == status)
        #expect(!fault.detail.isEmpty)
    }

    @Test func longHeadsAreRefusedBeforeTheyEnd() {
        let line = "GET /" + String(repeating: "a", count: 70_000)
        guard case .refuse(let fault)? = actions([line]).last else {
            Issue.record("not refused")
            return
        }
        #expect(fault.status.rawValue == 414)
        let fields = "GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 70_000)
        guard case .refuse(let other)? = actions([fields]).last else {
            Issue.record("not refused")
            return
        }
        #expect(other.status.rawValue == 431)
    }

    @Test func aRefusedConnectionStaysRefused() {
        var parser = RequestParser()
        parser.receive(Array("nonsense\r\n\r\n".utf8))
        let first = parser.next()
        parser.receive(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(parser.next() == first)
    }
}
