import Collections
import Files
import HTTPModel
import TestSupport
import Testing

@testable import Interchange

/// One row of the corpus' manifest.
struct ManifestRow {
    var path: String
    var kind: String
    var count: Int?

    /// The rows of the manifest; empty when there is no corpus.
    static let all: [ManifestRow] = {
        guard let root = Corpus.root else { return [] }
        guard let octets = try? FileSystem.read(FilePath.join(root, "MANIFEST.tsv")) else {
            return []
        }
        return octets.text.split(separator: "\n").dropFirst().map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            return ManifestRow(
                path: String(columns[0]),
                kind: String(columns[1]),
                count: columns.count > 8 ? Int(columns[8]) : nil
            )
        }
    }()

    /// What reading the row's file gives.
    func read() throws -> ImportedCollection? {
        let root = try #require(Corpus.root)
        let file = FilePath.join(root, path)
        let folder = FilePath.directory(of: file)
        return try Interchange.read(try FileSystem.read(file), path: path) { sibling in
            try? FileSystem.read(FilePath.join(folder, sibling))
        }
    }
}

@Suite("Foreign files of the corpus")
struct CorpusTests {
    /// The kinds whose files each hold requests, or variables for environments.
    static let kinds = [
        "postman", "postman-env", "postman-globals", "har", "har-request", "hoppscotch",
        "hoppscotch-env", "thunder", "atac", "insomnia-old", "insomnia-v4", "insomnia-v5",
        "insomnia-git", "posting", "slumber", "bruno", "bruno-json", "opencollection", "openapi",
        "hurl", "curl",
    ]

    /// Where the manifest counts otherwise: docs/interop.md says why.
    private static let differences = [
        "openapi/swagger-parser/validate-schema/invalid/ref-to-invalid-path.yaml": 1,
        "curl/curlconverter/multiple_urls.curl.txt": 4,
        "curl/curlconverter/pipelines.curl.txt": 5,
        "curl/curlconverter/url_query.curl.txt": 4,
        "curl/curlconverter/url_query_reads_file.curl.txt": 4,
        "curl/insomnia/no-url-input.curl.txt": 0,
    ]

    @Test func everyFileHasTheRequestsItsManifestCounts() throws {
        guard Corpus.root != nil else { return print("skipped: foreign files (no corpus)") }
        for kind in Self.kinds {
            var expected = 0
            var got = 0
            let rows = ManifestRow.all.filter { $0.kind == kind }
            for row in rows {
                // Some parsers' fixtures are wrong on purpose, though not marked as broken.
                if row.count == 0, (try? row.read()) == nil { continue }
                guard let collection = try row.read() else {
                    // Bare names and values, or nothing at all, could be anything.
                    if kind.contains("env") || (row.count ?? 0) == 0 { continue }
                    Issue.record("\(row.path): not recognized")
                    continue
                }
                let file = HTTPFile(
                    Octets(utf8: HTTPFileText.text(of: collection)),
                    path: row.path
                )
                if collection.requests.count != file.requests.count {
                    Issue.record(
                        "\(row.path): \(collection.requests.count) read, \(file.requests.count) written"
                    )
                }
                for problem in file.problems { Issue.record("\(problem)") }
                let variables =
                    collection.variables.count
                    + collection.environments.map(\.variables.count).reduce(0, +)
                let isVariables = kind.contains("env") || kind.contains("globals")
                let count = isVariables ? variables : file.requests.count
                if let wanted = Self.differences[row.path] ?? row.count, wanted != count,
                    !isVariables
                {
                    Issue.record("\(row.path): \(count) of \(wanted)")
                }
                expected += row.count ?? 0
                got += count
            }
            print("corpus \(kind): \(rows.count) files, \(got) of \(expected)")
        }
    }

    @Test func everyBrokenFileGivesAFaultInWords() throws {
        for kind in Self.kinds + ["insomnia"] {
            for row in ManifestRow.all.filter({ $0.kind == kind + "-broken" }) {
                do {
                    // A file that is of no format at all is a problem of whoever opens it.
                    #expect(try row.read() == nil, "\(row.path)")
                } catch let error as ImportError {
                    print("\(row.path):\(error)")
                    #expect(!error.detail.isEmpty)
                }
            }
        }
    }
}
