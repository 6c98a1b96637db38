import CSupport
package import HTTPModel

/// Why a text cannot be searched for.
package struct DocumentSearchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The character at which the error stands, counted from 1.
    package var column: Int
    /// What is wrong, as a sentence fragment without a capital or full stop.
    package var detail: String

    /// `column N: what is wrong`.
    package var description: String { "column \(column): \(detail)" }
}

/// Something to look for in a document.
///
/// A literal is found as bytes. Where letter case does not count, that holds for ASCII letters.
package struct DocumentSearch: Sendable, Equatable {
    /// What is looked for, as given.
    package let text: String
    /// Whether `text` is a regular expression.
    package let isRegularExpression: Bool
    /// Whether letter case counts.
    package let isCaseSensitive: Bool

    /// The bytes of a literal, in lower case when letter case does not count.
    private let needle: [UInt8]
    private let expression: RegularExpression?

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - text: What to look for; empty finds nothing.
    ///   - isRegularExpression: Whether `text` is a regular expression.
    ///   - isCaseSensitive: Whether letter case counts; `nil`: when `text` has a capital letter.
    /// - Throws: `DocumentSearchError` when a regular expression is not well-formed.
    package init(
        _ text: String,
        isRegularExpression: Bool = false,
        isCaseSensitive: Bool? = nil
    ) throws(DocumentSearchError) {
        self.text = text
        self.isRegularExpression = isRegularExpression
        let isSensitive = isCaseSensitive ?? text.contains(where: \.isUppercase)
        self.isCaseSensitive = isSensitive
        needle = isSensitive ? Array(text.utf8) : text.utf8.map(Self.lowered)
        guard isRegularExpression, !text.isEmpty else {
            expression = nil
            return
        }
        do throws(RegularExpressionError) {
            expression = try RegularExpression(text, isCaseSensitive: isSensitive)
        } catch {
            throw DocumentSearchError(column: error.column, detail: error.detail)
        }
    }

    /// Equal when the same is looked for in the same way.
    package static func == (left: DocumentSearch, right: DocumentSearch) -> Bool {
        left.text == right.text && left.isRegularExpression == right.isRegularExpression
            && left.isCaseSensitive == right.isCaseSensitive
    }

    /// The byte ranges of all matches, in order and without overlap; at most `limit`.
    package func matches(in octets: Octets, limit: Int = .max) -> [Range<Int>] {
        unsafe octets.withUnsafeBytes { bytes in
            var result: [Range<Int>] = []
            var offset = 0
            while result.count < limit, let match = unsafe first(in: bytes, from: offset) {
                result.append(match)
                offset = match.upperBound
            }
            return result
        }
    }

    /// The first match that starts at `offset` or after it.
    package func first(in octets: Octets, from offset: Int = 0) -> Range<Int>? {
        unsafe octets.withUnsafeBytes { unsafe first(in: $0, from: max(offset, 0)) }
    }

    /// The last match that ends at `offset` or before it.
    ///
    /// Looks backwards block by block, so that a match nearby is found at once.
    package func last(in octets: Octets, before offset: Int) -> Range<Int>? {
        unsafe octets.withUnsafeBytes { bytes in
            let end = min(offset, bytes.count)
            let overlap = isRegularExpression ? 4096 : max(needle.count - 1, 0)
            var blockEnd = end
            while blockEnd > 0 {
                let blockStart = max(0, blockEnd - (1 << 16))
                var found: Range<Int>?
                var place = blockStart
                let limit = min(end, blockEnd + overlap)
                let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<limit])
                while let match = unsafe first(in: part, from: place) {
                    found = match
                    place = match.upperBound
                }
                if let found { return found }
                blockEnd = blockStart
            }
            return nil
        }
    }

    private func first(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Range<Int>? {
        guard !needle.isEmpty, offset < bytes.count else { return nil }
        if let expression { return unsafe expression.firstMatch(in: bytes, from: offset) }
        guard offset + needle.count <= bytes.count else { return nil }
        let start =
            isCaseSensitive
            ? unsafe exactStart(in: bytes, from: offset)
            : unsafe foldedStart(in: bytes, from: offset)
        return start.map { $0..<($0 + needle.count) }
    }

    private func exactStart(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
        let found = unsafe needle.withUnsafeBytes { needle in
            unsafe cs_find(rest.baseAddress, rest.count, needle.baseAddress, needle.count)
        }
        return found < 0 ? nil : offset + found
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    /// A byte of the needle, sixteen times, and the bit that the case of its letter is in.
    private struct Probe {
        let bytes: SIMD16<UInt8>
        let caseBit: SIMD16<UInt8>

        init(_ byte: UInt8) {
            bytes = SIMD16(repeating: byte)
            caseBit = SIMD16(repeating: byte >= 0x61 && byte <= 0x7A ? 0x20 : 0)
        }

        /// Which of the sixteen bytes from `offset` on equal it.
        @inline(__always)
        func hits(_ text: UnsafeRawBufferPointer, _ offset: Int) -> SIMDMask<SIMD16<Int8>> {
            let block = unsafe text.loadUnaligned(
                fromByteOffset: offset,
                as: SIMD16<UInt8>.self
            )
            return (block | caseBit) .== bytes
        }
    }

    /// The first place where the bytes equal the needle but for the case of ASCII letters.
    ///
    /// Sixteen places are looked at a time: where the first and the last byte fit, the others are compared.
    private func foldedStart(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        unsafe needle.withUnsafeBytes { needle in
            let first = unsafe Probe(needle[0])
            let final = unsafe Probe(needle[needle.count - 1])
            let last = bytes.count &- needle.count
            var index = offset
            while index &+ 15 <= last {
                let heads = unsafe first.hits(bytes, index)
                let tails = unsafe final.hits(bytes, index &+ needle.count &- 1)
                let hits = heads .& tails
                let lanes = unsafe unsafeBitCast(hits, to: SIMD2<UInt64>.self)
                if lanes[0] | lanes[1] != 0 {
                    for lane in 0..<16 where hits[lane] {
                        if unsafe isFolded(needle, in: bytes, at: index &+ lane) {
                            return index &+ lane
                        }
                    }
                }
                index &+= 16
            }
            while index <= last {
                if unsafe isFolded(needle, in: bytes, at: index) { return index }
                index &+= 1
            }
            return nil
        }
    }

    /// Whether the needle stands at `index`, whatever the case of ASCII letters.
    @inline(__always)
    private func isFolded(
        _ needle: UnsafeRawBufferPointer,
        in bytes: UnsafeRawBufferPointer,
        at index: Int
    ) -> Bool {
        var length = 0
        while unsafe length < needle.count
            && Self.lowered(bytes[index &+ length]) == needle[length]
        {
            length &+= 1
        }
        return length == needle.count
    }
}
