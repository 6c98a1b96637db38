#if canImport(Glibc)
import Glibc
#endif

/// Reads XML or HTML into the rows of its view, in one pass and without recursion.
///
/// Nothing is expanded or loaded: references stay as they are written. An element that has text among its
/// children keeps every byte, line by line; between elements that have none, blanks are left out. In HTML,
/// text and the elements that stand in it are one run each.
///
/// - SeeAlso: XML 1.0 (Fifth Edition) §2–§4; HTML Standard §13.
@safe
struct MarkupScanner: ~Copyable {
    /// An element that is open.
    struct Element {
        /// The bytes of its name.
        var name: Range<Int>
        /// Its name in lower case, in HTML.
        var lowered: String
        /// Where its start tag starts.
        var start: Int
        /// The row of its start tag, and the one after that.
        var row: Int
        var contentRow: Int
        /// Whether it stands in a line of text.
        var isInline: Bool
        /// Its number among the elements, in the order of their start tags.
        var number: Int
    }

    let base: UnsafePointer<UInt8>
    let count: Int
    let dialect: MarkupDialect
    var position = 0
    var elements: [Element] = []
    var rows: [MarkupRow] = []
    /// The nesting level of rows.
    var depth: Int32 = 0
    /// The number of open elements around the one whose content is kept byte for byte.
    var verbatim: Int?
    /// Where the text began that is being collected into one run.
    var run: Int?
    /// The first error, and what is known of the document to find it.
    var failure: (offset: Int, detail: String)?
    var hasRoot = false
    /// The bytes of each element, when they are collected: of one without an end tag, of its start tag.
    var spans: [Range<Int>]?
    /// How many elements have begun.
    var elementCount = 0
    var entities: Set<String> = []
    /// Whether entities may be declared elsewhere.
    var hasOtherDeclarations = false

