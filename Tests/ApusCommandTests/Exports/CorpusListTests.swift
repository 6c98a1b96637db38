import Collections
import Documents
import Files
import HTTPModel
import Interchange
import TestSupport
import Testing

/// `apus list` of all files of the corpus in one run.
@Suite struct CorpusListTests {
    /// One line of the manifest.
    private struct Row {
        var path: String
        var kind: String
        var count: Int?
    }

    /// Where the manifest counts otherwise: docs/interop.md says why.
    private static let differences = [
        "openapi/swagger-parser/validate-schema/invalid/ref-to-invalid-path.yaml": 1,
        "curl/curlconverter/multiple_urls.curl.txt": 4,
        "curl/curlconverter/pipelines.curl.txt": 5,
        "curl/curlconverter/url_query.curl.txt": 4,
        "curl/curlconverter/url_query_reads_file.curl.txt": 4,
        "curl/insomnia/no-url-input.curl.txt": 0,
    ]
    /// Kinds that hold no requests, or that the manifest counts something else of.
    private static let others: Set<String> = [
        "response", "curl-expected", "curl-list", "jsonpath", "kind", "openapi-parts", "http-env",
        "postman-env", "postman-globals", "hoppscotch-env",
    ]

    private static func rows(_ root: String) throws -> [Row] {
        try FileSystem.read(FilePath.join(root, "MANIFEST.tsv")).text.split(separator: "\n")
            .dropFirst().map { line in
                let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
                let count = cells.count > 8 ? Int(cells[8]) : nil
                return Row(path: String(cells[0]), kind: String(cells[1]), count: count)
            }
    }

    @Test(.timeLimit(.minutes(5))) func theWholeCorpusListsInOneRun() async throws {
        guard let root = Corpus.root else { return print("skipped: listing (no corpus)") }
        let ending = try await ChildProgram.run(
            "apus",
            ["list", root, "--json"],
            directory: "/",
            limit: .seconds(180)
        )
        #expect(ending.exitCode == 3, "the broken files are reported")
        // A minute is what the program may take; this one is not optimized, and shares the machine.
        print("listing the corpus took \(ending.elapsed)")
        #expect(ending.elapsed < .seconds(150))
        let list = try JSONValue(parsing: Octets(utf8: ending.output))
        var counts: [String: Int] = [:]
        for request in list["requests"]?.arrayValue ?? [] {
            counts[request["file"]?.stringValue ?? "", default: 0] += 1
        }
        var faults: [String: JSONValue] = [:]
        for problem in list["problems"]?.arrayValue ?? [] {
            faults[problem["file"]?.stringValue ?? ""] = problem
        }
        try compare(Self.rows(root), counts, faults, root)
    }

    private func compare(
        _ rows: [Row],
        _ counts: [String: Int],
        _ faults: [String: JSONValue],
        _ root: String
    ) throws {
        var table: [String: (files: Int, expected: Int, got: Int)] = [:]
        for row in rows where !Self.others.contains(row.kind) {
            if row.kind.hasSuffix("-broken") {
                let fault = faults[row.path].map { fault in
                    CollectionProblem(
                        file: row.path,
                        location: TextLocation(
                            line: fault["line"]?.intValue ?? 0,
                            column: fault["column"]?.intValue ?? 0
                        ),
                        message: fault["message"]?.stringValue ?? ""
                    )
                }
                expectReadable(try fault ?? named(row.path, in: root), row.path)
                table[row.kind, default: (0, 0, 0)].files += 1
                continue
            }
            guard let count = row.count else { continue }
            // Files that a folder's listing passes over are looked at when they are named.
            let got = try counts[row.path] ?? named(FilePath.join(root, row.path))
            let wanted = Self.differences[row.path] ?? count
            // The manifest's counts of request files are rough: httpYac needs no `###`.
            let isRough = row.kind == "http" && row.path.hasPrefix("http/httpyac/") && got > wanted
            let isLone = row.kind == "har" && wanted == 0 && got == 1
            if !isRough, !isLone, got != wanted {
                Issue.record("\(row.path): \(got) of \(wanted)")
            }
            var line = table[row.kind] ?? (0, 0, 0)
            line = (line.files + 1, line.expected + count, line.got + got)
            table[row.kind] = line
        }
        print("kind               files  expected  got")
        for (kind, line) in table.sorted(by: { $0.key < $1.key }) {
            let name = kind + String(repeating: " ", count: max(1, 18 - kind.count))
            print("\(name) \(line.files)\t\(line.expected)\t\(line.got)")
        }
    }

    private func named(_ path: String) throws -> Int {
        try RequestCollection.load(path, foreign: InterchangeReader()).allOutlines.filter { entry in
            FilePath.join(FilePath.directory(of: path), FilePath.name(of: entry.file.path)) == path
        }.count
    }

    /// The problem of a file that is passed over in a folder because nothing in it is of any format.
    private func named(_ path: String, in root: String) throws -> CollectionProblem? {
        try RequestCollection.load(FilePath.join(root, path), foreign: InterchangeReader())
            .problems.first { FilePath.name(of: $0.file) == FilePath.name(of: path) }
    }

    private func expectReadable(_ fault: CollectionProblem?, _ path: String) {
        guard let fault else {
            Issue.record("\(path): no problem is listed")
            return
        }
        #expect(fault.message.count > 10, "\(path)")
        #expect(fault.location.line > 0 && fault.location.column > 0, "\(path)")
    }
}
