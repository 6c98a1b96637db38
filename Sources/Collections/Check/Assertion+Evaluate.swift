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
        let actual = actualValue(exchange, apiError)
        let holds = Comparison(comparison, expected: expectedValue).holds(for: actual)
        return AssertionResult(
            text: text,
            location: location,
            isPassed: holds.map { $0 != isNegated } ?? false,
            actual: actual.description
        )
    }

    /// The expected value as compared: durations in milliseconds.
    private var expectedValue: String {
        guard subject == .duration, comparison != .isIn,
            let duration = DurationText.duration(expected, bareUnit: "ms")
        else { return expected }
        return ActualValue.milliseconds(duration)
    }

    private func actualValue(_ exchange: Exchange, _ apiError: String?) -> ActualValue {
        switch subject {
        case .duration:
            return .json(.number, ActualValue.milliseconds(exchange.elapsed), unit: " ms")
        case .apiError: return .text(apiError ?? "success")
        case .failure:
            guard let failure = exchange.failure else { return .absent("a response came") }
            return .text(failure.code.rawValue)
        default: break
        }
        guard let response = exchange.response else {
            let code = exchange.failure.map { $0.code.rawValue } ?? "nothing was sent"
            return .absent("no response: \(code)")
        }
        switch subject {
        case .status: return .json(.number, "\(response.status.rawValue)")
        case .byteCount: return .json(.number, "\(response.body.count)")
        case .body: return .text(response.body.text)
        case .header(let name):
            guard let value = response.fields[name] else { return .absent("no field \(name)") }
            return .text(value)
        case .jsonPath(let query):
            do {
                guard let match = try ResponseReference.match(query, in: response.body) else {
                    return .absent("\(query) selects nothing")
                }
                return .json(match.kind, match.text)
            } catch {
                return .absent(error.detail)
            }
        case .duration, .apiError, .failure: return .absent("")
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

    private static func cut(_ text: String) -> String {
        text.count > 200 ? text.prefix(197) + "…" : text
    }
}
