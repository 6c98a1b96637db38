import Foundation

/// A value that is made when somebody asks for it: a request not sent yet.
///
/// Nothing happens until it is consumed, by `value`, `for try await` or `sink`; each consumption makes
/// the value anew. It gives exactly one value, or its error.
public struct ResponsePublisher<Output: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Output

    private let produce: @Sendable () async -> Result<Output, Failure>

    /// Creates a publisher of what `produce` gives.
    public init(_ produce: @escaping @Sendable () async -> Result<Output, Failure>) {
        self.produce = produce
    }

    /// Gives the value, then ends.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var produce: (@Sendable () async -> Result<Output, Failure>)?

        init(_ produce: @escaping @Sendable () async -> Result<Output, Failure>) {
            self.produce = produce
        }

        /// Makes the value the first time; `nil` afterwards.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Failure) -> Output? {
            guard let produce = produce.take() else { return nil }
            return try await produce().get()
        }
    }

    /// Begins a consumption.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(produce) }
}

// Consuming.
extension ResponsePublisher {
    /// Makes the value and waits for it.
    ///
    /// Cancelling the task ends the request, in its error.
    public var value: Output {
        get async throws(Failure) { try await produce().get() }
    }

    /// Makes the value and waits for it or its error.
    public var result: Result<Output, Failure> {
        get async { await produce() }
    }

    /// Makes the value, and calls back.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called last, with how it ended.
    ///   - receiveValue: Called with the value when there is one.
    /// - Returns: How to end it early; it goes on when this is dropped.
    @discardableResult
    public func sink(
        receiveCompletion: @escaping @Sendable (Completion) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> any Cancellable {
        let work = CancellableWork()
        let task = Task { [produce] in
            switch await produce() {
            case .success(let value):
                receiveValue(value)
                receiveCompletion(.finished)
            case .failure(let error):
                receiveCompletion(.failure(error))
            }
            work.detach()
        }
        work.attach { task.cancel() }
        return work
    }

    /// How a consumption ended.
    public enum Completion: Sendable {
        /// The value was given.
        case finished
        /// There is none, for this reason.
        case failure(Failure)
    }
}

extension ResponsePublisher where Failure == Never {
    /// Makes the value and waits for it; nothing can fail.
    ///
    /// It stands beside the general form because Swift 6.3 crashes when that is used where nothing may
    /// be thrown.
    public var value: Output {
        get async {
            switch await result {
            case .success(let value): value
            }
        }
    }

    /// Makes the value, and calls back with it.
    ///
    /// - Parameter receiveValue: Called once, on no thread in particular.
    /// - Returns: How to end it early; it goes on when this is dropped.
    @discardableResult
    public func sink(
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> any Cancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

// Other publishers made of this one. None of them sends anything by itself.
extension ResponsePublisher {
    /// The publisher of this one's value, transformed.
    public func map<NewOutput: Sendable>(
        _ transform: @escaping @Sendable (Output) -> NewOutput
    ) -> ResponsePublisher<NewOutput, Failure> {
        ResponsePublisher<NewOutput, Failure> { [produce] in await produce().map(transform) }
    }

    /// The publisher with this one's error, transformed.
    public func mapError<NewFailure: Error>(
        _ transform: @escaping @Sendable (Failure) -> NewFailure
    ) -> ResponsePublisher<Output, NewFailure> {
        ResponsePublisher<Output, NewFailure> { [produce] in await produce().mapError(transform) }
    }

    /// The publisher that goes on with another request made of this one's value.
    public func flatMap<NewOutput: Sendable>(
        _ transform: @escaping @Sendable (Output) -> ResponsePublisher<NewOutput, Failure>
    ) -> ResponsePublisher<NewOutput, Failure> {
        ResponsePublisher<NewOutput, Failure> { [produce] in
            switch await produce() {
            case .success(let value): await transform(value).result
            case .failure(let error): .failure(error)
            }
        }
    }

    /// The publisher that hands an error to `handler` and then gives `nil`.
    public func `catch`(
        _ handler: @escaping @Sendable (Failure) -> Void
    ) -> ResponsePublisher<Output?, Never> {
        ResponsePublisher<Output?, Never> { [produce] in
            switch await produce() {
            case .success(let value): return .success(value)
            case .failure(let error):
                handler(error)
                return .success(nil)
            }
        }
    }

    /// The publisher that goes on with another one after an error.
    public func `catch`<NewFailure: Error>(
        _ handler: @escaping @Sendable (Failure) -> ResponsePublisher<Output, NewFailure>
    ) -> ResponsePublisher<Output, NewFailure> {
        ResponsePublisher<Output, NewFailure> { [produce] in
            switch await produce() {
            case .success(let value): .success(value)
            case .failure(let error): await handler(error).result
            }
        }
    }

    /// The publisher that gives `value` after an error.
    public func replaceError(with value: Output) -> ResponsePublisher<Output, Never> {
        ResponsePublisher<Output, Never> { [produce] in
            switch await produce() {
            case .success(let value): .success(value)
            case .failure: .success(value)
            }
        }
    }

    /// The publisher that begins anew after an error, at most `times` more times.
    ///
    /// Nothing is waited for in between; a cancelled task ends at once.
    public func retry(_ times: Int) -> ResponsePublisher<Output, Failure> {
        ResponsePublisher<Output, Failure> { [produce] in
            var result = await produce()
            var left = times
            while left > 0, case .failure = result, !Task.isCancelled {
                result = await produce()
                left -= 1
            }
            return result
        }
    }

    /// The publisher that stops the program on an error: for errors that only a mistake can cause.
    ///
    /// - Parameter prefix: What to say before the error's text.
    /// - Returns: A publisher that cannot fail.
    public func assertNoFailure(_ prefix: String = "") -> ResponsePublisher<Output, Never> {
        ResponsePublisher<Output, Never> { [produce] in
            switch await produce() {
            case .success(let value): return .success(value)
            case .failure(let error):
                fatalError([prefix, error.localizedDescription].joined(separator: " "))
            }
        }
    }
}
