public import HTTPModel
import Synchronization

/// Authenticates every request, and renews the credential when it is refused or used up.
///
/// - All requests that need a new credential wait for one refresh.
/// - A request that was refused with an older credential than the present one is sent again with the
///   present one, without a refresh.
/// - A refresh that fails fails all who wait, once; the next request tries again.
/// - A cancelled request leaves the refresh to the others.
/// - A refusal by another origin, which a redirect led to without the credential, renews nothing.
/// - More refreshes than the window allows end in `auth.refreshLimit` without asking the server.
///
/// Each request is sent at most three times: as it came, after a renewal that others made, and after
/// one of its own.
public final class AuthenticationMiddleware<A: Authenticator>: Middleware {
    private typealias Refresh = SharedWork<Result<Void, NetworkFailure>>

    private struct State {
        var credential: A.Credential?
        /// Counts changes of the credential.
        var version = 0
        var refresh: Refresh?
        /// When refreshes began, within the window.
        var refreshTimes: [Duration] = []
    }

    private let authenticator: A
    private let refreshWindow: RefreshWindow?
    private let state: Mutex<State>

    /// Creates a middleware.
    ///
    /// - Parameters:
    ///   - authenticator: Applies and renews credentials.
    ///   - credential: The one to begin with; without one, requests are sent as they are.
    ///   - refreshWindow: How many refreshes are allowed within what time; `nil` for no limit.
    public init(
        _ authenticator: A,
        credential: A.Credential?,
        refreshWindow: RefreshWindow? = RefreshWindow()
    ) {
        self.authenticator = authenticator
        self.refreshWindow = refreshWindow
        state = Mutex(State(credential: credential))
    }

    /// The present credential; `nil` sends requests as they are.
    ///
    /// Setting it, as when somebody signs in or out, also discards the outcome of a refresh under way.
    public var credential: A.Credential? {
        get { state.withLock { $0.credential } }
        set {
            state.withLock { state in
                state.credential = newValue
                state.version += 1
            }
        }
    }

    /// How many requests wait for the refresh under way; 0 when there is none.
    package var waitingCount: Int { state.withLock { $0.refresh }?.memberCount ?? 0 }

    /// Sends the request with the credential, and again with a new one when that is refused.
    public func intercept(
        _ request: HTTPRequest,
        context: CallContext,
        next: Next
    ) async throws(PreparationFailure) -> Exchange {
        guard !Refreshing.middlewares.contains(ObjectIdentifier(self)) else {
            return try await next(request)
        }
        var used: Version
        switch await ready(context, refused: nil) {
        case .success(let ready?): used = ready
        case .success(nil): return try await next(request)
        case .failure(let failure): return context.exchange(for: request, result: .failure(failure))
        }
        var repeats = 0
        while true {
            var authenticated = request
            authenticator.apply(used.credential, to: &authenticated)
            if let token = authenticator.token(for: used.credential) { context.token = token }
            var exchange = try await next(authenticated)
            guard authenticator.isAuthenticationFailure(exchange) else { return exchange }
            guard exchange.sawCredential else {
                let reason = "the credential stayed with the origin that redirected"
                context.note(RetryDecision(isRetried: false, reason: reason), on: &exchange)
                return exchange
            }
            guard repeats < 2 else {
                let reason = "renewed credentials are refused too"
                context.note(RetryDecision(isRetried: false, reason: reason), on: &exchange)
                return exchange
            }
            let renewed: Version?
            switch await ready(context, refused: used.number) {
            case .success(let ready): renewed = ready
            case .failure(let failure):
                return Self.refused(exchange, because: failure, context: context)
            }
            let decision = Self.decision(request, renewed)
            context.note(decision, on: &exchange)
            guard decision.isRetried, let renewed else { return exchange }
            used = renewed
            repeats += 1
        }
    }

    /// `exchange` as the failure to renew the credential; the response that refused it is kept.
    private static func refused(
        _ exchange: Exchange,
        because failure: NetworkFailure,
        context: CallContext
    ) -> Exchange {
        var (exchange, failure) = (exchange, failure)
        context.note(RetryDecision(isRetried: false, reason: failure.message), on: &exchange)
        failure.partialHead = exchange.response?.head
        failure.partialBody = exchange.response?.body ?? Octets()
        exchange.result = .failure(failure)
        return exchange
    }

    private static func decision(
        _ request: HTTPRequest,
        _ renewed: Version?
    ) -> RetryDecision {
        func refusal(_ reason: String) -> RetryDecision {
            RetryDecision(isRetried: false, reason: reason)
        }
        guard renewed != nil else { return refusal("there is no credential any more") }
        guard request.body.isReplayable else {
            return refusal("the credential was renewed, but the content can be read only once")
        }
        return RetryDecision(isRetried: true, reason: "the credential was renewed")
    }

