import Documents
import HTTPModel

/// Checks values against schemas, as far as OpenAPI documents use them.
///
/// Known are types, enumerations, bounds of numbers, lengths and lists, required and further members,
/// combinations, and the formats of dates, identifiers and addresses. What is not known allows
/// everything.
///
/// - SeeAlso: JSON Schema 2020-12, Validation.
struct SchemaCheck {
    private var document: OpenAPIDocument
    /// What is wrong, one phrase each, beginning with its place.
    private(set) var problems: [String] = []
    private var steps = 0

    private static let problemLimit = 20
    private static let deepest = 64
    private static let stepLimit = 100_000

    init(document: OpenAPIDocument) {
        self.document = document
    }

    /// Notes a problem.
    mutating func add(_ problem: String) {
        if problems.count < Self.problemLimit { problems.append(problem) }
    }

    /// Checks a value; `place` is where it stands.
    mutating func check(
        _ value: JSONValue,
        against schema: OpenAPIDocument.Node,
        at place: String
    ) {
        check(value, schema, place, depth: 0)
    }

    /// Checks the texts of a parameter, which stand for a value of any type.
    mutating func check(
        texts: [String],
        isJoined: Bool,
        against node: OpenAPIDocument.Node,
        at place: String
    ) {
        let schema = document.resolved(node)
        let types = Self.types(of: schema.value)
        if types.contains("object") { return }
        guard types.contains("array") else {
            check(value(of: texts[0], types), against: schema, at: place)
            return
        }
        let parts = isJoined ? texts.flatMap { $0.split(separator: ",").map(String.init) } : texts
        let items = schema["items"].map { Self.types(of: document.resolved($0).value) } ?? []
        check(.array(parts.map { value(of: $0, items) }), against: schema, at: place)
    }

    /// Checks the items of a form.
    mutating func check(
        form items: [(name: String, value: String)],
        against node: OpenAPIDocument.Node
    ) {
        let schema = document.resolved(node)
        var members: [JSONMember] = []
        for item in items where !members.contains(where: { $0.key == item.name }) {
            let property = schema["properties"]?[item.name].map { document.resolved($0) }
            let types = property.map { Self.types(of: $0.value) } ?? []
            guard types.contains("array") else {
                members.append(JSONMember(item.name, value(of: item.value, types)))
                continue
            }
            let inner = property?["items"].map { Self.types(of: document.resolved($0).value) }
            let all = items.filter { $0.name == item.name }
            members.append(
                JSONMember(item.name, .array(all.map { value(of: $0.value, inner ?? []) }))
            )
        }
        check(.object(members), schema, "content", depth: 0)
    }

    /// A text as the value that a schema of these types wants.
    private func value(of text: String, _ types: [String]) -> JSONValue {
        let isNumber = types.contains("integer") || types.contains("number")
        if isNumber, let number = try? JSONValue(parsing: Octets(utf8: text)), case .number = number
        {
            return number
        }
        if types.contains("boolean"), text == "true" || text == "false" {
            return .bool(text == "true")
        }
        return .string(text)
    }

    private static func types(of schema: JSONValue) -> [String] {
        if let name = schema["type"]?.stringValue { return [name] }
        let list = schema.list("type").compactMap(\.stringValue)
        if !list.isEmpty { return list }
        if schema.has("properties") { return ["object"] }
        return schema.has("items") ? ["array"] : []
    }

    // MARK: Values

    private mutating func check(
        _ value: JSONValue,
        _ node: OpenAPIDocument.Node,
        _ place: String,
        depth: Int
    ) {
        steps += 1
        guard depth < Self.deepest, steps < Self.stepLimit else { return }
        if node.value == .bool(false) { return add("\(place): is not allowed") }
        let schema = document.resolved(node)
        if value == .null, schema.value.isTrue("nullable") { return }
        checkCombinations(value, schema, place, depth: depth)
        guard checkType(value, schema.value, place) else { return }
        checkChoice(value, schema.value, place)
        switch value {
        case .number(let text): checkNumber(text, schema.value, place)
        case .string(let text): checkText(text, schema.value, place)
        case .array(let elements): checkList(elements, schema, place, depth: depth)
        case .object(let members): checkObject(members, schema, place, depth: depth)
        case .null, .bool: break
        }
    }

