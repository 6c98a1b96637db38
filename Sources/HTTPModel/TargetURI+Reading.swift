// How the parts of a URI are found in its text.
extension TargetURI {
    /// Reads an absolute URI.
    ///
    /// - Throws: `TargetURIError` when the text is not an absolute `http` or `https` URI with a host.
    public init(_ text: String) throws(TargetURIError) {
        self = try Self.reading(text).target
    }

    /// Reads an absolute URI, and tells whether its `displayText` is the very text that was read.
    package static func reading(
        _ text: String
    ) throws(TargetURIError) -> (target: TargetURI, isDisplayText: Bool) {
        // Only ASCII is left, so places are found byte by byte.
        let trimmed = text.trimmingBlanks
        let legal = PercentEncoding.encodeIllegal(trimmed).utf8
        let bytes = legal.span
        let colon = place(of: colon, in: bytes, 0..<bytes.count)
        guard let colon, spells("//", bytes, (colon + 1)..<min(colon + 3, bytes.count))
        else { throw TargetURIError(text: text, code: .notAbsolute) }
        let scheme = try scheme(bytes, 0..<colon, in: text)
        let start = colon + 3
        let pathStart = place(in: bytes, start..<bytes.count) { endsAuthority($0) }
        let pathEnd = place(in: bytes, pathStart..<bytes.count) { endsPath($0) }
        let hash = place(of: UInt8(ascii: "#"), in: bytes, pathEnd..<bytes.count)
        let queryEnd = hash ?? bytes.count
        let authority = try authority(bytes, start..<pathStart, in: text)
        let target = TargetURI(
            scheme: scheme,
            userInfo: authority.userInfo,
            host: authority.host,
            port: authority.port,
            path: Self.text(bytes, pathStart..<pathEnd),
            query: pathEnd < queryEnd ? Self.text(bytes, (pathEnd + 1)..<queryEnd) : nil,
            fragment: hash.map { Self.text(bytes, ($0 + 1)..<bytes.count) }
        )
        // Trimming only makes a text shorter, and encoding only longer.
        let isWhole = trimmed.utf8.count == text.utf8.count && legal.count == trimmed.utf8.count
        let isPlain = isWhole && authority.isPlain && hash == nil
        return (target, isPlain && isLowered(bytes, 0..<colon))
    }

    /// The scheme in lower case.
    private static func scheme(
        _ bytes: borrowing Span<UInt8>,
        _ range: Range<Int>,
        in text: String
    ) throws(TargetURIError) -> String {
        if spells("http", bytes, range) { return "http" }
        if spells("https", bytes, range) { return "https" }
        guard isScheme(bytes, range) else { throw TargetURIError(text: text, code: .notAbsolute) }
        let scheme = Self.text(bytes, range).lowercased()
        throw TargetURIError(text: text, code: .unsupportedScheme(scheme))
    }

    /// What stands between the scheme and the path.
    private struct Authority {
        var userInfo: String?
        var host: String
        var port: Int?
        /// Whether it is host and port written one after the other, and nothing else.
        var isPlain: Bool
    }

    private static func authority(
        _ bytes: borrowing Span<UInt8>,
        _ range: Range<Int>,
        in text: String
    ) throws(TargetURIError) -> Authority {
        var start = range.lowerBound
        var userInfo: String?
        if let at = lastPlace(of: UInt8(ascii: "@"), in: bytes, range) {
            userInfo = Self.text(bytes, start..<at)
            start = at + 1
        }
        let hasBracket = start < range.upperBound && bytes[start] == UInt8(ascii: "[")
        var end = range.upperBound
        if hasBracket {
            let bracket = place(of: UInt8(ascii: "]"), in: bytes, start..<range.upperBound)
            guard let bracket else { throw TargetURIError(text: text, code: .malformedHost) }
            end = bracket + 1
        } else if let colon = lastPlace(of: colon, in: bytes, start..<range.upperBound) {
            end = colon
        }
        guard start < end else { throw TargetURIError(text: text, code: .missingHost) }
        guard hasBracket == (place(of: colon, in: bytes, start..<end) != nil) else {
            throw TargetURIError(text: text, code: .malformedHost)
        }
        let host = Self.text(bytes, start..<end)
        var isPlain = userInfo == nil
        let digits = min(end + 1, range.upperBound)..<range.upperBound
        guard let first = digits.first else {
            isPlain = isPlain && end == range.upperBound
            return Authority(userInfo: userInfo, host: host, port: nil, isPlain: isPlain)
        }
        guard let port = number(bytes, digits), (0...65535).contains(port) else {
            let code = TargetURIError.Code.malformedPort(Self.text(bytes, digits))
            throw TargetURIError(text: text, code: code)
        }
        // No sign and no zero in front.
        let isUsual = (0x31...0x39).contains(bytes[first]) || digits.count == 1
        isPlain = isPlain && isUsual && bytes[end] == colon
        return Authority(userInfo: userInfo, host: host, port: port, isPlain: isPlain)
    }

    private static let colon = UInt8(ascii: ":")

    private static func isScheme(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first, (0x61...0x7A).contains(HTTPToken.lowered(bytes[first]))
        else { return false }
        for i in range where !HTTPToken.isTokenByte(bytes[i]) || bytes[i] == UInt8(ascii: "_") {
            return false
        }
        return true
    }

    /// The number that is written in `range`.
    private static func number(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
        var number = 0
        for i in range {
            let digit = Int(bytes[i]) - 0x30
            // More than digits, or more of them than a port has.
            guard (0...9).contains(digit), range.count <= 5 else { return Int(text(bytes, range)) }
            number = number * 10 + digit
        }
        return number
    }

    // MARK: Bytes

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || endsPath(byte)
    }

    private static func endsPath(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// The bytes of `range` as text.
    private static func text(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        return unsafe bytes.extracting(range).withUnsafeBufferPointer { bytes in
            unsafe String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Where the first byte stands that `isWanted`; the end of `range` when none does.
    private static func place(
        in bytes: borrowing Span<UInt8>,
        _ range: Range<Int>,
        _ isWanted: (UInt8) -> Bool
    ) -> Int {
        var i = range.lowerBound
        while i < range.upperBound, !isWanted(bytes[i]) { i += 1 }
        return i
    }

    private static func place(
        of byte: UInt8,
        in bytes: borrowing Span<UInt8>,
        _ range: Range<Int>
    ) -> Int? {
        let place = place(in: bytes, range) { $0 == byte }
        return place < range.upperBound ? place : nil
    }

    private static func lastPlace(
        of byte: UInt8,
        in bytes: borrowing Span<UInt8>,
        _ range: Range<Int>
    ) -> Int? {
        var i = range.upperBound
        while i > range.lowerBound {
            i -= 1
            if bytes[i] == byte { return i }
        }
        return nil
    }

    /// Whether the letters of `range` are in lower case.
    private static func isLowered(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
        for i in range where HTTPToken.lowered(bytes[i]) != bytes[i] { return false }
        return true
    }

    /// Whether the bytes of `range` are `word`, which is in lower case; letter case does not count.
    private static func spells(
        _ word: StaticString,
        _ bytes: borrowing Span<UInt8>,
        _ range: Range<Int>
    ) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for i in 0..<range.count
        where unsafe HTTPToken.lowered(bytes[range.lowerBound + i]) != word.utf8Start[i] {
            return false
        }
        return true
    }
}
