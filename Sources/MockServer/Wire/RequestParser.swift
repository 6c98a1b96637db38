import HTTPModel

/// Reads HTTP/1 requests out of the bytes of one connection, as a pure machine.
///
/// Bytes go in with `receive`, and `next` says what to do. Legal transitions: head → content → head
/// for each request, and from anywhere to refused, where it stays.
///
/// - SeeAlso: RFC 9112 §2–§7.
package struct RequestParser: Sendable {
    /// What a request may measure.
    package struct Limits: Hashable, Sendable {
        /// The most bytes of a head.
        package var headBytes = 64 << 10
        /// The most bytes of content.
        package var contentBytes: Int

        /// Creates limits.
        package init(contentBytes: Int = 64 << 20) {
            self.contentBytes = contentBytes
        }
    }

    /// What the next bytes belong to.
    private enum State {
        case head
        case content(length: Int)
        case chunkSize
        case chunk(length: Int)
        case trailers
        case refused(RequestFault)
    }

    private let limits: Limits
    private var state = State.head
    /// Bytes received; those before `start` are used up, those before `scanned` hold no line end.
    private var buffer: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// The request whose content is being read, and its chunks so far.
    private var current: ReceivedRequest?
    private var chunks: [UInt8] = []
    private var trailerBytes = 0
    private var isContinueDue = false

    /// Creates a parser for a new connection.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Bytes received that belong to no request given out yet.
    package var pendingByteCount: Int { buffer.count - start }

    /// The request whose head came and whose content is still coming.
    package var incompleteRequest: ReceivedRequest? { current }

    /// Gives out the bytes that belong to no request, for whoever reads on.
    package mutating func takePending() -> [UInt8] {
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    /// Takes bytes in, in the order they came.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            (start, scanned) = (0, 0)
        } else if start > 1 << 16 {
            buffer.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        unsafe buffer.append(contentsOf: bytes)
    }

    /// Takes bytes in, in the order they came.
    package mutating func receive(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe receive($0) }
    }

    /// Says what to do next; after `receive` it needs more bytes, otherwise it can be asked again.
    package mutating func next() -> ParserAction {
        while true {
            do throws(RequestFault) {
                if let action = try step() { return action }
            } catch {
                state = .refused(error)
                return .refuse(error)
            }
        }
    }

    /// Goes one step on; `nil` means that another step can follow at once.
    private mutating func step() throws(RequestFault) -> ParserAction? {
        switch state {
        case .refused(let fault): return .refuse(fault)
        case .head: return try readHead()
        case .content(let length):
            guard pendingByteCount >= length else { return waitForContent() }
            let end = start + length
            let body = unsafe buffer.withUnsafeBytes {
                unsafe Octets(UnsafeRawBufferPointer(rebasing: $0[start..<end]))
            }
            start = end
            return finish(body)
        case .chunkSize:
            guard let line = try line(limit: 4_096) else { return waitForContent() }
            let length = try Self.chunkSize(in: buffer[line])
            guard chunks.count + length <= limits.contentBytes else {
                throw RequestFault(413, "the content is longer than \(limits.contentBytes) bytes")
            }
            trailerBytes = 0
            state = length == 0 ? .trailers : .chunk(length: length)
            return nil
        case .chunk(let length):
            guard pendingByteCount >= length + 2 else { return waitForContent() }
            chunks += buffer[start..<start + length]
            guard buffer[start + length] == 0x0D, buffer[start + length + 1] == 0x0A else {
                throw RequestFault(400, "a chunk does not end where its size says")
            }
            start += length + 2
            state = .chunkSize
            return nil
        case .trailers:
            guard let line = try line(limit: limits.headBytes) else { return .receive }
            guard line.isEmpty else {
                trailerBytes += line.count
                guard trailerBytes <= limits.headBytes else {
                    throw RequestFault(431, "the trailer section is too long")
                }
                return nil
            }
            let body = Octets(chunks)
            chunks = []
            return finish(body)
        }
    }

    private mutating func waitForContent() -> ParserAction {
        guard isContinueDue, pendingByteCount == 0 else { return .receive }
        isContinueDue = false
        return .sendContinue
    }

    private mutating func finish(_ body: Octets) -> ParserAction? {
        state = .head
        isContinueDue = false
        guard var request = current else { return nil }
        current = nil
        request.body = body
        return .answer(request)
    }

    // MARK: Head

    private mutating func readHead() throws(RequestFault) -> ParserAction? {
        // RFC 9112 §2.2: empty lines before a request line are skipped.
        while start < buffer.count, buffer[start] == 0x0D || buffer[start] == 0x0A { start += 1 }
        guard let end = endOfHead() else {
            if pendingByteCount > limits.headBytes { throw headIsTooLong() }
            return .receive
        }
        guard end - start <= limits.headBytes else { throw headIsTooLong() }
        let head = buffer[start..<end]
        start = end
        scanned = end
        let parsed = try RequestHead(head)
        current = parsed.request
        isContinueDue = parsed.expectsContinue
        switch parsed.framing {
        case .none:
            return finish(Octets())
        case .length(let length):
            guard length <= limits.contentBytes else {
                throw RequestFault(413, "the content is longer than \(limits.contentBytes) bytes")
            }
            state = .content(length: length)
        case .chunked:
            state = .chunkSize
        }
        return nil
    }

    private func headIsTooLong() -> RequestFault {
        let hasLine = buffer[start...].prefix(limits.headBytes).contains(0x0A)
        return hasLine
            ? RequestFault(431, "the head is longer than \(limits.headBytes) bytes")
            : RequestFault(414, "the request line is longer than \(limits.headBytes) bytes")
    }

    /// Where the head ends, its empty line included; `nil` when it has not come whole.
    private mutating func endOfHead() -> Int? {
        var i = max(start, scanned)
        let end: Int? = unsafe buffer.withUnsafeBufferPointer { bytes in
            while i < bytes.count {
                if unsafe bytes[i] == 0x0A {
                    if i > 0, unsafe bytes[i - 1] == 0x0A { return i + 1 }
                    if i > 1, unsafe bytes[i - 1] == 0x0D, unsafe bytes[i - 2] == 0x0A {
                        return i + 1
                    }
                }
                i += 1
            }
            return nil
        }
        if end == nil { scanned = buffer.count }
        return end
    }

    // MARK: Lines

    /// The next line without its end; `nil` when it has not come whole.
    private mutating func line(limit: Int) throws(RequestFault) -> Range<Int>? {
        guard let feed = buffer[start...].firstIndex(of: 0x0A) else {
            if pendingByteCount > limit { throw RequestFault(400, "a line is too long") }
            return nil
        }
        var end = feed
        if end > start, buffer[end - 1] == 0x0D { end -= 1 }
        defer { start = feed + 1 }
        return start..<end
    }

    private static func chunkSize(in line: ArraySlice<UInt8>) throws(RequestFault) -> Int {
        let digits = trimmed(line.prefix { $0 != UInt8(ascii: ";") })
        guard !digits.isEmpty, digits.count <= 15,
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0,
            digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-")
        else { throw RequestFault(400, "a chunk size is not a hexadecimal number") }
        return size
    }

    /// The bytes without blanks and CR at both ends.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var slice = bytes
        while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
        while let last = slice.last, last == 0x20 || last == 0x09 || last == 0x0D {
            slice.removeLast()
        }
        return slice
    }
}
