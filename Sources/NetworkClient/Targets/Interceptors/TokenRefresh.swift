import Synchronization

/// The refreshing of a token: one at a time, whoever waits for it.
final class TokenRefresh: Sendable {
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State {
        var isRunning = false
        /// When the last refresh that succeeded ended.
        var refreshed: Duration?
        var last: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]
        var abandoned: Set<UInt64> = []
    }

    /// The refreshes that the present task works for.
    @TaskLocal private static var owners: Set<ObjectIdentifier> = []

    private let refreshToken: RefreshToken
    private let state = Mutex(State())

    init(_ refreshToken: @escaping RefreshToken) {
        self.refreshToken = refreshToken
    }

    /// Refreshes the token, or waits for the refresh that runs.
    ///
    /// - Returns: Whether there is a newer token than the attempt was made with; `false` too when the
    ///   task is cancelled, or works for the refresh itself.
    func refresh(for context: RequestContext) async -> Bool {
        guard !Self.owners.contains(ObjectIdentifier(self)) else { return false }
        let number = state.withLock { state -> UInt64? in
            if let refreshed = state.refreshed, refreshed >= context.start { return nil }
            state.last += 1
            return state.last
        }
        guard let number else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                enter(number, waiter, context: context)
            }
        } onCancel: {
            abandon(number)
        }
    }

    private func enter(_ number: UInt64, _ waiter: Waiter, context: RequestContext) {
        enum Step { case leave, renewed, wait, begin }
        let step = state.withLock { state -> Step in
            if state.abandoned.remove(number) != nil { return .leave }
            // The refresh that ran may have ended since this waiter got its number.
            if let refreshed = state.refreshed, refreshed >= context.start { return .renewed }
            state.waiters[number] = waiter
            defer { state.isRunning = true }
            return state.isRunning ? .wait : .begin
        }
        switch step {
        case .leave: waiter.resume(returning: false)
        case .renewed: waiter.resume(returning: true)
        case .wait: break
        case .begin: begin(context)
        }
    }

    /// Starts the refresh; it goes on whether or not its first waiter does.
    private func begin(_ context: RequestContext) {
        let end = RefreshEnd { [self] isRefreshed in
            let waiters = state.withLock { state in
                state.isRunning = false
                if isRefreshed { state.refreshed = context.now }
                defer { state.waiters = [:] }
                return state.waiters.values.map { $0 }
            }
            for waiter in waiters { waiter.resume(returning: isRefreshed) }
        }
        let owners = Self.owners.union([ObjectIdentifier(self)])
        Self.$owners.withValue(owners) { refreshToken { end.call($0) } }
    }

    private func abandon(_ number: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            if let waiter = state.waiters.removeValue(forKey: number) { return waiter }
            state.abandoned.insert(number)
            return nil
        }
        waiter?.resume(returning: false)
    }
}

/// The end of a refresh, which counts once however often it is called.
///
/// Whoever keeps it afterwards keeps nothing else with it.
private final class RefreshEnd: Sendable {
    private let action: Mutex<(@Sendable (Bool) -> Void)?>

    init(_ action: @escaping @Sendable (Bool) -> Void) {
        self.action = Mutex(action)
    }

    func call(_ isRefreshed: Bool) {
        let action = action.withLock { $0.take() }
        action?(isRefreshed)
    }
}
