import CollectionRun
import Documents
import Files
import Fixtures
import HTTPModel
import Interchange
import MockServer

/// Serves what an OpenAPI document promises.
enum MockContract {
    /// A server that answers with the document's examples, and refuses what it does not allow.
    ///
    /// Fixtures in the `Fixtures` folder beside the document come before them.
    static func configuration(
        of path: String,
        _ context: CommandContext
    ) throws -> MockServerConfiguration {
        let folder = FilePath.directory(of: path)
        let contract: OpenAPIContract
        do {
            contract = try OpenAPIContract(try FileSystem.read(path), path: path) { name in
                try? FileSystem.read(FilePath.join(folder, name))
            }
        } catch let error as ImportError {
            throw CommandFailure(.invalidInput, "\(path):\(error)")
        }
        for problem in contract.problems { context.console.complain("\(path): \(problem)") }
        let inner = FilePath.join(folder, FixtureStore.folderName)
        var configuration = MockServerConfiguration(
            root: FileSystem.isDirectory(inner) ? inner : nil
        )
        configuration.extraFixtures = fixtures(of: contract, name: FilePath.name(of: path))
        configuration.check = { refusal(of: $0, by: contract) }
        return configuration
    }

    /// The answers of a document as fixtures; those that are not usual are variants.
    static func fixtures(of contract: OpenAPIContract, name: String) -> [StoredFixture] {
        let bases = Set([contract.basePath, ""]).sorted()
        return contract.operations.flatMap { operation in
            operation.responses.enumerated().flatMap { position, response in
                bases.compactMap { base in
                    fixture(operation, response, isUsual: position == 0, base: base, name: name)
                }
            }
        }
    }

    private static func fixture(
        _ operation: OpenAPIContract.Operation,
        _ response: OpenAPIContract.Response,
        isUsual: Bool,
        base: String,
        name: String
    ) -> StoredFixture? {
        guard let method = HTTPMethod(rawValue: operation.method) else { return nil }
        let variant = isUsual ? nil : response.exampleName ?? "\(response.status)"
        let fixture = Fixture(
            method,
            authority: "openapi",
            path: base + operation.path,
            variant: variant,
            outcome: .success(
                HTTPResponse(
                    head: HTTPResponseHead(
                        status: HTTPStatus(response.status),
                        fields: response.fields
                    ),
                    body: response.body
                )
            )
        )
        let mark = variant.map { "~" + $0 } ?? ""
        let place = "\(name)#\(operation.method)\(mark) \(base)\(operation.path)"
        return StoredFixture(fixture: fixture, metaPath: place, bodyPath: nil)
    }

    /// What a request is refused with that the document does not allow; `nil` for others.
    static func refusal(
        of request: ReceivedRequest,
        by contract: OpenAPIContract
    ) -> HTTPResponse? {
        let refusal = contract.refusal(
            method: request.method,
            target: request.pathAndQuery,
            fields: request.fields,
            body: request.body
        )
        guard let refusal else { return nil }
        let problems = refusal.problems.map { JSONValue.string($0) }
        let text: JSONValue = [
            "error": "the request is not what the description of the API allows",
            "problems": .array(problems),
        ]
        var fields: HTTPFields = ["Content-Type": "application/json"]
        if refusal.status == 401 { fields.append("WWW-Authenticate", "Bearer") }
        if !refusal.methods.isEmpty {
            fields.append("Allow", refusal.methods.joined(separator: ", "))
        }
        return HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(refusal.status), fields: fields),
            body: Octets(utf8: text.encoded(pretty: true) + "\n")
        )
    }
}
