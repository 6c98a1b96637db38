import ClientCore
import HTTPModel
import TestSupport
import Testing

/// HTTP/2 frame by frame, from a server that breaks off or breaks the rules.
@Suite("HTTP/2 frames") struct FrameTests {
    private typealias Frame = HTTP2Frame

    /// A connection whose request has come and whose settings are exchanged.
    private static let opening: [FaultStep] = [
        // The preface, the settings, a window and the beginning of the request.
        .read(atLeast: 84), .send(bytes: Frame.settings + Frame.settingsReceived),
    ]

    /// A table row: what the server does after the opening, and what comes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [FaultStep]
        let lines: Set<String>
        var testDescription: String { name }

        init(_ name: String, _ steps: [FaultStep], _ lines: String...) {
            self.name = name
            self.steps = steps
            self.lines = Set(lines)
        }
    }

    private static func head(_ more: [UInt8] = [], isEnd: Bool = false) -> [UInt8] {
        Frame.head(status: 0x88, more, isEnd: isEnd)
    }

    static let rows = [
        Row(
            "a whole response",
            [.send(bytes: head() + Frame.content("hello", isEnd: true)), .waitForClose],
            "200 hello"
        ),
        Row("no content", [.send(bytes: head(isEnd: true)), .waitForClose], "200 "),
        Row(
            "content in pieces, padding and unknown frames",
            [
                .drip(
                    bytes: head() + Frame.raw(type: 0x42, stream: 1, Array("odd".utf8))
                        + Frame.content("hel") + Frame.raw(type: 6, [UInt8](repeating: 7, count: 8))
                        + Frame.raw(type: 0, flags: 9, stream: 1, [3] + Array("lo\0\0\0".utf8))
                ), .waitForClose,
            ],
            "200 hello"
        ),
        Row(
            "an interim head",
            [
                .send(
                    bytes: Frame.head(status: nil, Frame.field(8, "103")) + head()
                        + Frame.content("hello", isEnd: true)
                ), .waitForClose,
            ],
            "200 hello"
        ),
        Row(
            "trailers",
            [
                .send(
                    bytes: head() + Frame.content("hello")
                        + Frame.head(status: nil, Frame.field("a", "1"), isEnd: true)
                ), .waitForClose,
            ],
            "200 hello"
        ),
        Row(
            "a stream reset before the head",
            [.send(bytes: Frame.streamReset(2)), .waitForClose],
            "receive.reset wait "
        ),
        Row(
            "a stream reset within the content",
            [.send(bytes: head() + Frame.content("hel") + Frame.streamReset(8)), .waitForClose],
            // libcurl may tell of the reset before it hands out what came with it.
            "receive.reset receive hel",
            "receive.reset wait "
        ),
        Row(
            "a server that leaves before the head",
            [.send(bytes: Frame.raw(type: 7, [UInt8](repeating: 0, count: 8))), .waitForClose],
            "receive.reset wait "
        ),
        Row(
            "a server that leaves after this response",
            [
                .send(
                    bytes: head() + Frame.raw(type: 7, [0, 0, 0, 1, 0, 0, 0, 0])
                        + Frame.content("hello", isEnd: true)
                ), .waitForClose,
            ],
            "200 hello"
        ),
        Row(
            "an end before the head",
            [.finish],
            "receive.reset wait ",
            "receive.truncated wait "
        ),
        Row(
            "an end within the content",
            [.send(bytes: head() + Frame.content("hel")), .finish],
            "receive.truncated receive hel",
            "receive.reset receive hel"
        ),
        Row(
            "an end within a frame",
            [.send(bytes: Array((head() + Frame.content("hello")).dropLast(2))), .finish],
            "receive.truncated receive hel",
            "receive.reset receive hel"
        ),
        Row(
            "less than announced",
            [
                .send(bytes: head(Frame.field(28, "9")) + Frame.content("hello", isEnd: true)),
                .waitForClose,
            ],
            "receive.reset wait ",
            "receive.reset receive hello",
            "receive.malformed receive hello",
            "receive.truncated receive hello"
        ),
        Row(
            "more than announced",
            [
                .send(bytes: head(Frame.field(28, "3")) + Frame.content("hello", isEnd: true)),
                .waitForClose,
            ],
            "receive.reset wait ",
            "receive.reset receive ",
            "receive.malformed receive "
        ),
        Row(
            "a head that does not decode",
            [
                .send(bytes: Frame.raw(type: 1, flags: 5, stream: 1, [0xFF, 0xFF, 0xFF])),
                .waitForClose,
            ],
            "receive.reset wait ",
            "receive.malformed wait "
        ),
        Row(
            "a frame too large",
            [.send(bytes: [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1]), .waitForClose],
            "receive.reset wait ",
            "receive.malformed wait "
        ),
        Row(
            "HTTP/1 in place of frames",
            [.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"), .waitForClose],
            "receive.reset wait ",
            "receive.malformed wait "
        ),
    ]

    private func trial() -> FaultTrial {
        var trial = FaultTrial()
        trial.transport = CurlTransport()
        trial.options.version = .http2PriorKnowledge
        return trial
    }

    @Test(arguments: rows)
    func aConnectionOfFramesEndsInTheValueOrItsTruth(_ row: Row) async throws {
        let trial = trial()
        let outcome = try await trial.outcome(Self.opening + row.steps)
        #expect(
            row.lines.contains(outcome.line),
            "\(outcome.line) \(outcome.hop.failure?.causes ?? [])"
        )
        if row.name == "trailers" { #expect(outcome.response?.trailers["a"] == "1") }
        await trial.transport.shutdown()
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func aStreamThatWasRefusedIsSentAgainOrFailsClearly(_ method: HTTPMethod) async throws {
        var trial = trial()
        (trial.method, trial.content) = (method, method == .post ? Octets(utf8: "pay") : nil)
        let answer = Self.head() + HTTP2Frame.content("hello", isEnd: true)
        // 7 says that nothing was done with the request (RFC 9113 §8.7).
        let server = FaultServer(connections: [
            Self.opening + [.send(bytes: HTTP2Frame.streamReset(7)), .waitForClose],
            Self.opening + [.send(bytes: answer), .waitForClose],
        ])
        let outcome = try await trial.outcome(at: server.base)
        #expect(
            ["200 hello", "receive.reset wait ", "send.reset send "].contains(outcome.line),
            "\(outcome.line) \(outcome.hop.failure?.causes ?? [])"
        )
        await trial.transport.shutdown()
    }

    @Test func aStalledStreamMeetsItsLimits() async throws {
        for (frames, line) in [
            ([], "timeout.headers wait "),
            (Self.head() + HTTP2Frame.content("hel"), "timeout.body receive hel"),
        ] {
            var trial = trial()
            trial.options.timeouts.headers = .milliseconds(200)
            trial.options.timeouts.idle = .milliseconds(200)
            let outcome = try await trial.outcome(
                Self.opening + [.send(bytes: frames), .waitForClose]
            )
            #expect(outcome.line == line)
            await trial.transport.shutdown()
        }
    }
}

