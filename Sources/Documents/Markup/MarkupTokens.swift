#if canImport(Glibc)
import Glibc
#endif

/// Takes markup apart for colouring, without judging it.
@safe
struct MarkupTokens {
    /// What a piece is.
    enum Kind {
        case text
        /// A character or entity reference.
        case reference
        case elementName
        case attributeName
        case attributeValue
        /// `<`, `>`, `=` and the like.
        case punctuation
        case comment
        /// An instruction, a declaration.
        case instruction
        case blank
    }

    private let base: UnsafePointer<UInt8>
    private let end: Int
    private var position: Int
    /// What follows is in the midst of.
    private(set) var state: MarkupState

    /// Begins at `start`, in `state`; `end` is where the last piece is cut off.
    init(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ state: MarkupState) {
        unsafe self.base = base
        position = start
        self.end = end
        self.state = state
    }

    /// The state after the bytes of a range.
    static func state(
        after range: Range<Int>,
        _ base: UnsafePointer<UInt8>,
        from state: MarkupState
    ) -> MarkupState {
        var tokens = unsafe MarkupTokens(base, range.lowerBound, range.upperBound, state)
        while tokens.next() != nil {}
        return tokens.state
    }

    /// The next piece.
    mutating func next() -> (range: Range<Int>, kind: Kind)? {
        guard position < end else { return nil }
        let start = position
        let kind: Kind
        switch state {
        case .raw:
            position = end
            kind = .text
        case .content: kind = content()
        case .tag: kind = tag()
        case .doubleQuoted: kind = quoted(UInt8(ascii: "\""))
        case .singleQuoted: kind = quoted(UInt8(ascii: "'"))
        case .comment: kind = upTo("-->", .comment)
        case .data: kind = data()
        case .instruction: kind = upTo("?>", .instruction)
        case .declaration: kind = declaration()
        }
        return (start..<position, kind)
    }

    private func starts(with text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= end else { return false }
        return unsafe memcmp(base + position, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    private func find(_ byte: UInt8, from start: Int) -> Int {
        guard start < end, let found = unsafe memchr(base + start, Int32(byte), end - start) else {
            return end
        }
        return unsafe start + (UnsafeRawPointer(found) - UnsafeRawPointer(base + start))
    }

    private mutating func content() -> Kind {
        let byte = unsafe base[position]
        if byte == UInt8(ascii: "&") { return reference() }
        guard byte == UInt8(ascii: "<") else {
            let bracket = find(UInt8(ascii: "<"), from: position)
            var place = position
            while unsafe place < bracket && base[place] != UInt8(ascii: "&") { place &+= 1 }
            position = place
            return .text
        }
        if starts(with: "<!--") {
            state = .comment
            position += 4
            return upTo("-->", .comment)
        }
        if starts(with: "<![CDATA[") {
            state = .data
            position += 9
            return .punctuation
        }
        if starts(with: "<?") {
            state = .instruction
            position += 2
            return upTo("?>", .instruction)
        }
        if starts(with: "<!") {
            state = .declaration
            position += 2
            return declaration()
        }
        let next = unsafe position + 1 < end ? base[position + 1] : 0
        guard next == UInt8(ascii: "/") || MarkupScanner.isNameStart(next) else {
            position += 1
            return .text
        }
        position += next == UInt8(ascii: "/") ? 2 : 1
        state = .tag
        return .punctuation
    }

    /// A reference, or an ampersand alone.
    private mutating func reference() -> Kind {
        var place = position + 1
        while unsafe place < end && place - position < 40
            && (MarkupScanner.isName(base[place]) || base[place] == UInt8(ascii: "#"))
        {
            place += 1
        }
        if unsafe place < end && base[place] == UInt8(ascii: ";") && place > position + 1 {
            position = place + 1
            return .reference
        }
        position += 1
        return .text
    }

    private mutating func tag() -> Kind {
        let byte = unsafe base[position]
        switch byte {
        case UInt8(ascii: ">"):
            state = .content
            position += 1
            return .punctuation
        case UInt8(ascii: "\""):
            state = .doubleQuoted
            position += 1
            return quoted(byte)
        case UInt8(ascii: "'"):
            state = .singleQuoted
            position += 1
            return quoted(byte)
        case 0x20, 0x09, 0x0A, 0x0D:
            while unsafe position < end && MarkupScanner.isBlank(base[position]) { position += 1 }
            return .blank
        case UInt8(ascii: "="), UInt8(ascii: "/"):
            position += 1
            return .punctuation
        default:
            let before = unsafe position > 0 ? base[position - 1] : 0
            let kind: Kind =
                switch before {
                case UInt8(ascii: "<"), UInt8(ascii: "/"): .elementName
                case UInt8(ascii: "="): .attributeValue
                default: .attributeName
                }
            while unsafe position < end && !Self.endsWord(base[position], kind) { position += 1 }
            return kind
        }
    }

    private static func endsWord(_ byte: UInt8, _ kind: Kind) -> Bool {
        if byte == UInt8(ascii: ">") || MarkupScanner.isBlank(byte) { return true }
        if kind == .attributeValue { return false }
        return byte == UInt8(ascii: "=") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "'")
    }

    private mutating func quoted(_ quote: UInt8) -> Kind {
        let place = find(quote, from: position)
        position = min(place + 1, end)
        if place < end { state = .tag }
        return .attributeValue
    }

    /// The rest of a section that ends with `mark`.
    private mutating func upTo(_ mark: StaticString, _ kind: Kind) -> Kind {
        let last = unsafe mark.utf8Start[mark.utf8CodeUnitCount - 1]
        while position < end {
            position = min(find(last, from: position) + 1, end)
            let start = position - mark.utf8CodeUnitCount
            if start >= 0, unsafe memcmp(base + start, mark.utf8Start, mark.utf8CodeUnitCount) == 0
            {
                state = .content
                break
            }
        }
        return kind
    }

    /// The text of a CDATA section, or its end.
    private mutating func data() -> Kind {
        if starts(with: "]]>") {
            position += 3
            state = .content
            return .punctuation
        }
        while position < end, !starts(with: "]]>") {
            position = find(UInt8(ascii: "]"), from: position + 1)
        }
        return .text
    }

    /// A declaration up to its end, what stands in brackets included.
    private mutating func declaration() -> Kind {
        var depth = 0
        while position < end {
            let byte = unsafe base[position]
            position += 1
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            if byte == UInt8(ascii: ">") && depth <= 0 {
                state = .content
                break
            }
        }
        return .instruction
    }
}