    /// An element with more rows than this keeps them, should text follow.
    private static let mostRowsBeforeText = 16

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ dialect: MarkupDialect) {
        // An empty buffer may have no address; nothing is read from the stand-in.
        let start = unsafe bytes.baseAddress ?? UnsafePointer(bitPattern: 1)
        guard let start = unsafe start else { preconditionFailure("address 1 is not null") }
        unsafe base = start
        count = bytes.count
        self.dialect = dialect
    }

    var isHTML: Bool { dialect == .html }

    /// Reads to the end.
    mutating func run(from start: Int) {
        position = start
        while position < count {
            if unsafe base[position] == UInt8(ascii: "<") && markup() { continue }
            text()
        }
        finish()
    }

    // MARK: Bytes

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    @inline(__always)
    static func isNameStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
            || byte >= 0x80
    }

    @inline(__always)
    static func isName(_ byte: UInt8) -> Bool {
        isNameStart(byte) || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    func starts(with text: StaticString, at place: Int) -> Bool {
        guard place + text.utf8CodeUnitCount <= count else { return false }
        return unsafe memcmp(base + place, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// The first `byte` from `start` on, or the end.
    @inline(__always)
    func find(_ byte: UInt8, from start: Int) -> Int {
        guard start < count, let found = unsafe memchr(base + start, Int32(byte), count - start)
        else { return count }
        return unsafe start + (UnsafeRawPointer(found) - UnsafeRawPointer(base + start))
    }

    /// The first `byte` of a range, or its end.
    @inline(__always)
    func find(_ byte: UInt8, in range: Range<Int>) -> Int {
        guard !range.isEmpty,
            let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
        else { return range.upperBound }
        return unsafe range.lowerBound
            + (UnsafeRawPointer(found) - UnsafeRawPointer(base + range.lowerBound))
    }

    /// The place after the first `mark` from `start` on; `nil` when there is none.
    func end(of mark: StaticString, from start: Int) -> Int? {
        let first = unsafe mark.utf8Start[0]
        var place = find(first, from: start)
        while place < count {
            if starts(with: mark, at: place) { return place + mark.utf8CodeUnitCount }
            place = find(first, from: place + 1)
        }
        return nil
    }

    func string(_ range: Range<Int>) -> String {
        unsafe String(
            decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count),
            as: UTF8.self
        )
    }

    /// Notes the first error; HTML has none.
    mutating func fail(_ offset: Int, _ detail: String) {
        if isStrict { failure = (offset, detail) }
    }

    /// Whether errors still count.
    var isStrict: Bool { failure == nil && !isHTML }

    // MARK: Content

    /// Text up to the next angle bracket.
    private mutating func text() {
        let start = position
        // The bracket it starts with, if any, is none of a tag.
        position = find(UInt8(ascii: "<"), from: start + 1)
        checkText(start..<position)
        var first = start
        while unsafe first < position && Self.isBlank(base[first]) { first &+= 1 }
        guard first < position else { return }
        content(from: first)
    }

    /// Takes note of content that is no blank: text from `first` to `position`.
    mutating func content(from first: Int) {
        guard verbatim == nil else { return }
        if isHTML {
            if run == nil { run = first }
            return
        }
        guard let top = elements.last else {
            if dialect == .xml { fail(first, "there is text outside the root element") }
            addLines(first..<trimmed(first..<position), depth, .content)
            return
        }
        if rows.count - top.contentRow <= Self.mostRowsBeforeText {
            rows.removeSubrange(top.row...)
            depth -= 1
            verbatim = elements.count - 1
        } else {
            addLines(first..<trimmed(first..<position), depth, .content)
        }
    }

    /// The end of a range without the blanks at its end.
    func trimmed(_ range: Range<Int>) -> Int {
        var end = range.upperBound
        while unsafe end > range.lowerBound && Self.isBlank(base[end - 1]) { end -= 1 }
        return end
    }

    /// Reads the markup at `position`; `false` when it is text.
    private mutating func markup() -> Bool {
        let start = position
        let next = unsafe start + 1 < count ? base[start + 1] : 0
        switch next {
        case UInt8(ascii: "/"):
            guard unsafe start + 2 < count && Self.isNameStart(base[start + 2]) else { break }
            endTag()
            return true
        case UInt8(ascii: "!"):
            if starts(with: "<!--", at: start) {
                section("-->", 4, .comment)
                checkComment(start..<position)
                return true
            }
            if starts(with: "<![CDATA[", at: start) && (!isHTML || !elements.isEmpty) {
                if elements.isEmpty { fail(start, "a CDATA section stands outside an element") }
                data()
                return true
            }
            declaration()
            return true
        case UInt8(ascii: "?"):
            section("?>", 2, .instruction)
            checkInstruction(start..<position)
            return true
        default:
            guard Self.isNameStart(next) else { break }
            startTag()
            return true
        }
        fail(start, "'<' starts no tag here; as text it is written &lt;")
        return false
    }

    /// A CDATA section, which is text.
    private mutating func data() {
        let start = position
        position = end(of: "]]>", from: start + 9) ?? count
        if !starts(with: "]]>", at: max(position - 3, start + 9)) {
            fail(count, "the text ends inside a CDATA section")
        }
        if isStrict { checkCharacters(start..<position, hasReferences: false) }
        content(from: start)
    }

    /// A section up to `mark`, which has rows of its own unless it stands in text.
    private mutating func section(_ mark: StaticString, _ skipped: Int, _ state: MarkupState) {
        let start = position
        if let end = end(of: mark, from: start + skipped) {
            position = end
        } else {
            position = isHTML ? find(UInt8(ascii: ">"), from: start) : count
            position = min(position + (isHTML ? 1 : 0), count)
            fail(count, "the text ends inside a \(state == .comment ? "comment" : "declaration")")
        }
        guard verbatim == nil, run == nil else { return }
        addLines(start..<position, depth, .content)
    }

    /// A document type declaration, or what looks like one.
    private mutating func declaration() {
        let start = position
        position = readDeclaration()
        guard verbatim == nil else { return }
        flushRun(upTo: start)
        addLines(start..<position, depth, .content)
    }

    // MARK: End

    private mutating func finish() {
        if let open = elements.last, isStrict {
            fail(count, "the text ends inside \(described(open))")
        }
        if let verbatim {
            endVerbatim(verbatim, at: trimmed(elements[verbatim].start..<count), isOutermost: true)
        }
        flushRun(upTo: count)
        close(downTo: 0)
        if !hasRoot && dialect == .xml { fail(count, "there is no element") }
    }

    /// `<name> of line N`.
    func described(_ element: Element) -> String {
        var line = 1
        for place in 0..<element.start where unsafe base[place] == 0x0A { line += 1 }
        return "<\(string(element.name))> of line \(line)"
    }
}
