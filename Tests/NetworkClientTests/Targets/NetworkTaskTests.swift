import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// What each task puts on the wire.
@Suite struct NetworkTaskTests {
    private struct Query: Encodable {
        let name = "a b"
        let isOn = true
        let tags = ["x", "y"]
        let size: Int? = nil
        let nested = ["k": 1.5]
    }

    private func seen(_ task: NetworkTask, _ method: HTTPMethod = .post) async throws -> SeenRequest
    {
        let peer = Peer(.curl, json: "{}")
        let provider = peer.provider()
        let target = SampleTarget(peer, "users", method, task: task)
        let result: Result<Data?, NetworkError>
        if case .uploadFile = task {
            result = await provider.upload(target)
        } else if "\(task)".hasPrefix("upload") {
            result = await provider.upload(target)
        } else {
            result = await provider.request(target)
        }
        _ = try result.get()
        return try #require(peer.seen.first)
    }

    // Rows: 1-9
    @Test func aPlainRequestCarriesNothing() async throws {
        let seen = try await seen(.requestPlain, .get)
        #expect(seen.target == "/v1/users")
        #expect(seen.body == "")
        #expect(seen.fields["Content-Type"] == nil)
    }

    // Rows: 1-10
    @Test func dataIsTheContent() async throws {
        #expect(try await seen(.requestData(Data("raw".utf8))).body == "raw")
    }

    // Rows: 1-11
    @Test func anEncodableIsJSONContent() async throws {
        let seen = try await seen(.requestJSONEncodable(SampleUser(userName: "ada")))
        #expect(seen.body == #"{"userName":"ada"}"#)
        #expect(seen.fields["Content-Type"] == "application/json")
    }

