package import Collections
import Documents
package import HTTPModel

/// Reads files of other tools for a collection.
package struct InterchangeReader: ForeignFileReader {
    private static let extensions: Set<String> = [
        "json", "yaml", "yml", "har", "bru", "hurl", "curl",
    ]
    /// How much of a file is looked at before it is parsed.
    private static let sniffedBytes = 1 << 16
    /// Words of which every file of a known format has one near its start.
    private static let marks: [DocumentSearch] = [
        "postman", "\"item\"", "\"items\"", "\"requests\"", "openapi", "swagger", "__export_format",
        "insomnia", "\"log\"", "\"colName\"", "\"colId\"", "\"variables\"", "\"values\"",
        "last_position", "requests:", "recipes:", "profiles:", "method:", "opencollection",
        "type: Request", "type: Environment", "\"method\"", "\"enabled\"", "info:", "variables:",
        "\"data\"", "url:",
    ].compactMap { try? DocumentSearch($0, isCaseSensitive: true) }

    private static let ownSyntax = [".bru", ".hurl", ".har", ".curl"]
    private static let structured = [".json", ".yaml", ".yml"]

    /// Creates a reader.
    package init() {}

    /// Whether the extension is one that other tools use.
    package func isCandidate(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return Self.extensions.contains(name[name.utf8.index(after: dot)...].lowercased())
    }

    /// Reads a file whose content is of a known format.
    package func read(
        _ octets: Octets,
        path: String,
        sibling: @escaping @Sendable (String) -> Octets?
    ) throws(ForeignFault) -> ForeignFile? {
        guard mayBeKnown(octets, path) else { return nil }
        let collection: ImportedCollection
        do {
            guard let found = try Interchange.read(octets, path: path, sibling: sibling) else {
                return nil
            }
            collection = found
        } catch {
            throw ForeignFault(location: error.location, detail: error.detail)
        }
        return ForeignFile(
            format: collection.format.rawValue,
            text: Octets(utf8: text(of: collection)),
            environments: environments(of: collection)
        )
    }

    /// Whether the start of the file has a word of any format; saves parsing other data.
    private func mayBeKnown(_ octets: Octets, _ path: String) -> Bool {
        if Self.ownSyntax.contains(where: { path.hasSuffix($0) }) { return true }
        if !Self.structured.contains(where: { path.hasSuffix($0) }) { return true }
        let start = octets.slice(0..<Self.sniffedBytes)
        // Text in UTF-16 has none of the words; it is rare enough to be parsed.
        if start.first == 0xFF || start.first == 0xFE { return true }
        return Self.marks.contains { $0.first(in: start) != nil }
    }

    private func text(of collection: ImportedCollection) -> String {
        guard !collection.requests.isEmpty else { return "" }
        return HTTPFileText.text(of: collection)
    }

    private func environments(of collection: ImportedCollection) -> [ForeignFile.Environment] {
        var result = collection.environments.map { environment in
            ForeignFile.Environment(
                name: environment.name,
                variables: environment.variables.map { ($0.name, $0.value, $0.isSecret) }
            )
        }
        // Without requests, the variables are there for the requests of other files.
        if collection.requests.isEmpty, !collection.variables.isEmpty {
            result.append(
                ForeignFile.Environment(
                    name: nil,
                    variables: collection.variables.map { ($0.name, $0.value, $0.isSecret) }
                )
            )
        }
        return result
    }
}
