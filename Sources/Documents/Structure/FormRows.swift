import HTTPModel

/// The rows of form data: one name and value each, decoded.
///
/// - SeeAlso: URL Standard §5.1.
struct FormRows: RowSource {
    private let octets: Octets
    /// Where each pair starts, and after the last one the place after the end.
    private let starts: [Int]
    /// The columns of the names, up to a limit.
    private let nameColumns: Int

    private static let widestName = 32
    /// The bytes after which a pair without an equals sign has none.
    private static let longestName = 64 * 1024
    /// The bytes of a value that a row shows.
    private static let shownLength = 16 * 1024

    init(_ octets: Octets) {
        self.octets = octets
        var starts: [Int] = []
        unsafe octets.withUnsafeBytes { bytes in
            var end = bytes.count
            while unsafe end > 0 && (bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D) { end -= 1 }
            var start = 0
            for index in 0...end
            where unsafe index == end || bytes[index] == UInt8(ascii: "&") {
                if index > start { starts.append(start) }
                start = index + 1
            }
            starts.append(start)
        }
        self.starts = starts
        var columns = 1
        for start in starts.dropLast().prefix(200) {
            let name = octets.slice(start..<octets.count).prefix(Self.widestName * 3)
                .prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&") }
            let text = Self.decoded(octets.slice(start..<(start + name.count)))
            columns = max(columns, min(text.unicodeScalars.count, Self.widestName))
        }
        nameColumns = columns
    }

    var count: Int { starts.count - 1 }

    func row(_ index: Int) -> DocumentRow { row(index, limit: Self.shownLength) }

    func plainRow(_ index: Int) -> DocumentRow { row(index, limit: .max) }

    private func row(_ index: Int, limit: Int) -> DocumentRow {
        let range = range(index)
        let equals = octets.slice(range).prefix(Self.longestName).firstIndex(of: UInt8(ascii: "="))
        let nameEnd = range.lowerBound + (equals ?? range.count)
        let name = decoded(range.lowerBound..<nameEnd, limit)
        var spans = [name.span(.key)]
        let padding = nameColumns - name.text.unicodeScalars.count
        if padding > 0 {
            spans.append(
                DocumentSpan(String(repeating: " ", count: padding), .punctuation)
            )
        }
        if equals != nil {
            spans.append(DocumentSpan(" = ", .punctuation))
            let value = decoded((nameEnd + 1)..<range.upperBound, limit)
            spans.append(value.span(.string))
            if value.isCut { spans.append(DocumentSpan("…", .comment)) }
        }
        return DocumentRow(spans: spans.filter { !$0.text.isEmpty }, byteRange: range)
    }

    private func range(_ index: Int) -> Range<Int> {
        let end = unsafe octets.withUnsafeBytes { bytes in
            var end = starts[index + 1] - 1
            // Empty pairs are left out.
            while unsafe end > starts[index] && bytes[end - 1] == UInt8(ascii: "&") { end -= 1 }
            return min(end, bytes.count)
        }
        return starts[index]..<max(end, starts[index])
    }

    /// A decoded part of a pair.
    private struct Part {
        var text: String
        var range: Range<Int>
        var isPlain: Bool
        var isCut: Bool

        func span(_ role: DocumentRole) -> DocumentSpan {
            DocumentSpan(text, role, isPlain ? range : nil)
        }
    }

    private func decoded(_ range: Range<Int>, _ limit: Int) -> Part {
        let isCut = range.count > limit
        let shown = range.lowerBound..<(isCut ? range.lowerBound + limit : range.upperBound)
        let source = octets.slice(shown)
        let text = TextEscaping.visible(Self.decoded(source))
        return Part(
            text: text,
            range: shown,
            isPlain: text.utf8.elementsEqual(source),
            isCut: isCut
        )
    }

    private static func decoded(_ octets: Octets) -> String {
        PercentEncoding.decode(octets.text, plusIsSpace: true)
    }

    func row(containing offset: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }
}
