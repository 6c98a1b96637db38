import ClientCore
import HTTPModel
import MockServer
import TestSupport

/// A failure that can happen on a wire: where to get it from, and what curl calls it.
struct FailureCase: Sendable, CustomStringConvertible {
    /// Where a failure is recorded.
    enum Fault: Sendable {
        /// A server that does these steps with each connection.
        case steps([FaultStep])
        /// A TLS server with a certificate of this kind.
        case certificate(MockCertificate)
        /// A proxy that answers `CONNECT` with these bytes.
        case proxy(String)
    }

    var code: NetworkFailure.Code
    var fault: Fault
    var curlExits: Set<Int32>
    var curlArguments: [String] = []
    var change: @Sendable (inout HTTPRequest) -> Void = { _ in }
    var note = ""

    var description: String { code.rawValue + (note.isEmpty ? "" : " (\(note))") }

    /// Whether the request goes to `https://shop.test`.
    var isSecure: Bool {
        switch fault {
        case .certificate, .proxy: true
        case .steps: false
        }
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
    private static let short: @Sendable (inout HTTPRequest) -> Void = { request in
        request.options.timeouts.headers = .milliseconds(400)
        request.options.timeouts.idle = .milliseconds(400)
    }

    private static func wire(
        _ code: NetworkFailure.Code,
        curl: Int32,
        with arguments: [String] = [],
        note: String = "",
        change: @escaping @Sendable (inout HTTPRequest) -> Void = { _ in },
        playing steps: FaultStep...
    ) -> FailureCase {
        FailureCase(
            code: code,
            fault: .steps([.readRequest] + steps),
            curlExits: [curl],
            curlArguments: arguments,
            change: change,
            note: note
        )
    }

    private static func secure(
        _ code: NetworkFailure.Code,
        _ kind: MockCertificate,
        curl: Set<Int32>,
        _ arguments: [String] = [],
        change: @escaping @Sendable (inout HTTPRequest) -> Void = { _ in }
    ) -> FailureCase {
        FailureCase(
            code: code,
            fault: .certificate(kind),
            curlExits: curl,
            curlArguments: arguments,
            change: change
        )
    }

    private static let pin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    static let all: [FailureCase] = [
        wire(
            .receiveReset,
            curl: 56,
            playing: .send(head + "Content-Length: 100\r\n\r\n12345"),
            .reset
        ),
        wire(.receiveReset, curl: 56, note: "before a byte", playing: .reset),
        wire(.receiveReset, curl: 52, note: "closed before a byte", playing: .finish),
        wire(
            .receiveTruncated,
            curl: 18,
            playing: .send(head + "Content-Length: 100\r\n\r\n12345"),
            .finish
        ),
        wire(.receiveMalformed, curl: 1, note: "no HTTP", playing: .send("hello\r\n\r\n"), .finish),
        wire(
            .receiveMalformed,
            curl: 56,
            note: "wrong framing",
            playing: .send(head + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n"),
            .finish
        ),
        wire(
            .receiveTooLarge,
            curl: 63,
            with: ["--max-filesize", "100"],
            change: { $0.options.contentLimitInBytes = 100 },
            playing: .send(
                head + "Content-Length: 200\r\n\r\n" + String(repeating: "x", count: 200)
            ),
            .waitForClose
        ),
        wire(
            .decodeContentCoding,
            curl: 61,
            with: ["--compressed"],
            playing: .send(head + "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain"),
            .waitForClose
        ),
        wire(.timeoutHeaders, curl: 28, with: ["-m", "1"], change: short, playing: .waitForClose),
        wire(
            .timeoutBody,
            curl: 28,
            with: ["-m", "1"],
            change: short,
            playing: .send(head + "Content-Length: 100\r\n\r\n12345"),
            .waitForClose
        ),
        wire(
            .timeoutTotal,
            curl: 28,
            with: ["-m", "1"],
            change: { $0.options.timeouts.total = .milliseconds(400) },
            playing: .send(head + "Content-Length: 100\r\n\r\n12345"),
            .waitForClose
        ),
        wire(
            .redirectLimit,
            curl: 47,
            with: ["-L", "--max-redirs", "3"],
            change: { $0.options.redirectLimit = 3 },
            playing: .forever([
                .send("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"),
                .readRequest,
            ])
        ),
        wire(
            .redirectUnsafe,
            curl: 1,
            with: ["-L"],
            playing: .send(
                "HTTP/1.1 302 Found\r\nLocation: file:///etc/hosts\r\nContent-Length: 0\r\n\r\n"
            ),
            .waitForClose
        ),
        FailureCase(
            code: .sendReset,
            fault: .steps([.readHead, .reset]),
            // Which of the two curl says depends on what it was just doing.
            curlExits: [55, 56],
            curlArguments: ["-X", "POST", "--data-binary", "@large", "-H", "Expect:"],
            change: { request in
                request.method = .post
                request.body = .octets(Octets([UInt8](repeating: 0x61, count: 8 << 20)))
            }
        ),
        secure(.tlsUntrusted, .selfSigned, curl: [60]),
        secure(.tlsExpired, .expired, curl: [60]),
        secure(.tlsHostMismatch, .wrongHost, curl: [60]),
        secure(.tlsHandshake, .refused, curl: [35]),
        secure(.tlsClientCertificate, .clientCertificate, curl: [56]),
        secure(.tlsPinMismatch, .good, curl: [90], ["--pinnedpubkey", pin]) { request in
            request.options.tls?.publicKeyPins = [pin]
        },
        FailureCase(
            code: .proxyAuth,
            fault: .proxy(
                "HTTP/1.1 407 Proxy Authentication Required\r\n"
                    + "Proxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n"
            ),
            curlExits: [56]
        ),
        FailureCase(
            code: .proxyRefused,
            fault: .proxy("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"),
            curlExits: [56]
        ),
    ]
}
