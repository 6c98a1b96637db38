import HTTPModel

/// Reading records of comma- or tab-separated values.
///
/// A field that begins with a quote goes on to the next single quote; two quotes in it stand for one.
/// Quotes elsewhere are text. Records end at a line feed outside quotes.
///
/// - SeeAlso: RFC 4180 §2.
struct DelimitedText: Sendable {
    /// A field of a record.
    struct Field: Equatable, Sendable {
        /// The bytes of its content, the quotes around it not included.
        var range: Range<Int>
        /// Whether two quotes stand for one somewhere in it.
        var hasQuotePairs: Bool
    }

    let octets: Octets
    let delimiter: UInt8

    /// A record that is longer is not taken apart any further.
    static let longestRecord = 64 * 1024

    private static let quote = UInt8(ascii: "\"")

    /// Where the record that starts at `start` ends: its line feed, or the end of the text.
    @inline(__always)
    func recordEnd(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var index = start
        var isAtFieldStart = true
        while index < bytes.count {
            let byte = unsafe bytes[index]
            if byte == 0x0A { return index }
            if byte == Self.quote && isAtFieldStart {
                index = unsafe closingQuote(bytes, index + 1, bytes.count) + 1
                isAtFieldStart = false
                continue
            }
            isAtFieldStart = byte == delimiter
            index &+= 1
        }
        return bytes.count
    }

    /// The quote that ends a field, or `limit`.
    private func closingQuote(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ limit: Int) -> Int {
        var index = start
        while index < limit {
            if unsafe bytes[index] == Self.quote {
                guard unsafe index + 1 < limit && bytes[index + 1] == Self.quote else {
                    return index
                }
                index &+= 1
            }
            index &+= 1
        }
        return limit
    }

    /// The fields of the record in `range`, which ends before its line feed.
    func fields(_ range: Range<Int>) -> [Field] {
        unsafe octets.withUnsafeBytes { bytes in
            var result: [Field] = []
            var limit = min(range.upperBound, range.lowerBound + Self.longestRecord)
            if unsafe limit == range.upperBound && limit > range.lowerBound
                && bytes[limit - 1] == 0x0D
            {
                limit -= 1
            }
            var index = range.lowerBound
            while true {
                let field = unsafe field(bytes, &index, limit)
                result.append(field)
                guard index < limit else { return result }
                index += 1
            }
        }
    }

    /// Reads the field at `index` and moves to the delimiter after it.
    private func field(
        _ bytes: UnsafeRawBufferPointer,
        _ index: inout Int,
        _ limit: Int
    ) -> Field {
        let start = index
        if unsafe start < limit && bytes[start] == Self.quote {
            let end = unsafe closingQuote(bytes, start + 1, limit)
            if unsafe end == limit || end + 1 == limit || bytes[end + 1] == delimiter {
                index = min(end + 1, limit)
                let inner = unsafe UnsafeRawBufferPointer(
                    rebasing: bytes[min(start + 1, end)..<end]
                )
                let hasPairs = unsafe inner.contains(Self.quote)
                return Field(range: min(start + 1, end)..<end, hasQuotePairs: hasPairs)
            }
            // Text after the closing quote: the field is shown as it is written.
            index = end + 1
        }
        while unsafe index < limit && bytes[index] != delimiter { index += 1 }
        return Field(range: start..<index, hasQuotePairs: false)
    }

    /// The delimiter of a text whose media type does not tell: the most frequent of comma, semicolon
    /// and tab in its first line.
    static func delimiter(of octets: Octets) -> UInt8 {
        let line = octets.prefix(4096).prefix { $0 != 0x0A }
        let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        let counts = candidates.map { candidate in line.count { $0 == candidate } }
        let best = counts.max() ?? 0
        return candidates[counts.firstIndex(of: best) ?? 0]
    }
}
