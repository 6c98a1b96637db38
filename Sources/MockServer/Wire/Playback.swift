import Fixtures
import HTTPModel

/// What goes over the wire for one request: bytes, and how it ends.
struct Playback: Hashable, Sendable {
    /// What happens after the last byte.
    enum Ending: Hashable, Sendable {
        /// The connection stays open for another request.
        case next
        /// The connection ends in order.
        case close
        /// The connection is reset.
        case reset
        /// Nothing more is sent; the connection stays open until the client gives up.
        case stall
    }

    /// The head, without the lines that depend on time and connection; empty when none is sent.
    var head: [UInt8] = []
    /// Whether `Date`, `Connection` and the empty line must still be added to the head.
    var isHeadOpen = true
    /// Whether the head has a `Date` field of its own.
    var hasDate = false
    /// What follows the head.
    var body = Octets()
    /// The most bytes to send of head and body, or of the body alone when less than the head has; 0
    /// sends nothing, `nil` all.
    var byteLimit: Int?
    /// What happens then.
    var ending = Ending.next
    /// How long to wait before the first byte.
    var delay = Duration.zero
    /// How much longer to wait, drawn each time.
    var latency = Latency.none
    /// The most bytes to send in a second; `nil` for no limit.
    var bytesPerSecond: Int?
    /// The status sent, if a head is.
    var status: HTTPStatus?
    /// The failure played, if it is one.
    var failure: NetworkFailure.Code?
    /// The fixture that it comes from.
    var fixturePath: String?
    /// Whether it says that no fixture matches.
    var isMiss = false
    /// Names of fields in the head that allow other origins to read the answer.
    var hasOriginPermission = false
}

extension Playback {
    /// The wire form of a complete response.
    ///
    /// Fields stand as stored, but for those that frame the message on this connection: a length is
    /// computed anew, and transfer codings and connection options of the captured one are left out.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - isHead: Whether it answers `HEAD`, so that no content follows.
    ///   - ownsLength: Whether a stored `Content-Length` is kept for an answer without content.
    /// - Returns: The bytes to send; the connection stays open for another request.
    static func response(
        _ response: HTTPResponse,
        isHead: Bool,
        ownsLength: Bool = false
    ) -> Playback {
        let status = response.status
        let isBodiless = status.kind == .informational || status == HTTPStatus(204)
        let isEmpty = isHead || isBodiless || status == HTTPStatus(304)
        let hasTrailers = !response.trailers.isEmpty && !isEmpty
        var head = HeadWriter(response.head)
        for field in response.fields where !HeadWriter.isOfConnection(field.name) {
            guard field.isNamed("Content-Length") else {
                head.append(field)
                continue
            }
            if isBodiless || hasTrailers || head.hasLength { continue }
            if isEmpty && ownsLength {
                head.append(field)
            } else {
                head.append(length: response.body.count, name: field.name)
            }
        }
        if hasTrailers {
            head.append(HTTPField("Transfer-Encoding", "chunked"))
        } else if !head.hasLength, !isBodiless, !isEmpty || (isHead && !ownsLength) {
            head.append(length: response.body.count)
        }
        var playback = head.playback
        if hasTrailers {
            playback.body = chunked(response.body, trailers: response.trailers)
        } else if !isEmpty {
            playback.body = response.body
        }
        return playback
    }

    private static func chunked(_ body: Octets, trailers: HTTPFields) -> Octets {
        var bytes: [UInt8] = []
        if !body.isEmpty {
            bytes += String(body.count, radix: 16).utf8
            bytes += [0x0D, 0x0A]
            bytes += body
            bytes += [0x0D, 0x0A]
        }
        bytes += "0\r\n".utf8
        for field in trailers { HeadWriter.append(field, to: &bytes) }
        return Octets(bytes + [0x0D, 0x0A])
    }

    /// The wire form of a failure.
    ///
    /// - Returns: `nil` when a connection that is open cannot show it, as with a refused port.
    static func failure(_ failure: NetworkFailure, isHead: Bool) -> Playback? {
        var playback: Playback
        switch failure.code {
        case .receiveReset, .sendReset:
            playback = partial(failure, ending: isOrderlyEnd(failure) ? .close : .reset)
            let isSilent = failure.partialHead == nil && failure.partialBody.isEmpty
            if failure.code == .sendReset || isSilent { playback.byteLimit = 0 }
        case .receiveTruncated, .receiveTooLarge:
            playback = partial(failure, ending: .close)
        case .timeoutHeaders:
            playback = Playback(isHeadOpen: false, ending: .stall)
        case .timeoutBody, .timeoutTotal:
            playback = partial(failure, ending: .stall)
        case .receiveMalformed:
            playback = malformed(failure)
        case .decodeContentCoding:
            playback = wronglyCoded(failure, isHead: isHead)
        case .redirectLimit, .redirectUnsafe, .authRefresh, .authRefreshLimit:
            guard let head = failure.partialHead else { return nil }
            let response = HTTPResponse(head: head, body: failure.partialBody)
            playback = .response(response, isHead: isHead)
        case .proxyAuth:
            playback = .response(credentialsWanted, isHead: isHead)
        case .dnsNotFound, .connectRefused, .connectUnreachable, .connectTimeout, .proxyRefused,
            .tlsHandshake, .tlsUntrusted, .tlsExpired, .tlsHostMismatch,
            .tlsPinMismatch, .tlsClientCertificate, .sendContent, .receiveFile, .cancelled,
            .internal:
            return nil
        }
        playback.failure = failure.code
        return playback
    }

