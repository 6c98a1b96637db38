import HTTPModel

/// A path whose identifiers became names: `/users/17/posts/9` is `/users/{userId}/posts/{postId}`.
package struct PathTemplate: Hashable {
    /// The path with `{name}` for each identifier.
    package let path: String
    /// The identifiers by their names, in order, encoded as in the path.
    package let values: [Value]

    /// An identifier and its name.
    package struct Value: Hashable {
        /// The name, such as `userId`.
        package var name: String
        /// The identifier as in the path.
        package var text: String
    }

    /// Reads an encoded path.
    package init(_ path: String) {
        var segments: [String] = []
        var values: [Value] = []
        for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard Self.isIdentifier(segment) else {
                segments.append(String(segment))
                continue
            }
            let base = Self.name(after: segments.last { !$0.hasPrefix("{") } ?? "")
            var name = base
            var number = 2
            while values.contains(where: { $0.name == name }) {
                name = base + "\(number)"
                number += 1
            }
            values.append(Value(name: name, text: String(segment)))
            segments.append("{\(name)}")
        }
        self.path = segments.joined(separator: "/")
        self.values = values
    }

    /// Whether a segment looks like an identifier: a number, a UUID, or a word with digits that is long
    /// or has a prefix, such as `b_77`.
    static func isIdentifier(_ segment: Substring) -> Bool {
        let bytes = Array(segment.utf8)
        guard !bytes.isEmpty, bytes.contains(where: isDigit) else { return false }
        if bytes.allSatisfy(isDigit) { return true }
        let isPlain = bytes.allSatisfy { isDigit($0) || isLetter($0) || $0 == 0x2D || $0 == 0x5F }
        guard isPlain else { return false }
        let digitCount = bytes.filter(isDigit).count
        // UUIDs, hashes, and other random words.
        if bytes.count >= 16, digitCount * 8 >= bytes.count { return true }
        guard let mark = bytes.firstIndex(where: { $0 == 0x5F || $0 == 0x2D }),
            (1...8).contains(mark)
        else { return false }
        let rest = bytes[(mark + 1)...]
        // Words such as utf-8 have a number too.
        let isPrefixed =
            bytes[..<mark].allSatisfy(isLetter) && (bytes[mark] == 0x5F || rest.count >= 6)
        return isPrefixed && !rest.isEmpty && rest.allSatisfy { isDigit($0) || isLetter($0) }
            && rest.filter(isDigit).count * 2 >= rest.count
    }

    /// The name of an identifier that follows a segment: `userId` after `users`.
    private static func name(after segment: String) -> String {
        let word = PercentEncoding.decode(segment[...]).filter {
            $0.isASCII && ($0.isLetter || $0.isNumber)
        }
        guard let first = word.first, first.isLetter else { return "id" }
        var singular = first.lowercased() + word.dropFirst()
        if singular.hasSuffix("ies"), singular.count > 4 {
            singular = singular.dropLast(3) + "y"
        } else if singular.hasSuffix("sses") || singular.hasSuffix("xes")
            || singular.hasSuffix("ches") || singular.hasSuffix("shes")
        {
            singular = String(singular.dropLast(2))
        } else if singular.hasSuffix("s"), !singular.hasSuffix("ss"), singular.count > 2 {
            singular.removeLast()
        }
        return singular + "Id"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