    private struct Version {
        var credential: A.Credential
        var number: Int
    }

    /// Waits until there is a credential that may be used.
    ///
    /// - Parameters:
    ///   - context: The call that wants to send.
    ///   - refused: The version that a server just refused; `nil` when none was.
    /// - Returns: The credential; `nil` when there is none.
    private func ready(
        _ context: CallContext,
        refused: Int?
    ) async -> Result<Version?, NetworkFailure> {
        var hasWaited = false
        while true {
            let step = step(refused: refused, hasWaited: hasWaited, now: context.time.now)
            switch step {
            case .use(let version): return .success(version)
            case .fail(let failure): return .failure(failure)
            case .lookAgain: continue
            case .wait(let refresh):
                do throws(CancellationError) {
                    if case .failure(let failure) = try await refresh.wait() {
                        return .failure(failure)
                    }
                } catch {
                    let detail = "while waiting for a credential"
                    return .failure(NetworkFailure(.cancelled, phase: .prepare, detail: detail))
                }
                hasWaited = true
            }
        }
    }

    private enum Step {
        case use(Version?)
        case fail(NetworkFailure)
        case wait(Refresh)
        case lookAgain
    }

    /// What a request does next: use the credential, wait for a new one, or give up.
    private func step(refused: Int?, hasWaited: Bool, now: Duration) -> Step {
        let (running, present) = state.withLock { state -> (Refresh?, Version?) in
            let present = state.credential.map { Version(credential: $0, number: state.version) }
            guard let refresh = state.refresh, refresh.join() else { return (nil, present) }
            return (refresh, present)
        }
        if let running { return .wait(running) }
        guard let present else { return .use(nil) }
        // A credential that is used up as soon as it is new is used all the same: the server decides.
        // The program's own code is asked outside the lock.
        let isUsedUp = !hasWaited && present.credential.requiresRefresh
        guard isUsedUp || refused == present.number else { return .use(present) }
        return state.withLock { state in
            guard state.version == present.number, state.refresh == nil else { return .lookAgain }
            if let window = refreshWindow {
                state.refreshTimes.removeAll { now - $0 >= window.interval }
                guard state.refreshTimes.count < window.limit else {
                    let detail = "\(window.limit) refreshes within \(window.interval)"
                    return .fail(NetworkFailure(.authRefreshLimit, phase: .prepare, detail: detail))
                }
            }
            state.refreshTimes.append(now)
            let refresh = refresh(present)
            state.refresh = refresh
            return .wait(refresh)
        }
    }

    private func refresh(_ present: Version) -> Refresh {
        Refresh(endsWhenAbandoned: false) { [self] in
            let outcome: Result<A.Credential, NetworkFailure>
            do {
                let id = ObjectIdentifier(self)
                let renewed = try await Refreshing.$middlewares.withValue(
                    Refreshing.middlewares.union([id])
                ) {
                    try await authenticator.refresh(present.credential)
                }
                outcome = .success(renewed)
            } catch {
                outcome = .failure(.refresh(failedWith: error))
            }
            return state.withLock { state in
                state.refresh = nil
                // Somebody signed in or out meanwhile: that counts.
                guard state.version == present.number else { return .success(()) }
                return outcome.map { renewed in
                    state.credential = renewed
                    state.version += 1
                }
            }
        }
    }
}

/// How many refreshes of a credential are allowed within what time.
public struct RefreshWindow: Hashable, Sendable {
    /// The time that counts, back from now.
    public var interval: Duration
    /// The most refreshes in it.
    public var limit: Int

    /// Creates a window.
    public init(interval: Duration = .seconds(30), limit: Int = 5) {
        self.interval = interval
        self.limit = limit
    }
}

/// Which middlewares renew a credential in this task.
private enum Refreshing {
    @TaskLocal static var middlewares: Set<ObjectIdentifier> = []
}

extension Exchange {
    /// Whether the credential of the last attempt went all the way, past every redirect.
    fileprivate var sawCredential: Bool {
        hops.allSatisfy { hop in
            hop.attempt != attempts
                || hop.redirect?.dropped.allSatisfy { $0.reason != .credential } ?? true
        }
    }
}

extension NetworkFailure {
    /// The failure of all requests that wait for a refresh that failed.
    fileprivate static func refresh(failedWith error: any Error) -> NetworkFailure {
        // The text of an unknown error may hold a credential.
        let cause =
            switch error {
            case let error as ClientError: error.description
            case let error as NetworkFailure: error.description
            case let error as PreparationFailure: error.description
            case is CancellationError: "the refresh was cancelled"
            default: "\(type(of: error))"
            }
        return NetworkFailure(.authRefresh, phase: .prepare, causes: [cause])
    }
}
