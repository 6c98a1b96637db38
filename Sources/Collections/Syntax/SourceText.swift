import HTTPModel

/// One line of a file: where it starts, where its text ends, and where the next line starts.
struct SourceLine: Sendable, Hashable {
    /// The first byte.
    var start: Int
    /// The end of the text, before the line end.
    var end: Int
    /// The end of the line end.
    var next: Int

    /// The bytes of the text.
    var content: Range<Int> { start..<end }
}

/// The bytes of a file, cut into lines.
///
/// LF ends a line, and a CR before it belongs to the line end. The last line may have none.
struct SourceText: Sendable {
    let bytes: [UInt8]
    let lines: [SourceLine]
    /// Whether the three bytes of a byte order mark come first; no line holds them.
    let hasByteOrderMark: Bool

    init(_ octets: Octets) {
        bytes = octets.array
        hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        var lines: [SourceLine] = []
        var start = hasByteOrderMark ? 3 : 0
        while let i = bytes.place(of: Byte.lineFeed, in: start..<bytes.count) {
            let end = i > start && bytes[i - 1] == Byte.carriageReturn ? i - 1 : i
            lines.append(SourceLine(start: start, end: end, next: i + 1))
            start = i + 1
        }
        if start < bytes.count {
            lines.append(SourceLine(start: start, end: bytes.count, next: bytes.count))
        }
        self.lines = lines
    }

    /// The line end most lines have; LF when there is none.
    var lineEnd: String {
        let crlf = lines.count { $0.next - $0.end == 2 }
        return crlf * 2 > lines.count ? "\r\n" : "\n"
    }

    /// The text of `range`; ill-formed parts become U+FFFD.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether the bytes of `range` are well-formed UTF-8.
    func isText(_ range: Range<Int>) -> Bool {
        bytes.isASCII(in: range)
            || String(validating: bytes[range], as: UTF8.self) != nil
    }

    /// Whether all bytes of `range` are capitals.
    func isCapitals(_ range: Range<Int>) -> Bool {
        for i in range where !(0x41...0x5A).contains(bytes[i]) { return false }
        return true
    }

    /// The last space or tab of `range`.
    func lastBlank(in range: Range<Int>) -> Int? {
        guard
            bytes.place(of: Byte.space, in: range) != nil
                || bytes.place(of: Byte.tab, in: range) != nil
        else { return nil }
        var i = range.upperBound
        while i > range.lowerBound {
            i -= 1
            if Byte.isBlank(bytes[i]) { return i }
        }
        return nil
    }

    /// `range` without blanks at both ends; empty ones are at its start.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, Byte.isBlank(bytes[lower]) { lower += 1 }
        while upper > lower, Byte.isBlank(bytes[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    /// Whether the bytes of `range` begin with `prefix`.
    func starts(_ range: Range<Int>, with prefix: StaticString) -> Bool {
        let count = prefix.utf8CodeUnitCount
        guard range.count >= count else { return false }
        return prefix.withUTF8Buffer { prefix in
            for i in 0..<count where bytes[range.lowerBound + i] != prefix[i] { return false }
            return true
        }
    }

    /// Whether the bytes of `range` are `word`.
    func isEqual(_ range: Range<Int>, _ word: StaticString) -> Bool {
        range.count == word.utf8CodeUnitCount && starts(range, with: word)
    }

    /// Whether the bytes of `range` begin with `text`, for a text that is not known before.
    func starts(_ range: Range<Int>, withText text: String) -> Bool {
        bytes[range].starts(with: text.utf8)
    }

    /// Where `pattern` first occurs in `range`.
    func firstIndex(of pattern: String, in range: Range<Int>) -> Int? {
        let count = pattern.utf8.count
        guard let first = pattern.utf8.first else { return nil }
        var start = range.lowerBound
        while range.upperBound - start >= count,
            let i = bytes.place(of: first, in: start..<(range.upperBound - count + 1))
        {
            if bytes[i..<(i + count)].elementsEqual(pattern.utf8) { return i }
            start = i + 1
        }
        return nil
    }

    /// The place of byte `offset`; columns count characters of UTF-8.
    func location(_ offset: Int) -> TextLocation {
        var lower = 0
        var upper = lines.count
        while lower < upper {
            let middle = (lower + upper) / 2
            if lines[middle].next <= offset { lower = middle + 1 } else { upper = middle }
        }
        guard lower < lines.count else {
            return TextLocation(line: lines.count + 1, column: 1)
        }
        return location(offset, inLine: lower)
    }

    /// The place of byte `offset`, which is in the line of this index.
    func location(_ offset: Int, inLine index: Int) -> TextLocation {
        let start = lines[index].start
        let before = bytes[start..<max(start, min(offset, bytes.count))]
        return TextLocation(line: index + 1, column: 1 + before.count { $0 & 0xC0 != 0x80 })
    }
}

/// The bytes the reader of request files looks for.
enum Byte {
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let tab: UInt8 = 0x09
    static let hash = UInt8(ascii: "#")
    static let slash = UInt8(ascii: "/")
    static let at = UInt8(ascii: "@")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// Whether `byte` is a letter of ASCII.
    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Whether `byte` may stand in the name of a variable or directive.
    static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), 0x80...0xFF:
            true
        default: false
        }
    }
}
