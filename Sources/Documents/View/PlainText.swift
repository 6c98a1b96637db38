import HTTPModel

/// Writes a document as plain text, folds ignored, in chunks.
///
/// Pretty JSON ends with a line feed and is indented by two spaces a level (no further than 256); what follows the first error
/// goes out as it is. Markup, tables, forms, parts and events are written row by row, cells in full, with hidden
/// characters visible. Other text is the content of the document, in UTF-8.
///
/// - Parameters:
///   - document: What to write.
///   - isExact: Whether text goes out byte for byte; otherwise control and formatting characters become
///     visible symbols, as a terminal needs it.
///   - marks: What is written around each piece with a role, such as colours; `nil` for nothing.
///   - sink: Takes each chunk; the pointer is valid during the call only.
/// - Throws: What `sink` throws.
package func renderPlainText<Failure: Error>(
    _ document: ResponseDocument,
    isExact: Bool = true,
    marks: RoleMarks? = nil,
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
) throws(Failure) {
    // The closure is used during this call only.
    try unsafe withoutActuallyEscaping(sink) { sink throws(Failure) in
        var output = unsafe PlainTextOutput<Failure>(
            body: document.content,
            isExact: isExact,
            marks: marks,
            sink: sink
        )
        if document.mode == .hex || document.mode == .pretty && document.structure != nil {
            var document = document
            document.unfoldAll()
            for index in 0..<document.rowCount {
                let row = document.plainRow(index)
                if index > 0 && !row.isContinuation { try output.put("\n") }
                try output.putRow(row)
            }
            if document.rowCount > 0 { try output.put("\n") }
        } else if document.mode == .pretty, let tape = document.tape {
            try output.put(tape)
            if tape.stop != nil { try output.putText(tape.understoodEnd..<document.content.count) }
        } else {
            try output.putText(0..<document.content.count)
        }
        try output.flush()
    }
}

/// Collects text and hands it on in large chunks.
@safe
struct PlainTextOutput<Failure: Error>: ~Copyable {
    private let body: Octets
    private let isExact: Bool
    private let marks: RoleMarks?
    private let sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    private let chunk: UnsafeMutableRawBufferPointer
    private var used = 0

    private static var chunkLength: Int { 1 << 18 }
    /// Deeper levels are indented no further: a hundred thousand open brackets would otherwise become
    /// gigabytes of spaces.
    private static var deepestIndent: Int { 256 }

