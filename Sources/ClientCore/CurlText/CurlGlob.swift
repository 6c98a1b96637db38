/// The patterns of curl's URLs: `{one,two}` and `[1-9]`, `[a-z]`, `[001-100:5]`.
///
/// - SeeAlso: `man curl`, "URL" and `--globoff`.
enum CurlGlob {
    /// No more URLs than this are made of one.
    static let limit = 1_000

    /// The URLs a pattern stands for, the last part changing fastest, as curl orders them.
    ///
    /// - Returns: The URLs; `nil` for a text that curl would refuse or that stands for more than `limit`.
    static func expanded(_ text: String) -> [String]? {
        let bytes = Array(text.utf8)
        var results: [[UInt8]] = [[]]
        var i = 0
        while i < bytes.count {
            let choices: [[UInt8]]
            switch bytes[i] {
            case UInt8(ascii: "\\") where i + 1 < bytes.count && isSpecial(bytes[i + 1]):
                choices = [[bytes[i + 1]]]
                i += 2
            case UInt8(ascii: "{"):
                guard let (set, end) = set(in: bytes, from: i + 1) else { return nil }
                choices = set
                i = end
            case UInt8(ascii: "["):
                if let end = endOfAddress(in: bytes, from: i) {
                    choices = [Array(bytes[i..<end])]
                    i = end
                } else {
                    guard let (range, end) = range(in: bytes, from: i + 1) else { return nil }
                    choices = range
                    i = end
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): return nil
            default:
                choices = [[bytes[i]]]
                i += 1
            }
            if choices.count == 1 {
                for index in results.indices { results[index] += choices[0] }
            } else {
                guard results.count * choices.count <= limit else { return nil }
                results = results.flatMap { start in choices.map { start + $0 } }
            }
        }
        return results.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool { "{}[],-".utf8.contains(byte) }

    /// The alternatives up to `}`, and where the text goes on.
    private static func set(in bytes: [UInt8], from start: Int) -> ([[UInt8]], Int)? {
        var alternatives: [[UInt8]] = [[]]
        var i = start
        while i < bytes.count {
            switch bytes[i] {
            case UInt8(ascii: "}"):
                return alternatives == [[]] ? nil : (alternatives, i + 1)
            case UInt8(ascii: ","): alternatives.append([])
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"): return nil
            case UInt8(ascii: "\\") where i + 1 < bytes.count && isSpecial(bytes[i + 1]):
                i += 1
                alternatives[alternatives.count - 1].append(bytes[i])
            default: alternatives[alternatives.count - 1].append(bytes[i])
            }
            i += 1
        }
        return nil
    }

    /// The members of `a-z]`, `1-9]` or `01-99:2]`, and where the text goes on.
    private static func range(in bytes: [UInt8], from start: Int) -> ([[UInt8]], Int)? {
        guard let close = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let parts = bytes[start..<close].split(
            separator: UInt8(ascii: ":"),
            omittingEmptySubsequences: false
        )
        let ends = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count <= 2, ends.count == 2 else { return nil }
        var step = 1
        if parts.count == 2 {
            guard let number = number(parts[1]), number > 0 else { return nil }
            step = number
        }
        if let low = number(ends[0]), let high = number(ends[1]) {
            guard low <= high, (high - low) / step < limit else { return nil }
            let isPadded = ends[0].count > 1 && ends[0].first == UInt8(ascii: "0")
            let width = isPadded ? ends[0].count : 0
            return (stride(from: low, through: high, by: step).map { padded($0, width) }, close + 1)
        }
        guard ends[0].count == 1, ends[1].count == 1, let low = ends[0].first,
            let high = ends[1].first, low <= high, isLetter(low), isLetter(high),
            (low < 0x61) == (high < 0x61)
        else { return nil }
        let letters = stride(from: Int(low), through: Int(high), by: step)
        return (letters.map { [UInt8($0)] }, close + 1)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.count <= 9,
            bytes.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func padded(_ number: Int, _ width: Int) -> [UInt8] {
        let digits = Array(String(number).utf8)
        return [UInt8](repeating: 0x30, count: max(0, width - digits.count)) + digits
    }

    /// The end of an address of IPv6 in its brackets, which is no pattern.
    private static func endOfAddress(in bytes: [UInt8], from start: Int) -> Int? {
        guard let close = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let inner = bytes[(start + 1)..<close].prefix { $0 != UInt8(ascii: "%") }
        let isAddress =
            inner.count { $0 == UInt8(ascii: ":") } >= 2
            && inner.allSatisfy { byte in
                (0x30...0x3A).contains(byte) || byte == UInt8(ascii: ".")
                    || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
            }
        return isAddress ? close + 1 : nil
    }
}
