import ClientCore
import CollectionRun
import Collections
import Files
import Glibc
import HTTPModel
import Interchange
import TestSupport
import Testing

/// Saved requests sent by Apus, and by real `curl` with the command that Apus exports.
///
/// `make test` takes a sample of the corpus; `make exports` takes all of it.
@Suite(.serialized) struct CurlRunTests {
    /// A request of the corpus as it goes over the wire to the recording server.
    private struct Wire: Equatable {
        var line: String
        var fields: [String]
        var body: [UInt8]

        init(_ request: FaultRequest) {
            line = request.line
            fields = request.lines.dropFirst().map { field in
                let name = field.prefix { $0 != ":" }.lowercased()
                // A signature holds the time.
                if name == "authorization", field.contains("AWS4-HMAC") { return "\(name): AWS4" }
                if name == "x-amz-date" { return name }
                return name + field.dropFirst(name.count)
            }.sorted()
            body = request.body
        }

        /// What is different, for people.
        func difference(from other: Wire) -> String {
            var lines: [String] = []
            if line != other.line { lines += ["apus: \(line)", "curl: \(other.line)"] }
            lines += fields.filter { !other.fields.contains($0) }.map { "apus only: \($0)" }
            lines += other.fields.filter { !fields.contains($0) }.map { "curl only: \($0)" }
            if body != other.body {
                lines.append("\(body.count) bytes of content by apus, \(other.body.count) by curl")
            }
            return lines.joined(separator: "\n  ")
        }
    }

    /// How many files and requests of the corpus are passed over for each that is taken.
    private static let stride = getenv("APUS_EXPORTS").map { String(cString: $0) } == "all" ? 1 : 11

    private static let kinds: Set<String> = [
        "http", "postman", "har", "har-request", "hoppscotch", "thunder", "atac", "insomnia-old",
        "insomnia-v4", "insomnia-v5", "posting", "slumber", "bruno", "bruno-json",
        "opencollection", "openapi", "hurl", "curl",
    ]

    @Test(.timeLimit(.minutes(30))) func curlSendsWhatApusSends() async throws {
        guard let root = Corpus.root else { return print("skipped: exports to curl (no corpus)") }
        guard FileSystem.exists("/usr/bin/curl") else { return print("skipped: no curl") }
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var trial = CurlTrial(server: server, folder: try TemporaryFolder())
        let files = try Self.files(root)
        for path in Swift.stride(from: 0, to: files.count, by: Self.stride).map({ files[$0] }) {
            let collection = try RequestCollection.load(
                FilePath.join(root, path),
                foreign: InterchangeReader()
            )
            let all = collection.allOutlines
            for position in Swift.stride(from: 0, to: all.count, by: Self.stride) {
                await trial.run(all[position].selected, of: collection)
            }
        }
        print("exports to curl: \(trial.same) sent the same, \(trial.different) not")
        for (reason, count) in trial.skipped.sorted(by: { $0.key < $1.key }) {
            print("  \(count) not sent: \(reason)")
        }
        #expect(trial.same > 20)
    }

    private static func files(_ root: String) throws -> [String] {
        let manifest = try FileSystem.read(FilePath.join(root, "MANIFEST.tsv")).text
        return manifest.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            return cells.count > 1 && kinds.contains(String(cells[1])) ? String(cells[0]) : nil
        }
    }

    /// Sends requests both ways and compares what arrives.
    private struct CurlTrial {
        let server: FaultServer
        let folder: TemporaryFolder
        var same = 0
        var different = 0
        var skipped: [String: Int] = [:]

        mutating func run(_ selected: SelectedRequest, of collection: RequestCollection) async {
            guard let resolved = resolve(selected, of: collection) else { return }
            var request = resolved.request
            // All hosts are the recording server; the rest stays as it is.
            request.target.scheme = "http"
            request.options.connectTo = [ConnectOverride(toHost: "127.0.0.1", toPort: server.port)]
            request.options.resolve = []
            request.options.unixSocketPath = nil
            request.options.proxyConfiguration = .none
            request.options.tls = nil
            request.options.usesCookieJar = false
            if request.options.version != .http1_1 { request.options.version = .automatic }
            do {
                let before = server.requests.count
                let exchange = try await HTTPClient().send(request, token: resolved.token)
                guard let sent = exchange.hops.first?.sent, server.requests.count == before + 1
                else { return skip("\(exchange.failure?.code.rawValue ?? "several requests")") }
                let command = sent.curlCommand(options: request.options, redacting: nil)
                let ending = try await ChildProgram.run(
                    "/bin/sh",
                    ["-c", command],
                    environment: ["HOME": folder.path],
                    directory: folder.path
                )
                compare(before, selected, command, ending)
            } catch {
                skip("it cannot be prepared")
            }
        }

        private mutating func compare(
            _ before: Int,
            _ selected: SelectedRequest,
            _ command: String,
            _ ending: ChildProgram.Ending
        ) {
            let requests = server.requests
            guard requests.count > before + 1 else {
                different += 1
                Issue.record(
                    "\(selected.request.id): curl \(ending.exitCode) \(ending.diagnostics)\n\(command.prefix(2000))"
                )
                return
            }
            let (mine, other) = (Wire(requests[before]), Wire(requests[before + 1]))
            if mine == other {
                same += 1
            } else {
                different += 1
                Issue.record(
                    "\(selected.request.id)\n  \(mine.difference(from: other))\n\(command.prefix(2000))"
                )
            }
        }

        /// Fills in what the file leaves open.
        private mutating func resolve(
            _ selected: SelectedRequest,
            of collection: RequestCollection
        ) -> ResolvedRequest? {
            var settings = RunSettings(
                environmentName: collection.environmentName(choosing: nil),
                processEnvironment: ["HOME": folder.path]
            )
            for _ in 0..<60 {
                do {
                    let session = try RunSession(collection: collection, settings: settings)
                    return try session.resolve(selected.request, in: selected.file)
                } catch let error as ResolveError {
                    switch error.code {
                    case .unknownVariable(let name, _) where settings.overrides[name] == nil:
                        settings.overrides[name] = Self.value(of: name, in: selected.request.url)
                    case .needsPrompt(let prompt) where settings.overrides[prompt.name] == nil:
                        settings.overrides[prompt.name] = "answer"
                    case let code:
                        skip(String("\(code)".prefix { $0 != "(" }))
                        return nil
                    }
                } catch {
                    skip("settings")
                    return nil
                }
            }
            skip("too many variables")
            return nil
        }

        /// A value for a variable: an origin where a URL begins, a host after `://`, else a word.
        private static func value(of name: String, in url: String) -> String {
            let start = url.prefix(name.count + 8)
            let isFirst = start.hasPrefix("{{") && start.contains(name)
            return isFirst ? "http://first.test" : "v1"
        }

        private mutating func skip(_ reason: String) { skipped[reason, default: 0] += 1 }
    }
}
