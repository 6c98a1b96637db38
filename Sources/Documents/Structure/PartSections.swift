import HTTPModel

/// The parts of a multipart body: a head row each, their fields, and their content laid out by its type.
///
/// - SeeAlso: RFC 2046 §5.1.1; RFC 7578.
struct PartSections: SectionContent {
    /// One part.
    private struct Part: Sendable {
        /// From its delimiter to the next one.
        var range: Range<Int>
        /// The lines of its head.
        var fields: [Range<Int>]
        /// Its content.
        var content: Range<Int>
        /// Its content, laid out.
        var document: ResponseDocument
    }

    private let octets: Octets
    private let parts: [Part]

    /// More parts are shown as one.
    private static let mostParts = 2000
    /// Binary content that is longer is told by its size.
    private static let longestHex = 4096

    /// Finds the parts; `nil` when the body does not hold the delimiter at all.
    init?(_ octets: Octets, boundary: String, depth: Int) {
        self.octets = octets
        let delimiter = Array("--\(boundary)".utf8)
        guard delimiter.count > 2 else { return nil }
        var places = Self.delimiters(delimiter, in: octets)
        guard !places.isEmpty else { return nil }
        if places.count > Self.mostParts { places.removeSubrange(Self.mostParts...) }
        var parts: [Part] = []
        for (number, place) in places.enumerated() {
            let next = number + 1 < places.count ? places[number + 1] : nil
            guard !place.isLast else { break }
            let end = next?.lineStart ?? octets.count
            parts.append(
                Self.part(octets, place.lineStart, place.contentStart, end, next != nil, depth)
            )
        }
        self.parts = parts
    }

    private struct Delimiter {
        var lineStart: Int
        var contentStart: Int
        var isLast: Bool
    }

    /// The delimiter lines.
    private static func delimiters(_ delimiter: [UInt8], in octets: Octets) -> [Delimiter] {
        unsafe octets.withUnsafeBytes { bytes in
            var result: [Delimiter] = []
            var line = 0
            while line < bytes.count, result.last?.isLast != true, result.count <= mostParts {
                let feed = unsafe bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
                if unsafe bytes.count - line >= delimiter.count
                    && bytes[line..<(line + delimiter.count)].elementsEqual(delimiter)
                {
                    let rest = unsafe bytes[
                        (line + delimiter.count)..<max(feed, line + delimiter.count)
                    ]
                    let isLast = unsafe rest.starts(with: [0x2D, 0x2D])
                    let tail = unsafe isLast ? rest.dropFirst(2) : rest
                    if unsafe tail.allSatisfy({ $0 <= 0x20 }) {
                        result.append(
                            Delimiter(
                                lineStart: line,
                                contentStart: min(feed + 1, bytes.count),
                                isLast: isLast
                            )
                        )
                    }
                }
                line = feed + 1
            }
            return result
        }
    }

    private static func part(
        _ octets: Octets,
        _ lineStart: Int,
        _ contentStart: Int,
        _ end: Int,
        _ isClosed: Bool,
        _ depth: Int
    ) -> Part {
        var fields: [Range<Int>] = []
        var index = contentStart
        while index < end {
            let feed = octets[index..<end].firstIndex(of: 0x0A) ?? end
            let lineEnd = feed > index && octets[feed - 1] == 0x0D ? feed - 1 : feed
            let line = index..<lineEnd
            index = min(feed + 1, end)
            if line.isEmpty { break }
            fields.append(line)
        }
        // The line end before a delimiter belongs to the delimiter.
        var contentEnd = end
        if isClosed, contentEnd > index {
            contentEnd -= 1
            if contentEnd > index && octets[contentEnd - 1] == 0x0D { contentEnd -= 1 }
        }
        let content = index..<max(contentEnd, index)
        let type = fields.compactMap { field(named: "content-type", $0, octets) }.first
        let document = ResponseDocument(
            body: octets.slice(content),
            mediaType: type.flatMap { MediaType($0) },
            mode: nil,
            charset: nil,
            depth: depth + 1
        )
        return Part(
            range: lineStart..<end,
            fields: fields,
            content: content,
            document: document
        )
    }

