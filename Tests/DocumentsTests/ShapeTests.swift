import Documents
import HTTPModel
import Testing

/// What is inferred from values.
@Suite struct ShapeTests {
    private func shape(_ text: String) throws -> Shape {
        Shape(of: try JSONValue(parsing: Octets(utf8: text)))
    }

    @Test func membersThatAreMissingInSomeObjectsAreOptional() throws {
        let element = try #require(try shape(#"[{"a": 1, "b": 2}, {"a": null}]"#).element)
        let a = try #require(element.member("a"))
        let b = try #require(element.member("b"))
        #expect(!element.isOptional(a))
        #expect(a.shape.isNullable)
        #expect(a.shape.kinds == [.number, .null])
        #expect(element.isOptional(b))
        #expect(!b.shape.isNullable)
    }

    @Test(
        arguments: [
            (#"["on","off","on","off"]"#, true), (#"["on","off","on"]"#, false),
            (#"["a b","c","a b","c"]"#, false), (#"["1","2","1","2"]"#, false),
            (#"["a","b","c","d","e","a"]"#, false),
            (#"["2026-11-30","2026-11-30","2026-11-30","2026-11-30"]"#, false),
        ]
    )
    func wordsThatRepeatAreAnEnumeration(_ text: String, _ expected: Bool) throws {
        #expect(try shape(text).element?.isEnumeration == expected)
    }

    @Test(
        arguments: [
            ("2026-11-30", TextFormat.date), ("2026-11-30T06:00:00.5+01:00", .dateTime),
            ("2026-11-30 06:00", .dateTime), ("123e4567-e89b-12d3-a456-426614174000", .uuid),
            ("https://a.test/b?c", .uri), ("127.0.0.1", .ipv4), ("ada@example.test", .email),
            ("2026-11-30 is a day", nil), ("1.2.3.256", nil), ("a@b", nil), ("", nil),
        ]
    )
    func formatsAreKnownByTheirLooks(_ text: String, _ format: TextFormat?) {
        #expect(TextFormat(of: text) == format)
    }

    @Test func elementsOfUnequalFormatsHaveNone() throws {
        #expect(try shape(#"["2026-11-30", "soon"]"#).element?.format == nil)
        #expect(try shape(#"["2026-11-30", "2025-01-01"]"#).element?.format == .date)
    }

    @Test func aShapeFitsItself() throws {
        let text = #"{"a": [1, "x", null, {"b": []}], "c": {"d": {}}, "e": [[1], [2]]}"#
        let shape = try shape(text)
        #expect(shape.differences(to: shape).isEmpty)
        #expect(shape.merged(with: shape).differences(to: shape).isEmpty)
    }
}
