#if canImport(Glibc)
import Glibc
#endif

/// Reads JSON text into a tape, in one pass and without recursion.
///
/// States: a value is expected → (after an opening bracket) a key, an element or the closing bracket →
/// (after a value) a comma or the closing bracket, or at the top level the end. The nesting is kept in
/// the tape itself, so depth costs no stack.
///
/// - SeeAlso: RFC 8259 §2–§8; RFC 3629 §4 for UTF-8.
@safe
struct JSONScanner: ~Copyable {
    /// What may come next.
    enum Expectation {
        case value
        case elementOrClose
        case keyOrClose
        case key
        case commaOrClose
    }

    /// The first error.
    struct Failure {
        var offset: Int
        var detail: String
    }

    let base: UnsafePointer<UInt8>
    let count: Int
    /// Whether values may follow one another at the top level.
    let isSequence: Bool
    var position = 0
    var failure: Failure?

    private var words: UnsafeMutablePointer<UInt64>
    private var capacity: Int
    private var used = 0
    /// Where the last word of the tape ends in the text.
    private var acceptedEnd = 0
    /// The tape index of the innermost bracket that is open, or -1.
    private var open = -1
    private var isObject = false
    /// The children so far of that bracket.
    private var children = 0
    private var rootChildren = 0
    /// The tape index of the name written last, and the index after it.
    private var lastKey = -1
    private var lastKeyEnd = -1
    private var depth: Int32 = 0
    private var rows = 0
    private var rowSamples: [RowSample] = []
    private var childSamples: [ChildSample] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, isSequence: Bool) {
        // An empty buffer may have no address; nothing is read from the stand-in.
        let start = unsafe bytes.baseAddress ?? UnsafePointer(bitPattern: 1)
        guard let start = unsafe start else { preconditionFailure("address 1 is not null") }
        unsafe base = start
        count = bytes.count
        self.isSequence = isSequence
        capacity = max(64, count / 10)
        unsafe words = Self.allocate(nil, capacity)
    }

    private static func allocate(
        _ words: UnsafeMutablePointer<UInt64>?,
        _ capacity: Int
    ) -> UnsafeMutablePointer<UInt64> {
        guard let raw = unsafe realloc(words, capacity * MemoryLayout<UInt64>.stride) else {
            fatalError("out of memory for \(capacity) words of a JSON index")
        }
        return unsafe raw.assumingMemoryBound(to: UInt64.self)
    }

    /// Reads to the end or to the first error.
    mutating func run() {
        if unsafe count >= 3 && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF {
            position = 3
            acceptedEnd = 3
        }
        guard count < 1 << 40 else {
            fail("longer than 1 TB")
            return
        }
        var expected = Expectation.value
        while true {
            skipBlank()
            guard position < count else {
                finish(expected)
                return
            }
            let byte = unsafe base[position]
            guard let next = step(expected, byte) else { return }
            expected = next
        }
    }

    /// Reads one token; `nil` after an error.
    @inline(__always)
    private mutating func step(_ expected: Expectation, _ byte: UInt8) -> Expectation? {
        switch expected {
        case .commaOrClose:
            if open < 0 {
                if isSequence { return .value }
                return fail("expected the end of the text, found \(found())")
            }
            if byte == UInt8(ascii: ",") {
                position &+= 1
                return isObject ? .key : .value
            }
            if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return closeBracket() }
            return fail("expected ',' or '\(isObject ? "}" : "]")', found \(found())")
        case .key, .keyOrClose:
            if byte == UInt8(ascii: "\"") { return member() }
            if byte == UInt8(ascii: "}") && expected == .keyOrClose { return closeBracket() }
            return fail(
                "expected a name in double quotes\(expected == .key ? "" : " or '}'"), found \(found())"
            )
        case .elementOrClose where byte == UInt8(ascii: "]"):
            return closeBracket()
        case .value, .elementOrClose:
            return value(byte)
        }
    }

    @inline(__always)
    private mutating func value(_ byte: UInt8) -> Expectation? {
        let start = position
        switch byte {
        case UInt8(ascii: "\""):
            guard let hasEscape = scanString() else { return nil }
            append(.string, start, hasEscape: hasEscape)
        case UInt8(ascii: "{"):
            openBracket(.objectOpen)
            return .keyOrClose
        case UInt8(ascii: "["):
            openBracket(.arrayOpen)
            return .elementOrClose
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard scanNumber() else { return nil }
            append(.number, start, hasEscape: false)
        case UInt8(ascii: "t"):
            guard scanLiteral("true") else { return nil }
            append(.true, start, hasEscape: false)
        case UInt8(ascii: "f"):
            guard scanLiteral("false") else { return nil }
            append(.false, start, hasEscape: false)
        case UInt8(ascii: "n"):
            guard scanLiteral("null") else { return nil }
            append(.null, start, hasEscape: false)
        default:
            return fail("expected a value, found \(found())")
        }
        return .commaOrClose
    }

    /// Reads a name and the colon after it.
    @inline(__always)
    private mutating func member() -> Expectation? {
        let start = position
        guard let hasEscape = scanString() else { return nil }
        append(.key, start, hasEscape: hasEscape)
        skipBlank()
        guard unsafe position < count && base[position] == UInt8(ascii: ":") else {
            return fail("expected ':' after the name, found \(found())")
        }
        position &+= 1
        return .value
    }

    private mutating func finish(_ expected: Expectation) {
        if open >= 0 {
            fail("the text ends inside an \(isObject ? "object" : "array")")
        } else if expected != .commaOrClose {
            fail("there is no value")
        }
    }

    /// Notes the first error.
    @discardableResult
    mutating func fail(_ detail: String) -> Expectation? {
        failure = Failure(offset: position, detail: detail)
        return nil
    }
}

