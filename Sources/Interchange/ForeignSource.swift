package import Documents
package import HTTPModel

/// A file that may be of a foreign format: its bytes, and what can be learned from them.
package struct ForeignSource: Sendable {
    /// The bytes.
    package let octets: Octets
    /// The path relative to the collection's folder.
    package let path: String
    /// Reads another file, by a path relative to this one's folder; `nil` when it cannot be read.
    package let sibling: @Sendable (String) -> Octets?
    /// The content as JSON or YAML; `nil` when it is neither.
    package let value: JSONValue?
    /// Where the content stops being JSON or YAML; `nil` when it is one of them.
    package let fault: (location: TextLocation, detail: String)?
    /// The content as text, byte order mark removed and UTF-16 decoded.
    package let text: String

    /// Reads the bytes of a file.
    ///
    /// - Parameters:
    ///   - octets: The content.
    ///   - path: The path to show.
    ///   - isStructured: Whether to read JSON or YAML; `false` for formats with a syntax of their own.
    ///   - sibling: Reads files that this one refers to.
    package init(
        _ octets: Octets,
        path: String,
        isStructured: Bool,
        sibling: @escaping @Sendable (String) -> Octets? = { _ in nil }
    ) {
        let octets = Self.decoded(octets)
        self.octets = octets
        self.path = path
        self.sibling = sibling
        text = octets.text
        (value, fault) = isStructured ? Self.structure(of: octets) : (nil, nil)
    }

    private init(structured plain: ForeignSource) {
        octets = plain.octets
        path = plain.path
        sibling = plain.sibling
        text = plain.text
        (value, fault) = Self.structure(of: plain.octets)
    }

    /// The same file with its JSON or YAML read.
    var structured: ForeignSource { ForeignSource(structured: self) }

    private static func structure(
        of octets: Octets
    ) -> (value: JSONValue?, fault: (location: TextLocation, detail: String)?) {
        let isJSON = octets.first { $0 > 0x20 }.map { $0 == 0x7B || $0 == 0x5B } ?? false
        do {
            return (isJSON ? try json(octets) : try JSONValue(parsingYAML: octets), nil)
        } catch let json as JSONFault {
            return (nil, (json.location, json.detail))
        } catch let yaml as YAMLFault {
            return (nil, (yaml.location, yaml.detail))
        } catch {
            return (nil, (TextLocation(line: 1, column: 1), "\(error)"))
        }
    }

    /// Finds the first line that is not blank.
    ///
    /// - Parameter mark: What begins the lines that are passed over, if any do.
    /// - Returns: The line without blanks around it; `nil` when there is none.
    func firstLine(skippingComments mark: UInt8? = nil) -> String? {
        var start = 0
        while start < octets.count {
            let end = octets[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? octets.count
            let ink = octets[start..<end].firstIndex { $0 != 0x20 && $0 != 0x09 }
            if let ink, octets[ink] != mark {
                let line = octets.slice(ink..<end).text.trimmingSpaces
                if !line.isEmpty { return line }
            }
            start = end + 1
        }
        return nil
    }

    /// JSON, or a flow mapping of YAML, which looks like it.
    private static func json(_ octets: Octets) throws -> JSONValue {
        do {
            return try JSONValue(parsing: octets)
        } catch {
            guard let value = try? JSONValue(parsingYAML: octets) else { throw error }
            return value
        }
    }

    /// `octets` without a byte order mark, UTF-16 made UTF-8.
    private static func decoded(_ octets: Octets) -> Octets {
        if octets.starts(with: [0xEF, 0xBB, 0xBF]) { return octets.slice(3..<octets.count) }
        let isLittle = octets.starts(with: [0xFF, 0xFE])
        guard isLittle || octets.starts(with: [0xFE, 0xFF]) else { return octets }
        let bytes = octets.array
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { i in
            isLittle
                ? UInt16(bytes[i]) | UInt16(bytes[i + 1]) << 8
                : UInt16(bytes[i]) << 8 | UInt16(bytes[i + 1])
        }
        return Octets(utf8: String(decoding: units, as: UTF16.self))
    }
}
