import ClientCore
import CollectionRun
import Collections
package import Documents
import HTTPModel
import Screen

/// JSONPaths as people write them.
package enum PathText {
    /// A normalized path such as `$['a'][0]['b c']` in its short form: `$.a[0]['b c']`.
    package static func short(_ path: String) -> String {
        var result = ""
        var rest = path[...]
        while let start = rest.range(of: "['") {
            result += rest[..<start.lowerBound]
            let body = rest[start.upperBound...]
            guard let end = body.closingQuote, body[end...].hasPrefix("']") else {
                return result + rest[start.lowerBound...]
            }
            let name = body[..<end]
            result += isSimple(name) ? ".\(name)" : "['\(name)']"
            rest = body[body.index(end, offsetBy: 2)...]
        }
        return result + rest
    }

    /// The path with every index replaced by `[*]`: the same place in all elements.
    package static func general(_ path: String) -> String {
        var result = ""
        var rest = path[...]
        while let open = rest.firstIndex(of: "[") {
            result += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            let digits = inside.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty, inside[digits.endIndex...].first == "]" {
                result += "[*]"
                rest = inside[inside.index(after: digits.endIndex)...]
            } else {
                result += "["
                rest = inside
            }
        }
        return result + rest
    }

    /// Whether a name may follow a dot: RFC 9535 §2.5.1.1, ASCII only.
    private static func isSimple(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F
                || (0x61...0x7A).contains(byte)
        }
    }
}

extension Substring {
    /// The range of the first place where `text` stands.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }

    /// The first quote that is not escaped.
    fileprivate var closingQuote: Index? {
        var place = startIndex
        while place < endIndex {
            if self[place] == "\\" {
                place = index(after: place)
                guard place < endIndex else { return nil }
            } else if self[place] == "'" {
                return place
            }
            place = index(after: place)
        }
        return nil
    }
}

extension ResponseRecord {
    /// The short JSONPath of the value on a row of the Body tab, in the body as a whole; `nil` where
    /// there is none.
    package func path(atRow row: Int) -> String? {
        guard let document = shown, document.mode == .pretty,
            let path = document.path(atRow: row)
        else { return nil }
        guard let outcome = filter?.outcome else { return PathText.short(path) }
        // What a filter selected stands somewhere in the body.
        var rest = path.dropFirst()
        var number = 0
        if document.kind == .jsonLines {
            guard rest.first == "[", let close = rest.firstIndex(of: "]"),
                let place = Int(rest[rest.index(after: rest.startIndex)..<close])
            else { return nil }
            number = place
            rest = rest[rest.index(after: close)...]
        }
        guard outcome.matches.indices.contains(number) else { return nil }
        return PathText.short(outcome.matches[number].path + rest)
    }

    /// The bytes of the value on a row of the Body tab, as written; `nil` where there is none.
    func value(atRow row: Int) -> Octets? {
        guard let document = shown, document.mode == .pretty,
            let range = document.valueRange(atRow: row)
        else { return nil }
        return document.content.slice(range)
    }
}

extension ExplorerState {
    /// The body that is arriving, when the Body tab shows it.
    package var arrivingBody: ResponseDocument? {
        response.tab == .body ? currentSending?.arriving.document : nil
    }

    /// The body that the Body tab shows; `nil` when there is none, or an image is drawn in its place.
    package var bodyInView: ResponseDocument? {
        if let arrivingBody { return arrivingBody }
        guard response.tab == .body, let document = record?.shown else { return nil }
        if record?.picture != nil, document.mode == .pretty { return nil }
        return document
    }

    /// How many rows of the body in view there are.
    package var bodyRowCount: Int {
        if arrivingBody != nil { return currentSending?.arriving.rowCount ?? 0 }
        return bodyInView?.rowCount ?? 0
    }

    /// The cursor of the tab that is shown.
    package var responseScroll: Scroll {
        if arrivingBody != nil, let arriving = currentSending?.arriving {
            let last = Scroll(row: max(0, arriving.rowCount - 1))
            return arriving.scroll ?? (arriving.isStream ? last : Scroll())
        }
        return record?.scrolls[response.tab] ?? Scroll()
    }

    /// Whether long rows of the body in view go on in further lines.
    package var wrapsBody: Bool {
        guard response.isWrapping, let document = bodyInView else { return false }
        return document.mode != .hex && document.kind != .table
    }

    /// Where the cursor is in the body, in a few words: a path, or a row of so many.
    package var bodyPlaceText: String? {
        guard response.tab == .body else { return nil }
        if let arriving = currentSending?.arriving, arriving.document != nil {
            return arriving.note
        }
        guard let record, let document = bodyInView, document.rowCount > 0 else { return nil }
        let row = min(responseScroll.row, document.rowCount - 1)
        if let path = record.path(atRow: row) { return TextEscaping.visible(path) }
        if document.mode == .hex { return "byte \(row * document.hexRowBytes)" }
        // Of a head, nobody knows how many rows will follow.
        return document.isHead ? "row \(row + 1)" : "row \(row + 1) of \(document.rowCount)"
    }

    /// What is unusual about how the body is shown: the layout, the charset, wrapping.
    package var bodyTags: [String] {
        guard response.tab == .body, let document = bodyInView else { return [] }
        var tags: [String] = []
        if document.mode != .pretty { tags.append(document.mode.rawValue) }
        if !document.charset.isUTF8 || record?.charset != nil { tags.append(document.charset.name) }
        if wrapsBody { tags.append("wrap") }
        if let percentage = record?.readPercentage {
            tags.append("reading \(percentage) %")
        } else if record?.reshaping != nil {
            tags.append("…")
        }
        return tags
    }
}
