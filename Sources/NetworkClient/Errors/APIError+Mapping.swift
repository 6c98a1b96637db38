public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension APIError {
    /// Creates the error that an outcome of the error table stands for.
    ///
    /// A name that no case has becomes `unknown`, below `httpError.` the unknown status.
    ///
    /// - Parameters:
    ///   - mapping: The outcome; one of success gives `unknown`.
    ///   - data: What came, for `invalidResponse`.
    ///   - response: The head that came, for `invalidResponse`.
    public init(_ mapping: Mapping, data: Data? = nil, response: URLResponse? = nil) {
        switch mapping.apiError {
        case "network": self = .network(errorMessage: mapping.message)
        case "parseResponse": self = .parseResponse(errorMessage: mapping.message)
        case "noData": self = .noData
        case "request": self = .request
        case "generalToken": self = .generalToken
        case "invalidResponse": self = .invalidResponse(data, response)
        case let name? where name.hasPrefix(Self.statusPrefix):
            let kind = HTTPError(rawValue: String(name.dropFirst(Self.statusPrefix.count)))
            self = .httpError(kind ?? .unknown)
        default: self = .unknown
        }
    }

    /// The stable name of the case, as the error table spells it.
    public var name: String {
        switch self {
        case .network: "network"
        case .noData: "noData"
        case .parseResponse: "parseResponse"
        case .request: "request"
        case .httpError(let error): Self.statusPrefix + error.rawValue
        case .invalidResponse: "invalidResponse"
        case .generalToken: "generalToken"
        case .unknown: "unknown"
        }
    }

    private static let statusPrefix = "httpError."

    /// What a request that cannot be built becomes.
    static var invalidRequest: APIError { APIError(ErrorMapping.standard.map(.invalidRequest)) }

    /// The error with a message of Foundation's decoders put in the library's words.
    var withOwnTexts: APIError {
        guard case .parseResponse(let message) = self else { return self }
        return .parseResponse(errorMessage: DecodingFailure.normalized(message))
    }
}
