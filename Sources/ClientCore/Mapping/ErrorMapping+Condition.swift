public import HTTPModel

extension ErrorMapping {
    /// When a rule fires.
    public enum Condition: Hashable, Sendable {
        /// A status within the range, bounds included.
        case status(ClosedRange<Int>)
        /// Any status.
        case anyStatus
        /// This failure.
        case failure(NetworkFailure.Code)
        /// Any failure.
        case anyFailure
        /// Content that is not what the program expected.
        case decodeFailure
        /// A response without the content that the program expected.
        case noData
        /// A token that cannot be placed.
        case tokenFailure
        /// A request that cannot be made.
        case invalidRequest

        /// A single status.
        public static func status(_ code: Int) -> Condition { .status(code...code) }

        /// Reads a condition as `description` writes it: `status 404`, `status 400-499`, `status
        /// 5xx`, `any status`, `failure connect.refused`, `any failure`, `decode failure`, `no
        /// data`, `token failure`, `invalid request`.
        ///
        /// - Returns: `nil` for any other text.
        public init?(_ text: String) {
            let words = text.split(separator: " ").map { $0.lowercased() }
            if let fixed = Self.named[words.joined(separator: " ")] {
                self = fixed
                return
            }
            guard words.count == 2 else { return nil }
            switch words[0] {
            case "status":
                guard let range = Self.statusRange(words[1]) else { return nil }
                self = .status(range)
            case "failure":
                guard case .failure(let code)? = Fact("failure \(words[1])") else { return nil }
                self = .failure(code)
            default:
                return nil
            }
        }

        private static let named: [String: Condition] = [
            "any status": .anyStatus, "any failure": .anyFailure,
            "decode failure": .decodeFailure, "no data": .noData,
            "token failure": .tokenFailure, "invalid request": .invalidRequest,
        ]

        /// `404`, `400-499`, `400–499`, `400...499` or `4xx`.
        private static func statusRange(_ text: String) -> ClosedRange<Int>? {
            if text.count == 3, text.hasSuffix("xx"), let digit = text.first?.wholeNumberValue,
                digit > 0
            {
                return digit * 100...digit * 100 + 99
            }
            let bounds = text.split(whereSeparator: { "-–.".contains($0) }).map { Int($0) }
            guard let first = bounds.first ?? nil, let last = bounds.last ?? nil,
                bounds.count <= 2, (100...999).contains(first), first <= last, last <= 999
            else { return nil }
            return first...last
        }
    }
}

extension ErrorMapping.Condition {
    /// Whether the condition holds for `fact`.
    func holds(for fact: ErrorMapping.Fact) -> Bool {
        switch (self, fact) {
        case (.status(let range), .status(let status)): range.contains(status.rawValue)
        case (.failure(let code), .failure(let other)): code == other
        case (.anyStatus, .status), (.anyFailure, .failure), (.decodeFailure, .decodeFailure),
            (.noData, .noData), (.tokenFailure, .tokenFailure), (.invalidRequest, .invalidRequest):
            true
        default: false
        }
    }

    /// Why the condition holds for `fact`, or why not.
    func reason(for fact: ErrorMapping.Fact) -> String {
        switch (self, fact) {
        case (.status(let range), .status(let status)):
            Self.reason(for: status.rawValue, in: range)
        case (.anyStatus, .status(let status)):
            "\(status.rawValue) is a status"
        case (.failure(let code), .failure(let other)):
            code == other
                ? "the failure is \(code.rawValue)"
                : "the failure is \(other.rawValue), not \(code.rawValue)"
        case (.anyFailure, .failure(let code)):
            "\(code.rawValue) is a failure"
        case (.decodeFailure, .decodeFailure):
            "the content does not decode"
        case (.noData, .noData):
            "the response has no content"
        case (.tokenFailure, .tokenFailure):
            "the token cannot be placed"
        case (.invalidRequest, .invalidRequest):
            "the request cannot be made"
        default:
            "\(fact) is not \(self)"
        }
    }

    private static func reason(for code: Int, in range: ClosedRange<Int>) -> String {
        let isMatch = range.contains(code)
        if range.count == 1 {
            return "the status is \(code)\(isMatch ? "" : ", not \(range.lowerBound)")"
        }
        return "\(code) is \(isMatch ? "" : "not ")in \(range.lowerBound)–\(range.upperBound)"
    }
}

extension ErrorMapping.Condition: CustomStringConvertible {
    /// The condition as text, such as `status 404`, `status 200–299` or `any failure`.
    public var description: String {
        switch self {
        case .status(let range): Self.description(of: range)
        case .anyStatus: "any status"
        case .failure(let code): "failure \(code.rawValue)"
        case .anyFailure: "any failure"
        case .decodeFailure: "decode failure"
        case .noData: "no data"
        case .tokenFailure: "token failure"
        case .invalidRequest: "invalid request"
        }
    }

    private static func description(of range: ClosedRange<Int>) -> String {
        String(capacity: 50) { text in
            text.append("status ")
            text.append(decimal: range.lowerBound)
            guard range.count > 1 else { return }
            text.append("–")
            text.append(decimal: range.upperBound)
        }
    }
}
