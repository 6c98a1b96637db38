public import Foundation

extension PreparationFailure: LocalizedError {
    /// What keeps the request from being sent.
    public var errorDescription: String? { "The request could not be sent: \(detail)." }
}

extension URLRequestError: LocalizedError {
    /// What keeps the request from being sent.
    public var errorDescription: String? { "The request could not be sent: \(detail)." }
}