    // Rows: 1-12
    @Test func theEncoderOfTheCallerIsUsed() async throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let seen = try await seen(
            .requestCustomJSONEncodable(SampleUser(userName: "ada"), encoder: encoder)
        )
        #expect(seen.body == #"{"user_name":"ada"}"#)
    }

    // Rows: 1-13
    @Test func theMembersOfAnEncodableAreTheQuery() async throws {
        let seen = try await seen(.requestParameterEncodable(Query()), .post)
        #expect(
            seen.target
                == "/v1/users?isOn=1&name=a%20b&nested%5Bk%5D=1.5&tags%5B%5D=x&tags%5B%5D=y"
        )
        #expect(seen.body == "")
    }

    // Rows: 1-13, 1-23
    @Test func anEncodableWithoutMembersIsAnError() async {
        let peer = Peer(.mockTransport)
        for (value, isFailure) in [
            ([1] as any Encodable & Sendable, false), ("text", false), (Double.nan, true),
        ] {
            let target = SampleTarget(peer, task: .requestParameterEncodable(value))
            let result: Result<String, NetworkError> = await peer.provider().request(target)
            switch result.error {
            case .jsonDictionaryConversionFailed: #expect(!isFailure)
            case .encodableParameterFailure(let error):
                #expect(isFailure && error is EncodingError)
            default: Issue.record("\(result)")
            }
        }
        #expect(peer.seen.isEmpty)
    }

    // Rows: 1-14
    @Test func parametersGoWhereTheEncodingPutsThem() async throws {
        let parameters: Parameters = ["b": 1, "a": "x y"]
        let rows: [(ParameterEncoding, HTTPMethod, target: String, body: String)] = [
            (URLEncoding.default, .get, "/v1/users?a=x%20y&b=1", ""),
            (URLEncoding.default, .post, "/v1/users", "a=x+y&b=1"),
            (URLEncoding.queryString, .post, "/v1/users?a=x%20y&b=1", ""),
            (URLEncoding.httpBody, .put, "/v1/users", "a=x+y&b=1"),
            (JSONEncoding.default, .post, "/v1/users", #"{"a":"x y","b":1}"#),
        ]
        for row in rows {
            let seen = try await seen(
                .requestParameters(parameters: parameters, encoding: row.0),
                row.1
            )
            #expect(seen.target == row.target)
            #expect(seen.body == row.body)
        }
    }

    // Rows: 1-15
    @Test func dataAndAQueryGoTogether() async throws {
        let seen = try await seen(
            .requestCompositeData(bodyData: Data("raw".utf8), urlParameters: ["a": 1])
        )
        #expect(seen.target == "/v1/users?a=1")
        #expect(seen.body == "raw")
    }

    // Rows: 1-16
    @Test func aFormAndAQueryGoTogether() async throws {
        let seen = try await seen(
            .requestCompositeParameters(bodyParameters: ["b": "x y"], urlParameters: ["a": 1])
        )
        #expect(seen.target == "/v1/users?a=1")
        #expect(seen.body == "b=x+y")
        #expect(
            seen.fields["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8"
        )
    }

    // Rows: 1-17
    @Test func aFileIsTheContent() async throws {
        let folder = try TemporaryFolder()
        let content = String(repeating: "0123456789", count: 30_000)
        try folder.write("a file.txt", content)
        let seen = try await seen(.uploadFile(URL(filePath: folder.file("a file.txt"))))
        #expect(seen.body == content)
        #expect(seen.fields["Content-Length"] == "300000")
    }

    // Rows: 1-17, 1-23
    @Test func aFileThatIsNotThereIsAnError() async {
        let peer = Peer(.curl)
        let task = NetworkTask.uploadFile(URL(filePath: "/nowhere/at all"))
        let result = await peer.provider().upload(SampleTarget(peer, "u", .post, task: task))
        guard case .encodingFailed(.underlying(let error)) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect("\(error)".contains("/nowhere/at all"))
        #expect(peer.seen.isEmpty)
    }

    // Rows: 1-18, 1-19
    @Test func partsOfAFormKeepTheirOrderAndNames() async throws {
        let folder = try TemporaryFolder()
        try folder.write("note.txt", "from a file")
        let parts = [
            MultipartFormData(provider: .data(Data("plain".utf8)), name: "text"),
            MultipartFormData(
                provider: .data(Data("{}".utf8)),
                name: "json",
                fileName: "a.json",
                mimeType: "application/x-own"
            ),
            MultipartFormData(
                provider: .file(URL(filePath: folder.file("note.txt"))),
                name: "file"
            ),
            MultipartFormData(
                provider: .stream({ InputStream(data: Data("from a stream".utf8)) }, 13),
                name: "stream"
            ),
        ]
        let seen = try await seen(
            .uploadCompositeMultipart(parts, urlParameters: ["a": 1])
        )
        #expect(seen.target == "/v1/users?a=1")
        let boundary = try #require(
            seen.fields["Content-Type"].flatMap { MediaType($0) }?.parameter("boundary")
        )
        let expected = [
            "Content-Disposition: form-data; name=\"text\"\r\n\r\nplain",
            "Content-Disposition: form-data; name=\"json\"; filename=\"a.json\"\r\n"
                + "Content-Type: application/x-own\r\n\r\n{}",
            "Content-Disposition: form-data; name=\"file\"; filename=\"note.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\nfrom a file",
            "Content-Disposition: form-data; name=\"stream\"\r\n\r\nfrom a stream",
        ]
        let text = expected.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
        #expect(seen.body == text)
        let plain = try await self.seen(.uploadMultipart([parts[0]]))
        #expect(plain.target == "/v1/users")
        #expect(plain.body.contains("name=\"text\"\r\n\r\nplain"))
    }

    // Rows: 1-22
    @Test func aTaskForAnotherCallIsAnErrorThatSaysSo() async {
        let peer = Peer(.mockTransport)
        let provider = peer.provider()
        let download = NetworkTask.downloadDestination { url, _ in (url, []) }
        let upload = NetworkTask.uploadFile(URL(filePath: "/a"))
        let downloading = SampleTarget(peer, task: download)
        let uploading = SampleTarget(peer, task: upload)
        let errors = [
            await provider.request(downloading, type: SampleUser.self).error,
            await provider.request(uploading, type: SampleUser.self).error,
            await provider.upload(SampleTarget(peer)).error,
            await provider.download(uploading).error,
        ]
        let expected = [
            ("downloadDestination", "request"), ("uploadFile", "request"),
            ("requestPlain", "upload"), ("uploadFile", "download"),
        ]
        for (error, names) in zip(errors, expected) {
            guard case .unsuitableTask(let task, let call) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(task == names.0 && call == names.1)
            #expect(error?.errorDescription?.contains(names.0) == true)
        }
        #expect(peer.seen.isEmpty)
    }
}
