import Synchronization

/// A value that is loaded, shown while a newer one is loaded, and watched by many.
///
/// The newest value stays while another is loaded and when that fails, so a screen always has
/// something to show. All who ask while a load is under way share it.
public final class Resource<Value: Sendable>: Sendable {
    /// What is known at one time.
    public struct State: Sendable {
        /// The newest value; `nil` before the first.
        public var value: Value?
        /// Why the last load failed; `nil` when it did not.
        public var error: (any Error)?
        /// Whether a load is under way.
        public var isLoading = false
        /// When the value came, on the clock of the resource's time source.
        public var loadedAt: Duration?

        /// Creates the state of a resource that nobody has loaded.
        public init() {}
    }

    private typealias Load = SharedWork<Result<Value, any Error>>

    private struct Inner {
        var state = State()
        var load: Load?
        /// Counts the loads, so that the outcome of one that was overtaken is not taken.
        var number = 0
        var nextID = 0
        var watchers: [Int: AsyncStream<State>.Continuation] = [:]

        func tellWatchers() {
            for watcher in watchers.values { watcher.yield(state) }
        }
    }

    private let source: @Sendable () async throws -> Value
    private let time: any TimeSource
    private let inner: Mutex<Inner>

    /// Creates a resource that nobody has loaded.
    ///
    /// - Parameters:
    ///   - value: What to begin with, such as a value from a cache; it counts as old.
    ///   - time: Tells how old a value is.
    ///   - source: Loads the value; cancelled when nobody waits for it any more.
    public init(
        _ value: Value? = nil,
        time: any TimeSource = SystemTime(),
        source: @escaping @Sendable () async throws -> Value
    ) {
        self.source = source
        self.time = time
        var inner = Inner()
        inner.state.value = value
        self.inner = Mutex(inner)
    }

    /// What is known now.
    public var state: State { inner.withLock { $0.state } }

    /// The newest value; `nil` before the first.
    public var latestValue: Value? { state.value }

    /// Why the last load failed; `nil` when it did not.
    public var latestError: (any Error)? { state.error }

    /// Whether a load is under way.
    public var isLoading: Bool { state.isLoading }

    /// How many wait for the load under way.
    package var waitingCount: Int { inner.withLock { $0.load }?.memberCount ?? 0 }

    /// The state now and after each change; a slow reader sees only the newest.
    public var changes: AsyncStream<State> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = inner.withLock { inner in
                inner.nextID += 1
                inner.watchers[inner.nextID] = continuation
                continuation.yield(inner.state)
                return inner.nextID
            }
            continuation.onTermination = { [weak self] _ in
                self?.inner.withLock { inner in
                    _ = inner.watchers.removeValue(forKey: id)
                }
            }
        }
    }

    /// Gives the value at once when it is not older than `age`; else loads it.
    @discardableResult
    public func value(notOlderThan age: Duration) async throws -> Value {
        let (state, now) = (state, time.now)
        if let value = state.value, let loadedAt = state.loadedAt, now - loadedAt <= age {
            return value
        }
        return try await load()
    }

    /// Loads the value, or waits for the load under way.
    ///
    /// - Throws: What the source throws, and `CancellationError` when the task is cancelled; the load
    ///   goes on for others who wait.
    @discardableResult
    public func load() async throws -> Value {
        let load = inner.withLock { inner in
            if let load = inner.load, load.join() { return load }
            inner.number += 1
            inner.state.isLoading = true
            let number = inner.number
            let load = Load(endsWhenAbandoned: true) { [self] in
                let result: Result<Value, any Error>
                do {
                    result = .success(try await source())
                } catch {
                    result = .failure(error)
                }
                finish(result, number: number)
                return result
            }
            inner.load = load
            inner.tellWatchers()
            return load
        }
        return try await load.wait().get()
    }

    /// Sets the value, as when a change was sent to the server and confirmed.
    public func set(_ value: Value) {
        let now = time.now
        inner.withLock { inner in
            inner.number += 1
            inner.load = nil
            inner.state = State()
            inner.state.value = value
            inner.state.loadedAt = now
            inner.tellWatchers()
        }
    }

    /// Makes the value count as old; it stays until a newer one comes.
    public func invalidate() {
        inner.withLock { inner in
            inner.state.loadedAt = nil
            inner.tellWatchers()
        }
    }

    private func finish(_ result: Result<Value, any Error>, number: Int) {
        let now = time.now
        inner.withLock { inner in
            guard inner.number == number else { return }
            inner.load = nil
            inner.state.isLoading = false
            switch result {
            case .success(let value):
                inner.state.value = value
                inner.state.loadedAt = now
                inner.state.error = nil
            case .failure(let error):
                // A load that nobody wanted any more says nothing about the value, whatever it threw.
                if !Task.isCancelled, !(error is CancellationError) { inner.state.error = error }
            }
            inner.tellWatchers()
        }
    }
}
