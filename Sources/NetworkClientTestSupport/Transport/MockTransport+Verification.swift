public import Foundation
public import NetworkClient

/// How often something is expected to be asked for.
public enum CallCount: Hashable, Sendable {
    /// This often.
    case exactly(Int)
    /// This often or more.
    case atLeast(Int)
    /// This often or less.
    case atMost(Int)

    /// Not at all.
    public static let never = CallCount.exactly(0)
    /// One time.
    public static let once = CallCount.exactly(1)

    /// Whether `count` is as expected.
    public func allows(_ count: Int) -> Bool {
        switch self {
        case .exactly(let expected): count == expected
        case .atLeast(let least): count >= least
        case .atMost(let most): count <= most
        }
    }
}

extension CallCount: CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// The expectation in words, such as `at least 2 times`.
    public var description: String {
        switch self {
        case .exactly(0): "never"
        case .exactly(let count): Self.times(count)
        case .atLeast(let count): "at least " + Self.times(count)
        case .atMost(let count): "at most " + Self.times(count)
        }
    }

    /// Creates the expectation of exactly this many calls.
    public init(integerLiteral value: Int) {
        self = .exactly(value)
    }

    static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// That requests were not made as often as a test expects; names no fields and no content.
public struct UnmetExpectation: Error, Hashable, Sendable {
    /// The condition in words.
    public let matcher: String
    /// How often it was to hold.
    public let expected: CallCount
    /// How often it did.
    public let count: Int
    /// All requests so far: method and target without user information, oldest first.
    public let received: [String]
}

extension UnmetExpectation: CustomStringConvertible, LocalizedError {
    /// What was expected and what was asked for instead.
    public var description: String {
        let called = count == 0 ? "never" : CallCount.times(count)
        let list = received.isEmpty ? "nothing" : received.joined(separator: ", ")
        return "expected \(expected) where \(matcher), but was \(called); asked for: \(list)"
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension MockTransport {
    /// The requests so far that `matcher` holds for, oldest first.
    public func requests(_ matcher: RequestMatcher) -> [PreparedRequest] {
        received.filter { matcher.holds(for: $0) }
    }

    /// How many requests so far `matcher` holds for.
    public func callCount(_ matcher: RequestMatcher) -> Int { requests(matcher).count }

    /// Checks that a request was made as often as expected.
    ///
    /// ```swift
    /// try transport.verify([.method(.post), .path("/dogs")], calls: 2)
    /// ```
    ///
    /// - Parameters:
    ///   - matcher: Which requests count.
    ///   - calls: How many there should be.
    /// - Throws: `UnmetExpectation` with all requests that were made.
    public func verify(
        _ matcher: RequestMatcher,
        calls: CallCount = .once
    ) throws(UnmetExpectation) {
        let received = received
        let count = received.count { matcher.holds(for: $0) }
        guard !calls.allows(count) else { return }
        throw UnmetExpectation(
            matcher: matcher.description,
            expected: calls,
            count: count,
            received: received.map { "\($0.method) \($0.target)" }
        )
    }
}
