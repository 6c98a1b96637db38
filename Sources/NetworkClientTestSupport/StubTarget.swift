public import Foundation
public import NetworkClient
import Synchronization

/// What a mocked repository answers, and when.
///
/// A mock of a repository protocol keeps one and answers all its calls by it: with `errorToThrow`
/// when there is one, else with a fixture, else with the generic error.
///
/// ```swift
/// enum MockAPITarget: NetworkRepo {
///     case fetchUsers(userListRequest: UserListRequest)
///
///     static let stub = StubTarget(fixtures: folder, genericError: UserFacingError.genericError)
///
///     func request<T: Decodable & Sendable>(
///         type: T.Type,
///         callback: @escaping @Sendable (Result<T, UserFacingError>) -> Void
///     ) -> any Cancellable {
///         Self.stub.request(type, fixture: "UserListResponse", callback: callback)
///     }
/// }
/// ```
public final class StubTarget<Failure: Error>: Sendable {
    private struct State {
        var delay: Duration
        var error: Failure?
    }

    private let fixtures: URL
    private let genericError: Failure
    private let time: any TimeSource
    private let state: Mutex<State>

    /// Creates a stub.
    ///
    /// - Parameters:
    ///   - fixtures: The folder of the fixtures.
    ///   - genericError: What calls end in that have no fixture, or one that does not decode.
    ///   - apiCallDelay: How long each answer takes.
    ///   - time: The clock of the delay.
    public init(
        fixtures: URL,
        genericError: Failure,
        apiCallDelay: Duration = .milliseconds(4),
        time: any TimeSource = SystemTime()
    ) {
        self.fixtures = fixtures
        self.genericError = genericError
        self.time = time
        state = Mutex(State(delay: apiCallDelay))
    }

    /// How long each answer takes.
    public var apiCallDelay: Duration {
        get { state.withLock { $0.delay } }
        set { state.withLock { $0.delay = newValue } }
    }

    /// What all calls end in; `nil` lets them succeed.
    public var errorToThrow: Failure? {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    /// Answers a call after the delay.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - fixture: The name of the fixture.
    ///   - decoder: How to decode it.
    ///   - callback: Called once, on no particular thread; not at all when the call was cancelled.
    /// - Returns: The call.
    @discardableResult
    public func request<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self,
        fixture: String,
        decoder: JSONDecoder = JSONDecoder(),
        callback: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> MockNetworkRequest {
        let request = MockNetworkRequest()
        let (delay, error) = state.withLock { ($0.delay, $0.error) }
        let work = Task {
            try await time.sleep(for: delay)
            guard !request.isCancelled else { return }
            if let error { return callback(.failure(error)) }
            guard let value = try? Value.fixture(named: fixture, in: fixtures, decoder: decoder)
            else { return callback(.failure(genericError)) }
            callback(.success(value))
        }
        request.onCancel { work.cancel() }
        return request
    }
}

/// The handle of a call that a mock answers.
public final class MockNetworkRequest: Cancellable {
    private struct State {
        var isCancelled = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Creates a handle of a call that is going on.
    public init() {}

    /// Whether `cancel()` was called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Notes that the call is cancelled; does nothing the second time.
    public func cancel() {
        let action = state.withLock { state in
            state.isCancelled = true
            return state.action.take()
        }
        action?()
    }

    /// Has `action` done when the call is cancelled, at once when it was before.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled { state.action = action }
            return state.isCancelled
        }
        if isLate { action() }
    }
}
