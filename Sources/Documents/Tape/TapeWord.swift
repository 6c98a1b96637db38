/// One word of a JSON tape.
///
/// Bits 0–39 hold the byte offset of the token, bits 40–43 its kind, and bits 44–63 what the kind needs:
///
/// - keys and scalars: the length in bytes; all ones when it does not fit, and then a second word holds
///   it; bit 63 says that a key or string has an escape;
/// - opening brackets: how many words further the closing one stands. Zero while it is not known; all
///   ones when it does not fit or there is none, and then the tape notes it elsewhere (`FarContainer`);
/// - closing brackets: the number of children, when the opening one says where they stand;
/// - the end: nothing.
struct TapeWord {
    /// What the word stands for.
    enum Kind: UInt8 {
        case key
        case string
        case number
        case `true`
        case `false`
        case null
        /// Text of a sequence that is no value; what follows it is.
        case invalid
        case objectOpen
        case arrayOpen
        case objectClose
        case arrayClose
        /// The last word of every tape; its offset is where the part that was understood ends.
        case end
    }

    /// The bits.
    var bits: UInt64

    /// The largest offset and index.
    static let indexMask: UInt64 = (1 << 40) - 1
    /// The length that says that a second word holds the length.
    static let longLength: UInt64 = (1 << 19) - 1
    /// The distance of brackets that says that a `FarContainer` tells it.
    static let farDistance: UInt64 = (1 << 20) - 1

    init(bits: UInt64) {
        self.bits = bits
    }

    @inline(__always)
    init(_ kind: Kind, offset: Int) {
        bits = UInt64(truncatingIfNeeded: offset) | UInt64(kind.rawValue) << 40
    }

    /// A key or scalar of less than `longLength` bytes.
    @inline(__always)
    init(_ kind: Kind, offset: Int, length: Int, hasEscape: Bool) {
        bits =
            UInt64(truncatingIfNeeded: offset) | UInt64(kind.rawValue) << 40
            | UInt64(truncatingIfNeeded: length) << 44 | (hasEscape ? 1 << 63 : 0)
    }

    /// A closing bracket of a container with so many children; the number is cut off where it does not fit.
    @inline(__always)
    init(_ kind: Kind, offset: Int, children: Int) {
        bits =
            UInt64(truncatingIfNeeded: offset) | UInt64(kind.rawValue) << 40
            | UInt64(truncatingIfNeeded: children) << 44
    }

    /// The byte offset of the token.
    @inline(__always) var offset: Int { Int(truncatingIfNeeded: bits & Self.indexMask) }

    /// What the word stands for.
    @inline(__always) var kind: Kind {
        Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 40) & 0xF) ?? .end
    }

    /// Whether a key or string has an escape.
    @inline(__always) var hasEscape: Bool { bits >> 63 != 0 }

    /// The length of a key or scalar, or `longLength`.
    @inline(__always) var length: UInt64 { (bits >> 44) & Self.longLength }

    /// How far the closing bracket stands from this opening one, or `farDistance`; of a closing bracket
    /// the number of children.
    @inline(__always) var distance: UInt64 { bits >> 44 }

    /// Whether this is an opening bracket.
    @inline(__always) var isOpen: Bool {
        let code = UInt8(truncatingIfNeeded: bits >> 40) & 0xF
        return code == Kind.objectOpen.rawValue || code == Kind.arrayOpen.rawValue
    }

    /// Whether this is a closing bracket.
    @inline(__always) var isClose: Bool {
        let code = UInt8(truncatingIfNeeded: bits >> 40) & 0xF
        return code == Kind.objectClose.rawValue || code == Kind.arrayClose.rawValue
    }
}

/// A container of which the words say too little: its brackets stand far apart, or it has so many
/// children and no closing bracket that no other place is left for their number.
struct FarContainer: Sendable {
    /// The tape index of the opening bracket.
    var open: Int
    /// That of the closing bracket; the end of the tape when there is none.
    var close: Int
    /// The number of members or elements.
    var children: Int
}

/// A bracket that is open, and what is to be known of it, in one word.
///
/// Bits 0–39 hold its tape index plus one, 0 for the top level; bit 40 whether it is an object; the rest
/// the number of children so far, or all ones when it does not fit.
struct TapeLevel {
    /// The bits.
    var bits: UInt64

    /// The number that says that another place holds it.
    static let manyChildren = (1 << 23) - 1

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    init(open: Int, isObject: Bool, children: Int) {
        bits =
            UInt64(truncatingIfNeeded: open &+ 1) | (isObject ? 1 << 40 : 0)
            | UInt64(truncatingIfNeeded: children) << 41
    }

    /// The tape index of the bracket; -1 for the top level.
    @inline(__always) var open: Int { Int(truncatingIfNeeded: bits & TapeWord.indexMask) &- 1 }

    /// Whether it is an object.
    @inline(__always) var isObject: Bool { bits & 1 << 40 != 0 }

    /// The number of children so far, or `manyChildren`.
    @inline(__always) var children: Int { Int(truncatingIfNeeded: bits >> 41) }
}

/// Where every 64th row of the fully opened view starts.
struct RowSample: Sendable {
    /// The tape index at which the row starts: its key, value or closing bracket.
    var node: Int
    /// Which piece of a long string the row shows.
    var piece: Int32
    /// The nesting level before the row.
    var depth: Int32

    /// How many rows lie between two samples.
    static let interval = 64
}

/// Where every 64th child of a container starts.
struct ChildSample: Sendable, Comparable {
    /// The tape index of the opening bracket; -1 for the top level.
    var container: Int
    /// The position among the children, from 0.
    var child: Int
    /// The tape index at which the child starts: its key or value.
    var node: Int

    /// How many children lie between two samples.
    static let interval = 64

    /// Orders by container, then position.
    static func < (left: ChildSample, right: ChildSample) -> Bool {
        (left.container, left.child) < (right.container, right.child)
    }
}
