import Collections
import Glibc
import HTTPModel
import TestSupport
import Testing

@testable import Interchange

/// Saved requests as Postman collections, and those read back.
@Suite struct PostmanWriterTests {
    /// A request as far as a Postman collection holds it.
    private struct Essence: Equatable {
        var title: String
        var method: String
        var url: String
        var disabled: [String]
        var fields: [String]
        var content: String
        var token: TokenSetting?
        var isFollowing: Bool
        var isInsecure: Bool
        var usesCookies: Bool

        init(_ request: SavedRequest) {
            title = request.title.isEmpty ? request.name : request.title
            method = request.method
            url = request.url
            disabled = request.queryItems.filter { !$0.isEnabled }.map {
                "\($0.name)=\($0.value ?? "")"
            }
            let isMultipart = request.mediaType?.essence == "multipart/form-data"
            fields = request.fields.compactMap { field in
                let name = field.name.lowercased()
                // Postman writes these itself.
                if name == "x-request-type" { return nil }
                if name == "content-type", isMultipart || request.isGraphQL { return nil }
                return "\(field.isEnabled ? "" : "#")\(name): \(field.value)"
            }.sorted()
            token = request.token == TokenSetting.none ? nil : request.token
            isFollowing = request.settings.isFollowingRedirects
            isInsecure = request.settings.isInsecure
            usesCookies = request.settings.usesCookieJar
            content = Self.content(of: request)
        }

        private static func content(of request: SavedRequest) -> String {
            switch request.body {
            case .none: return ""
            case .file(let path, _): return "< \(path)"
            case .text(let text):
                if request.isGraphQL {
                    let (query, variables) = GraphQLText.parts(of: text)
                    return query + "\n\n" + variables
                }
                if request.mediaType?.essence == "application/x-www-form-urlencoded" {
                    return text.split(whereSeparator: \.isNewline).map { String($0) }.joined()
                }
                if let boundary = request.mediaType?.parameter("boundary") {
                    var result = ""
                    var rest = Substring(text)
                    while let found = rest.firstRange(of: "--" + boundary) {
                        result += rest[..<found.lowerBound] + "--BOUNDARY"
                        rest = rest[found.upperBound...]
                    }
                    return (result + rest).trimmingTrail
                }
                return text.trimmingTrail
            }
        }
    }

    private func collection(_ file: HTTPFile) -> RequestCollection {
        RequestCollection(
            root: "/c",
            name: "c",
            files: [RequestFile(path: file.path, absolutePath: "/c/" + file.path, source: file)]
        )
    }

    private func written(_ file: HTTPFile) -> (text: String, notes: [PostmanWriter.Note]) {
        let collection = collection(file)
        var writer = PostmanWriter(name: "Shop", collection: collection)
        for request in collection.allRequests { writer.add(request) }
        return (writer.text, writer.notes)
    }

    private func readBack(_ text: String) throws -> HTTPFile {
        let read = try #require(try Interchange.read(Octets(utf8: text), path: "c.json"))
        #expect(read.format == .postman)
        return HTTPFile(Octets(utf8: HTTPFileText.text(of: read)), path: "c.http")
    }

    private static let sample = """
        @base = http://shop.test
        ### Orders / Create
        # Makes an order.
        # @token bearer {{token}}
        # @no-redirect
        # @timeout 5 s
        # @assert status == 201
        # @assert jsonpath $.items[0].id isString
        # @assert header Location exists
        # @assert sha256 == abc
        # @capture id = jsonpath $.id
        POST {{base}}/orders?q=1&x=%20
        # &off=2
        Content-Type: application/json
        # X-Off: 1

        {"n": {{$uuid}}}

        > {% client.log("other tool") %}

        ### Orders / Upload
        PUT {{base}}/u
        Authorization: Basic me secret
        Content-Type: multipart/form-data; boundary=b

        --b
        Content-Disposition: form-data; name="f"; filename="a.png"
        Content-Type: image/png

        < a.png
        --b
        Content-Disposition: form-data; name="n"

        two
        lines
        --b--

        ### Form
        POST {{base}}/f
        Content-Type: application/x-www-form-urlencoded

        a=1+2&
        b={{x}}%26
        """

