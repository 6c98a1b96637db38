import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Forms of parts, byte for byte.
@Suite struct MultipartTests {
    @Test func aFormIsWrittenAsTheStandardSays() async throws {
        var form = MultipartForm(boundary: "XyZ")
        form.append(name: "title", value: "a\r\nb")
        form.append(name: "file", octets: [0, 0x0D, 0x0A, 0xFF], filename: "ä.PNG")
        let expected =
            Array(
                ("--XyZ\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na\r\nb\r\n"
                    + "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"ä.PNG\"\r\n"
                    + "Content-Type: image/png\r\n\r\n").utf8
            ) + [0, 0x0D, 0x0A, 0xFF] + Array("\r\n--XyZ--\r\n".utf8)
        #expect(try await form.encode().array == expected)
        #expect(try form.contentLength() == expected.count)
        #expect(form.contentType == "multipart/form-data; boundary=XyZ")
    }

    @Test func aFormWithoutPartsIsItsEnd() async throws {
        let form = MultipartForm(boundary: "b")
        #expect(try await form.encode().text == "--b--\r\n")
    }

    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\nb", "a%0D%0Ab"), ("a\rb", "a%0D%0Ab"), ("a\r\nb", "a%0D%0Ab"),
        ("ä€😀", "ä€😀"), ("a%22;=\\", "a%22;=\\"), ("", ""), ("\r\n\n", "%0D%0A%0D%0A"),
    ])
    func namesAreEscapedAsBrowsersDo(name: String, written: String) async throws {
        let form = MultipartForm(
            [.init(name: name, content: .octets([]))],
            boundary: "b"
        )
        let text = try await form.encode().text
        #expect(
            text.hasPrefix("--b\r\nContent-Disposition: form-data; name=\"\(written)\"\r\n\r\n")
        )
    }

    @Test func lineEndsOfFileNamesAreEscapedOneByOne() async throws {
        let part = MultipartForm.Part(name: "n", filename: "a\nb\rc\"", content: .octets([]))
        let text = try await MultipartForm([part], boundary: "b").encode().text
        #expect(text.contains("filename=\"a%0Ab%0Dc%22\"\r\n"))
    }

    @Test(arguments: [
        ("a.png", "image/png"), ("A.JPEG", "image/jpeg"), ("x.tar.gz", "application/gzip"),
        ("noext", "application/octet-stream"), ("a.unheardof", "application/octet-stream"),
        ("dir.d/file", "application/octet-stream"), (".json", "application/json"),
        ("", "application/octet-stream"),
    ])
    func theMediaTypeOfAFileIsThatOfItsName(name: String, type: String) {
        #expect(MediaType.essence(ofFileNamed: name) == type)
    }

    @Test func partsOfEveryKindArriveByteForByte() async throws {
        let folder = try TemporaryFolder()
        let large = noise(900_000)
        let hostile = Array("\r\n--\r\n{{name}}\0--other--\r\n".utf8)
        try folder.write("large.bin", Octets(large))
        try folder.write("Zoë \"1\".txt", Octets(hostile))
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var form = MultipartForm(boundary: "----T10")
        form.append(name: "text", value: "off")
        form.append(name: "large", file: folder.file("large.bin"))
        form.append(name: "hostile", file: folder.file("Zoë \"1\".txt"), mediaType: "text/plain")
        let pieces = AsyncStream<Octets> { continuation in
            continuation.yield([1, 2])
            continuation.yield([3])
            continuation.finish()
        }
        form.append(name: "stream", stream: ContentStream(length: 3, pieces), filename: "s.bin")
        let request = HTTPRequest(.post, try TargetURI(server.base), body: .multipart(form))
        let exchange = try await HTTPClient(transport: CurlTransport()).send(request)
        #expect(exchange.response?.status.rawValue == 200)
        func head(_ name: String, _ rest: String) -> [UInt8] {
            Array(
                "------T10\r\nContent-Disposition: form-data; name=\"\(name)\"\(rest)\r\n\r\n".utf8
            )
        }
        let end: [UInt8] = [0x0D, 0x0A]
        var expected = head("text", "") + Array("off".utf8) + end
        expected += head(
            "large",
            "; filename=\"large.bin\"\r\nContent-Type: application/octet-stream"
        )
        expected += large + end
        expected += head("hostile", "; filename=\"Zoë %221%22.txt\"\r\nContent-Type: text/plain")
        expected += hostile + end
        expected += head("stream", "; filename=\"s.bin\"\r\nContent-Type: application/octet-stream")
        expected += [1, 2, 3] + end + Array("------T10--\r\n".utf8)
        let received = try #require(server.requests.first)
        #expect(received.body == expected)
        #expect(received.field("Content-Length") == "\(expected.count)")
        #expect(received.field("Content-Type") == "multipart/form-data; boundary=----T10")
        let reference = exchange.hops.first?.sent.contentReference
        #expect(reference == ContentReference(.multipart(partCount: 4), length: expected.count))
    }

    @Test func aPartOfUnknownLengthMakesTheFormGoOutInChunks() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var form = MultipartForm(boundary: "b")
        form.append(
            name: "s",
            stream: ContentStream(replaying: {
                AsyncStream<Octets> { continuation in
                    continuation.yield([0x78])
                    continuation.finish()
                }
            })
        )
        #expect(try form.contentLength() == nil)
        let request = HTTPRequest(.post, try TargetURI(server.base), body: .multipart(form))
        _ = try await HTTPClient(transport: CurlTransport()).send(request)
        let received = try #require(server.requests.first)
        #expect(received.field("Transfer-Encoding") == "chunked")
        #expect(content(ofChunks: received.body) == (try await form.encode().array))
    }

    @Test func randomBoundariesDifferAndAreSentAsTokens() {
        let (one, two) = (MultipartForm(), MultipartForm())
        #expect(one.boundary != two.boundary)
        #expect(one.contentType.hasSuffix("boundary=\(one.boundary)"))
    }

    @Test func aBoundaryThatStandsInAPartIsRefused() async throws {
        let folder = try TemporaryFolder()
        // Across the edge of two pieces of reading.
        var bytes = noise(256 << 10)
        bytes.replaceSubrange((bytes.count - 3)..., with: Array("--boundary".utf8))
        try folder.write("a.bin", Octets(bytes))
        let parts: [MultipartForm.Part] = [
            .init(name: "octets", content: .octets(Octets(utf8: "x\r\n--boundary--"))),
            .init(name: "file", content: .file(folder.file("a.bin"))),
        ]
        for part in parts {
            await #expect(throws: PreparationFailure.self) {
                _ = try await MultipartForm([part], boundary: "boundary").encode()
            }
        }
    }

    @Test(arguments: ["", String(repeating: "a", count: 71), "a\r\nb", "ends ", "ä"])
    func whatIsNoBoundaryIsRefused(boundary: String) async throws {
        await #expect(throws: PreparationFailure.self) {
            _ = try await MultipartForm(boundary: boundary).encode()
        }
    }

    @Test func aLineBreakInAMediaTypeOfAPartIsRefused() async throws {
        let part = MultipartForm.Part(name: "n", mediaType: "a/b\r\nX: 1", content: .octets([]))
        await #expect(throws: PreparationFailure.self) {
            _ = try await MultipartForm([part]).encode()
        }
    }
}
