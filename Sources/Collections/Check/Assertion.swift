package import HTTPModel

/// A condition on an exchange: one `# @assert` or `??` line.
package struct Assertion: Sendable, Hashable {
    /// What is looked at.
    package enum Subject: Sendable, Hashable {
        /// The status code.
        case status
        /// The first field of a name.
        case header(String)
        /// The content as text.
        case body
        /// What a JSONPath query selects in the content.
        case jsonPath(String)
        /// The time of the whole exchange.
        case duration
        /// The length of the content in bytes.
        case byteCount
        /// The name of the error the mapping gives; `success` when it gives none.
        case apiError
        /// The code of the failure, such as `receive.reset`; absent when a response came.
        case failure
    }

    /// How the actual value is compared with the expected one.
    package enum Operator: String, Sendable, CaseIterable {
        /// Equal: numbers by value, JSON literals by kind and value, else as text.
        case equals = "=="
        /// Not equal.
        case differs = "!="
        /// Less than.
        case isLess = "<"
        /// Greater than.
        case isGreater = ">"
        /// Less than or equal.
        case isAtMost = "<="
        /// Greater than or equal.
        case isAtLeast = ">="
        /// Holds the text, or one of the array's elements equals the value.
        case contains
        /// Begins with the text.
        case startsWith
        /// Ends with the text.
        case endsWith
        /// Matches a regular expression somewhere.
        case matches
        /// Is there.
        case exists
        /// Is a JSON string.
        case isString
        /// Is a JSON number.
        case isNumber
        /// Is `true` or `false`.
        case isBoolean
        /// Is a JSON array.
        case isArray
        /// Is a JSON object.
        case isObject
        /// Is `null`.
        case isNull
        /// Is an empty string, array, object or content.
        case isEmpty
        /// Is one of a list, or in a range: `in [200, 201]`, `in 200..299`.
        case isIn = "in"
    }

    /// The condition as written.
    package var text: String
    /// Where it is.
    package var location: TextLocation
    /// What is looked at.
    package var subject: Subject
    /// Whether the result is turned round: `not` before the operator.
    package var isNegated: Bool
    /// How it is compared.
    package var comparison: Operator
    /// What is expected, a template until the request is resolved; empty for `exists` and `is…`.
    package var expected: String

    /// Creates a condition.
    package init(
        text: String,
        location: TextLocation,
        subject: Subject,
        isNegated: Bool = false,
        comparison: Operator,
        expected: String = ""
    ) {
        self.text = text
        self.location = location
        self.subject = subject
        self.isNegated = isNegated
        self.comparison = comparison
        self.expected = expected
    }
}

/// What a condition came to.
package struct AssertionResult: Sendable, Hashable {
    /// The condition as written.
    package var text: String
    /// Where it is.
    package var location: TextLocation
    /// Whether it held.
    package var isPassed: Bool
    /// What was found: the value in JSON spelling, or a sentence such as "no field Location".
    package var actual: String

    /// Creates a result.
    package init(text: String, location: TextLocation, isPassed: Bool, actual: String) {
        self.text = text
        self.location = location
        self.isPassed = isPassed
        self.actual = actual
    }
}