    private mutating func checkCombinations(
        _ value: JSONValue,
        _ schema: OpenAPIDocument.Node,
        _ place: String,
        depth: Int
    ) {
        for part in schema.list("allOf") { check(value, part, place, depth: depth + 1) }
        for key in ["anyOf", "oneOf"] {
            let choices = schema.list(key)
            guard !choices.isEmpty else { continue }
            let count = choices.filter { fits(value, $0, depth: depth + 1) }.count
            if count == 0 { add("\(place): fits none of the \(choices.count) kinds allowed") }
            if count > 1, key == "oneOf" { add("\(place): fits \(count) kinds instead of one") }
        }
        if let other = schema["not"], fits(value, other, depth: depth + 1) {
            add("\(place): is what is ruled out")
        }
    }

    private mutating func fits(
        _ value: JSONValue,
        _ schema: OpenAPIDocument.Node,
        depth: Int
    ) -> Bool {
        let before = problems
        problems = []
        defer { problems = before }
        check(value, schema, "", depth: depth)
        return problems.isEmpty
    }

    private mutating func checkType(
        _ value: JSONValue,
        _ schema: JSONValue,
        _ place: String
    ) -> Bool {
        let types =
            schema["type"]?.stringValue.map { [$0] }
            ?? schema.list("type").compactMap(\.stringValue)
        let isFine = types.isEmpty || types.contains { Self.isOfType(value, $0) }
        if !isFine {
            add("\(place): is \(Self.name(of: value)), not \(types.joined(separator: " or "))")
        }
        return isFine
    }

