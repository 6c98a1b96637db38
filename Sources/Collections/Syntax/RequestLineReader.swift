import HTTPModel

/// Reads the first line of a request: `[METHOD] URL [HTTP/1.1]`.
struct RequestLineReader {
    /// Where the parts are; the version is still part of the URL, which may go on for more lines.
    struct Parts {
        var method: Range<Int>?
        var url: Range<Int>
    }

    /// Why a line is no request line.
    struct Fault: Error {
        var offset: Int
        var message: String
    }

    let source: SourceText
    let content: Range<Int>

    init(_ source: SourceText, _ content: Range<Int>) {
        self.source = source
        self.content = content
    }

    func read() -> Result<Parts, Fault> {
        let word = word(at: content.lowerBound)
        let rest = source.trimmed(word.upperBound..<content.upperBound)
        // As nearly all of them are written: a method in capitals, and a URL with its scheme.
        if source.isCapitals(word), beginsWithScheme(rest) {
            return .success(Parts(method: word, url: rest))
        }
        let first = source.text(word)
        if Self.isURLLike(first) { return .success(Parts(method: nil, url: content)) }
        if rest.isEmpty {
            if Self.isKnownMethod(first) {
                return .failure(
                    Fault(offset: word.upperBound, message: "a URL must follow \(first)")
                )
            }
            return .failure(fault())
        }
        let second = source.text(self.word(at: rest.lowerBound))
        guard HTTPToken.isToken(first) else {
            guard Self.isURLLike(second) else { return .failure(fault()) }
            return .failure(
                Fault(
                    offset: word.lowerBound,
                    message: "\(TextQuote.quoted(first)) is not a method; use letters, as in GET"
                )
            )
        }
        if Self.isURLLike(second) { return .success(Parts(method: word, url: rest)) }
        let isUpper = first.utf8.allSatisfy { !(0x61...0x7A).contains($0) }
        guard isUpper || Self.isKnownMethod(first) else { return .failure(fault()) }
        if word.upperBound != rest.lowerBound, hasSingleWord(rest) || !Self.isKnownMethod(first) {
            return .success(Parts(method: word, url: rest))
        }
        return .failure(
            Fault(
                offset: rest.lowerBound,
                message: "\(TextQuote.quoted(second)) is not a URL; write it as http://host/path"
            )
        )
    }

    private func fault() -> Fault {
        Fault(
            offset: content.lowerBound,
            message: "this is no request line; write METHOD URL, or # in front for a comment"
        )
    }

    private func word(at start: Int) -> Range<Int> {
        let end = source.bytes[start..<content.upperBound].firstIndex { Byte.isBlank($0) }
        return start..<(end ?? content.upperBound)
    }

    /// Whether `://` stands in the first word of `range`.
    private func beginsWithScheme(_ range: Range<Int>) -> Bool {
        var i = range.lowerBound
        while i < range.upperBound, !Byte.isBlank(source.bytes[i]) {
            if source.bytes[i] == Byte.colon,
                source.starts((i + 1)..<range.upperBound, with: "//")
            {
                return true
            }
            i += 1
        }
        return false
    }

    /// Whether one word, or one and the version, is left.
    private func hasSingleWord(_ rest: Range<Int>) -> Bool {
        let words = source.text(rest).split(separator: " ")
        return words.count == 1 || (words.count == 2 && words[1].hasPrefix("HTTP/"))
    }

    static func isKnownMethod(_ text: String) -> Bool {
        let upper = text.uppercased()
        return HTTPMethod.common.contains { $0.rawValue == upper }
            || ["TRACE", "CONNECT", "QUERY", "GRAPHQL"].contains(upper)
    }

    /// Whether a word can only be the start of a URL, or a variable.
    private static func isURLLike(_ word: String) -> Bool {
        if word.hasPrefix("/") || word.hasPrefix("{{") || word == "*" || word.holdsScheme {
            return true
        }
        guard word.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == Byte.colon }) else {
            return word.hasPrefix("localhost") || word.hasPrefix("[")
        }
        let host = word.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if host.hasPrefix("localhost") || host.hasPrefix("[") { return true }
        // `example.com`, `example.com:80/x`, `api:8080`; but no sentence's `word.` or `word:`.
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2, Int(parts[1]) != nil { return true }
        let labels = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 1 && labels.count > 1
            && labels.allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy { Byte.isName($0) && $0 < 0x80 }
            }
    }
}

extension String {
    /// Whether `://` stands anywhere in it.
    var holdsScheme: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            var i = 0
            while i + 2 < bytes.count {
                if bytes[i] == Byte.colon, bytes[i + 1] == Byte.slash, bytes[i + 2] == Byte.slash {
                    return true
                }
                i += 1
            }
            return false
        } ?? contains("://")
    }
}

/// Texts shown inside messages.
enum TextQuote {
    /// The text in quotes, cut when it is long.
    static func quoted(_ text: String) -> String {
        text.count > 60 ? "'\(text.prefix(57))…'" : "'\(text)'"
    }
}
