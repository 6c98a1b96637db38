public import Foundation

/// What an endpoint answers when its router does not send.
public enum MockResponseType: Sendable {
    /// A response of this status with this content.
    case response(Int, Data)
    /// A failure of the network; the call ends in `NetworkError.underlying` with this error.
    case networkError(any Error)
}

/// Whether a router sends, or answers from the mocks of its endpoints.
public enum MockBehavior: Hashable, Sendable {
    /// Sends.
    case never
    /// Answers from mocks at once.
    case immediate
    /// Answers from mocks after a while.
    case delayed(seconds: Double)

    /// Makes a delay of `seconds`.
    public static func delayed(_ seconds: Double) -> MockBehavior { .delayed(seconds: seconds) }

    /// How long a mock takes; `nil` when there are no mocks.
    var delay: Duration? {
        switch self {
        case .never: nil
        case .immediate: .zero
        case .delayed(let seconds): seconds > 0 ? .seconds(min(seconds, 1e9)) : .zero
        }
    }
}

/// What happens when a router with mocks is given an endpoint that has none.
public enum MissingMock: Hashable, Sendable {
    /// The call ends in `NetworkError.noMock`.
    case error
    /// The program stops, so that the mistake cannot be overlooked.
    case fatalError
}