// MARK: - Writing the tape

extension JSONScanner {
    /// Notes that a child starts at the next word, and on which rows it stands.
    @inline(__always)
    private mutating func beginChild(rowCount: Int) {
        if children & (ChildSample.interval - 1) == 0 && children != 0 {
            childSamples.append(ChildSample(container: open, child: children, node: used))
        }
        children &+= 1
        addRows(rowCount, node: used)
    }

    @inline(__always)
    private mutating func addRows(_ count: Int, node: Int) {
        let first = rows
        rows &+= count
        // The first multiple of the interval at or after `first`.
        var sampled = (first &+ RowSample.interval &- 1) & ~(RowSample.interval &- 1)
        while sampled < rows {
            let piece = Int32(truncatingIfNeeded: sampled &- first)
            rowSamples.append(RowSample(node: node, piece: piece, depth: depth))
            sampled &+= RowSample.interval
        }
    }

    @inline(__always)
    private mutating func reserve() {
        guard used &+ 4 > capacity else { return }
        capacity *= 2
        unsafe words = Self.allocate(words, capacity)
    }

    @inline(__always)
    private mutating func append(_ kind: TapeWord.Kind, _ start: Int, hasEscape: Bool) {
        let length = position &- start
        let pieces = kind == .string ? LongString.pieces(length) : 1
        if kind == .key || !isObject {
            beginChild(rowCount: pieces)
        } else if pieces > 1 {
            addPieces(pieces)
        }
        reserve()
        let isLong = length >= Int(TapeWord.longLength)
        var word = TapeWord(kind, offset: start)
        word.bits |= (isLong ? TapeWord.longLength : UInt64(truncatingIfNeeded: length)) << 44
        if hasEscape { word.bits |= 1 << 63 }
        unsafe words[used] = word.bits
        used &+= 1
        if isLong {
            unsafe words[used] = UInt64(truncatingIfNeeded: length)
            used &+= 1
        }
        acceptedEnd = position
        if kind == .key {
            lastKey = isLong ? used &- 2 : used &- 1
            lastKeyEnd = used
        }
    }

    /// Adds the rows of a long string after the first, which its key began.
    private mutating func addPieces(_ pieces: Int) {
        let first = rows - 1
        rows += pieces - 1
        var sampled = (first + RowSample.interval) & ~(RowSample.interval - 1)
        while sampled < rows {
            let piece = Int32(truncatingIfNeeded: sampled - first)
            rowSamples.append(RowSample(node: lastKey, piece: piece, depth: depth))
            sampled += RowSample.interval
        }
    }

    @inline(__always)
    private mutating func openBracket(_ kind: TapeWord.Kind) {
        if !isObject { beginChild(rowCount: 1) }
        reserve()
        saveChildren()
        unsafe words[used] = TapeWord(kind, offset: position).bits
        unsafe words[used &+ 1] = UInt64(truncatingIfNeeded: open &+ 1)
        open = used
        isObject = kind == .objectOpen
        children = 0
        used &+= 2
        depth &+= 1
        position &+= 1
        acceptedEnd = position
    }

    @inline(__always)
    private mutating func closeBracket() -> Expectation? {
        if children > 0 { addRows(1, node: used) }
        reserve()
        let kind = isObject ? TapeWord.Kind.objectClose : .arrayClose
        unsafe words[used] = TapeWord(kind, offset: position).bits
        sealBracket()
        used &+= 1
        position &+= 1
        acceptedEnd = position
        return .commaOrClose
    }

    /// Completes the words of the innermost bracket and goes back to the one around it.
    @inline(__always)
    private mutating func sealBracket() {
        saveChildren()
        let second = unsafe words[open &+ 1]
        let parent = Int(second & TapeWord.indexMask) &- 1
        unsafe words[open &+ 1] = second & ~TapeWord.indexMask | UInt64(truncatingIfNeeded: used)
        depth &-= 1
        open = parent
        if parent < 0 {
            isObject = false
            children = rootChildren
            return
        }
        let first = unsafe TapeWord(bits: words[parent])
        isObject = first.kind == .objectOpen
        children = unsafe Int((words[parent &+ 1] >> 40) << 20 | first.bits >> 44)
    }

    /// Keeps the number of children in the words of the innermost bracket.
    @inline(__always)
    private mutating func saveChildren() {
        if open < 0 {
            rootChildren = children
            return
        }
        let number = UInt64(truncatingIfNeeded: children)
        unsafe words[open] = words[open] & ((1 << 44) &- 1) | number << 44
        unsafe words[open &+ 1] = words[open &+ 1] & TapeWord.indexMask | (number >> 20) << 40
    }

    /// Closes the tape where the text stopped making sense and hands it over.
    consuming func finished() -> TapeStorage {
        if failure != nil { dropPendingKey() }
        reserve()
        let end = used
        while open >= 0 { sealBracket() }
        saveChildren()
        let text = failure == nil ? count : acceptedEnd
        unsafe words[end] = TapeWord(.end, offset: text).bits
        if childSamples.count > 1 { childSamples.sort() }
        unsafe words = Self.allocate(words, end + 1)
        return unsafe TapeStorage(
            adopting: words,
            end: end,
            rowCount: rows,
            rootCount: rootChildren,
            rowSamples: rowSamples,
            childSamples: childSamples
        )
    }

    /// Takes a name without a value off the tape, so that every name has one.
    private mutating func dropPendingKey() {
        guard used == lastKeyEnd else { return }
        acceptedEnd = unsafe TapeWord(bits: words[lastKey]).offset
        used = lastKey
        children -= 1
        rows -= 1
        if rowSamples.last?.node == lastKey { rowSamples.removeLast() }
        if childSamples.last?.node == lastKey { childSamples.removeLast() }
    }
}
