import ClientCore
import CollectionRun
import Documents
import Explorer
import HTTPModel
import Screen
import Testing

/// Screens of the response pane beyond those of a small JSON body.
@Suite struct ResponseScreenTests {
    static let sizes: [(name: String, size: Size)] = [
        ("80x24", Size(rows: 24, columns: 80)), ("120x40", Size(rows: 40, columns: 120)),
    ]

    private static func received(
        _ body: Octets,
        _ type: String,
        _ size: Size,
        status: Int = 200,
        change: (inout Hop) -> Void = { _ in }
    ) -> ExplorerState {
        Sample.received(Sample.createKey, rows: size.rows, columns: size.columns) { key, state in
            var result = Sample.result(of: key, status: status, in: state)
            let head = HTTPResponseHead(status: HTTPStatus(status), fields: ["Content-Type": type])
            result.exchange?.result = .success(HTTPResponse(head: head, body: body))
            if var exchange = result.exchange {
                change(&exchange.hops[0])
                result.exchange = exchange
            }
            return result
        }
    }

    private static func received(
        _ body: String,
        _ type: String,
        _ size: Size,
        status: Int = 200,
        change: (inout Hop) -> Void = { _ in }
    ) -> ExplorerState {
        received(Octets(utf8: body), type, size, status: status, change: change)
    }

    private static let list = """
        {"bookings":[{"id":"b_1","room":7,"note":"\(String(repeating: "late arrival, ", count: 12))"},\
        {"id":"b_2","room":12,"note":null}],"total":2}
        """

    @Test(arguments: sizes)
    func aFilterThatIsTyped(_ name: String, _ size: Size) throws {
        var state = Self.received(Self.list, "application/json", size)
        Sample.press("f$.bookings[*].id", &state)
        try GoldenScreen.expect(state, "body-filter-\(name)")
    }

    @Test(arguments: sizes)
    func longRowsWrapped(_ name: String, _ size: Size) throws {
        var state = Self.received(Self.list, "application/json", size)
        Sample.press("tjjjjj/arrival<Enter>", &state)
        try GoldenScreen.expect(state, "body-wrap-\(name)")
    }

    @Test(arguments: sizes)
    func whatCanBeCopied(_ name: String, _ size: Size) throws {
        var state = Self.received(Self.list, "application/json", size)
        Sample.press("jjc", &state)
        try GoldenScreen.expect(state, "body-copy-\(name)")
    }

    @Test(arguments: [
        (
            "table", "text/csv",
            "id,name,price\n1,Zoë Kim,12.50\n2,\"Kuhn, Ada\",7\n3,鈴木 一郎,1020.00\n"
        ),
        (
            "events", "text/event-stream",
            "event: tick\nid: 7\ndata: {\"n\":1}\n\n: a remark\n\ndata: plain\ndata: lines\n\n"
        ),
        ("lines", "application/x-ndjson", "{\"a\":1}\n{\"a\":[2,3]}\n"),
        (
            "form", "application/x-www-form-urlencoded",
            "q=a%3Db%26c&p=100%25&q=x+y&empty="
        ),
        (
            "multipart", "multipart/form-data; boundary=XX",
            "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--XX\r\n"
                + "Content-Type: application/json\r\n\r\n{\"b\":2}\r\n--XX--\r\n"
        ),
    ])
    func otherStructures(_ name: String, _ type: String, _ body: String) throws {
        for (suffix, size) in Self.sizes {
            let state = Self.received(body, type, size)
            try GoldenScreen.expect(state, "structure-\(name)-\(suffix)")
        }
    }

    @Test(arguments: sizes)
    func aProblem(_ name: String, _ size: Size) throws {
        let body = #"{"type":"about:blank","title":"Not enough credit","status":403,"balance":30}"#
        let state = Self.received(body, "application/problem+json", size, status: 403)
        try GoldenScreen.expect(state, "body-problem-\(name)")
    }

    @Test(arguments: sizes)
    func textThatDeceives(_ name: String, _ size: Size) throws {
        let body = """
            {"wide":"鈴木 한국 ｗｉｄｅ","emoji":"👩‍👩‍👧 👍🏽 🇯🇵 ☂️","marks":"e\u{301} a\u{308}\u{323} क्षि",\
            "rtl":"שלום مرحبا","override":"a\u{202E}b\u{2066}c","hidden":"\u{200B}https://a\u{FEFF}b",\
            "controls":"\u{1B}[2J\u{7F}\u{9B}31m","osc":"\u{1B}]52;c;YQ==\u{7}"}
            """
        let state = Self.received(body, "application/json", size)
        try GoldenScreen.expect(state, "body-deceiving-\(name)")
    }

    @Test(arguments: sizes)
    func tabsAndControlsOfText(_ name: String, _ size: Size) throws {
        let body = "a\tb\tc\naa\tbb\tcc\n鈴\t木\tx\nÅ\tå\tn\u{303}\nnul\u{0}bell\u{7}end\r\n"
        let state = Self.received(body, "text/plain", size)
        try GoldenScreen.expect(state, "body-tabs-\(name)")
    }

    @Test(arguments: sizes)
    func cookiesOfAHop(_ name: String, _ size: Size) throws {
        var state = Self.received(Self.list, "application/json", size) { hop in
            hop.sent.fields.append("Cookie", "sid=s3cret; theme=dark")
            hop.responseHead?.fields = [
                "Set-Cookie": "sid=n3w; Path=/; HttpOnly; Max-Age=3600; SameSite=Lax",
                "set-cookie": "track=1; Domain=example.com",
            ]
            hop.refusedCookies = ["track: for the domain example.com, which is not the server's"]
        }
        Sample.press("7", &state)
        try GoldenScreen.expect(state, "response-cookies-\(name)")
    }

