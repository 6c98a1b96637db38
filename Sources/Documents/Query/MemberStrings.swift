import Glibc
package import HTTPModel

/// Names to look for among the members of a document.
package struct MemberNames: Sendable {
    private let names: Set<String>
    /// Bit `n` says that a name has `n` bytes, the last one that some name has more.
    private let lengths: UInt64
    private let texts: [[UInt8]]

    /// Creates a set of names, which are compared exactly.
    package init(_ names: some Sequence<String>) {
        self.names = Set(names)
        lengths = self.names.reduce(0) { $0 | Self.bit($1.utf8.count) }
        texts = self.names.map { Array($0.utf8) }
    }

    func contains(_ name: @autoclosure () -> String, length: Int) -> Bool {
        lengths & Self.bit(length) != 0 && names.contains(name())
    }

    private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }
}

extension JSONTape {
    /// The strings that are values of members with one of these names, at any depth, in the order of
    /// the text; escapes are decoded.
    ///
    /// Takes time in proportion to the number of tokens.
    package func strings(ofMembers names: MemberNames) -> [String] {
        var strings: [String] = []
        var index = 0
        while index < storage.end {
            let next = index + storage.width(index)
            let word = storage[index]
            if word.kind == .key, next < storage.end, storage[next].kind == .string {
                // An escape makes a name longer than what it stands for.
                let isCandidate =
                    word.hasEscape
                    ? names.contains(decodedText(index))
                    : names.contains(decodedText(index), length: storage.length(index) - 2)
                if isCandidate { strings.append(decodedText(next)) }
            }
            index = next
        }
        return strings
    }
}

extension MemberNames {
    /// Whether a string in a JSON text may be one of the names, found by one look at its quotes; `false`
    /// means that no member has one.
    ///
    /// Without a backslash every string ends at the next quote. With one the answer is `true`.
    package func mayStand(in text: Octets) -> Bool {
        unsafe text.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            func place(of byte: Int32, from start: Int) -> Int? {
                unsafe memchr(base + start, byte, bytes.count - start).map { found in
                    unsafe UnsafeRawPointer(found) - base
                }
            }
            if place(of: 0x5C, from: 0) != nil { return true }
            var start = 0
            while let opening = place(of: 0x22, from: start),
                let closing = place(of: 0x22, from: opening + 1)
            {
                let length = closing - opening - 1
                if lengths & Self.bit(length) != 0 {
                    for name in texts where name.count == length {
                        if unsafe memcmp(name, base + opening + 1, length) == 0 { return true }
                    }
                }
                start = closing + 1
            }
            return false
        }
    }

    fileprivate func contains(_ name: String) -> Bool {
        contains(name, length: name.utf8.count)
    }
}
