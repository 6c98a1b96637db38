import Documents

/// Makes values that a schema allows.
///
/// Examples, defaults, constants and the first of an enumeration come before made-up values. Schemas that
/// contain themselves end after a few levels.
///
/// - SeeAlso: JSON Schema 2020-12, Validation.
struct SchemaSample {
    /// How deep a value goes.
    private static let deepest = 6
    /// The most values of one sample.
    private static let largest = 2_000

    private var count = 0
    /// Whether properties that only responses have are left out.
    private let isRequest: Bool

    init(isRequest: Bool = true) {
        self.isRequest = isRequest
    }

    /// A value for `schema`.
    mutating func value(
        for schema: OpenAPIDocument.Node,
        in document: inout OpenAPIDocument
    ) -> JSONValue {
        value(schema, &document, depth: 0) ?? .null
    }

    private mutating func value(
        _ node: OpenAPIDocument.Node,
        _ document: inout OpenAPIDocument,
        depth: Int
    ) -> JSONValue? {
        count += 1
        guard depth <= Self.deepest, count < Self.largest else { return nil }
        let schema = document.resolved(node)
        if let given = Self.given(schema.value) { return given }
        let allOf = schema.list("allOf")
        if !allOf.isEmpty { return merged(allOf, schema, &document, depth: depth) }
        for key in ["oneOf", "anyOf"] {
            for choice in schema.list(key) {
                let resolved = document.resolved(choice)
                if resolved.text("type") == "null" { continue }
                if let value = value(resolved, &document, depth: depth + 1) { return value }
            }
        }
        switch type(of: schema.value) {
        case "object": return object(schema, &document, depth: depth)
        case "array":
            guard let items = schema["items"] else { return .array([]) }
            return .array(value(items, &document, depth: depth + 1).map { [$0] } ?? [])
        case "integer", "number": return Self.number(schema.value)
        case "boolean": return .bool(true)
        case "null": return .null
        default: return .string(Self.text(schema.value))
        }
    }

    /// What the schema says itself.
    private static func given(_ schema: JSONValue) -> JSONValue? {
        for key in ["example", "const", "default"] {
            if let value = schema[key] { return value }
        }
        if let first = schema["examples"]?.arrayValue?.first { return first }
        return schema["enum"]?.arrayValue?.first { $0 != .null }
    }

    private func type(of schema: JSONValue) -> String {
        let type = schema["type"]
        let name =
            type?.stringValue ?? type?.arrayValue?.compactMap(\.stringValue).first { $0 != "null" }
        if let name { return name }
        if schema.has("properties") || schema.has("additionalProperties") { return "object" }
        return schema.has("items") ? "array" : "string"
    }

    private mutating func merged(
        _ parts: [OpenAPIDocument.Node],
        _ schema: OpenAPIDocument.Node,
        _ document: inout OpenAPIDocument,
        depth: Int
    ) -> JSONValue? {
        var members: [JSONMember] = []
        var other: JSONValue?
        var all = parts
        if schema.value.has("properties") {
            let own = (schema.value.members ?? []).filter { $0.key != "allOf" }
            all.append(OpenAPIDocument.Node(value: .object(own), file: schema.file))
        }
        for part in all {
            guard let value = value(part, &document, depth: depth + 1) else { continue }
            guard let found = value.members else {
                other = value
                continue
            }
            for member in found {
                members.removeAll { $0.key == member.key }
                members.append(member)
            }
        }
        return members.isEmpty ? other ?? .object([]) : .object(members)
    }

    private mutating func object(
        _ schema: OpenAPIDocument.Node,
        _ document: inout OpenAPIDocument,
        depth: Int
    ) -> JSONValue {
        var members: [JSONMember] = []
        for (key, node) in schema["properties"]?.members ?? [] {
            let property = document.resolved(node)
            if property.value.isTrue(isRequest ? "readOnly" : "writeOnly") { continue }
            if let value = value(property, &document, depth: depth + 1) {
                members.append(JSONMember(key, value))
            }
        }
        if members.isEmpty, let more = schema["additionalProperties"], more.value.members != nil,
            let value = value(more, &document, depth: depth + 1)
        {
            members.append(JSONMember("key", value))
        }
        return .object(members)
    }

    private static func number(_ schema: JSONValue) -> JSONValue {
        if let minimum = schema["minimum"], case .number = minimum { return minimum }
        if let minimum = schema["exclusiveMinimum"]?.intValue, minimum < .max {
            return .number("\(minimum + 1)")
        }
        if let multiple = schema["multipleOf"], case .number = multiple { return multiple }
        return .number(schema.text("type") == "number" ? "1.5" : "1")
    }

    private static let formats = [
        "date": "2024-01-31", "date-time": "2024-01-31T12:00:00Z", "time": "12:00:00Z",
        "email": "user@example.com", "uuid": "123e4567-e89b-12d3-a456-426614174000",
        "uri": "https://example.com", "url": "https://example.com", "hostname": "example.com",
        "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "byte": "c3RyaW5n", "duration": "PT1H",
        "password": "password", "binary": "",
    ]

    private static func text(_ schema: JSONValue) -> String {
        if let known = formats[schema.text("format")] { return known }
        let minimum = min(schema["minLength"]?.intValue ?? 0, 64)
        let maximum = schema["maxLength"]?.intValue ?? .max
        let base = "string"
        if minimum > base.count { return String(repeating: "x", count: minimum) }
        return maximum < base.count ? String(base.prefix(max(maximum, 0))) : base
    }
}
