import HTTPModel

/// The head of a request, checked, with what its fields say about framing.
///
/// - SeeAlso: RFC 9112 §3, §5, §6.
struct RequestHead {
    /// How the content is delimited.
    enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
    }

    private(set) var request: ReceivedRequest
    private(set) var framing = Framing.none
    private(set) var expectsContinue = false

    private var contentLength: Int?
    private var hosts = 0
    private var connectionOptions: [String] = []

    /// Reads a head, from the request line to the empty line.
    init(_ bytes: ArraySlice<UInt8>) throws(RequestFault) {
        var start = bytes.startIndex
        let line = Self.line(in: bytes, from: &start)
        request = try Self.requestLine(line)
        request.headOctets = Octets(bytes)
        while start < bytes.endIndex {
            let line = Self.line(in: bytes, from: &start)
            if line.isEmpty { break }
            try read(line)
        }
        try conclude()
    }

    private static func line(
        in bytes: ArraySlice<UInt8>,
        from start: inout Int
    ) -> ArraySlice<UInt8> {
        let feed = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
        var line = bytes[start..<feed]
        if line.last == 0x0D { line.removeLast() }
        start = min(feed + 1, bytes.endIndex)
        return line
    }

    private static func requestLine(
        _ line: ArraySlice<UInt8>
    ) throws(RequestFault) -> ReceivedRequest {
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20),
            first < last
        else { throw RequestFault(400, "the request line is not METHOD TARGET VERSION") }
        let method = line[..<first]
        let target = line[(first + 1)..<last]
        let version = line[(last + 1)...]
        guard !method.isEmpty, method.allSatisfy(HTTPToken.isTokenByte) else {
            throw RequestFault(400, "the method is not a token")
        }
        guard !target.isEmpty, target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw RequestFault(400, "the target is empty or holds blanks or control characters")
        }
        guard version.count == 8, version.starts(with: "HTTP/".utf8),
            version[version.startIndex + 6] == UInt8(ascii: ".")
        else { throw RequestFault(400, "the request line does not end with an HTTP version") }
        guard version[version.startIndex + 5] == UInt8(ascii: "1") else {
            throw RequestFault(505, "only HTTP/1.0 and HTTP/1.1 are spoken here")
        }
        return ReceivedRequest(
            method: String(decoding: method, as: UTF8.self),
            target: String(decoding: target, as: UTF8.self),
            isHTTP1_0: version.last == UInt8(ascii: "0"),
            isKeptAlive: true,
            hasDecidingFields: false,
            headOctets: Octets(),
            body: Octets()
        )
    }

    private mutating func read(_ line: ArraySlice<UInt8>) throws(RequestFault) {
        guard line.first != 0x20, line.first != 0x09 else {
            throw RequestFault(400, "a field line starts with a blank")
        }
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex,
            line[..<colon].allSatisfy(HTTPToken.isTokenByte)
        else { throw RequestFault(400, "a field name is not a token followed by a colon") }
        let name = line[..<colon]
        let value = RequestParser.trimmed(line[(colon + 1)...])
        guard value.allSatisfy({ $0 != 0 && $0 != 0x0D }) else {
            throw RequestFault(400, "a field value holds NUL or CR")
        }
        // Only names of these lengths matter, so that other fields cost no comparison.
        switch name.count {
        case 4 where Self.isNamed(name, "host"):
            hosts += 1
            request.authority = String(decoding: value, as: UTF8.self)
        case 6 where Self.isNamed(name, "expect"): try readExpect(value)
        case 6 where Self.isNamed(name, "origin"): request.hasDecidingFields = true
        case 10 where Self.isNamed(name, "connection"):
            let text = String(decoding: value, as: UTF8.self).lowercased()
            connectionOptions += text.split(separator: ",").map(\.trimmingBlanks)
        case 12 where Self.isNamed(name, "apus-variant"): request.hasDecidingFields = true
        case 14 where Self.isNamed(name, "content-length"): try readContentLength(value)
        case 17 where Self.isNamed(name, "transfer-encoding"): try readTransferCoding(value)
        default: break
        }
    }

    private static func isNamed(_ name: ArraySlice<UInt8>, _ lowered: StaticString) -> Bool {
        lowered.withUTF8Buffer { wanted in
            unsafe name.elementsEqual(wanted) { HTTPToken.lowered($0) == $1 }
        }
    }

    private mutating func readExpect(_ value: ArraySlice<UInt8>) throws(RequestFault) {
        // RFC 9110 §5.6.1: an empty list expects nothing.
        guard !value.isEmpty else { return }
        let text = String(decoding: value, as: UTF8.self)
        guard HTTPToken.equalsIgnoringCase(text, "100-continue") else {
            throw RequestFault(417, "only 100-continue can be expected")
        }
        expectsContinue = !request.isHTTP1_0
    }

    private mutating func readContentLength(_ value: ArraySlice<UInt8>) throws(RequestFault) {
        guard !value.isEmpty, value.count <= 18, value.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = Int(String(decoding: value, as: UTF8.self)),
            contentLength == nil || contentLength == length
        else { throw RequestFault(400, "Content-Length is not one number") }
        contentLength = length
    }

    private mutating func readTransferCoding(_ value: ArraySlice<UInt8>) throws(RequestFault) {
        let text = String(decoding: value, as: UTF8.self)
        guard HTTPToken.equalsIgnoringCase(text, "chunked"), framing != .chunked else {
            throw RequestFault(501, "the only transfer coding known is chunked")
        }
        framing = .chunked
    }

    private mutating func conclude() throws(RequestFault) {
        // RFC 9112 §6.3: both together are how requests are smuggled.
        if framing == .chunked, contentLength != nil || request.isHTTP1_0 {
            throw RequestFault(400, "Transfer-Encoding stands beside Content-Length or HTTP/1.0")
        }
        if let contentLength, contentLength > 0 { framing = .length(contentLength) }
        if framing == .none { expectsContinue = false }
        guard hosts == 1 || (hosts == 0 && request.isHTTP1_0) else {
            throw RequestFault(400, "the request has \(hosts) Host fields instead of one")
        }
        if !request.target.hasPrefix("/"), let uri = try? TargetURI(request.target) {
            request.authority = uri.authority
        }
        request.isKeptAlive =
            request.isHTTP1_0
            ? connectionOptions.contains("keep-alive") : !connectionOptions.contains("close")
    }
}
