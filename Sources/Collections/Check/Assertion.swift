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
        /// What an XPath expression gives for content that is XML or HTML.
        case xPath(String)
        /// The time of the whole exchange.
        case duration
        /// The length of the content in bytes.
        case byteCount
        /// A sum of the content, in lower-case hexadecimal digits.
        case sum(ContentSum)
        /// A cookie that the response sets: its value, or one of its attributes, such as `Path`.
        case cookie(String, attribute: String?)
        /// A fact about the certificate that the server showed on the last hop.
        case certificate(CertificateFact)
        /// How many redirects were followed.
        case redirects
        /// The URL of the last hop.
        case url
        /// The name of the error the mapping gives; `success` when it gives none.
        case apiError
        /// The code of the failure, such as `receive.reset`; absent when a response came.
        case failure
    }

    /// What is made of a value before it is compared or kept.
    package enum Filter: Sendable, Hashable {
        /// How many there are: nodes of a query, elements, members or characters of the one value,
        /// fields of the name, bytes, or names in a certificate.
        case count
        /// What the first group of a regular expression matched; all of the match without a group.
        case firstMatch(SearchPattern)
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
        /// Is a JSON number without fraction and exponent.
        case isInteger
        /// Is a JSON number with a fraction or an exponent.
        case isFloat
        /// Is a date, with or without a time, as ISO 8601 or HTTP write it.
        case isDate
        /// Is a UUID.
        case isUUID
        /// Is a JSON array or object.
        case isCollection
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
    /// What is made of it; `nil` for the value itself.
    package var filter: Filter?
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
        filter: Filter? = nil,
        isNegated: Bool = false,
        comparison: Operator,
        expected: String = ""
    ) {
        self.text = text
        self.location = location
        self.subject = subject
        self.filter = filter
        self.isNegated = isNegated
        self.comparison = comparison
        self.expected = expected
    }
}
