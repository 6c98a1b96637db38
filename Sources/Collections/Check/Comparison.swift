import Documents
import HTTPModel

/// An operator with its expected value.
struct Comparison {
    private let comparison: Assertion.Operator
    private let expected: String

    init(_ comparison: Assertion.Operator, expected: String) {
        self.comparison = comparison
        self.expected = expected
    }

    /// Whether the value fulfils the condition.
    ///
    /// - Returns: `nil` when the value is absent or cannot be compared, so that neither the condition nor
    ///   its negation holds; only `exists` is decided then.
    func holds(for actual: ActualValue) -> Bool? {
        if case .absent = actual { return comparison == .exists ? false : nil }
        switch comparison {
        case .exists: return true
        case .equals: return equals(actual, expected)
        case .differs: return !equals(actual, expected)
        case .isLess: return order(actual).map { $0 < 0 }
        case .isGreater: return order(actual).map { $0 > 0 }
        case .isAtMost: return order(actual).map { $0 <= 0 }
        case .isAtLeast: return order(actual).map { $0 >= 0 }
        case .contains: return contains(actual)
        case .startsWith: return actual.comparable?.hasPrefix(Self.unquoted(expected))
        case .endsWith: return actual.comparable?.hasSuffix(Self.unquoted(expected))
        case .matches: return matches(actual)
        case .isIn: return isIn(actual)
        case .isEmpty: return isEmpty(actual)
        case .isString: return kind(of: actual) == .string
        case .isNumber: return kind(of: actual) == .number
        case .isInteger: return number(actual).map { !Self.hasFraction($0) } ?? false
        case .isFloat: return number(actual).map(Self.hasFraction) ?? false
        case .isDate: return actual.comparable.flatMap { DateReading.seconds($0) } != nil
        case .isUUID: return actual.comparable.map(Self.isUUID) ?? false
        case .isCollection: return [.array, .object].contains(kind(of: actual))
        case .isBoolean: return kind(of: actual) == .bool
        case .isArray: return kind(of: actual) == .array
        case .isObject: return kind(of: actual) == .object
        case .isNull: return kind(of: actual) == .null
        }
    }

    private func kind(of actual: ActualValue) -> JSONKind {
        if case .json(let kind, _, _) = actual { kind } else { .string }
    }

    /// The number as written; `nil` for anything else.
    private func number(_ actual: ActualValue) -> String? {
        if case .json(.number, let text, _) = actual { text } else { nil }
    }

    private static func hasFraction(_ number: String) -> Bool {
        number.contains { $0 == "." || $0 == "e" || $0 == "E" }
    }

    private static func isUUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }

    /// JSON values are compared by kind and value when the expected one is JSON, else as text.
    private func equals(_ actual: ActualValue, _ expected: String) -> Bool {
        if case .json(_, let text, _) = actual,
            let wanted = try? JSONValue(parsing: Octets(utf8: expected)),
            let value = try? JSONValue(parsing: Octets(utf8: text))
        {
            return Self.areEqual(value, wanted)
        }
        return actual.comparable == Self.unquoted(expected)
    }

    private static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)):
            if left == right { return true }
            if let leftInt = Int64(left), let rightInt = Int64(right) { return leftInt == rightInt }
            // Digits beyond what a double holds still tell numbers apart.
            guard left.count < 16, right.count < 16 else { return false }
            return Double(left) == Double(right)
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy(areEqual)
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            return left.allSatisfy { member in
                right.contains { $0.key == member.key && areEqual($0.value, member.value) }
            }
        default:
            return left == right
        }
    }

    /// Below, at or above zero as the value is below, at or above the expected number or date.
    private func order(_ actual: ActualValue) -> Int? {
        guard let text = actual.comparable else { return nil }
        let expected = Self.unquoted(expected)
        if let left = Int64(text), let right = Int64(expected) {
            return left < right ? -1 : left > right ? 1 : 0
        }
        if let left = DateReading.seconds(text), let right = DateReading.seconds(expected) {
            return left < right ? -1 : left > right ? 1 : 0
        }
        guard let left = Double(text), let right = Double(expected) else { return nil }
        return left < right ? -1 : left > right ? 1 : 0
    }

    private func contains(_ actual: ActualValue) -> Bool? {
        if case .json(.array, let text, _) = actual,
            let elements = (try? JSONValue(parsing: Octets(utf8: text)))?.arrayValue
        {
            return elements.contains { element in
                let text = element.encoded(pretty: false)
                return equals(.json(element.kind, text), expected)
            }
        }
        return actual.comparable?.contains(Self.unquoted(expected))
    }

    private func matches(_ actual: ActualValue) -> Bool? {
        guard let text = actual.comparable else { return nil }
        return SearchPattern(expected).matches(text)
    }

    private func isIn(_ actual: ActualValue) -> Bool {
        if let range = expected.firstRange(of: ".."), !expected.hasPrefix("[") {
            let lower = Comparison(
                .isAtLeast,
                expected: expected[..<range.lowerBound].trimmingSpace
            )
            let upper = Comparison(.isAtMost, expected: expected[range.upperBound...].trimmingSpace)
            return lower.holds(for: actual) == true && upper.holds(for: actual) == true
        }
        if let elements = (try? JSONValue(parsing: Octets(utf8: expected)))?.arrayValue {
            return elements.contains { equals(actual, $0.encoded(pretty: false)) }
        }
        var list = expected
        if list.hasPrefix("["), list.hasSuffix("]") { list = String(list.dropFirst().dropLast()) }
        return list.split(separator: ",").contains { equals(actual, $0.trimmingSpace) }
    }

    private func isEmpty(_ actual: ActualValue) -> Bool {
        guard case .json(let kind, let text, _) = actual, kind == .array || kind == .object else {
            return actual.comparable?.isEmpty ?? false
        }
        return text.dropFirst().dropLast().allSatisfy(\.isWhitespace)
    }

    /// The text without the quotes around it.
    static func unquoted(_ text: String) -> String {
        if text.hasPrefix("\""), let value = try? JSONValue(parsing: Octets(utf8: text)),
            let string = value.stringValue
        {
            return string
        }
        guard text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

extension JSONValue {
    /// The kind of the value.
    var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
