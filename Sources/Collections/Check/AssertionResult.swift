package import HTTPModel

/// What a condition came to.
package struct AssertionResult: Sendable, Hashable {
    /// The condition as written.
    package var text: String
    /// Where it is.
    package var location: TextLocation
    /// Whether it held.
    package var isPassed: Bool
    /// What was expected, variables filled in, such as `== 201`; empty when nothing was compared.
    package var expected: String
    /// What was found: the value in JSON spelling, or a sentence such as "no field Location".
    package var actual: String
    /// Where in the content it was found; `nil` when it is not from one place there.
    package var bodyPlace: BodyPlace?

    /// Creates a result.
    package init(
        text: String,
        location: TextLocation,
        isPassed: Bool,
        expected: String = "",
        actual: String,
        bodyPlace: BodyPlace? = nil
    ) {
        self.text = text
        self.location = location
        self.isPassed = isPassed
        self.expected = expected
        self.actual = actual
        self.bodyPlace = bodyPlace
    }

    /// `expected == 201, got 404`, with the place in the content when there is one.
    ///
    /// Both values may hold secrets, which whoever shows them masks.
    package var finding: String {
        let place = bodyPlace.map { " at \($0)" } ?? ""
        return expected.isEmpty ? actual + place : "expected \(expected), got \(actual)\(place)"
    }
}

/// Where a value stands in the content of a response.
package struct BodyPlace: Sendable, Hashable, CustomStringConvertible {
    /// The normalized JSONPath of the value, such as `$['a'][0]`.
    package var path: String
    /// Where its first character is.
    package var location: TextLocation

    /// Creates a place.
    package init(path: String, location: TextLocation) {
        self.path = path
        self.location = location
    }

    /// `$['a'][0] (body 3:5)`.
    package var description: String { "\(path) (body \(location))" }
}
