package import HTTPModel

extension TextCharset {
    /// The charset of a body.
    ///
    /// A byte order mark decides; then the `charset` parameter; then, in XML and HTML, what the document
    /// says of itself; then the zeros that UTF-16 and UTF-32 have where text begins with ASCII.
    ///
    /// - Parameters:
    ///   - body: The content.
    ///   - mediaType: What the sender says it is.
    /// - Returns: UTF-8 when nothing says otherwise, when the charset is unknown, and for what is no
    ///   text by its media type.
    /// - SeeAlso: RFC 9110 §8.3.2; XML 1.0 appendix F; HTML §13.2.3; RFC 4627 §3.
    package static func detect(_ body: Octets, mediaType: MediaType?) -> TextCharset {
        let saysLittle = mediaType.map { $0.essence == "application/octet-stream" } ?? true
        guard saysLittle || isText(mediaType) else { return .utf8 }
        let head = Array(body.prefix(1024))
        if let marked = byteOrderMark(head) { return marked }
        if let label = mediaType?.parameter("charset"), let stated = TextCharset(label) {
            guard stated.isWide, !label.lowercased().hasSuffix("e") else { return stated }
            // No byte order is given: the zeros tell it.
            let isUTF32 = stated.scheme == TextCharset.utf32Big.scheme
            return zeros(head, isStrict: isUTF32) ?? stated
        }
        if let found = zeros(head, isStrict: true) { return found }
        guard mediaType?.isXML ?? true || mediaType?.subtype == "html" || saysLittle else {
            return .utf8
        }
        return declared(head) ?? .utf8
    }

    private static func isText(_ mediaType: MediaType?) -> Bool {
        guard let mediaType else { return true }
        return mediaType.isText || mediaType.parameter("charset") != nil
            || ResponseDocument.Kind.jsonLinesTypes.contains(mediaType.subtype)
    }

    private static func byteOrderMark(_ head: [UInt8]) -> TextCharset? {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
        if head.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32Little }
        if head.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32Big }
        if head.starts(with: [0xFF, 0xFE]) { return .utf16Little }
        if head.starts(with: [0xFE, 0xFF]) { return .utf16Big }
        return nil
    }

    /// What zeros in the first bytes tell.
    ///
    /// Strictly, the first characters must be ASCII that text begins with; otherwise the half with more
    /// zeros is taken for the upper one.
    private static func zeros(_ head: [UInt8], isStrict: Bool) -> TextCharset? {
        guard isStrict else {
            let even = stride(from: 0, to: head.count, by: 2).count { head[$0] == 0 }
            let odd = stride(from: 1, to: head.count, by: 2).count { head[$0] == 0 }
            return even == odd ? nil : even > odd ? .utf16Big : .utf16Little
        }
        guard head.count >= 4 else { return nil }
        switch head[..<4].map({ isPlain($0) ? 1 : $0 == 0 ? 0 : 2 }) {
        case [0, 0, 0, 1]: return .utf32Big
        case [1, 0, 0, 0]: return .utf32Little
        case [0, 1, 0, 1], [0, 1, 0, 2]: return .utf16Big
        case [1, 0, 1, 0], [1, 0, 2, 0]: return .utf16Little
        default: return nil
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// The charset in an XML declaration or a `meta` element; a wide one cannot be meant.
    private static func declared(_ head: [UInt8]) -> TextCharset? {
        guard let first = head.first(where: { $0 > 0x20 }), first == UInt8(ascii: "<") else {
            return nil
        }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        let isXML = text.utf8.starts(with: "<?xml".utf8)
        let label = isXML ? value(of: "encoding", in: text) : value(of: "charset", in: text)
        guard let label, let charset = TextCharset(label), !charset.isWide else { return nil }
        return charset
    }

    /// The value after `name=`, quoted or not.
    private static func value(of name: String, in text: String) -> String? {
        var rest = Substring(text).utf8
        let name = Array(name.utf8)
        while let start = rest.firstIndex(of: name[0]) {
            rest = rest[start...]
            guard rest.starts(with: name) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(name.count)
            let value = rest.drop { $0 <= 0x20 }
            guard value.first == UInt8(ascii: "=") else { continue }
            let quoted = value.dropFirst().drop { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 }
            let ends: Set<UInt8> = [0x20, 0x22, 0x27, 0x3B, 0x3E, 0x3F, 0x2F, 0x0A, 0x0D]
            return String(Substring(quoted.prefix { !ends.contains($0) }))
        }
        return nil
    }
}
