public import HTTPModel
import Synchronization

/// The calls of a client under way, so that the client can be shut down.
///
/// Put it first among the middlewares of the clients that end together, and keep it:
///
///     let lifecycle = ClientLifecycle()
///     configuration.middlewares = [lifecycle] + others
///     …
///     await lifecycle.shutdown(.draining(within: .seconds(5)))
///
/// A later call ends at once in `cancelled`, with nothing sent. A call whose content is streamed is
/// under way until its head has come; its stream is then the reader's.
public final class ClientLifecycle: Middleware {
    /// What becomes of the calls under way.
    public enum Shutdown: Hashable, Sendable {
        /// They are cancelled at once.
        case cancelling
        /// They may end by themselves; those that have not within the time are cancelled.
        case draining(within: Duration)
    }

    private typealias Call = Task<Result<Exchange, PreparationFailure>, Never>

    private struct State {
        var isShutDown = false
        var nextID = 0
        var calls: [Int: Call] = [:]
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let transport: CurlTransport?
    private let time: any TimeSource
    private let state = Mutex(State())

    /// Creates the record of no calls.
    ///
    /// - Parameters:
    ///   - transport: Closed at the end of a shutdown, connections and thread; `nil` closes none. Leave
    ///     it out for a transport that others use too.
    ///   - time: Measures how long to drain.
    public init(closing transport: CurlTransport? = nil, time: any TimeSource = SystemTime()) {
        self.transport = transport
        self.time = time
    }

    /// Whether `shutdown` was called.
    public var isShutDown: Bool { state.withLock { $0.isShutDown } }

    /// How many calls are under way.
    public var callCount: Int { state.withLock { $0.calls.count } }

    /// Refuses new calls, ends those under way, and returns when the last has ended.
    ///
    /// Cancelling the task that waits ends the draining, and cancels the calls.
    public func shutdown(_ shutdown: Shutdown = .cancelling) async {
        state.withLock { $0.isShutDown = true }
        if case .draining(let limit) = shutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.idle() }
                group.addTask { try? await self.time.sleep(for: limit) }
                await group.next()
                cancelCalls()
                group.cancelAll()
            }
        }
        cancelCalls()
        await idle()
        await transport?.shutdown()
    }

    /// Sends the request unless the client is shut down, and can be cancelled by a shutdown.
    public func intercept(
        _ request: HTTPRequest,
        context: CallContext,
        next: @escaping Next
    ) async throws(PreparationFailure) -> Exchange {
        guard let (id, call) = begin(request, next: next) else {
            let failure = NetworkFailure(
                .cancelled,
                phase: .prepare,
                detail: "the client is shut down"
            )
            return context.exchange(for: request, result: .failure(failure))
        }
        let result = await withTaskCancellationHandler {
            await call.value
        } onCancel: {
            call.cancel()
        }
        end(id)
        return try result.get()
    }

    /// Starts a call in a task of its own; `nil` when the client is shut down.
    private func begin(_ request: HTTPRequest, next: @escaping Next) -> (id: Int, call: Call)? {
        state.withLock { state in
            guard !state.isShutDown else { return nil }
            state.nextID += 1
            let call = Call {
                do throws(PreparationFailure) {
                    return .success(try await next(request))
                } catch {
                    return .failure(error)
                }
            }
            state.calls[state.nextID] = call
            return (state.nextID, call)
        }
    }

    private func end(_ id: Int) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.calls[id] = nil
            guard state.calls.isEmpty else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func cancelCalls() {
        for call in state.withLock({ Array($0.calls.values) }) { call.cancel() }
    }

    /// Waits until no call is under way.
    private func idle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if !state.calls.isEmpty { state.waiting.append(continuation) }
                return state.calls.isEmpty
            }
            if isIdle { continuation.resume() }
        }
    }
}
