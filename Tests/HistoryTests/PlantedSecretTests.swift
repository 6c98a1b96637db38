import Files
import Fixtures
import HTTPModel
import History
import TestSupport
import Testing

/// No planted secret reaches a byte of the database or its log, in any spelling.
@Suite struct PlantedSecretTests {
    /// The spellings in which a service may echo what it was sent.
    private static func spellings(of secret: String) -> [String] {
        let base64 = Fixtures.Base64.encode(Array(secret.utf8))
        let pair = Fixtures.Base64.encode(Array("user:\(secret)".utf8))
        let all = secret.utf8.map { byte in
            "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        return [
            secret, PercentEncoding.encode(secret, for: .pathSegment),
            PercentEncoding.encode(secret, for: .formItem), all,
            secret.replacing("/", with: "\\/").replacing("\"", with: "\\\""),
            base64, base64.replacing("=", with: ""), pair,
            base64.replacing("+", with: "-").replacing("/", with: "_"),
            base64.replacing("+", with: "%2B").replacing("/", with: "%2F")
                .replacing("=", with: "%3D"),
        ]
    }

    @Test(arguments: ["s3cr3t/T?ken+1=\"x\"", "p>>a?ss~~wörd&<1>", "0123456789abcdef"])
    func noByteOfTheDatabaseTellsThePlantedSecret(_ secret: String) throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let spellings = Self.spellings(of: secret)
        for spelling in spellings {
            let encoded = PercentEncoding.encode(secret, for: .pathSegment)
            let segment = PercentEncoding.encode(spelling, for: .pathSegment)
            var exchange = try Sample.exchange(
                url: "https://me:\(encoded)@api.test/\(segment)?q=\(encoded)#\(encoded)",
                fields: ["Authorization": "Bearer \(secret)", "X-Echo": "a \(spelling) b"],
                sent: "{\"a\": \"\(spelling)\"}",
                received: "<\(spelling)> {\"a\": \"\(spelling)\"}"
            )
            exchange.hops[0].redirect?.location = "/next?from=\(encoded)"
            exchange.hops[0].responseHead?.fields.append("Set-Cookie", "sid=\(encoded); Path=/")
            exchange.hops[0].failure = NetworkFailure(
                .receiveTruncated,
                phase: .receive,
                detail: "at \(spelling)",
                causes: ["cause \(spelling)"],
                partialBody: Octets(utf8: spelling)
            )
            let token = Token.bearer(secret)
            let id = "a.http#GET https://api.test/?q=\(encoded)"
            try store.append(Sample.record(exchange, token: token, id: id))
            var failed = exchange
            failed.result = .failure(
                NetworkFailure(
                    .receiveTruncated,
                    phase: .receive,
                    detail: "at \(spelling)",
                    partialHead: HTTPResponseHead(
                        status: HTTPStatus(200),
                        reasonPhrase: spelling,
                        fields: ["X-Echo": spelling]
                    ),
                    partialBody: Octets(utf8: spelling)
                )
            )
            try store.append(Sample.record(failed, secrets: [secret]))
        }
        // While the database is open, the entries stand in its log.
        #expect(FileSystem.exists(store.path + "-wal"))
        for spelling in Set(spellings) where spelling.utf8.count >= 6 {
            #expect(try !StateFiles.hold(spelling, in: folder), "\(spelling)")
        }
        let entries = try store.items().compactMap { try store.entry($0.id) }
        #expect(entries.count == spellings.count * 2)
        for entry in entries { #expect(!entry.exchange.redactions.isEmpty) }
    }

    @Test func aSecretAcrossTheLimitIsNotKeptInPart() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let secret = "s3cr3t-value-that-is-long-enough"
        let filler = String(repeating: ".", count: 990)
        let rest = String(repeating: ".", count: 200_000)
        let exchange = try Sample.exchange(
            sent: filler + secret + rest,
            received: filler + secret + rest
        )
        let id = try store.append(Sample.record(exchange, secrets: [secret], limit: 1_000))
        #expect(try !StateFiles.hold(String(secret.prefix(8)), in: folder))
        let kept = try #require(try store.entry(id)).exchange
        #expect((900...1_000).contains(kept.exchange.response?.body.count ?? 0))
        #expect(kept.requestCount == 990 + secret.count + 200_000)
    }

    @Test func valuesAreHiddenByTheirNames() throws {
        let folder = try TemporaryFolder()
        let store = Sample.store(in: folder)
        let exchange = try Sample.exchange(
            url: "http://a.test/?access_token=first-value&page=2",
            fields: ["X-API-Key": "second-value", "Cookie": "sid=third-value"],
            sent: #"{"password": "fourth-value"}"#,
            received: #"{"access_token": "fifth-value", "n": 1}"#
        )
        let id = try store.append(Sample.record(exchange))
        for word in ["first", "second", "third", "fourth", "fifth"] {
            #expect(try !StateFiles.hold("\(word)-value", in: folder), "\(word)")
        }
        let entry = try #require(try store.entry(id))
        #expect(entry.item.url == "http://a.test/?access_token=REDACTED-token-1&page=2")
        #expect(entry.exchange.exchange.response?.body.text.hasSuffix(#", "n": 1}"#) == true)
    }
}
