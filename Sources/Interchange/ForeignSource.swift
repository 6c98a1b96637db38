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
        var value: JSONValue?
        var fault: (location: TextLocation, detail: String)?
        if isStructured {
            let isJSON = octets.first { $0 > 0x20 }.map { $0 == 0x7B || $0 == 0x5B } ?? false
            do {
                value = isJSON ? try Self.json(octets) : try JSONValue(parsingYAML: octets)
            } catch let json as JSONFault {
                fault = (json.location, json.detail)
            } catch let yaml as YAMLFault {
                fault = (yaml.location, yaml.detail)
            } catch {
                fault = (TextLocation(line: 1, column: 1), "\(error)")
            }
        }
        self.value = value
        self.fault = fault
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
