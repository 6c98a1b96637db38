import HTTPModel

/// Reads the lines of header and trailer sections as libcurl hands them out.
///
/// A line that starts with `HTTP/` begins a new head, so interim responses (RFC 9110 §15.2) are
/// dropped when the next one comes. Lines after the end of a final head belong to the trailer
/// section. Bytes are kept; only a fold (RFC 9112 §5.2) is replaced by one space.
struct ResponseHeadParser {
    /// What a line meant.
    enum Event: Equatable {
        /// A status line or a field; more lines follow.
        case line
        /// The end of an interim head: another head follows.
        case interimEnd
        /// The end of the final head: content or the end follows.
        case headEnd
        /// A line of the trailer section, or its end.
        case trailer
        /// The head cannot be relied on; `problem` says why, and nothing more is to be read.
        case malformed
    }

    /// The head: from its status line on, with its fields once `isComplete`.
    private(set) var head: HTTPResponseHead?
    /// The fields of the head that is being read.
    private var fields = HTTPFields()
    /// Whether the final head has ended.
    private(set) var isComplete = false
    /// The trailer section.
    private(set) var trailers = HTTPFields()
    /// What is wrong with the head, as a sentence fragment; `nil` while nothing is.
    private(set) var problem: String?

    /// Whether the next line would be the first after a status line.
    var isBeforeFirstField: Bool { !isComplete && head != nil && fields.isEmpty }

    /// Takes in one line, with or without its line end.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Event {
        let line = unsafe Self.withoutLineEnd(line)
        if unsafe line.starts(with: Self.versionPrefix) {
            head = unsafe Self.statusLine(line)
            fields = HTTPFields()
            fields.reserveCapacity(Self.usualFieldCount)
            isComplete = false
            trailers = HTTPFields()
            return head == nil ? refuse("the status line has no status of three digits") : .line
        }
        if isComplete {
            unsafe Self.append(line, to: &trailers)
            return .trailer
        }
        guard head != nil else { return refuse("the head has no status line") }
        guard unsafe !line.isEmpty else { return endHead() }
        // RFC 9112 §2.2: refuse blanks between the status line and the first field.
        if fields.isEmpty, let first = unsafe line.first, Self.isBlank(first) {
            return refuse("the first field begins with a blank")
        }
        let isBlankBeforeColon = unsafe Self.append(line, to: &fields)
        if isBlankBeforeColon, let name = fields.last?.name, ResponseFraming.isAbout(name) {
            // libcurl does not see such a field, and another reader might.
            return refuse("a blank stands between the name \(name) and its colon")
        }
        return .line
    }

    /// Notes why the head cannot be relied on.
    mutating func refuse(_ problem: String) -> Event {
        self.problem = problem
        return .malformed
    }

    private mutating func endHead() -> Event {
        guard let status = head?.status.rawValue else { return .line }
        // 101 ends HTTP on the connection, so nothing after it is another head (RFC 9110 §15.2.2).
        if (100...199).contains(status) && status != 101 {
            head = nil
            return .interimEnd
        }
        if let problem = ResponseFraming.problem(with: fields) { return refuse(problem) }
        head?.fields = fields
        isComplete = true
        return .headEnd
    }

    /// `HTTP/`, as octets.
    private static let versionPrefix = Array("HTTP/".utf8)

    /// Room for as many fields is made at once.
    private static let usualFieldCount = 8

    /// `HTTP/1.1 404 Not Found`, also without a reason phrase; `nil` without three digits.
    private static func statusLine(_ line: UnsafeRawBufferPointer) -> HTTPResponseHead? {
        let (version, afterVersion) = unsafe cut(line)
        let (digits, reason) = unsafe cut(afterVersion)
        guard digits.count == 3, unsafe digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let code = unsafe digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return HTTPResponseHead(
            status: HTTPStatus(code),
            reasonPhrase: unsafe HTTPField(name: "", valueBytes: Array(trimmed(reason))).value,
            version: unsafe Self.version(version)
        )
    }

    /// What stands before the first space, and what after it.
    private static func cut(
        _ bytes: UnsafeRawBufferPointer
    ) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
        let space = unsafe bytes.firstIndex(of: 0x20) ?? bytes.count
        return unsafe (
            UnsafeRawBufferPointer(rebasing: bytes[..<space]),
            UnsafeRawBufferPointer(rebasing: bytes.dropFirst(space + 1))
        )
    }

    private static func version(_ text: UnsafeRawBufferPointer) -> HTTPVersion {
        if unsafe text.elementsEqual("HTTP/1.1".utf8) { return .http1_1 }
        if let known = unsafe HTTPVersion(rawValue: String(decoding: text, as: UTF8.self)) {
            return known
        }
        return switch unsafe text.dropFirst(versionPrefix.count).first {
        case UInt8(ascii: "2"): .http2
        case UInt8(ascii: "3"): .http3
        default: .http1_1
        }
    }

    /// Adds the field of a line, or what a fold adds to the last one.
    ///
    /// - Returns: Whether a blank stood before the colon, which RFC 9112 §5.1 forbids.
    @discardableResult
    private static func append(
        _ line: UnsafeRawBufferPointer,
        to fields: inout HTTPFields
    ) -> Bool {
        guard let first = unsafe line.first else { return false }
        if first == 0x20 || first == 0x09, let last = fields.indices.last {
            fields[last].valueBytes += unsafe [0x20] + clean(Array(trimmed(line)))
            return false
        }
        guard let colon = unsafe line.firstIndex(of: 0x3A) else { return false }
        let name = unsafe trimmed(UnsafeRawBufferPointer(rebasing: line[..<colon]))
        guard unsafe !name.isEmpty else { return false }
        let value = unsafe UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
        fields.append(
            HTTPField(
                name: unsafe String(decoding: name, as: UTF8.self),
                valueBytes: unsafe clean(Array(trimmed(value)))
            )
        )
        return unsafe isBlank(line[colon - 1])
    }

    /// The bytes with a space for each stray CR, which must not reach anybody (RFC 9110 §5.5).
    private static func clean(_ bytes: [UInt8]) -> [UInt8] {
        bytes.contains(0x0D) ? bytes.map { $0 == 0x0D ? 0x20 : $0 } : bytes
    }

    /// The bytes without the blanks around them (RFC 9110 §5.5).
    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var range = bytes.indices
        while let first = range.first, unsafe isBlank(bytes[first]) { range.removeFirst() }
        while let last = range.last, unsafe isBlank(bytes[last]) { range.removeLast() }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func withoutLineEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = line.count
        while end > 0, unsafe line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        return unsafe UnsafeRawBufferPointer(rebasing: line[..<end])
    }
}
