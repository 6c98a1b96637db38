// How the parts of a URI are found in its text, of which only ASCII is left.
extension TargetURI {
    /// The scheme in lower case.
    static func scheme(
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
    static func parts(
        ofAuthority bytes: borrowing Span<UInt8>,
        _ range: Range<Int>,
        in text: String
    ) throws(TargetURIError) -> (userInfo: String?, host: String, port: Int?) {
        var start = range.lowerBound
        var userInfo: String?
        if let at = lastPlace(of: UInt8(ascii: "@"), in: bytes, range) {
            userInfo = Self.text(bytes, start..<at)
            start = at + 1
        }
        let hasBracket = start < range.upperBound && bytes[start] == UInt8(ascii: "[")
        var hostEnd = range.upperBound
        if hasBracket {
            let bracket = place(of: UInt8(ascii: "]"), in: bytes, start..<range.upperBound)
            guard let bracket else { throw TargetURIError(text: text, code: .malformedHost) }
            hostEnd = bracket + 1
        } else if let colon = lastPlace(of: colon, in: bytes, start..<range.upperBound) {
            hostEnd = colon
        }
        guard start < hostEnd else { throw TargetURIError(text: text, code: .missingHost) }
        let holdsColon = place(of: colon, in: bytes, start..<hostEnd) != nil
        guard hasBracket == holdsColon else {
            throw TargetURIError(text: text, code: .malformedHost)
        }
        let host = Self.text(bytes, start..<hostEnd)
        let digits = min(hostEnd + 1, range.upperBound)..<range.upperBound
        guard !digits.isEmpty else { return (userInfo, host, nil) }
        guard let port = number(bytes, digits), (0...65535).contains(port) else {
            let code = TargetURIError.Code.malformedPort(Self.text(bytes, digits))
            throw TargetURIError(text: text, code: code)
        }
        return (userInfo, host, port)
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

    static func endsAuthority(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || endsPath(byte) }

    static func endsPath(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// The bytes of `range` as text.
    static func text(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        return unsafe bytes.extracting(range).withUnsafeBufferPointer { bytes in
            unsafe String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Where the first byte stands that `isWanted`; the end of `range` when none does.
    static func place(
        in bytes: borrowing Span<UInt8>,
        _ range: Range<Int>,
        _ isWanted: (UInt8) -> Bool
    ) -> Int {
        var i = range.lowerBound
        while i < range.upperBound, !isWanted(bytes[i]) { i += 1 }
        return i
    }

    static func place(
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

    /// Whether the bytes of `range` are `word`, which is in lower case; letter case does not count.
    static func spells(
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

    // MARK: Comparing

    /// Whether `text` is scheme, host, port, path and query as they are written one after the other.
    func isWritten(_ text: String) -> Bool {
        let utf8 = text.utf8
        let bytes = utf8.span
        var i = 0
        guard Self.skip(scheme, bytes, &i), Self.skip("://", bytes, &i), Self.skip(host, bytes, &i)
        else { return false }
        if let port {
            guard Self.skip(":", bytes, &i) else { return false }
            var digits = i
            while digits < bytes.count, (0x30...0x39).contains(bytes[digits]) { digits += 1 }
            // A zero in front is not written.
            guard i < digits, bytes[i] != 0x30 || digits == i + 1,
                Self.number(bytes, i..<digits) == port
            else { return false }
            i = digits
        }
        guard Self.skip(path, bytes, &i) else { return false }
        if let query {
            guard Self.skip("?", bytes, &i), Self.skip(query, bytes, &i) else { return false }
        }
        return i == bytes.count
    }

    /// Goes past `part` when it is what stands at `i`.
    private static func skip(
        _ part: String,
        _ bytes: borrowing Span<UInt8>,
        _ i: inout Int
    ) -> Bool {
        let utf8 = part.utf8
        let part = utf8.span
        guard part.count <= bytes.count - i else { return false }
        for k in 0..<part.count where part[k] != bytes[i + k] { return false }
        i += part.count
        return true
    }
}
