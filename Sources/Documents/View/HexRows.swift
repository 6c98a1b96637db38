import HTTPModel

/// The rows of a hex view: offset, some bytes, and their ASCII characters.
enum HexRows {
    static func count(_ octets: Octets, width: Int) -> Int { (octets.count + width - 1) / width }

    static func row(containing offset: Int, of octets: Octets, width: Int) -> Int {
        max(0, min(offset / width, count(octets, width: width) - 1))
    }

    static func row(_ index: Int, of octets: Octets, width: Int) -> DocumentRow {
        let start = index * width
        let end = min(start + width, octets.count)
        var spans = [DocumentSpan(offset(start, of: octets.count) + "  ", .hexOffset)]
        for place in start..<end {
            let gap = place - start == 7 && width > 8 ? "  " : " "
            spans.append(
                DocumentSpan(ByteText.digits(octets[place]), .hexByte, place..<(place + 1))
            )
            spans.append(DocumentSpan(gap, .punctuation))
        }
        let missing = width - (end - start)
        let padding = missing * 3 + (missing > 8 ? 1 : 0)
        spans.append(DocumentSpan(String(repeating: " ", count: padding + 1), .punctuation))
        for place in start..<end {
            let byte = octets[place]
            let isShown = byte >= 0x20 && byte < 0x7F
            let text = isShown ? String(Unicode.Scalar(byte)) : "·"
            spans.append(DocumentSpan(text, isShown ? .text : .control, place..<(place + 1)))
        }
        return DocumentRow(spans: spans, byteRange: start..<end)
    }

    /// At least eight digits, and as many in every row.
    private static func offset(_ offset: Int, of count: Int) -> String {
        let digits = String(offset, radix: 16)
        let columns = max(8, String(count, radix: 16).count)
        return String(repeating: "0", count: columns - digits.count) + digits
    }
}