    /// The value of a field line, when it has this name.
    private static func field(named name: String, _ line: Range<Int>, _ octets: Octets) -> String? {
        let text = octets.slice(line.lowerBound..<min(line.upperBound, line.lowerBound + 4096)).text
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            HTTPToken.equalsIgnoringCase(text[..<colon].trimmingBlanks, name)
        else { return nil }
        return text[text.utf8.index(after: colon)...].trimmingBlanks
    }

    var count: Int { parts.count }

    func range(of section: Int) -> Range<Int> { parts[section].range }

    private func isHidden(_ part: Part) -> Bool {
        part.document.kind == .binary && part.content.count > Self.longestHex
    }

    func rowCount(of section: Int) -> Int {
        let part = parts[section]
        return 1 + part.fields.count + (isHidden(part) ? 1 : part.document.rowCount)
    }

    func row(_ row: Int, of section: Int, isPlain: Bool) -> DocumentRow {
        let part = parts[section]
        if row == 0 { return head(part, section) }
        if row <= part.fields.count { return fieldRow(part.fields[row - 1]) }
        if isHidden(part) {
            let type = Self.described(part.content.count)
            return DocumentRow(
                spans: [DocumentSpan("binary content, \(type)", .comment)],
                indent: 1,
                byteRange: part.content
            )
        }
        let place = row - 1 - part.fields.count
        var row = isPlain ? part.document.plainRow(place) : part.document.row(place)
        row.indent += 1
        row.fold = .none
        if part.document.conversion == nil {
            row.move(by: part.content.lowerBound)
        } else {
            row.byteRange = part.content
            for place in row.spans.indices { row.spans[place].byteRange = nil }
        }
        return row
    }

    /// The number of the part, its name, file name and size.
    private func head(_ part: Part, _ section: Int) -> DocumentRow {
        var spans = [DocumentSpan("part \(section + 1)", .comment)]
        let line = part.fields.compactMap { Self.field(named: "content-disposition", $0, octets) }
            .first
        // A disposition has the parameters of a media type, after one word.
        let parameters = line.flatMap { MediaType("x/" + $0) }
        for name in ["name", "filename"] {
            guard let value = parameters?.parameter(name) else { continue }
            let text = TextEscaping.visible(value)
            spans.append(DocumentSpan(name == "name" ? " " : " file ", .comment))
            spans.append(DocumentSpan(text, .key))
        }
        spans.append(DocumentSpan("  " + Self.described(part.content.count), .comment))
        let lower = part.range.lowerBound
        return DocumentRow(spans: spans, byteRange: lower..<lower)
    }

    private static func described(_ count: Int) -> String {
        count == 1 ? "1 byte" : "\(count) bytes"
    }

    private func fieldRow(_ line: Range<Int>) -> DocumentRow {
        var builder = SpanBuilder(octets)
        let colon = octets[line].prefix(2048).firstIndex(of: UInt8(ascii: ":"))
        if let colon {
            builder.add(line.lowerBound..<colon, .key, limit: 2048)
            builder.add(colon..<line.upperBound, .string, limit: 4096)
        } else {
            builder.add(line, .text, limit: 2048)
        }
        return DocumentRow(spans: builder.spans, indent: 1, byteRange: line)
    }

    func row(of section: Int, containing offset: Int) -> Int {
        let part = parts[section]
        guard offset >= part.content.lowerBound else {
            let place = part.fields.firstIndex { offset <= $0.upperBound }
            return offset < (part.fields.first?.lowerBound ?? 0)
                ? 0 : (place ?? max(part.fields.count - 1, 0)) + 1
        }
        let base = 1 + part.fields.count
        guard !isHidden(part), part.document.conversion == nil else { return base }
        return base + part.document.row(containing: offset - part.content.lowerBound)
    }
}
