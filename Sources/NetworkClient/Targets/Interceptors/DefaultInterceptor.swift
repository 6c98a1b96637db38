public import Foundation
import Synchronization

/// Gets a new token and says whether it succeeded; called at most once at a time.
public typealias RefreshToken =
    @Sendable (_ completion: @escaping @Sendable (Bool) -> Void) -> Void

/// The interceptor that most programs need: no request without a network, new tokens after 401, and
/// another attempt after a failure of the server.
///
/// - `adapt` fails at once with `connect.unreachable` when there is no network.
/// - After status 401 the token is refreshed, once for all requests that wait for it, and each
///   is sent again a second later. A request that was on its way while another one refreshed is sent
///   again without a second refresh. When the refresh fails, its requests end in their 401.
/// - After a status of `retriedStatuses`, a request whose method is idempotent is sent again a
///   second later.
///
/// Each request is sent again at most `retryLimit` times, counted for it alone. Calls that the refresh
/// begins before it returns, or in its own task, are not held up by it: their 401 is final.
public final class DefaultInterceptor: NetworkRequestInterceptor {
    private let refreshing: TokenRefresh
    private let isNetworkReachable: @Sendable () -> Bool
    private let retryLimit: Int
    private let retryDelay: TimeInterval
    private let retriedStatuses: Set<Int>

    /// Creates an interceptor.
    ///
    /// - Parameters:
    ///   - refreshToken: Gets a new token. Waits for it last until it calls back.
    ///   - isNetworkReachable: Whether there is a network at all.
    ///   - retryLimit: How many times each request may be sent again.
    ///   - retryDelay: How long to wait before, in seconds, by the provider's clock.
    ///   - retriedStatuses: After which statuses an idempotent request is sent again.
    public init(
        _ refreshToken: @escaping RefreshToken,
        _ isNetworkReachable: @escaping @Sendable () -> Bool = { true },
        retryLimit: Int = 3,
        retryDelay: TimeInterval = 1,
        retriedStatuses: Set<Int> = [500, 502, 503, 504]
    ) {
        refreshing = TokenRefresh(refreshToken)
        self.isNetworkReachable = isNetworkReachable
        self.retryLimit = retryLimit
        self.retryDelay = retryDelay
        self.retriedStatuses = retriedStatuses
    }

    /// Lets the request pass when there is a network.
    ///
    /// - Throws: `NetworkFailure` with code `connect.unreachable` when there is none.
    public func adapt(_ request: URLRequest, context: RequestContext) async throws -> URLRequest {
        guard isNetworkReachable() else {
            throw NetworkFailure(
                .connectUnreachable,
                phase: .prepare,
                detail: "there is no network"
            )
        }
        return request
    }

    /// Refreshes the token after 401, and says whether the request is sent again.
    public func retry(_ context: RequestContext, dueTo error: NetworkError) async -> RetryResult {
        guard context.retryCount < retryLimit, let status = context.response?.statusCode else {
            return .doNotRetry
        }
        if status == StatusCodes.unauthorized {
            let isRefreshed = await refreshing.refresh(for: context)
            return isRefreshed ? .retryWithDelay(retryDelay) : .doNotRetry
        }
        let isIdempotent =
            HTTPMethod(rawValue: context.request.httpMethod ?? "GET")?.isIdempotent ?? false
        return retriedStatuses.contains(status) && isIdempotent
            ? .retryWithDelay(retryDelay) : .doNotRetry
    }
}

/// Statuses that programs ask for by name.
public enum StatusCodes {
    /// 200.
    public static let ok = 200
    /// 201.
    public static let created = 201
    /// 204.
    public static let noContent = 204
    /// 400.
    public static let badRequest = 400
    /// 401.
    public static let unauthorized = 401
    /// 403.
    public static let forbidden = 403
    /// 404.
    public static let notFound = 404
    /// 500.
    public static let internalServerError = 500
    /// 503.
    public static let serviceUnavailable = 503
}
