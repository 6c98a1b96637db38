import Documents
package import HTTPModel

/// A difference between a fixture and what a live service answered.
package struct Drift: Hashable, Sendable {
    /// What differs: `status`, `media type`, `outcome`, `content`, or the kind of a shape's
    /// difference such as `key removed`.
    package var kind: String
    /// The place in the content as a JSONPath query; empty for what is outside the content.
    package var path: String
    /// What the fixture has; empty for nothing.
    package var expected: String
    /// What came; empty for nothing.
    package var found: String
    /// Where in the fixture's content the value stands, or its parent; `nil` outside the content.
    package var location: TextLocation?

    /// The difference as a phrase, such as `$.id: type changed: number, now string`.
    package var description: String {
        let front = path.isEmpty ? kind : "\(path): \(kind)"
        switch (expected.isEmpty, found.isEmpty) {
        case (true, true): return front
        case (true, false): return "\(front): \(found)"
        case (false, true): return "\(front), was \(expected)"
        case (false, false): return "\(front): \(expected), now \(found)"
        }
    }
}

extension Fixture {
    /// Compares the fixture with what a live service answered, by status, media type and shape.
    ///
    /// Values do not matter, except for words of what looks like an enumeration; neither does the
    /// order of members. Content is compared when it is JSON and the status is the fixture's.
    ///
    /// - Parameters:
    ///   - result: What came.
    ///   - volatilePaths: JSONPaths of values to pass over, beside the fixture's own; what is no
    ///     valid path is passed over itself.
    /// - Returns: The differences; empty when the fixture still tells the truth.
    package func drift(
        from result: Result<HTTPResponse, NetworkFailure>,
        volatilePaths: [String] = []
    ) -> [Drift] {
        switch (outcome, result) {
        case (.success(let expected), .success(let found)):
            Self.drift(expected, found, volatilePaths: self.volatilePaths + volatilePaths)
        case (.failure(let expected), .failure(let found))
        where Self.agree(expected.code, found.code): []
        case (_, .success(let found)): [Self.outcomeDrift(outcomeText, "\(found.status.rawValue)")]
        case (_, .failure(let found)): [Self.outcomeDrift(outcomeText, found.code.rawValue)]
        }
    }

    /// Whether two failures are one: the same, or timeouts, of which the client's limits decide which
    /// comes first.
    private static func agree(
        _ left: NetworkFailure.Code,
        _ right: NetworkFailure.Code
    ) -> Bool {
        let timeouts: Set<NetworkFailure.Code> = [.timeoutHeaders, .timeoutBody, .timeoutTotal]
        let isTotal = left == .timeoutTotal || right == .timeoutTotal
        return left == right || isTotal && timeouts.contains(left) && timeouts.contains(right)
    }

    private static func outcomeDrift(_ expected: String, _ found: String) -> Drift {
        Drift(kind: "outcome", path: "", expected: expected, found: found)
    }

    private static func drift(
        _ expected: HTTPResponse,
        _ found: HTTPResponse,
        volatilePaths: [String]
    ) -> [Drift] {
        var result: [Drift] = []
        let isSameStatus = expected.status == found.status
        if !isSameStatus {
            result.append(
                Drift(
                    kind: "status",
                    path: "",
                    expected: "\(expected.status.rawValue)",
                    found: "\(found.status.rawValue)"
                )
            )
        }
        let expectedType = expected.head.mediaType?.essence
        let foundType = found.head.mediaType?.essence
        if expectedType != foundType {
            result.append(
                Drift(
                    kind: "media type",
                    path: "",
                    expected: expectedType ?? "none",
                    found: foundType ?? "none"
                )
            )
        }
        guard isSameStatus, expected.head.mediaType?.isJSON == true,
            found.head.mediaType?.isJSON == true, !expected.body.isEmpty
        else { return result }
        return result
            + contentDrift(
                expected.body,
                found.body,
                volatilePaths.compactMap { try? JSONPath($0) }
            )
    }

    private static func contentDrift(
        _ expected: Octets,
        _ found: Octets,
        _ volatilePaths: [JSONPath]
    ) -> [Drift] {
        // A fixture that is no JSON, as of a service that breaks, says nothing about shape.
        guard let expectedShape = shape(of: expected, volatilePaths) else { return [] }
        guard let foundShape = shape(of: found, volatilePaths) else {
            let what = found.isEmpty ? "no content" : "content that is not JSON"
            return [Drift(kind: "content", path: "", expected: "JSON", found: what)]
        }
        let differences = expectedShape.differences(to: foundShape)
        guard !differences.isEmpty else { return [] }
        let tape = JSONTape(expected)
        return differences.map { difference in
            Drift(
                kind: difference.kind.rawValue,
                path: difference.path,
                expected: difference.expected,
                found: difference.found,
                location: location(of: difference.path, in: tape)
            )
        }
    }

    private static func shape(of body: Octets, _ volatilePaths: [JSONPath]) -> Shape? {
        guard let value = try? JSONValue(parsing: body) else { return nil }
        let tape = JSONTape(body)
        let ignored = volatilePaths.flatMap { $0.matches(in: tape).map(\.path) }
        return Shape(of: value, ignoring: Set(ignored), isUnknown: Redactor.isPlaceholder)
    }

    /// Where the first value at `path` stands, or the nearest value around it.
    private static func location(of path: String, in tape: JSONTape) -> TextLocation? {
        var path = path
        while !path.isEmpty {
            if let match = (try? JSONPath(path))?.matches(in: tape).first {
                return TextLocation(offset: match.range.lowerBound, in: tape.octets)
            }
            guard let step = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { break }
            path = String(path[..<step])
        }
        return nil
    }
}
