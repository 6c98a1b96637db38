public import Foundation
public import NetworkClient

/// The calls of the program, as a protocol that tests can meet with a mock.
public protocol UserRepo: TargetType, NetworkRequestable {
    /// One page of users.
    static func fetchUsers(userListRequest: UserListRequest) -> Self
}

/// What performs a call and says what came of it.
public protocol NetworkRequestable {
    /// Performs the call.
    func request<T: Decodable & Sendable>(
        type: T.Type,
        callback: @escaping @Sendable (Result<T, UserFacingError>) -> Void
    ) -> any NetworkEngine.NetworkRequest
}

/// Which page of users to get.
public struct UserListRequest: Encodable, Hashable, Sendable {
    /// How many users a page has.
    public var results: Int
    /// The number of the page, from 1.
    public var page: Int

    /// Creates a request.
    public init(results: Int, page: Int) {
        self.results = results
        self.page = page
    }
}

/// One page of users.
public struct UserListResponse: Decodable, Sendable {
    /// The users of the page.
    public let results: [UserData]
}

/// One user.
public struct UserData: Decodable, Hashable, Sendable {
    /// The name.
    public let name: String
    /// The address.
    public let email: String
}

/// The calls, performed on the network.
public enum APITarget: UserRepo {
    /// One page of users.
    case fetchUsers(userListRequest: UserListRequest)

    /// Gets a new token; the sample's API needs none.
    private static let refreshTokenCall: RefreshToken = { completion in completion(false) }
    private static let interceptor = DefaultInterceptor(refreshTokenCall)
    private static let provider = NetworkProvider<APITarget>(interceptor: interceptor)

    /// The host of the API: that of the variable `USERS_API`, else one that does not exist.
    public var baseURL: URL {
        let text = ProcessInfo.processInfo.environment["USERS_API"] ?? "https://users.example.test"
        return URL(string: text) ?? URL(filePath: "/")
    }

    /// The path of the resource.
    public var path: String { "api/users" }
    /// `GET`.
    public var method: HTTPMethod { .get }

    /// The page as a query.
    public var task: NetworkTask {
        switch self {
        case .fetchUsers(let request): .requestParameterEncodable(request)
        }
    }

    /// Performs the call by the provider.
    public func request<T: Decodable & Sendable>(
        type: T.Type,
        callback: @escaping @Sendable (Result<T, UserFacingError>) -> Void
    ) -> any NetworkEngine.NetworkRequest {
        Self.provider.request(self, type: type) { callback($0.mapError { UserFacingError($0) }) }
    }
}
