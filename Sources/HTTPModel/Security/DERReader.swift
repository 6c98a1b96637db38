/// Reads the elements of a DER encoding one after the other.
///
/// Bytes come from peers: everything that does not fit its frame gives `nil`, and nothing recurses.
///
/// - SeeAlso: ITU-T X.690 §8, §10.
struct DERReader {
    /// One element: its tag, its content, and all its bytes.
    struct Element {
        /// The identifier octet; tags above 30 are not read.
        var tag: UInt8
        /// The content octets.
        var content: Octets
        /// Tag, length and content.
        var whole: Octets
    }

    private let octets: Octets
    private var position = 0

    /// Starts at the first element of `octets`.
    init(_ octets: Octets) {
        self.octets = octets
    }

    /// Takes the next element.
    ///
    /// - Returns: `nil` at the end, and when the bytes are malformed.
    mutating func next() -> Element? {
        guard position + 2 <= octets.count, octets[position] & 0x1F != 0x1F else { return nil }
        let start = position
        var length = Int(octets[start + 1])
        var content = start + 2
        if length >= 0x80 {
            let count = length & 0x7F
            guard (1...4).contains(count), content + count <= octets.count else { return nil }
            length = 0
            for i in 0..<count { length = length << 8 | Int(octets[content + i]) }
            content += count
        }
        guard length <= octets.count - content else { return nil }
        position = content + length
        return Element(
            tag: octets[start],
            content: octets.slice(content..<position),
            whole: octets.slice(start..<position)
        )
    }

    /// Takes the next element when it has this tag; else nothing is taken.
    mutating func next(_ tag: UInt8) -> Element? {
        let before = position
        guard let element = next(), element.tag == tag else {
            position = before
            return nil
        }
        return element
    }

    /// Takes all elements that are left.
    mutating func rest() -> [Element] {
        var elements: [Element] = []
        while let element = next() { elements.append(element) }
        return elements
    }

    /// The arcs of an object identifier as text, such as `2.5.29.17`.
    static func identifier(_ content: Octets) -> String {
        var arcs: [UInt64] = []
        var value: UInt64 = 0
        for byte in content {
            guard value < 1 << 56 else { return "" }
            value = value << 7 | UInt64(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            if arcs.isEmpty {
                let first = min(value / 40, 2)
                arcs = [first, value - first * 40]
            } else {
                arcs.append(value)
            }
            value = 0
        }
        return arcs.map(String.init).joined(separator: ".")
    }
}