/// Frames of HTTP/2 as a server sends them, on stream 1.
///
/// - SeeAlso: RFC 9113 §4.1 and §6; RFC 7541 §6.
enum HTTP2Frame {
    /// Settings that change nothing, and the answer to the client's.
    static let settings = raw(type: 4, [])
    static let settingsReceived = raw(type: 4, flags: 1, [])

    /// Any frame.
    static func raw(type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8]) -> [UInt8]
    {
        let size = payload.count
        return [UInt8(size >> 16), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF), type, flags]
            + [0, 0, 0, stream] + payload
    }

    /// A header section: the index of the status in HPACK's table, and fields.
    static func head(status: UInt8?, _ fields: [UInt8], isEnd: Bool = false) -> [UInt8] {
        raw(type: 1, flags: isEnd ? 5 : 4, stream: 1, (status.map { [$0] } ?? []) + fields)
    }

    /// A field whose name has an index in HPACK's table.
    static func field(_ name: UInt8, _ value: String) -> [UInt8] {
        (name < 15 ? [name] : [15, name - 15]) + [UInt8(value.utf8.count)] + Array(value.utf8)
    }

    /// A field with a name of its own.
    static func field(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)]
            + Array(value.utf8)
    }

    /// Content.
    static func content(_ text: String, isEnd: Bool = false) -> [UInt8] {
        raw(type: 0, flags: isEnd ? 1 : 0, stream: 1, Array(text.utf8))
    }

    /// The end of the stream for a reason.
    static func streamReset(_ code: UInt8) -> [UInt8] {
        raw(type: 3, stream: 1, [0, 0, 0, code])
    }
}
