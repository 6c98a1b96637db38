/// The spelling a JSON reader accepts.
package enum JSONDialect: Hashable, Sendable {
    /// RFC 8259.
    case strict
    /// JSON5: comments, trailing commas, single quotes, unquoted keys, more number forms.
    case json5
}

/// A name and its value in a JSON object.
package struct JSONMember: Equatable, Sendable {
    /// The name, escapes decoded.
    package var key: String
    /// The value.
    package var value: JSONValue

    /// Creates a member.
    package init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}

/// A small JSON value, such as a settings file or a report.
///
/// Members keep their order and may repeat a name; numbers keep their spelling. Documents that come
/// from outside are read with `JSONTape` instead.
package indirect enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as written.
    case number(String)
    /// A string, escapes decoded.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; members in order.
    case object([JSONMember])
}

extension JSONValue {
    /// The value of the last member named `key`, or `nil` when there is none or this is no object.
    package subscript(key: String) -> JSONValue? {
        members?.last { $0.key == key }?.value
    }

    /// The text of a string.
    package var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a number that is a whole one in the range of `Int`.
    package var intValue: Int? {
        guard case .number(let text) = self else { return nil }
        let digits = Self.strictNumber(text)
        return Int(digits) ?? Double(digits).flatMap(Int.init(exactly:))
    }

    /// The nearest double to a number.
    package var doubleValue: Double? {
        if case .number(let text) = self { Double(text) } else { nil }
    }

    /// The value of a boolean.
    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of an array.
    package var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object, in order.
    package var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    package init(nilLiteral: ()) { self = .null }
    /// Creates a boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a number.
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    /// Creates a number.
    package init(floatLiteral value: Double) { self = .number(String(value)) }
    /// Creates a string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object; the order of the literal is kept.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}
