import Files
import Fixtures
import HTTPModel
import TestSupport
import Testing

/// No planted secret reaches a file of the store, in any spelling.
@Suite struct PlantedSecretTests {
    /// The spellings in which a service may echo what it was sent.
    private static func spellings(of secret: String) -> [String] {
        let base64 = Fixtures.Base64.encode(Array(secret.utf8))
        let pair = Fixtures.Base64.encode(Array("user:\(secret)".utf8))
        let percent = PercentEncoding.encode(secret, for: .pathSegment)
        let all = secret.utf8.map { byte in
            "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        return [
            secret, percent, PercentEncoding.encode(secret, for: .formItem), all,
            secret.replacing("/", with: "\\/").replacing("\"", with: "\\\""),
            secret.unicodeScalars.map { scalar in
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined(),
            base64, base64.replacing("=", with: ""), pair,
            base64.replacing("+", with: "-").replacing("/", with: "_"),
            base64.replacing("+", with: "%2B").replacing("/", with: "%2F")
                .replacing("=", with: "%3D"),
            base64.replacing("/", with: "\\/"),
        ]
    }

    private static func files(below root: String) throws -> [String] {
        try FileSystem.list(root).flatMap { entry -> [String] in
            guard entry.isDirectory else { return [entry.name] }
            let inner = try files(below: FilePath.join(root, entry.name))
            return inner.map { FilePath.join(entry.name, $0) }
        }
    }

    @Test(arguments: ["s3cr3t/T?ken+1=\"x\"", "p>>a?ss~~wörd&<1>", "0123456789abcdef"])
    func noFileOfTheStoreHasThePlantedSecret(_ secret: String) throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        let spellings = Self.spellings(of: secret)
        for (number, spelling) in spellings.enumerated() {
            let encoded = PercentEncoding.encode(secret, for: .queryItem)
            let segment = PercentEncoding.encode(spelling, for: .pathSegment)
            let target = try TargetURI("https://api.test/\(number)/\(segment)?q=\(encoded)")
            var head = HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": "text/x"])
            head.fields.append("X-Echo", "a \(spelling) b")
            head.fields.append("Location", "/next?from=\(encoded)#\(encoded)")
            let body = Octets(utf8: "<\(spelling)> {\"a\": \"\(spelling)\"}")
            let failure = NetworkFailure(
                .receiveTruncated,
                phase: .receive,
                detail: "at \(spelling)",
                causes: ["cause \(spelling)"],
                partialHead: head,
                partialBody: body
            )
            let results: [Result<HTTPResponse, NetworkFailure>] = [
                .success(HTTPResponse(head: head, body: body, trailers: ["X-T": spelling])),
                .failure(failure),
            ]
            for result in results {
                let exchange = Exchange(request: HTTPRequest(.get, target), result: result)
                let fixture = Fixture.capturing(exchange, secrets: [secret], source: spelling)
                try store.save(fixture)
                let entries = HAREntry.entries(of: exchange, startedAt: 0, secrets: [secret])
                let archive = HARArchive(entries: entries).encoded.text
                for form in spellings { #expect(!archive.contains(form), "\(form) in an archive") }
            }
        }
        for path in try Self.files(below: folder.path) {
            let text = path + "\n" + (try FileSystem.read(FilePath.join(folder.path, path)).text)
            for form in spellings { #expect(!text.contains(form), "\(form) in \(path)") }
        }
        #expect(try store.load().fixtures.count == spellings.count * 2)
    }
}
