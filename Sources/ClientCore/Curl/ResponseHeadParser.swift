import Glibc
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

    /// What the next line belongs to.
    private enum Section {
        case statusLine
        case fields
        case trailers
    }

    /// The head: from its status line on, with its fields once `isComplete`.
    private(set) var head: HTTPResponseHead?
    /// What is wrong with the head, as a sentence fragment; `nil` while nothing is.
    private(set) var problem: String?
    /// Where the content ends, once `isComplete`.
    private(set) var framing = ResponseFraming.other
    private var section = Section.statusLine
    /// The fields of the section that is being read.
    private var fields = HTTPFieldsBuilder()

    /// Whether the final head has ended.
    var isComplete: Bool { section == .trailers }

    /// The trailer section.
    var trailers: HTTPFields { section == .trailers ? fields.fields : HTTPFields() }

    /// Whether the next line would be the first after a status line.
    private(set) var isBeforeFirstField = false

    /// Takes in one line, with or without its line end.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Event {
        let line = unsafe Self.withoutLineEnd(line)
        isBeforeFirstField = false
        if unsafe Self.begins(line, with: "HTTP/") { return unsafe beginHead(line) }
        switch section {
        case .statusLine:
            return refuse("the head has no status line")
        case .trailers:
            unsafe append(line)
            return .trailer
        case .fields:
            break
        }
        guard let first = unsafe line.first else { return endHead() }
        // RFC 9112 §2.2: refuse blanks between the status line and the first field.
        if fields.isEmpty, Self.isBlank(first) {
            return refuse("the first field begins with a blank")
        }
        if let name = unsafe append(line), ResponseFraming.isAbout(name) {
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

    private mutating func beginHead(_ line: UnsafeRawBufferPointer) -> Event {
        head = unsafe Self.statusLine(line)
        fields.removeAll()
        guard head != nil else {
            section = .statusLine
            return refuse("the status line has no status of three digits")
        }
        section = .fields
        isBeforeFirstField = true
        return .line
    }

    private mutating func endHead() -> Event {
        guard let status = head?.status.rawValue else { return .line }
        // 101 ends HTTP on the connection, so nothing after it is another head (RFC 9110 §15.2.2).
        if (100...199).contains(status) && status != 101 {
            head = nil
            section = .statusLine
            return .interimEnd
        }
        let fields = fields.fields
        framing = ResponseFraming(fields)
        if case .faulty(let problem) = framing { return refuse(problem) }
        head?.fields = fields
        self.fields = HTTPFieldsBuilder()
        section = .trailers
        return .headEnd
    }

    /// Adds the field of a line, or what a fold adds to the last one.
    ///
    /// - Returns: The name when a blank stood before the colon, which RFC 9112 §5.1 forbids.
    @discardableResult
    private mutating func append(_ line: UnsafeRawBufferPointer) -> String? {
        guard let start = line.baseAddress, let first = unsafe line.first else { return nil }
        if Self.isBlank(first), !fields.isEmpty {
            unsafe fields.extendLast(by: Self.trimmed(line))
            return nil
        }
        guard let colon = unsafe memchr(start, 0x3A, line.count) else { return nil }
        let length = unsafe UnsafeRawPointer(colon) - start
        let name = unsafe Self.trimmedRange(of: line, in: 0..<length)
        guard !name.isEmpty else { return nil }
        let value = unsafe Self.trimmedRange(of: line, in: (length + 1)..<line.count)
        unsafe fields.append(line: line, name: name, value: value)
        guard unsafe Self.isBlank(line[length - 1]) else { return nil }
        return unsafe String(
            decoding: UnsafeRawBufferPointer(rebasing: line[name]),
            as: UTF8.self
        )
    }
}

// Parts of lines.
extension ResponseHeadParser {
    /// `HTTP/1.1 404 Not Found`, also without a reason phrase; `nil` without three digits.
    private static func statusLine(_ line: UnsafeRawBufferPointer) -> HTTPResponseHead? {
        let (version, afterVersion) = unsafe cut(line)
        let (digits, reason) = unsafe cut(afterVersion)
        guard digits.count == 3 else { return nil }
        var code = 0
        for i in 0..<3 {
            let digit = unsafe digits[i]
            guard (0x30...0x39).contains(digit) else { return nil }
            code = code * 10 + Int(digit - 0x30)
        }
        return HTTPResponseHead(
            status: HTTPStatus(code),
            reasonPhrase: unsafe HTTPField.text(of: trimmed(reason)),
            version: unsafe Self.version(version)
        )
    }

    /// What stands before the first space, and what after it.
    private static func cut(
        _ bytes: UnsafeRawBufferPointer
    ) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, let space = unsafe memchr(start, 0x20, bytes.count)
        else { return unsafe (bytes, UnsafeRawBufferPointer(rebasing: bytes[bytes.count...])) }
        let length = unsafe UnsafeRawPointer(space) - start
        return unsafe (
            UnsafeRawBufferPointer(rebasing: bytes[..<length]),
            UnsafeRawBufferPointer(rebasing: bytes[(length + 1)...])
        )
    }

    private static func version(_ text: UnsafeRawBufferPointer) -> HTTPVersion {
        if text.count == 8, unsafe begins(text, with: "HTTP/1.1") { return .http1_1 }
        if let known = unsafe HTTPVersion(rawValue: String(decoding: text, as: UTF8.self)) {
            return known
        }
        if unsafe begins(text, with: "HTTP/2") { return .http2 }
        if unsafe begins(text, with: "HTTP/3") { return .http3 }
        return .http1_1
    }

    private static func begins(_ bytes: UnsafeRawBufferPointer, with text: StaticString) -> Bool {
        guard let start = bytes.baseAddress, bytes.count >= text.utf8CodeUnitCount else {
            return false
        }
        return unsafe memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// The bytes without the blanks around them (RFC 9110 §5.5).
    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let range = unsafe trimmedRange(of: bytes, in: 0..<bytes.count)
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    /// The part of `range` without the blanks around it.
    private static func trimmedRange(
        of bytes: UnsafeRawBufferPointer,
        in range: Range<Int>
    ) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, unsafe isBlank(bytes[start]) { start += 1 }
        while end > start, unsafe isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func withoutLineEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = line.count
        while end > 0, unsafe line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        return unsafe UnsafeRawBufferPointer(rebasing: line[..<end])
    }
}