    @Test func everyPartHasItsPlace() throws {
        let (text, notes) = written(HTTPFile(Octets(utf8: Self.sample), path: "a.http"))
        for piece in [
            "\"name\": \"Orders\"", "\"type\": \"bearer\"", "\"value\": \"{{token}}\"",
            "\"followRedirects\": false", "pm.response.to.have.status(201);",
            "pm.expect(pm.response.json().items[0].id).to.be.a(\\\"string\\\");",
            "pm.response.to.have.header(\\\"Location\\\");",
            "pm.environment.set(\\\"id\\\", pm.response.json().id);", "{{$guid}}",
            "// client.log(\\\"other tool\\\")", "\"mode\": \"formdata\"", "\"src\": \"a.png\"",
            "\"mode\": \"urlencoded\"", "\"value\": \"1 2\"", "\"value\": \"{{x}}&\"",
            "\"description\": \"Makes an order.\"", "\"key\": \"base\"", "\"disabled\": true",
        ] {
            #expect(text.contains(piece), "\(piece)")
        }
        #expect(
            notes.map(\.text) == [
                "a script of another tool, kept as a comment", "# @assert sha256 == abc",
                "# @timeout",
            ]
        )
        #expect(notes.allSatisfy { $0.id == "a.http#Orders / Create" })
    }

    @Test func whatIsReadBackIsTheSame() throws {
        let file = HTTPFile(Octets(utf8: Self.sample), path: "a.http")
        let again = try readBack(written(file).text)
        #expect(again.requests.map { Essence($0) } == file.requests.map { Essence($0) })
        #expect(again.requests[0].assertions.map(\.text).contains("status == 201"))
        #expect(again.requests[0].captures.map(\.text) == ["id = jsonpath $.id"])
        #expect(again.variables.map(\.value) == ["http://shop.test"])
        #expect(again.problems.isEmpty)
    }

    @Test func secretsOfTheFileAreNotWritten() throws {
        let text = "# @file-secret key hidden-value\n@plain = 1\nGET http://h\n"
        let file = HTTPFile(Octets(utf8: text), path: "a.http")
        #expect(file.variables.contains { $0.isSecret })
        #expect(!written(file).text.contains("hidden-value"))
    }

    /// Every request that the corpus holds, in whatever format; what is told as not carried over aside.
    @Test func requestsOfTheCorpusComeBackTheSame() throws {
        guard Corpus.root != nil else { return print("skipped: Postman export (no corpus)") }
        var counts: [String: (same: Int, told: Int, all: Int)] = [:]
        let isWhole = getenv("APUS_EXPORTS").map { String(cString: $0) } == "all"
        let rows = ManifestRow.all.filter { CorpusTests.kinds.contains($0.kind) }
        for position in stride(from: 0, to: rows.count, by: isWhole ? 1 : 7) {
            let row = rows[position]
            guard let imported = try? row.read(), !imported.requests.isEmpty else { continue }
            let file = HTTPFile(Octets(utf8: HTTPFileText.text(of: imported)), path: row.path)
            let (text, notes) = written(file)
            let again = try readBack(text)
            #expect(again.requests.count == file.requests.count, "\(row.path)")
            let told = Set(notes.map(\.id))
            // Folders gather their requests, so the order may differ.
            var found = again.requests.map { "\(Essence($0))" }
            var count = counts[row.kind] ?? (0, 0, 0)
            for request in file.requests {
                count.all += 1
                let wanted = "\(Essence(request))"
                if let index = found.firstIndex(of: wanted) {
                    found.remove(at: index)
                    count.same += 1
                } else if told.contains(request.id) {
                    count.told += 1
                } else {
                    Issue.record("\(row.path): \(wanted)")
                }
            }
            counts[row.kind] = count
        }
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
            print(
                "Postman export of \(kind): of \(count.all) requests \(count.same) come back the same, "
                    + "\(count.told) with a note"
            )
        }
    }
}
