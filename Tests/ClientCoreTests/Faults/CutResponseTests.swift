import ClientCore
import HTTPModel
import TestSupport
import Testing

/// A small response that ends, or is reset, at each of its bytes.
@Suite("Cut responses") struct CutResponseTests {
    /// A response, and what is content in it.
    struct Whole: Sendable, CustomTestStringConvertible {
        let name: String
        let head: String
        /// What follows the head: bytes, and whether they are content.
        let rest: [(text: String, isContent: Bool)]
        /// Whether the content ends where the connection does.
        var endsByClose = false

        var testDescription: String { name }
        var bytes: [UInt8] { Array((head + rest.map(\.text).joined()).utf8) }

        /// The content within the first `count` bytes.
        func content(within count: Int) -> String {
            var left = count - head.utf8.count
            var content = ""
            for part in rest where left > 0 {
                if part.isContent { content += part.text.prefix(left) }
                left -= part.text.utf8.count
            }
            return content
        }

        /// How many bytes of the head stand in whole lines within the first `count` bytes.
        func headBytes(within count: Int) -> Int {
            let part = Array(head.utf8.prefix(count))
            return part.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        }
    }

    static let responses = [
        Whole(
            name: "content-length",
            head: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
            rest: [("hello", true)]
        ),
        Whole(
            name: "chunked with a trailer",
            head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            rest: [
                ("3\r\n", false), ("hel", true), ("\r\n2;x\r\n", false), ("lo", true),
                ("\r\n0\r\nA: 1\r\n\r\n", false),
            ]
        ),
        Whole(
            name: "an interim head before",
            head:
                "HTTP/1.1 103 Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n",
            rest: [("ok", true)]
        ),
        Whole(
            name: "until the connection ends",
            head: "HTTP/1.0 200 OK\r\nX: 1\r\n\r\n",
            rest: [("hello", true)],
            endsByClose: true
        ),
    ]

    @Test(arguments: responses)
    func aCleanEndAtAnyByteIsTheValueOrItsTruth(_ whole: Whole) async throws {
        let bytes = whole.bytes
        for count in 0...bytes.count {
            let outcome = try await FaultTrial().outcome([
                .readRequest, .send(bytes: Array(bytes.prefix(count))), .finish,
            ])
            check(outcome, of: whole, cutAt: count, isReset: false)
        }
    }

    @Test(arguments: responses)
    func aResetAtAnyByteIsTheValueOrItsTruth(_ whole: Whole) async throws {
        let bytes = whole.bytes
        for count in 0...bytes.count {
            let outcome = try await FaultTrial().outcome([
                .readRequest, .send(bytes: Array(bytes.prefix(count))), .reset,
            ])
            check(outcome, of: whole, cutAt: count, isReset: true)
        }
    }

    private func check(
        _ outcome: HopOutcome,
        of whole: Whole,
        cutAt count: Int,
        isReset: Bool
    ) {
        let place: Comment = "\(whole.name), \(isReset ? "reset" : "end") after \(count) bytes"
        let total = whole.bytes.count
        let isInContent = count >= whole.head.utf8.count
        let isEnd = count == total || whole.endsByClose && isInContent
        if isEnd, !(isReset && whole.endsByClose) {
            // All framing there: the end of the connection says nothing more.
            #expect(outcome.line == "200 \(whole.content(within: count))", place)
            return
        }
        // libcurl does without the very last line feed of a trailer section.
        if count == total - 1, whole.rest.count > 1, outcome.response != nil {
            #expect(outcome.line == "200 hello" && outcome.response?.trailers["a"] == "1", place)
            return
        }
        guard let failure = outcome.hop.failure else {
            Issue.record("a cut response passed as whole: \(place)")
            return
        }
        #expect(failure.partialBody.text == whole.content(within: count), place)
        #expect((failure.partialHead != nil) == isInContent, place)
        #expect(failure.bytesReceived == outcome.hop.bytesReceived, place)
        if isInContent {
            #expect(failure.bytesReceived == count, place)
            #expect(failure.code == (isReset ? .receiveReset : .receiveTruncated), place)
            #expect(failure.phase == .receive, place)
        } else {
            // libcurl shows a head line by line, so part of a line is not counted.
            #expect(failure.bytesReceived == whole.headBytes(within: count), place)
            // A few bytes alone do not show that this is HTTP at all.
            let codes: [NetworkFailure.Code] = [
                .receiveReset, .receiveTruncated, .receiveMalformed,
            ]
            #expect(codes.contains(failure.code) && failure.phase == .wait, place)
            if count >= 8 { #expect(failure.code != .receiveMalformed, place) }
        }
    }
}
