import HTTPModel

/// Finds where members of a JSON settings file are, for messages.
struct KeyLocator {
    private let source: SourceText

    init(_ octets: Octets) {
        source = SourceText(octets)
    }

    /// Where the keys of `path` stand, each looked for behind the one before.
    ///
    /// - Returns: The last key found; the start of the file when there is none.
    func location(of path: [String]) -> TextLocation {
        var offset = 0
        for key in path {
            let range = offset..<source.bytes.count
            let found =
                source.firstIndex(of: "\"\(key)\"", in: range)
                ?? source.firstIndex(of: "'\(key)'", in: range)
                ?? source.firstIndex(of: key + ":", in: range)
                ?? source.firstIndex(of: key, in: range)
            guard let found else { break }
            offset = found
        }
        return source.location(offset)
    }
}
