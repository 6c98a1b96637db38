public import HTTPModel
import Synchronization

/// The number of one call of `HTTPClient.send`, unique in the program; later calls have higher ones.
public struct CallID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number, from 1.
    public let rawValue: UInt64

    private static let last = Atomic<UInt64>(0)

    /// Takes the next number.
    static func next() -> CallID {
        CallID(rawValue: last.add(1, ordering: .relaxed).newValue)
    }

    /// The earlier call is the lesser.
    public static func < (left: CallID, right: CallID) -> Bool { left.rawValue < right.rawValue }

    /// The number with a hash sign, such as `#12`.
    public var description: String { "#\(rawValue)" }
}

/// One call of `HTTPClient.send` as its middlewares see it.
///
/// Shared by all attempts of the call. Safe to use from any task, although the attempts of a call
/// normally come one after the other.
public final class CallContext: Sendable {
    /// How the content of the response reaches the caller.
    public enum Delivery: Hashable, Sendable {
        /// In the exchange, when all of it has come.
        case whole
        /// Through a stream of its own; the `body` of the exchange's response is empty.
        case stream
    }

    private struct State {
        var attempts = 0
        var hops: [Hop] = []
        var token: Token?
        var place: ConcurrencyLimiter.Place?
    }

    /// The number of the call.
    public let id: CallID
    /// How the content of the response reaches the caller.
    public let delivery: Delivery
    /// The clock that offsets are measured with and waits are made with.
    public let time: any TimeSource
    /// Which responses are accepted; a retrier is asked about any other.
    public let validator: ResponseValidator
    /// Told what happens in the call.
    public let monitors: [any EventMonitor]
    /// Told of the progress of each hop.
    public let observer: (any HopObserver)?

    /// The token when neither the call nor a middleware brings one.
    private let configuredToken: (@Sendable () -> Token?)?
    private let start: Duration
    private let state = Mutex(State())

    /// Begins a call.
    ///
    /// `HTTPClient` does this for every call; do it yourself to test a middleware alone.
    public init(
        delivery: Delivery = .whole,
        time: any TimeSource = SystemTime(),
        validator: ResponseValidator = .successCodes,
        monitors: [any EventMonitor] = [],
        observer: (any HopObserver)? = nil,
        token: Token? = nil,
        configuredToken: (@Sendable () -> Token?)? = nil
    ) {
        id = CallID.next()
        self.delivery = delivery
        self.time = time
        self.validator = validator
        self.monitors = monitors
        self.observer = observer
        self.configuredToken = configuredToken
        start = time.now
        if let token { self.token = token }
    }

    /// The time since the call began.
    public var elapsed: Duration { time.now - start }

    /// How many attempts were begun: the number of the present one, 0 before the first.
    public var attempt: Int { state.withLock { $0.attempts } }

    /// The hops of all attempts so far, in order.
    public var hops: [Hop] { state.withLock { $0.hops } }

    /// The credential of the attempts to come, at first that of the call.
    ///
    /// With `nil` the configuration is asked at each attempt.
    /// A token set here is placed and, on a redirect to another origin, dropped as any other.
    public var token: Token? {
        get { state.withLock { $0.token } }
        set { state.withLock { $0.token = newValue } }
    }

    /// The credential that an attempt would use now.
    var presentToken: Token? { token ?? configuredToken?() }

    /// Makes the exchange of a call that ends here, with the hops of the attempts made so far.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - result: What came of it.
    /// - Returns: The exchange, as long as the call has lasted.
    public func exchange(
        for request: HTTPRequest,
        result: Result<HTTPResponse, NetworkFailure>
    ) -> Exchange {
        Exchange(request: request, hops: hops, result: result, elapsed: elapsed)
    }

    /// Notes on the last hop of `exchange`, and of the call, why it is or is not sent again.
    public func note(_ decision: RetryDecision, on exchange: inout Exchange) {
        let last = exchange.hops.indices.last
        if let last { exchange.hops[last].retry = decision }
        state.withLock { state in
            guard let index = state.hops.indices.last else { return }
            state.hops[index].retry = decision
        }
        if decision.isRetried { tell(.retrying(decision)) }
    }

    /// Tells the monitors that `kind` happened just now.
    public func tell(_ kind: @autoclosure () -> CallEvent.Kind) {
        guard !monitors.isEmpty else { return }
        let event = CallEvent(call: id, offset: elapsed, attempt: attempt, kind: kind())
        for monitor in monitors { monitor.record(event) }
    }

    /// Begins an attempt and gives its number.
    func beginAttempt() -> Int {
        state.withLock { state in
            state.attempts += 1
            return state.attempts
        }
    }

    /// Keeps the hops of an attempt that has ended.
    ///
    /// - Returns: The hops of all attempts, these last.
    func keep(_ hops: [Hop]) -> [Hop] {
        state.withLock { state in
            state.hops += hops
            return state.hops
        }
    }

    /// Gives back the place of the last hop, and keeps `place` for as long as content streams in.
    func hold(_ place: ConcurrencyLimiter.Place, isBusy: Bool) {
        releasePlace()
        if isBusy { state.withLock { $0.place = place } } else { place.release() }
    }

    /// Gives back the place of a response that was streamed, once it has ended.
    ///
    /// A context that nobody holds any more does so too.
    package func releasePlace() {
        let place = state.withLock { state in
            defer { state.place = nil }
            return state.place
        }
        place?.release()
    }
}