    init(
        body: Octets,
        isExact: Bool,
        marks: RoleMarks?,
        sink: @escaping (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) {
        self.body = body
        self.isExact = isExact
        self.marks = marks
        unsafe self.sink = sink
        unsafe chunk = .allocate(byteCount: Self.chunkLength, alignment: 16)
    }

    deinit { unsafe chunk.deallocate() }

    mutating func flush() throws(Failure) {
        guard used > 0 else { return }
        try unsafe sink(UnsafeRawBufferPointer(rebasing: chunk[..<used]))
        used = 0
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) throws(Failure) {
        if unsafe used == chunk.count { try flush() }
        unsafe chunk[used] = byte
        used &+= 1
    }

    @inline(__always)
    private mutating func put(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        guard let start = bytes.baseAddress else { return }
        if unsafe bytes.count > chunk.count - used {
            try flush()
            if unsafe bytes.count > chunk.count {
                try unsafe sink(bytes)
                return
            }
        }
        if let place = unsafe chunk.baseAddress {
            unsafe (place + used).copyMemory(from: start, byteCount: bytes.count)
        }
        used &+= bytes.count
    }

    mutating func put(_ text: String) throws(Failure) {
        for byte in text.utf8 { try put(byte) }
    }

    /// Writes the indent and text of a row.
    mutating func putRow(_ row: DocumentRow) throws(Failure) {
        for _ in 0..<(2 * min(row.indent, Self.deepestIndent)) { try put(0x20) }
        for span in row.spans {
            if let marks { try put(marks.start(of: span.role)) }
            try put(span.text)
            if let marks { try put(marks.end) }
        }
    }

    @inline(__always)
    private mutating func put(_ bytes: [UInt8]) throws(Failure) {
        for byte in bytes { try put(byte) }
    }

    /// Starts a line, indented by two spaces a level down to the deepest indent.
    @inline(__always)
    private mutating func breakLine(_ depth: Int) throws(Failure) {
        try put(UInt8(ascii: "\n"))
        var spaces = 2 &* min(depth, Self.deepestIndent)
        while spaces > 0 {
            if unsafe used == chunk.count { try flush() }
            let count = unsafe min(spaces, chunk.count - used)
            unsafe UnsafeMutableRawBufferPointer(rebasing: chunk[used..<(used + count)])
                .initializeMemory(as: UInt8.self, repeating: 0x20)
            used &+= count
            spaces &-= count
        }
    }

    // MARK: Text

    /// Writes part of the body.
    mutating func putText(_ range: Range<Int>) throws(Failure) {
        guard !isExact else {
            try flush()
            let sink = unsafe sink
            try unsafe body.slice(range).withUnsafeBytes { bytes throws(Failure) in
                if unsafe !bytes.isEmpty { try unsafe sink(bytes) }
            }
            return
        }
        let rows = TextRows(body, range: range)
        for index in 0..<rows.count {
            let row = rows.row(index)
            if index > 0 && !row.isContinuation { try put(UInt8(ascii: "\n")) }
            try putVisible(row.range)
        }
        if let last = body.last, last == 0x0A, !range.isEmpty { try put(UInt8(ascii: "\n")) }
    }

    private mutating func putVisible(_ range: Range<Int>) throws(Failure) {
        var start = range.lowerBound
        while start < range.upperBound {
            var end = min(start + 4096, range.upperBound)
            if end < range.upperBound {
                end = unsafe body.withUnsafeBytes {
                    unsafe UTF8Text.boundary(end, in: $0, from: start)
                }
            }
            var builder = SpanBuilder(body)
            builder.add(start..<end, .text)
            for span in builder.spans { try put(span.text) }
            start = end
        }
    }

    // MARK: JSON

    /// Writes the values of a tape, each part of them on a line of its own.
    mutating func put(_ tape: JSONTape) throws(Failure) {
        var layout = JSONTextLayout()
        let storage = tape.storage
        var index = 0
        while index < storage.end {
            try put(storage[index], storage.tokenRange(index), &layout)
            index &+= storage.width(index)
        }
        try finish(layout)
    }

    /// Ends the last line of JSON.
    mutating func finish(_ layout: JSONTextLayout) throws(Failure) {
        if !layout.isEmpty { try put(UInt8(ascii: "\n")) }
    }

    /// Writes one token of JSON.
    @inline(__always)
    mutating func put(
        _ word: TapeWord,
        _ range: Range<Int>,
        _ layout: inout JSONTextLayout
    ) throws(Failure) {
        if word.isClose {
            layout.depth &-= 1
            if !layout.followsOpening { try breakLine(layout.depth) }
        } else if !layout.followsKey {
            if layout.needsComma && layout.depth > 0 { try put(UInt8(ascii: ",")) }
            if !layout.isEmpty { try breakLine(layout.depth) }
        }
        layout.isEmpty = false
        if let marks { try put(marks.start(of: DocumentRole(word.kind))) }
        if isExact {
            let body = self.body
            try unsafe body.withUnsafeBytes { bytes throws(Failure) in
                try unsafe put(UnsafeRawBufferPointer(rebasing: bytes[range]))
            }
        } else {
            try putVisible(range)
        }
        if let marks { try put(marks.end) }
        layout.followsKey = word.kind == .key
        layout.followsOpening = word.isOpen
        layout.needsComma = !layout.followsKey && !layout.followsOpening
        if layout.followsKey {
            try put(UInt8(ascii: ":"))
            try put(0x20)
        } else if layout.followsOpening {
            layout.depth &+= 1
        }
    }
}

/// Where the writing of JSON stands between two tokens.
struct JSONTextLayout {
    var depth = 0
    var isEmpty = true
    var followsKey = false
    var followsOpening = false
    var needsComma = false
}

extension DocumentRole {
    /// The role of a token of JSON.
    fileprivate init(_ kind: TapeWord.Kind) {
        switch kind {
        case .key: self = .key
        case .string: self = .string
        case .number: self = .number
        case .true, .false, .null: self = .literal
        case .invalid: self = .invalid
        case .objectOpen, .arrayOpen, .objectClose, .arrayClose, .end: self = .punctuation
        }
    }
}
