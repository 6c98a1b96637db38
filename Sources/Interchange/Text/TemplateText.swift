import HTTPModel

/// Texts with variables, on their way into a request file.
enum TemplateText {
    /// `text` percent-encoded for `place`, what stands in `{{ }}` left alone.
    static func encoded(_ text: String, for place: PercentEncoding.Place) -> String {
        mapLiterals(text) { PercentEncoding.encode($0, for: place) }
    }

    /// `text` as it was before it was percent-encoded, what stands in `{{ }}` left alone; the text itself
    /// where the encoded bytes are no UTF-8.
    static func decoded(_ text: String) -> String {
        mapLiterals(text) { literal in
            let decoded = PercentEncoding.decode(literal)
            return decoded.unicodeScalars.contains("\u{FFFD}") ? String(literal) : decoded
        }
    }

    /// `text`, encoded as an item of a form, as it was before; what stands in `{{ }}` is left alone.
    ///
    /// - Returns: The text; `nil` when its percent-encoded bytes are no UTF-8.
    static func decodedForm(_ text: some StringProtocol) -> String? {
        var isText = true
        let result = mapLiterals(String(text)) { literal in
            let decoded = PercentEncoding.decode(literal, plusIsSpace: true)
            if decoded.unicodeScalars.contains("\u{FFFD}") { isText = false }
            return decoded
        }
        return isText ? result : nil
    }

    /// A URL as it can stand on a request line: no blanks and line breaks outside braces.
    static func target(_ url: String) -> String {
        mapLiterals(url.trimmingSpaces) { literal in
            guard literal.utf8.contains(where: { $0 <= 0x20 }) else { return String(literal) }
            var result = ""
            for scalar in literal.unicodeScalars {
                switch scalar {
                case " ": result += "%20"
                case "\t", "\n", "\r": break
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
    }

    /// `url` with items added at the end of its query.
    static func adding(_ items: [ImportedPair], to url: String) -> String {
        let text = items.map { item in
            encoded(item.name, for: .queryItem)
                + (item.value.map { "=" + encoded($0, for: .queryItem) } ?? "")
        }
        guard !text.isEmpty else { return url }
        let end = url.firstIndex(of: "#") ?? url.endIndex
        let base = url[..<end]
        let isOpen = base.hasSuffix("?") || base.hasSuffix("&")
        let separator = isOpen ? "" : base.contains("?") ? "&" : "?"
        return base + separator + text.joined(separator: "&") + url[end...]
    }

    /// `url` with the path segment `:key` replaced by its value, or by a variable when it has none.
    static func replacing(pathVariable key: String, _ value: String, in url: String) -> String {
        guard !key.isEmpty else { return url }
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        var segments = url[..<end].split(separator: "/", omittingEmptySubsequences: false)
        for i in segments.indices where i > 0 && segments[i] == ":" + key {
            let name = variableName(key)
            segments[i] = value.isEmpty ? "{{\(name)}}" : value[...]
        }
        return segments.joined(separator: "/") + url[end...]
    }

    /// `text` with the name of each variable changed.
    static func renaming(_ text: String, _ change: (String) -> String) -> String {
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else { break }
            let name = String(rest[open.upperBound..<close.lowerBound]).trimmingSpaces
            result += rest[..<open.lowerBound] + "{{" + change(name) + "}}"
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// `text` with two braces in a row written so that they stand for themselves.
    static func escaping(_ text: String) -> String {
        mapAll(text, of: "{{", to: "\\{{")
    }

    /// A name for a variable: characters that cannot stand in one become `_`.
    static func variableName(_ name: String) -> String {
        let trimmed = name.trimmingSpaces
        let result = String(
            trimmed.map { character in
                character.isLetter || character.isNumber || "_-.$".contains(character)
                    ? character : "_"
            }
        )
        return result.isEmpty ? "_" : result
    }

    private static func mapLiterals(_ text: String, _ change: (Substring) -> String) -> String {
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else { break }
            result += change(rest[..<open.lowerBound])
            result += rest[open.lowerBound..<close.upperBound]
            rest = rest[close.upperBound...]
        }
        return result + change(rest)
    }

    private static func mapAll(_ text: String, of old: String, to new: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let found = rest.firstRange(of: old) {
            result += rest[..<found.lowerBound] + new
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmingSpaces: String {
        // Most texts have nothing to take off, and comparing characters is slow.
        if let first = unicodeScalars.first, let last = unicodeScalars.last,
            (0x21...0x7E).contains(first.value), (0x21...0x7E).contains(last.value)
        {
            return String(self)
        }
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// The text without white space at its end.
    var trimmingTrail: String {
        if let last = unicodeScalars.last, (0x21...0x7E).contains(last.value) {
            return String(self)
        }
        return lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? ""
    }

    /// The path with each segment that is `segment` replaced.
    func replacingSegment(_ segment: String, with other: String) -> String {
        split(separator: "/", omittingEmptySubsequences: false)
            .map { $0 == segment ? other : String($0) }.joined(separator: "/")
    }

    /// Where `other`, which begins and ends in ASCII, first occurs byte for byte.
    func firstRange(of other: String) -> Range<Index>? {
        guard let head = other.utf8.first else { return nil }
        var rest = utf8[...]
        while let i = rest.firstIndex(of: head) {
            rest = rest[i...]
            if rest.starts(with: other.utf8) {
                return i..<utf8.index(i, offsetBy: other.utf8.count)
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}
