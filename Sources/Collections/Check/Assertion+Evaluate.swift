import Documents
package import HTTPModel

extension Assertion {
    /// Checks the condition.
    ///
    /// - Parameters:
    ///   - exchange: What came of the request.
    ///   - apiError: The error the mapping gives for it; `nil` means success.
    /// - Returns: Whether it holds, and the value that was found.
    package func evaluate(on exchange: Exchange, apiError: String? = nil) -> AssertionResult {
        let found = ResponseLookup(exchange: exchange, apiError: apiError).find(subject, filter)
        let actual = found.value
        let holds = Comparison(comparison, expected: expectedValue(for: actual)).holds(for: actual)
        return AssertionResult(
            text: text,
            location: location,
            isPassed: holds.map { $0 != isNegated } ?? false,
            expected: (isNegated ? "not " : "") + comparison.rawValue
                + (expected.isEmpty ? "" : " " + ActualValue.cut(expected)),
            actual: actual.description,
            bodyPlace: found.place
        )
    }

    /// The expected value as compared: durations in milliseconds, sums in lower-case digits.
    private func expectedValue(for actual: ActualValue) -> String {
        switch subject {
        case .duration where comparison != .isIn:
            guard let duration = DurationText.duration(expected, bareUnit: "ms") else {
                return expected
            }
            return ActualValue.milliseconds(duration)
        case .sum:
            guard filter == nil, let digits = actual.comparable else { return expected }
            var sum = Comparison.unquoted(expected)
            // hurl writes `hex,…;`, httpYac Base 64.
            if sum.hasPrefix("hex,"), sum.hasSuffix(";") {
                sum = sum.dropping("hex,").dropLast() + ""
            }
            let bytes = stride(from: 0, to: digits.utf8.count, by: 2).compactMap { i in
                UInt8(String(digits.dropFirst(i).prefix(2)), radix: 16)
            }
            return sum == Base64.encode(bytes) ? digits : sum.lowercased()
        default: return expected
        }
    }
}

/// What was found where a condition looks.
enum ActualValue {
    /// A JSON value, as written.
    case json(JSONKind, String, unit: String = "")
    /// A text that is not JSON, such as a field value.
    case text(String)
    /// Nothing, and why.
    case absent(String)

    /// The value in JSON spelling, cut when it is long, or why there is none.
    var description: String {
        switch self {
        case .json(_, let text, let unit): Self.cut(text) + unit
        case .text(let text): JSONValue.string(Self.cut(text)).encoded(pretty: false)
        case .absent(let reason): reason
        }
    }

    /// The text to compare: strings decoded.
    var comparable: String? {
        switch self {
        case .json(.string, let text, _):
            (try? JSONValue(parsing: Octets(utf8: text)))?.stringValue ?? text
        case .json(_, let text, _): text
        case .text(let text): text
        case .absent: nil
        }
    }

    static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = attoseconds / 1_000_000_000_000
        let value = Double(seconds) * 1000 + Double(microseconds) / 1000
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    static func cut(_ text: String) -> String {
        text.count > 200 ? text.prefix(197) + "…" : text
    }
}
