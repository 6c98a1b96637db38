package import HTTPModel

/// Where the elements of an XML text stand in it.
package struct MarkupElements: Sendable {
    /// The bytes of each element, tags included, in the order of their start tags.
    package let ranges: [Range<Int>]
    /// The first error; the ranges after it may be those of start tags only.
    package let fault: JSONFault?

    private let octets: Octets

    /// Finds the elements of an XML text.
    package init(_ octets: Octets) {
        self.octets = octets
        let found = unsafe octets.withUnsafeBytes { bytes in
            var scanner = unsafe MarkupScanner(bytes.bindMemory(to: UInt8.self), .xml)
            scanner.spans = []
            let hasMark = unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF])
            scanner.run(from: hasMark ? 3 : 0)
            return (scanner.spans ?? [], scanner.failure)
        }
        ranges = found.0
        fault = found.1.map { JSONFault(offset: $0.offset, in: octets, detail: $0.detail) }
    }

    /// The bytes of element number `number`, if it is named `name`, prefix included.
    package func range(of number: Int, named name: String) -> Range<Int>? {
        guard ranges.indices.contains(number) else { return nil }
        let start = ranges[number].lowerBound + 1
        let end = start + name.utf8.count
        guard end < octets.count, octets.slice(start..<end).elementsEqual(name.utf8) else {
            return nil
        }
        return ranges[number]
    }
}

extension ResponseDocument {
    /// Whether a document of kind `.xml` is read as HTML.
    package var isHTML: Bool { (structure as? MarkupRows)?.dialect == .html }
}