    @Test(arguments: sizes)
    func theTLSConnectionOfAHop(_ name: String, _ size: Size) throws {
        var state = Self.received(Self.list, "application/json", size) { hop in
            hop.sent.target.scheme = "https"
            hop.tls = TLSFacts(
                version: "TLSv1.3",
                cipher: "TLS_AES_256_GCM_SHA384",
                verification: TLSFacts.Verification(code: 18, text: "self-signed certificate"),
                isInsecure: true,
                certificates: [PeerCertificate(der: octets(hex: certificate))]
            )
        }
        state.record?.receivedAt = HTTPDate("Mon, 30 Nov 2026 06:00:00 GMT")
        Sample.press("8", &state)
        try GoldenScreen.expect(state, "response-tls-\(name)")
    }

    @Test(arguments: sizes)
    func aComparison(_ name: String, _ size: Size) throws {
        var state = Self.received(Self.list, "application/json", size)
        Sample.press("K", &state)
        state = Self.compared(state)
        Sample.press("9}", &state)
        try GoldenScreen.expect(state, "response-diff-\(name)")
    }

    private static func compared(_ before: ExplorerState) -> ExplorerState {
        var state = before
        _ = update(&state, on: .command(.send))
        guard let sending = state.currentSending, var result = state.record?.result else {
            return state
        }
        let body = #"{"bookings":[{"id":"b_1","room":8},{"id":"b_3","room":1.0}],"total":2.0}"#
        let head = HTTPResponseHead(status: HTTPStatus(200))
        let response = HTTPResponse(head: head, body: Octets(utf8: body))
        result.exchange?.result = .success(response)
        let document = ResponseRecord.document(of: result)
        _ = update(&state, on: .exchangeFinished(sending.id, result, document))
        return state
    }

    @Test(arguments: sizes)
    func aBodyThatIsArriving(_ name: String, _ size: Size) throws {
        var state = Sample.state(
            open: Sample.createKey,
            focus: .response,
            rows: size.rows,
            columns: size.columns
        )
        _ = update(&state, on: .command(.send))
        for step in 1...3 {
            let text = #"{"rows":["# + (0..<(step * 4_000)).map(String.init).joined(separator: ",")
            let body = Octets(utf8: text)
            let progress = HopProgress(
                phase: .receive,
                bytesReceived: body.count,
                expectedBytes: 200_000,
                head: HTTPResponseHead(
                    status: HTTPStatus(200),
                    fields: ["Content-Type": "application/json"]
                ),
                partialBody: body
            )
            let id = state.currentSending?.id ?? ExchangeID(rawValue: 0)
            _ = update(&state, on: .exchangeProgressed(id, progress, elapsed: .seconds(step)))
        }
        try GoldenScreen.expect(state, "body-arriving-\(name)")
    }

    @Test(arguments: sizes)
    func anImage(_ name: String, _ size: Size) throws {
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0,
            0, 2, 0x80, 0, 0, 1, 0xE0, 8, 6, 0, 0, 0,
        ]
        var state = Self.received(Octets(header), "image/png", size)
        guard let work = state.record?.picture?.work else {
            Issue.record("nothing is drawn")
            return
        }
        let problem = "Install chafa to see the image here."
        _ = update(&state, on: .bodyReported(work, .failed(problem)))
        try GoldenScreen.expect(state, "body-image-\(name)")
    }

    @Test func theTabsThatHaveNoRoomAreToldOf() throws {
        var state = Self.received(Self.list, "application/json", Layout.minimum)
        Sample.press("5", &state)
        try GoldenScreen.expect(state, "response-tabs-minimum")
    }
}

/// A self-signed certificate for `api.example.test`, valid until January 2027, in hexadecimal.
private let certificate = """
    308201d130820178a00302010202080123456789abcdef300a06082a8648ce3d040302302a310d300b060355\
    040a0c04417075733119301706035504030c106170692e6578616d706c652e74657374301e170d3236313133\
    303132323935315a170d3237303131353132323935315a302a310d300b060355040a0c044170757331193017\
    06035504030c106170692e6578616d706c652e746573743059301306072a8648ce3d020106082a8648ce3d03\
    0107034200042b03255e0f527998207f03f17098a17834c3da0d7f30228856ef808e6a8890adc08ee3f909e3\
    431873ecd72138cf8c229d2a1288d561f84a6a459d5866307a55a38187308184301d0603551d0e041604144b\
    39a57af5a5d38cc05b138eb3c785f725fc5898301f0603551d230418301680144b39a57af5a5d38cc05b138e\
    b3c785f725fc5898300f0603551d130101ff040530030101ff30310603551d11042a302882106170692e6578\
    616d706c652e74657374820e2a2e6578616d706c652e7465737487047f000001300a06082a8648ce3d040302\
    0347003044022040e91752121771ea56dc9536b1f17adc400659ebd7dc366b0d6af34a7eaf8bcc0220140638\
    74fe6bd5c6b2850590229d2e924ea24777bc0f8f80fc9eebb1390e9dc6
    """

private func octets(hex text: String) -> Octets {
    let digits = text.compactMap(\.hexDigitValue)
    return Octets(
        stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    )
}
