package import HTTPModel

/// Reads one foreign format.
protocol ForeignReader: SendableMetatype {
    /// Whether the content is of this format, judged by its content and not by its name.
    ///
    /// Also true for a file that is meant to be of the format and has a fault.
    static func recognizes(_ source: ForeignSource) -> Bool
    /// Reads the file.
    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection
}

/// Finds out what a file is, and reads it.
package enum Interchange {
    /// The readers of JSON and YAML formats, the most specific first.
    private static let structured: [any ForeignReader.Type] = [
        OpenAPIReader.self, HoppscotchReader.self, HoppscotchEnvironmentReader.self,
        PostmanReader.self,
        PostmanEnvironmentReader.self, ThunderReader.self, ATACReader.self, HARReader.self,
        InsomniaReader.self, BrunoReader.self, OpenCollectionReader.self, SlumberReader.self,
        PostingReader.self,
    ]
    /// The readers of formats with a syntax of their own.
    private static let textual: [any ForeignReader.Type] = [
        BruReader.self, HurlReader.self, CurlPasteReader.self,
    ]

    /// Reads a file of any known format.
    ///
    /// - Parameters:
    ///   - octets: The content.
    ///   - path: The path to show, relative to the collection's folder.
    ///   - sibling: Reads files that this one refers to, by paths relative to its folder.
    /// - Returns: What it holds; `nil` when it is of no known format.
    /// - Throws: `ImportError` when it is of a known format and cannot be read.
    package static func read(
        _ octets: Octets,
        path: String,
        sibling: @escaping @Sendable (String) -> Octets? = { _ in nil }
    ) throws(ImportError) -> ImportedCollection? {
        let plain = ForeignSource(octets, path: path, isStructured: false, sibling: sibling)
        for reader in textual where reader.recognizes(plain) {
            return try reader.read(plain)
        }
        let source = plain.structured
        for reader in structured where reader.recognizes(source) {
            return try reader.read(source)
        }
        return nil
    }
}