    /// Whether a failure was an end in order before the first byte, which curl calls an empty reply.
    private static func isOrderlyEnd(_ failure: NetworkFailure) -> Bool {
        failure.code == .receiveReset && failure.bytesReceived == 0
            && failure.causes.contains { $0.contains("Empty reply") }
    }

    /// What a proxy answers that wants credentials.
    static var credentialsWanted: HTTPResponse {
        var response = AnswerBook.plain(407, "this proxy wants credentials")
        response.head.fields.append("Proxy-Authenticate", "Basic realm=\"mock\"")
        return response
    }

    /// Bytes that are no HTTP: those that came, or a head whose content is framed wrongly.
    private static func malformed(_ failure: NetworkFailure) -> Playback {
        guard let stored = failure.partialHead else {
            let bytes = failure.partialBody
            var playback = Playback(isHeadOpen: false, ending: .close)
            playback.body = bytes.isEmpty ? Octets(utf8: "this is not HTTP\r\n\r\n") : bytes
            return playback
        }
        var head = HeadWriter(stored)
        for field in stored.fields
        where !HeadWriter.isOfConnection(field.name) && !field.isNamed("Content-Length") {
            head.append(field)
        }
        head.append(HTTPField("Transfer-Encoding", "chunked"))
        var playback = head.playback
        var bytes: [UInt8] = []
        if !failure.partialBody.isEmpty {
            bytes += "\(String(failure.partialBody.count, radix: 16))\r\n".utf8
            bytes += failure.partialBody
            bytes += [0x0D, 0x0A]
        }
        playback.body = Octets(bytes + Array("this is no chunk\r\n".utf8))
        playback.ending = .close
        playback.status = nil
        return playback
    }

    /// The part of a response that came before a failure.
    ///
    /// The head announces more than is sent, as the stored one did; a head that announces nothing
    /// gets a length that is too long.
    private static func partial(_ failure: NetworkFailure, ending: Ending) -> Playback {
        guard let stored = failure.partialHead else {
            var playback = Playback(isHeadOpen: false, ending: ending)
            playback.body = failure.partialBody
            return playback
        }
        var head = HeadWriter(stored)
        let body = failure.partialBody
        for field in stored.fields where !HeadWriter.isOfConnection(field.name) {
            guard field.isNamed("Content-Length") else {
                head.append(field)
                continue
            }
            if let length = Int(field.value), length > body.count, !head.hasLength {
                head.append(length: length, name: field.name)
            }
        }
        if !head.hasLength { head.append(length: max(body.count * 2, 1_024)) }
        var playback = head.playback
        playback.body = body
        playback.ending = ending
        playback.status = nil
        // Bytes are counted over head and content; a fixture may store more than it lets through.
        if failure.bytesReceived > 0 { playback.byteLimit = failure.bytesReceived }
        return playback
    }

    /// A whole response whose content is not in the coding that its head names.
    private static func wronglyCoded(_ failure: NetworkFailure, isHead: Bool) -> Playback {
        var head =
            failure.partialHead
            ?? HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": "text/plain"])
        if !head.fields.contains(named: "Content-Encoding") {
            head.fields.append("Content-Encoding", "gzip")
        }
        let body =
            failure.partialBody.isEmpty ? Octets(utf8: "not gzip at all\n") : failure.partialBody
        return .response(HTTPResponse(head: head, body: body), isHead: isHead)
    }
}

/// Writes the head of a response.
struct HeadWriter {
    private var bytes: [UInt8] = []
    private let status: HTTPStatus
    private(set) var hasLength = false
    private var hasDate = false
    private var hasOriginPermission = false

    init(_ head: HTTPResponseHead) {
        status = head.status
        bytes.reserveCapacity(256)
        bytes += "HTTP/1.1 \(head.status.rawValue) \(head.reasonPhrase)\r\n".utf8
    }

    /// Whether a field belongs to the connection it came over, not to the response.
    static func isOfConnection(_ name: String) -> Bool {
        ["transfer-encoding", "connection", "keep-alive", "proxy-connection", "upgrade"]
            .contains { HTTPToken.equalsIgnoringCase($0, name) }
    }

    mutating func append(_ field: HTTPField) {
        if field.isNamed("Date") { hasDate = true }
        if field.isNamed("Content-Length") { hasLength = true }
        if field.isNamed("Access-Control-Allow-Origin") { hasOriginPermission = true }
        Self.append(field, to: &bytes)
    }

    mutating func append(length: Int, name: String = "Content-Length") {
        append(HTTPField(name, String(length)))
    }

    static func append(_ field: HTTPField, to bytes: inout [UInt8]) {
        bytes += field.name.utf8
        bytes += [0x3A, 0x20]
        bytes += field.valueBytes
        bytes += [0x0D, 0x0A]
    }

    /// The head so far, as the beginning of a playback.
    var playback: Playback {
        Playback(
            head: bytes,
            hasDate: hasDate,
            status: status,
            hasOriginPermission: hasOriginPermission
        )
    }
}
