public import NetworkClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// Adds the credentials of the customer to every request.
public struct CredentialInterceptor: Interceptor {
    private let token: @Sendable () -> String?

    /// Creates an interceptor that asks for the token each time; `nil` adds nothing.
    public init(token: @escaping @Sendable () -> String?) {
        self.token = token
    }

    /// Adds the token.
    public func prepare(_ request: inout URLRequest) {
        guard let token = token() else { return }
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }
}

/// Makes every status but 2xx an error, so that screens need not look.
public struct StatusInterceptor: Interceptor {
    /// Creates an interceptor.
    public init() {}

    /// Replaces a response of another status by `NetworkError.statusCode`.
    public func process(_ result: inout Result<Response, NetworkError>) {
        result = result.flatMap { response in
            Result { () throws(NetworkError) in try response.filterSuccessfulStatusCodes() }
        }
    }
}

/// The accounts of a customer as lines of a screen.
public struct AccountScreen: Sendable {
    /// One line for each account.
    public private(set) var lines: [String] = []
    /// What to tell the customer when they could not be had; `nil` when all is well.
    public private(set) var problem: String?

    private let router: DefaultNetworkRouter<AccountEndpoint>

    /// Creates an empty screen.
    public init(router: DefaultNetworkRouter<AccountEndpoint>) {
        self.router = router
    }

    /// Gets the accounts.
    public mutating func load() async {
        do throws(NetworkError) {
            let accounts = try await router.execute(endpoint: .accounts).decode([Account].self)
            lines = accounts.map { account in
                let cents = account.balance % 100
                return "\(account.id)  \(account.balance / 100).\(cents < 10 ? "0" : "")\(cents)"
            }
            problem = nil
        } catch {
            problem = error.errorDescription
        }
    }
}
