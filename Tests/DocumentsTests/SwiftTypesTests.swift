import Documents
import HTTPModel
import Testing

@Suite struct SwiftTypesTests {
    private func types(_ text: String, _ name: String = "response") throws -> String {
        let value = try JSONValue(parsing: Octets(utf8: text))
        return SwiftTypes(of: Shape(of: value), name: name).source
    }

    @Test func objectsAreNestedTypes() throws {
        let text = #"""
            {"id": 7, "home_address": {"zip": null, "is": true}, "tags": ["a", "b"],
             "orders": [{"total": 1.5, "when": "2026-01-01"}, {"total": 2, "url": "https://a.test/x"}]}
            """#
        #expect(
            try types(text) == """
                import Foundation

                struct Response: Codable, Hashable, Sendable {
                    var id: Int
                    var homeAddress: HomeAddress
                    var tags: [String]
                    var orders: [Order]

                    enum CodingKeys: String, CodingKey {
                        case id
                        case homeAddress = "home_address"
                        case tags
                        case orders
                    }

                    struct HomeAddress: Codable, Hashable, Sendable {
                        /// Always `null` so far.
                        var zip: String?
                        var `is`: Bool
                    }
                    struct Order: Codable, Hashable, Sendable {
                        var total: Double
                        /// A date.
                        var when: String?
                        var url: URL?
                    }
                }

                """
        )
    }

    @Test func wordsOfASmallSetAreAnEnumeration() throws {
        let text = #"[{"state":"open"},{"state":"in-work"},{"state":"open"},{"state":"open"}]"#
        #expect(
            try types(text, "tickets") == """
                typealias Tickets = [Ticket]
                struct Ticket: Codable, Hashable, Sendable {
                    var state: State

                    enum State: String, Codable, Hashable, Sendable {
                        case inWork = "in-work"
                        case open
                    }
                }

                """
        )
    }

    @Test func valuesOfSeveralTypesAreAnEnumerationToo() throws {
        let source = try types(#"[{"v":1},{"v":"x"},{"v":null}]"#, "rows")
        #expect(source.contains("    var v: V?\n"))
        #expect(source.contains("        case number(Int)\n        case string(String)\n"))
        #expect(source.contains("if let found = try? value.decode(Int.self) {"))
    }

    @Test func oddNamesBecomeNames() throws {
        let source = try types(#"{"1st":1,"a-b":2,"a b":3,"Type":{"x":1},"é\"":4,"ID":5,"":6}"#)
        for line in [
            "var value1st: Int", "var aB: Int", "var aB2: Int", "var type: TypeValue",
            "var id: Int",
            "case value = \"\\u{E9}\\\"\"", "case id = \"ID\"", "case value2 = \"\"",
        ] {
            #expect(source.contains(line), "\(line)\n\(source)")
        }
    }

    @Test func namesThatAreKeysMakeADictionary() throws {
        let root = try types(#"{"17":{"a":1},"18":{"a":2}}"#)
        #expect(root.hasPrefix("typealias Response = [String: ResponseElement]\n"))
        let source = try types(#"{"by":{"17":{"a":1},"18":{"a":2}}}"#)
        #expect(source.contains("    var by: [String: By]\n"))
        #expect(try types("[1,2.5]") == "typealias Response = [Double]\n")
    }
}
