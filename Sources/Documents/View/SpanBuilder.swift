import HTTPModel

/// Turns bytes of a document into spans: plain text, symbols for what must not be shown, and the bytes
/// that are not UTF-8.
struct SpanBuilder {
    private let octets: Octets
    private(set) var spans: [DocumentSpan] = []
    private var columns = 0

    /// The distance between the columns that a tab moves to.
    private static let tabWidth = 4

    init(_ octets: Octets) {
        self.octets = octets
    }

    /// Adds text that is not part of the document.
    mutating func add(
        _ text: String,
        _ role: DocumentRole = .punctuation,
        at range: Range<Int>? = nil
    ) {
        spans.append(DocumentSpan(text, role, range))
        columns += text.unicodeScalars.count
    }

    /// Adds the document's bytes in `range`.
    ///
    /// - Parameters:
    ///   - range: The bytes.
    ///   - role: What the plain part of them is.
    ///   - limit: How many bytes are shown at most; an ellipsis follows where more are left out.
    mutating func add(_ range: Range<Int>, _ role: DocumentRole, limit: Int = .max) {
        unsafe octets.withUnsafeBytes { bytes in
            var end = range.upperBound
            if range.count > limit {
                end = unsafe UTF8Text.boundary(
                    range.lowerBound + limit,
                    in: bytes,
                    from: range.lowerBound
                )
            }
            let base = unsafe bytes.bindMemory(to: UInt8.self)
            unsafe add(base, range.lowerBound, end, role)
            if end < range.upperBound { add("…", .comment) }
        }
    }

    private mutating func add(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ end: Int,
        _ role: DocumentRole
    ) {
        guard let base = bytes.baseAddress, start < end else { return }
        var plainStart = start
        var index = start
        while index < end {
            if unsafe base[index] >= 0x20 && base[index] < 0x7F {
                index &+= 1
                continue
            }
            let length = unsafe UTF8Text.length(base + index, end - index)
            guard length > 0 else {
                unsafe flush(bytes, plainStart, index, role)
                add("<\(ByteText.digits(unsafe base[index]))>", .invalid, at: index..<(index + 1))
                index += 1
                plainStart = index
                continue
            }
            let scalar = unsafe UTF8Text.scalar(base + index, length)
            let next = index + length
            if TextEscaping.isHidden(scalar),
                unsafe !isJoiner(scalar, bytes, index, next, start, end)
            {
                unsafe flush(bytes, plainStart, index, role)
                if scalar == "\t" {
                    let width = Self.tabWidth - columns % Self.tabWidth
                    add(String(repeating: " ", count: width), .control, at: index..<next)
                } else {
                    add(TextEscaping.symbol(for: scalar), .control, at: index..<next)
                }
                plainStart = next
            }
            index = next
        }
        unsafe flush(bytes, plainStart, end, role)
    }

    /// Whether the scalar at `index` only joins the emoji on both sides.
    private func isJoiner(
        _ scalar: Unicode.Scalar,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ index: Int,
        _ next: Int,
        _ start: Int,
        _ end: Int
    ) -> Bool {
        guard scalar == "\u{200D}", let base = bytes.baseAddress, next < end else { return false }
        let length = unsafe UTF8Text.length(base + next, end - next)
        guard length > 0 else { return false }
        let before = unsafe UTF8Text.boundary(
            index - 1,
            in: UnsafeRawBufferPointer(bytes),
            from: start
        )
        guard before >= start, unsafe UTF8Text.length(base + before, index - before) > 0 else {
            return false
        }
        return TextEscaping.joins(
            unsafe UTF8Text.scalar(base + before, index - before),
            unsafe UTF8Text.scalar(base + next, length)
        )
    }

    private mutating func flush(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ end: Int,
        _ role: DocumentRole
    ) {
        guard start < end else { return }
        let text = unsafe String(
            decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]),
            as: UTF8.self
        )
        add(text, role, at: start..<end)
    }
}
