#if canImport(Glibc)
import Glibc
#endif

/// Reads JSON text into a tape, in one pass and without recursion.
///
/// States: a value is expected → (after an opening bracket) a key, an element or the closing bracket →
/// (after a value) a comma or the closing bracket, or at the top level the end. The brackets that are open
/// are kept in a list, a word each, so depth costs no stack.
///
/// - SeeAlso: RFC 8259 §2–§8; RFC 3629 §4 for UTF-8.
///
/// `@unchecked Sendable` because one owner has the memory for its words.
@safe
struct JSONScanner: ~Copyable, @unchecked Sendable {
    /// What may come next.
    enum Expectation {
        case value
        case elementOrClose
        case keyOrClose
        case key
        case commaOrClose
    }

    /// The state before a value at the top level.
    struct Mark {
        var position = 0
        var used = 0
        var children = 0
        var rows = 0
        var rowSamples = 0
        var childSamples = 0
        var farContainers = 0
    }

    /// An error.
    struct Failure {
        var offset: Int
        var detail: String
    }

    private(set) var base: UnsafePointer<UInt8>
    private(set) var count = 0
    /// Whether values may follow one another at the top level.
    var isSequence: Bool
    var position = 0
    /// The error at which reading ended.
    var failure: Failure?
    /// The first error after which reading went on.
    var firstFailure: Failure?
    /// How many pieces of text that are no values were passed over.
    var invalidCount = 0
    /// Where the value at the top level that is being read began.
    var mark = Mark()

    var words: UnsafeMutablePointer<UInt64>
    var capacity: Int
    /// Whether `words` are a mapping, which is large enough for any text of the length expected.
    let isMapped: Bool
    /// Whether `words` are to be freed: no tape took them over.
    var ownsWords = true
    /// How many words are kept before they are handed on; `nil` when all are kept.
    let pieceLength: Int?
    /// The number of words at which a piece is full.
    var pieceLimit = Int.max
    /// The first word that was not handed on.
    var handedOn = 0
    /// Where reading goes on.
    var expected = Expectation.value
    /// Whether all was read.
    private(set) var isAtEnd = false
    var used = 0
    /// Where the last word of the tape ends in the text.
    var acceptedEnd = 0
    /// The tape index of the innermost bracket that is open, or -1.
    var open = -1
    var isObject = false
    /// The children so far of that bracket, or of the top level.
    var children = 0
    /// The tape index of the name written last, and the index after it.
    var lastKey = -1
    var lastKeyEnd = -1
    /// How many brackets are open.
    var depth = 0
    /// What each of them stands in, as `TapeLevel`s, from the top level on.
    var levels: UnsafeMutablePointer<UInt64>
    var levelCapacity = 64
    /// The numbers of children that do not fit into `levels`, in their order.
    var manyChildren: [Int] = []
    var rows = 0
    var rowSamples: [RowSample] = []
    var childSamples: [ChildSample] = []
    var farContainers: [FarContainer] = []

    /// Creates a scanner at the start of a text; `extend` gives it the text, or the beginning of it.
    ///
    /// - Parameters:
    ///   - isSequence: Whether values may follow one another at the top level.
    ///   - pieceLength: How many words are kept before they are handed on; `nil` when all are kept.
    ///   - length: How long the text will be; it may be longer.
    init(isSequence: Bool, pieceLength: Int? = nil, expecting length: Int = 0) {
        unsafe base = Self.address(UnsafeBufferPointer(start: nil, count: 0))
        self.isSequence = isSequence
        self.pieceLength = pieceLength
        unsafe levels = Self.allocate(nil, levelCapacity)
        if let pieceLength {
            capacity = pieceLength * 2
            // A value of a sequence is handed on as a whole.
            pieceLimit = isSequence ? .max : pieceLength
            unsafe words = Self.allocate(nil, capacity)
            isMapped = false
        } else if length >= Self.mappingThreshold, let (mapped, room) = unsafe Self.map(length) {
            unsafe words = mapped
            capacity = room
            isMapped = true
        } else {
            capacity = max(64, length / 10)
            unsafe words = Self.allocate(nil, capacity)
            isMapped = false
        }
    }

