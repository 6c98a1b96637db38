import Documents
import HTTPModel
import Interchange
import TestSupport
import Testing

/// What an OpenAPI document says about requests and answers.
@Suite struct OpenAPIContractTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: Pets, version: "1"}
        servers: [{url: "https://api.pets.test/v1"}]
        paths:
          /pets:
            get:
              security: []
              parameters:
                - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
                - {name: tag, in: query, schema: {type: array, items: {enum: [cat, dog]}}}
              responses:
                "200":
                  headers: {X-Total: {schema: {type: integer, example: 7}}}
                  content:
                    application/json:
                      schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}
                "503": {description: down}
            post:
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Pet"}
              responses:
                "201":
                  content:
                    application/json:
                      examples:
                        cat: {value: {name: Tom}}
                        dog: {value: {name: Rex}}
          /pets/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              responses:
                "404": {description: none}
                "200": {content: {text/plain: {example: "a pet"}}}
        security: [{key: []}]
        components:
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
          schemas:
            Pet:
              type: object
              required: [name]
              additionalProperties: false
              properties:
                name: {type: string, minLength: 2, example: Tom}
                age: {type: [integer, "null"], exclusiveMaximum: 50}
                born: {type: string, format: date}
                friend: {$ref: "#/components/schemas/Pet"}
        """

    private func contract() throws -> OpenAPIContract {
        try OpenAPIContract(Octets(utf8: Self.text), path: "pets.yaml")
    }

    private func problems(
        _ method: String,
        _ target: String,
        _ body: String = "",
        type: String = "application/json",
        key: String? = "k"
    ) throws -> OpenAPIContract.Refusal? {
        var fields: HTTPFields = ["Host": "x"]
        if let key { fields.append("X-Key", key) }
        if !body.isEmpty { fields.append("Content-Type", type) }
        return try contract().refusal(
            method: method,
            target: target,
            fields: fields,
            body: Octets(utf8: body)
        )
    }

    @Test func answersAreExamplesOrMadeOfSchemas() throws {
        let contract = try contract()
        #expect(contract.title == "Pets")
        #expect(contract.basePath == "/v1")
        #expect(contract.problems == [])
        let names = contract.operations.map { "\($0.method) \($0.path)" }
        #expect(names == ["GET /pets", "POST /pets", "GET /pets/{id}"])
        let list = contract.operations[0].responses
        #expect(list.map(\.status) == [200, 503])
        #expect(list[0].fields["X-Total"] == "7")
        let pets = try JSONValue(parsing: list[0].body)
        #expect(pets.arrayValue?.first?["name"]?.stringValue == "Tom")
        let made = contract.operations[1].responses
        #expect(made.map(\.exampleName) == [nil, "dog"])
        #expect(try JSONValue(parsing: made[1].body)["name"]?.stringValue == "Rex")
        let one = contract.operations[2].responses
        #expect(one.map(\.status) == [200, 404])
        #expect(one[0].body.text == "a pet")
    }

    @Test func whatIsAllowedIsNotRefused() throws {
        #expect(try problems("GET", "/pets?limit=5&tag=cat&tag=dog&more=1", key: nil) == nil)
        #expect(try problems("GET", "/v1/pets", key: nil) == nil)
        #expect(try problems("HEAD", "/pets/7") == nil)
        #expect(try problems("GET", "/elsewhere", key: nil) == nil)
        let pet = #"{"name": "Tom", "age": null, "born": "2020-02-03", "friend": {"name": "Al"}}"#
        #expect(try problems("POST", "/pets", pet) == nil)
    }

    @Test(
        arguments: [
            ("GET", "/pets?limit=0", "", "query limit: 0 is below 1"),
            ("GET", "/pets?limit=ten", "", "query limit: is a string, not integer"),
            ("GET", "/pets?tag=cow", "", #"query tag[0]: is none of "cat", "dog""#),
            ("GET", "/pets/tom", "", "path id: is a string, not integer"),
            ("POST", "/pets", "", "content: is missing"),
            ("POST", "/pets", "{}", "content.name: is missing"),
            ("POST", "/pets", #"{"name": "T"}"#, "content.name: has 1 characters, and at least 2"),
            ("POST", "/pets", #"{"name": "Tom", "age": 50}"#, "content.age: 50 is not below 50"),
            ("POST", "/pets", #"{"name": "Tom", "x": 1}"#, "content.x: is not known"),
            ("POST", "/pets", #"{"name": "Tom", "born": "3.2.20"}"#, "content.born: is no date"),
            (
                "POST", "/pets", #"{"name": "Tom", "friend": {"name": 1}}"#,
                "content.friend.name: is the number 1, not string"
            ),
            ("POST", "/pets", "{", "content: is no JSON at 1:"),
        ]
    )
    func whatIsNotAllowedIsNamedWithItsPlace(
        _ method: String,
        _ target: String,
        _ body: String,
        _ problem: String
    ) throws {
        let refusal = try #require(try problems(method, target, body))
        #expect(refusal.status == 400)
        #expect(refusal.problems.count == 1)
        #expect(refusal.problems.first?.hasPrefix(problem) == true, "\(refusal.problems)")
    }

    @Test func otherRefusalsHaveTheirStatus() throws {
        #expect(try problems("GET", "/pets/7", key: nil)?.status == 401)
        #expect(try problems("POST", "/pets", "a", type: "text/plain")?.status == 415)
        let method = try problems("DELETE", "/pets")
        #expect(method?.status == 405)
        #expect(method?.methods == ["GET", "POST"])
    }

    @Test func theDocumentsOfTheCorpusAreRead() throws {
        var count = 0
        for file in Corpus.files(in: "openapi") {
            let bytes = try Corpus.read(file)
            guard bytes.count < 2_000_000,
                let contract = try? OpenAPIContract(bytes, path: file)
            else { continue }
            count += 1
            for operation in contract.operations {
                #expect(!operation.responses.isEmpty)
                _ = contract.refusal(
                    method: operation.method,
                    target: operation.path,
                    fields: ["Content-Type": "application/json"],
                    body: Octets(utf8: "{}")
                )
            }
        }
        if Corpus.root != nil { #expect(count > 20) }
    }
}
