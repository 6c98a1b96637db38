public import Foundation

/// What a program tells its user when a call failed: a title and a text.
public struct UserFacingError: Error, Hashable, Sendable {
    /// What happened, in a few words.
    public let title: String
    /// What to do about it.
    public let body: String

    /// Creates an error with texts of the program.
    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// There is no network.
    public static let noInternetError = UserFacingError(
        title: "No Internet Connection",
        body: "Please check your connection and try again."
    )

    /// Anything else.
    public static let genericError = UserFacingError(
        title: "Something Went Wrong",
        body: "Please try again later."
    )

    /// What to tell about an error of a provider: no network for failures to reach the host, else the
    /// generic error.
    public init(_ error: NetworkError) {
        switch error.failureCode {
        case .connectUnreachable, .dnsNotFound: self = .noInternetError
        default: self = .genericError
        }
    }
}

extension UserFacingError: LocalizedError {
    /// The title.
    public var errorDescription: String? { title }
    /// The text.
    public var recoverySuggestion: String? { body }
}