    deinit {
        unsafe free(levels)
        guard ownsWords else { return }
        if isMapped {
            unsafe munmap(words, capacity * MemoryLayout<UInt64>.stride)
        } else {
            unsafe free(words)
        }
    }

    /// An empty buffer may have no address; nothing is read from the stand-in.
    private static func address(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
        let start = unsafe bytes.baseAddress ?? UnsafePointer(bitPattern: 1)
        guard let start = unsafe start else { preconditionFailure("address 1 is not null") }
        return unsafe start
    }

    /// Goes on with a text that begins with the one before; it must stay where it is until the next one.
    mutating func extend(to bytes: UnsafeBufferPointer<UInt8>) {
        precondition(bytes.count >= count, "a text becomes no shorter")
        unsafe base = Self.address(bytes)
        count = bytes.count
    }

    /// From this length of a text on, the words are mapped.
    private static let mappingThreshold = 1 << 20
    /// From this length on, they are asked for in large pages, which are quicker to get.
    private static let largePageThreshold = 8 << 20

    /// Maps room for the most words that a text can have: one for a byte, all of them brackets.
    ///
    /// Pages appear when they are first written.
    static func map(_ count: Int) -> (UnsafeMutablePointer<UInt64>, Int)? {
        let capacity = count + 64
        let size = capacity * MemoryLayout<UInt64>.stride
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let mapped = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { return nil }
        if count >= largePageThreshold { unsafe madvise(mapped, size, MADV_HUGEPAGE) }
        return unsafe (mapped.assumingMemoryBound(to: UInt64.self), capacity)
    }

    static func allocate(
        _ words: UnsafeMutablePointer<UInt64>?,
        _ capacity: Int
    ) -> UnsafeMutablePointer<UInt64> {
        guard let raw = unsafe realloc(words, capacity * MemoryLayout<UInt64>.stride) else {
            fatalError("out of memory for \(capacity) words of a JSON index")
        }
        return unsafe raw.assumingMemoryBound(to: UInt64.self)
    }

    /// How many words are written between two reports of progress.
    static let reportedLength = 1 << 19

    /// Reads from where it is to the end or to the first error.
    ///
    /// - Parameter progress: Told now and then how many bytes were read; what it throws ends the reading.
    /// - Throws: What `progress` throws.
    mutating func readOn<Failure: Error>(
        _ progress: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        pieceLimit = used + Self.reportedLength
        while failure == nil, !isAtEnd {
            advance()
            guard used >= pieceLimit else { continue }
            try progress(position)
            pieceLimit = used + Self.reportedLength
        }
    }

    /// Passes over what precedes the first value.
    mutating func begin() {
        if unsafe count >= 3 && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF {
            position = 3
            acceptedEnd = 3
        }
        guard count < 1 << 40 else {
            fail("longer than 1 TB")
            return
        }
        skipBlank()
        setMark()
    }

    /// Reads on: all there is of the usual kind, up to the length of a piece, and one token more.
    mutating func advance() {
        expected = runPlain(expected)
        skipBlank()
        guard position < count else {
            isAtEnd = true
            finish(expected)
            return
        }
        let byte = unsafe base[position]
        if let next = step(expected, byte) {
            expected = next
        } else if isSequence && passOver() {
            expected = .commaOrClose
        }
    }

    /// Takes what follows the first value for more of them.
    mutating func goOnAsSequence() {
        failure = nil
        isSequence = true
        pieceLimit = .max
        expected = .commaOrClose
    }

    /// Reads one token; `nil` after an error.
    @inline(__always)
    mutating func step(_ expected: Expectation, _ byte: UInt8) -> Expectation? {
        switch expected {
        case .commaOrClose:
            if open < 0 {
                if isSequence {
                    setMark()
                    return .value
                }
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
