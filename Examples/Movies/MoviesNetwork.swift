public import Foundation
public import NetworkClient

/// The movie service, with its errors and its key.
public struct MoviesNetwork: Network {
    /// What the service says when it cannot do what it is asked.
    public struct RemoteError: Decodable, Hashable, Sendable {
        /// The number of the error in the service's own list.
        public let code: Int
        /// What is wrong, for people.
        public let message: String
    }

    /// What every request carries.
    public struct Headers: Encodable, Sendable {
        /// The key of the program.
        public let key: String

        private enum CodingKeys: String, CodingKey {
            case key = "X-API-Key"
        }
    }

    /// Where the service is.
    public let baseURL: URL
    /// What every request carries.
    public let headers: Headers
    /// What sends.
    public let client: HTTPClient

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - key: The key of the program.
    ///   - client: What sends.
    public init(key: String, client: HTTPClient = HTTPClient()) {
        baseURL = URL(string: "https://api.movies.example.test/3/") ?? URL(filePath: "/")
        headers = Headers(key: key)
        self.client = client
    }
}
