public import HTTPModel

extension ErrorMapping {
    /// What is known at the end of an exchange, as far as the table asks for it.
    public enum Fact: Hashable, Sendable {
        /// A response with this status came whole.
        case status(HTTPStatus)
        /// No whole response came.
        case failure(NetworkFailure.Code)
        /// The content is not what the program expected; with the decoder's sentence.
        case decodeFailure(String)
        /// A response came without the content that the program expected.
        case noData
        /// The token could not be placed in the request.
        case tokenFailure
        /// The request could not be made.
        case invalidRequest

        /// Reads `404`, `status 404`, a failure code such as `connect.refused`, or one of `decode
        /// failure`, `no data`, `token failure` and `invalid request`.
        ///
        /// - Returns: `nil` for any other text.
        public init?(_ text: String) {
            let words = text.split(separator: " ").map { $0.lowercased() }
            let name = words.joined(separator: " ")
            if let fixed = Self.named[name] {
                self = fixed
                return
            }
            guard let last = words.last, words.count <= 2 else { return nil }
            let kind = words.count == 2 ? words[0] : nil
            if kind != "failure", let code = Int(last), (100...999).contains(code) {
                self = .status(HTTPStatus(code))
                return
            }
            let code = NetworkFailure.Code.allCases.first {
                HTTPToken.equalsIgnoringCase($0.rawValue, last)
            }
            guard kind == nil || kind == "failure", let code else { return nil }
            self = .failure(code)
        }

        private static let named: [String: Fact] = [
            "decode failure": .decodeFailure(""),
            "no data": .noData,
            "token failure": .tokenFailure,
            "invalid request": .invalidRequest,
        ]

        /// Whether the cause may be gone when the request is sent again unchanged.
        public var isTransient: Bool {
            switch self {
            case .status(let status):
                [408, 425, 429, 500, 502, 503, 504].contains(status.rawValue)
            case .failure(let code):
                code.isTransient
            case .decodeFailure, .noData, .tokenFailure, .invalidRequest:
                false
            }
        }

        /// The fact's own words, for messages that ask for them.
        var text: String {
            switch self {
            case .status(let status): status.description
            case .failure(let code): "\(code.summary). \(code.advice)"
            case .decodeFailure(let sentence): sentence
            case .noData: "No data"
            case .tokenFailure: "The token could not be placed in the request."
            case .invalidRequest: "The request could not be made."
            }
        }
    }
}

extension ErrorMapping.Fact: CustomStringConvertible {
    /// The fact as a rule would name it, such as `status 404` or `failure connect.refused`.
    public var description: String {
        switch self {
        case .status(let status): "status \(status.rawValue)"
        case .failure(let code): "failure \(code.rawValue)"
        case .decodeFailure: "decode failure"
        case .noData: "no data"
        case .tokenFailure: "token failure"
        case .invalidRequest: "invalid request"
        }
    }
}
