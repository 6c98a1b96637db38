import HTTPModel
import Synchronization

/// A limit on how many hops are under way at once, altogether and for each host.
///
/// Those past the limit wait in the order in which they came; who waits for a busy host lets others
/// pass. The wait is `queued` in the hop's timings. One limiter may serve several clients.
public final class ConcurrencyLimiter: Sendable {
    /// The most hops at once; `nil` for no limit.
    public let total: Int?
    /// The most hops at once to one host and port; `nil` for no limit.
    public let perHost: Int?

    private struct Waiter {
        var id: Int
        var host: String
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var running = 0
        var runningByHost: [String: Int] = [:]
        var waiters: [Waiter] = []
        var cancelled: Set<Int> = []
        var nextID = 0
    }

    private let state = Mutex(State())

    /// Creates a limiter; limits below 1 count as 1.
    public init(total: Int? = nil, perHost: Int? = nil) {
        self.total = total.map { max($0, 1) }
        self.perHost = perHost.map { max($0, 1) }
    }

    /// How many hops wait.
    public var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// How many hops are under way.
    public var runningCount: Int { state.withLock { $0.running } }

    /// Waits for a place.
    ///
    /// - Parameter origin: Where the hop goes.
    /// - Returns: The place, free again when it is released or nobody holds it.
    /// - Throws: `CancellationError` at once when the task is cancelled.
    func place(for origin: Origin) async throws(CancellationError) -> Place {
        let host = "\(origin.host):\(origin.port)"
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isAdmitted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(Waiter(id: id, host: host, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
        // A task cancelled after it was admitted left its number behind.
        state.withLock { _ = $0.cancelled.remove(id) }
        guard isAdmitted else { throw CancellationError() }
        return Place(limiter: self, host: host)
    }

    private func enter(_ waiter: Waiter) {
        let answer = state.withLock { state -> Bool? in
            if state.cancelled.contains(waiter.id) { return false }
            guard isFree(waiter.host, state) else {
                state.waiters.append(waiter)
                return nil
            }
            admit(waiter.host, &state)
            return true
        }
        if let answer { waiter.continuation.resume(returning: answer) }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }

    private func isFree(_ host: String, _ state: borrowing State) -> Bool {
        if let total, state.running >= total { return false }
        if let perHost, state.runningByHost[host, default: 0] >= perHost { return false }
        return true
    }

    private func admit(_ host: String, _ state: inout State) {
        state.running += 1
        state.runningByHost[host, default: 0] += 1
    }

    /// Gives a place back, to the first who waits and may have it.
    fileprivate func release(_ host: String) {
        let next = state.withLock { state -> Waiter? in
            state.running -= 1
            let count = state.runningByHost[host, default: 1] - 1
            state.runningByHost[host] = count == 0 ? nil : count
            guard let index = state.waiters.firstIndex(where: { isFree($0.host, state) }) else {
                return nil
            }
            let waiter = state.waiters.remove(at: index)
            admit(waiter.host, &state)
            return waiter
        }
        next?.continuation.resume(returning: true)
    }

    /// A place under the limit.
    final class Place: Sendable {
        private let limiter: ConcurrencyLimiter
        private let host: String
        private let isReleased = Once()

        fileprivate init(limiter: ConcurrencyLimiter, host: String) {
            self.limiter = limiter
            self.host = host
        }

        deinit { release() }

        /// Gives the place back; a second time does nothing.
        func release() {
            if isReleased.take() { limiter.release(host) }
        }
    }
}

extension ConcurrencyLimiter {
    /// Waits for a place for `hop`, no longer than its total time limit allows.
    ///
    /// - Throws: `NetworkFailure` with code `cancelled` or `timeout.total`.
    func place(for hop: PreparedRequest, time: any TimeSource) async throws(NetworkFailure) -> Place
    {
        let origin = hop.target.origin
        guard let limit = hop.totalTimeLeft else {
            do {
                return try await place(for: origin)
            } catch {
                throw Self.cancelled
            }
        }
        let place = await withTaskGroup(of: Place?.self) { group in
            group.addTask { try? await self.place(for: origin) }
            group.addTask {
                try? await time.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if let place { return place }
        if Task.isCancelled { throw Self.cancelled }
        throw NetworkFailure(
            .timeoutTotal,
            phase: .prepare,
            elapsed: limit,
            detail: "while waiting for a free place"
        )
    }

    private static let cancelled = NetworkFailure(
        .cancelled,
        phase: .prepare,
        detail: "while waiting for a free place"
    )
}
