import Documents
import HTTPModel

/// Finds where the members of a JSON5 document stand, so that one can be changed alone.
///
/// The document must be well formed, which `JSONValue(parsing:dialect:)` tells.
struct JSONMemberReader {
    /// A value: its bytes, and its members when it is an object.
    struct Node {
        var range: Range<Int>
        /// `nil` for anything but an object.
        var members: [Member]?
    }

    /// A name with its value.
    struct Member {
        var name: String
        var nameRange: Range<Int>
        var value: Node
        /// The offset of the comma after the value.
        var comma: Int?
    }

    private let bytes: [UInt8]
    private var i: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        i = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The value of the whole document; `nil` when it is nested too deeply.
    static func root(of bytes: [UInt8]) -> Node? {
        var reader = JSONMemberReader(bytes)
        return reader.value(depth: 0)
    }

    /// The first offset from `start` on that is neither white space nor in a comment.
    static func skippingBlanks(_ bytes: [UInt8], from start: Int) -> Int {
        var reader = JSONMemberReader(bytes)
        reader.i = start
        reader.skip()
        return reader.i
    }

    private var current: UInt8? { i < bytes.count ? bytes[i] : nil }

    private mutating func skip() {
        while i < bytes.count {
            if bytes[i] <= 0x20 {
                i += 1
            } else if bytes[i] == 0xC2, i + 1 < bytes.count, bytes[i + 1] == 0xA0 {
                i += 2
            } else if bytes[i] == Byte.slash, i + 1 < bytes.count, bytes[i + 1] == Byte.slash {
                while i < bytes.count, bytes[i] != Byte.lineFeed { i += 1 }
            } else if bytes[i] == Byte.slash, i + 1 < bytes.count, bytes[i + 1] == UInt8(ascii: "*")
            {
                i += 2
                while i + 1 < bytes.count,
                    !(bytes[i] == UInt8(ascii: "*") && bytes[i + 1] == Byte.slash)
                { i += 1 }
                i = min(i + 2, bytes.count)
            } else {
                return
            }
        }
    }

    private mutating func value(depth: Int) -> Node? {
        skip()
        let start = i
        guard depth < 100, let first = current else { return nil }
        switch first {
        case UInt8(ascii: "{"):
            guard let members = object(depth: depth) else { return nil }
            return Node(range: start..<i, members: members)
        case UInt8(ascii: "["):
            i += 1
            while true {
                skip()
                guard let byte = current else { return nil }
                if byte == UInt8(ascii: "]") { break }
                if byte == UInt8(ascii: ",") {
                    i += 1
                } else if value(depth: depth + 1) == nil {
                    return nil
                }
            }
            i += 1
            return Node(range: start..<i)
        default:
            guard word() else { return nil }
            return Node(range: start..<i)
        }
    }

    private mutating func object(depth: Int) -> [Member]? {
        i += 1
        var members: [Member] = []
        while true {
            skip()
            guard let byte = current else { return nil }
            if byte == UInt8(ascii: "}") { break }
            let start = i
            guard word(), let name = Self.name(Array(bytes[start..<i])) else { return nil }
            let nameRange = start..<i
            skip()
            guard current == Byte.colon else { return nil }
            i += 1
            guard let value = value(depth: depth + 1) else { return nil }
            var member = Member(name: name, nameRange: nameRange, value: value)
            skip()
            if current == UInt8(ascii: ",") {
                member.comma = i
                i += 1
            }
            members.append(member)
        }
        i += 1
        return members
    }

    /// Goes over a string, number, literal or bare name.
    private mutating func word() -> Bool {
        guard let first = current else { return false }
        let start = i
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            i += 1
            while let byte = current, byte != first {
                i += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            guard i < bytes.count else { return false }
            i += 1
            return true
        }
        while let byte = current, byte > 0x20, !"{}[],:/\"'".utf8.contains(byte) { i += 1 }
        return i > start
    }

    private static func name(_ bytes: [UInt8]) -> String? {
        guard bytes.first == UInt8(ascii: "\"") || bytes.first == UInt8(ascii: "'") else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return (try? JSONValue(parsing: Octets(bytes), dialect: .json5))?.stringValue
    }
}
