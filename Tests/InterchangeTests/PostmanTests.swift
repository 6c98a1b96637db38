import Collections
import HTTPModel
import Testing

@testable import Interchange

@Suite("Postman")
struct PostmanTests {
    private func read(_ text: String) throws -> ImportedCollection {
        try #require(try Interchange.read(Octets(utf8: text), path: "c.json"))
    }

    private func file(_ collection: ImportedCollection) -> HTTPFile {
        HTTPFile(Octets(utf8: HTTPFileText.text(of: collection)), path: "c.json")
    }

    private let collection = #"""
        {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{t}}"}]},
         "variable": [{"key": "base", "value": "http://shop.test"}],
         "item": [
          {"name": "Orders", "item": [
            {"name": "Create", "request": {"method": "POST",
              "header": [{"key": "X-A", "value": "1"}, {"key": "X-B", "value": "2", "disabled": true}],
              "body": {"mode": "raw", "raw": "{\n  \"n\": {{$randomInt}}\n}", "options": {"raw": {"language": "json"}}},
              "url": {"raw": "{{base}}/orders/:kind?q=a b", "variable": [{"key": "kind", "value": "new"}],
                      "query": [{"key": "q", "value": "a b"}, {"key": "off", "value": "x", "disabled": true}]}},
             "event": [{"listen": "test", "script": {"exec": ["pm.response.to.have.status(201)"]}}]},
            {"name": "Upload", "request": {"method": "PUT", "auth": {"type": "noauth"}, "url": "{{base}}/u",
              "body": {"mode": "formdata", "formdata": [{"key": "f", "type": "file", "src": "a.png"},
                {"key": "n", "type": "text", "value": "v"}]}}}
          ]}]}
        """#

    @Test func aCollectionBecomesARequestFile() throws {
        let file = file(try read(collection))
        #expect(file.problems.isEmpty)
        let create = try #require(file.requests.first)
        #expect(create.name == "Orders / Create")
        #expect(create.method == "POST")
        #expect(create.url == "{{base}}/orders/new?q=a%20b")
        #expect(create.queryItems.map(\.isEnabled) == [true, false])
        #expect(create.fields.map(\.name) == ["X-A", "X-B", "Content-Type"])
        #expect(create.fields.map(\.isEnabled) == [true, false, true])
        #expect(create.body == .text("{\n  \"n\": {{$randomInt 0 1000}}\n}"))
        #expect(create.token == .bearer("{{t}}"))
        #expect(create.assertions.map(\.text) == ["status == 201"])
        #expect(create.notRun.count == 1)
        #expect(file.variables.map(\.name) == ["base"])
    }

    @Test func aFolderHandsItsTokenDownUnlessARequestWantsNone() throws {
        let file = file(try read(collection))
        #expect(file.requests[1].token == nil)
        #expect(
            file.requests[1].body
                == .text(
                    """
                    --apus-boundary
                    Content-Disposition: form-data; name="f"; filename="a.png"

                    < a.png
                    --apus-boundary
                    Content-Disposition: form-data; name="n"

                    v
                    --apus-boundary--
                    """
                )
        )
    }

    @Test func aFaultIsReportedWithItsPlace() throws {
        let text = """
            {"info": {"_postman_id": "1", "name": "x", "schema": "https://schema.getpostman.com/"},
             "item": [,]}
            """
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.location == TextLocation(line: 2, column: 11))
    }

    @Test func aCollectionWithoutInfoIsRefusedInWords() throws {
        let text = #"{"item": [{"name": "a", "request": {"url": "http://x.test"}}]}"#
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.detail.contains("info") == true)
    }

    @Test func otherJSONIsNotTakenForACollection() throws {
        #expect(try Interchange.read(Octets(utf8: #"{"name": "x", "item": [1]}"#), path: "") == nil)
        #expect(try Interchange.read(Octets(utf8: "just text: yes"), path: "") == nil)
    }
}
