import HTTPModel
import TestSupport

/// The request files of the corpus, read once.
enum CorpusFiles {
    /// Paths below the corpus and their bytes; empty when there is no corpus.
    static let all: [(path: String, bytes: Octets)] = Corpus.files(in: "http").compactMap { path in
        guard path.hasSuffix(".http") || path.hasSuffix(".rest"),
            let bytes = try? Corpus.read(path)
        else { return nil }
        return (path, bytes)
    }

    /// The count the manifest gives for a request file, which is rough.
    static let counts: [String: Int] = {
        guard let text = try? Corpus.read("MANIFEST.tsv").text else { return [:] }
        var counts: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count > 8, cells[1] == "http", let count = Int(cells[8]) else { continue }
            counts[String(cells[0])] = count
        }
        return counts
    }()
}