    private static func isOfType(_ value: JSONValue, _ type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"),
            (.array, "array"), (.object, "object"):
            true
        case (.number(let text), "integer"):
            !text.contains { ".eE".contains($0) } || Double(text).map { $0 == $0.rounded() } == true
        case (.string, "file"): true
        default: false
        }
    }

    private static func name(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .number(let text): "the number \(text)"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    private mutating func checkChoice(_ value: JSONValue, _ schema: JSONValue, _ place: String) {
        if let choices = schema["enum"]?.arrayValue, !choices.contains(value) {
            let names = choices.prefix(8).map { $0.encoded(pretty: false) }.joined(separator: ", ")
            add("\(place): is none of \(names)")
        }
        if let constant = schema["const"], constant != value {
            add("\(place): is not \(constant.encoded(pretty: false))")
        }
    }

    private mutating func checkNumber(_ text: String, _ schema: JSONValue, _ place: String) {
        guard let number = Double(text) else { return }
        if let least = schema["minimum"]?.doubleValue {
            let isStrict = schema.isTrue("exclusiveMinimum")
            if number < least || isStrict && number == least {
                add("\(place): \(text) is below \(schema.text("minimum"))")
            }
        }
        if let most = schema["maximum"]?.doubleValue {
            let isStrict = schema.isTrue("exclusiveMaximum")
            if number > most || isStrict && number == most {
                add("\(place): \(text) is above \(schema.text("maximum"))")
            }
        }
        if case .number(let bound)? = schema["exclusiveMinimum"], let least = Double(bound),
            number <= least
        {
            add("\(place): \(text) is not above \(bound)")
        }
        if case .number(let bound)? = schema["exclusiveMaximum"], let most = Double(bound),
            number >= most
        {
            add("\(place): \(text) is not below \(bound)")
        }
        if let step = schema["multipleOf"]?.doubleValue, step > 0 {
            let quotient = number / step
            if abs(quotient - quotient.rounded()) > 1e-9 * max(1, abs(quotient)) {
                add("\(place): \(text) is no multiple of \(schema.text("multipleOf"))")
            }
        }
    }

    private mutating func checkText(_ text: String, _ schema: JSONValue, _ place: String) {
        let length = text.unicodeScalars.count
        if let least = schema["minLength"]?.intValue, length < least {
            add("\(place): has \(length) characters, and at least \(least) are needed")
        }
        if let most = schema["maxLength"]?.intValue, length > most {
            add("\(place): has \(length) characters, and at most \(most) are allowed")
        }
        let format = schema.text("format")
        if !format.isEmpty, !TextFormat.isValid(text, format) { add("\(place): is no \(format)") }
    }

    private mutating func checkList(
        _ elements: [JSONValue],
        _ schema: OpenAPIDocument.Node,
        _ place: String,
        depth: Int
    ) {
        if let least = schema.value["minItems"]?.intValue, elements.count < least {
            add("\(place): has \(elements.count) elements, and at least \(least) are needed")
        }
        if let most = schema.value["maxItems"]?.intValue, elements.count > most {
            add("\(place): has \(elements.count) elements, and at most \(most) are allowed")
        }
        if schema.value.isTrue("uniqueItems"), elements.count < 1_000 {
            let hasTwice = elements.indices.contains { i in elements[..<i].contains(elements[i]) }
            if hasTwice { add("\(place): has an element twice") }
        }
        guard let items = schema["items"] else { return }
        for (i, element) in elements.enumerated() {
            check(element, items, "\(place)[\(i)]", depth: depth + 1)
        }
    }

    private mutating func checkObject(
        _ members: [JSONMember],
        _ schema: OpenAPIDocument.Node,
        _ place: String,
        depth: Int
    ) {
        let properties = schema["properties"]
        for name in schema.value.list("required").compactMap(\.stringValue)
        where !members.contains(where: { $0.key == name }) {
            // What only responses have is not asked for.
            let property = properties?[name].map { document.resolved($0) }
            if property?.value.isTrue("readOnly") != true { add("\(place).\(name): is missing") }
        }
        let further = schema["additionalProperties"]
        for member in members {
            let inner = "\(place).\(member.key)"
            if let property = properties?[member.key] {
                check(member.value, property, inner, depth: depth + 1)
            } else if let further {
                if further.value == .bool(false) {
                    add("\(inner): is not known")
                } else if further.value.members != nil {
                    check(member.value, further, inner, depth: depth + 1)
                }
            }
        }
    }
}

/// Formats of texts that can be told by their look.
enum TextFormat {
    /// Whether a text has a format; `true` for formats that are not known.
    static func isValid(_ text: String, _ format: String) -> Bool {
        switch format {
        case "date": fits(text, "0000-00-00")
        case "date-time":
            text.count >= 20 && fits(String(text.prefix(10)), "0000-00-00")
                && "Tt ".contains(text.dropFirst(10).first ?? "x")
                && fits(String(text.dropFirst(11).prefix(8)), "00:00:00")
        case "uuid":
            text.count == 36
                && text.enumerated().allSatisfy { i, character in
                    [8, 13, 18, 23].contains(i) ? character == "-" : character.isHexDigit
                }
        case "email":
            text.split(separator: "@", omittingEmptySubsequences: false).count == 2
                && !text.hasPrefix("@") && !text.hasSuffix("@") && !text.contains(" ")
        case "ipv4":
            text.split(separator: ".", omittingEmptySubsequences: false).count == 4
                && text.split(separator: ".").allSatisfy { UInt8($0) != nil }
        case "uri", "url": text.contains(":") && !text.contains(" ")
        default: true
        }
    }

    /// Whether a text has digits where the pattern has `0`, and its other characters elsewhere.
    private static func fits(_ text: String, _ pattern: String) -> Bool {
        text.count == pattern.count
            && zip(text, pattern).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
    }
}
