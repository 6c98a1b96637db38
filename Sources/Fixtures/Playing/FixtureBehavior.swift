/// How a fixture is played by a mock server and by `FixtureTransport`, beyond what it answers.
public struct FixtureBehavior: Hashable, Sendable {
    /// A wait before the answer that varies, in addition to the fixture's delay.
    public var latency: Latency
    /// The most bytes a second that the server sends; `nil` for no limit.
    public var bytesPerSecond: Int?
    /// Whether `{{…}}` in fields and content is filled in from the request.
    public var isTemplate: Bool
    /// When it answers among the fixtures of the same request that have a turn, lowest first.
    ///
    /// The last goes on answering; `nil` answers always.
    public var turn: Int?
    /// The states that must hold for it to answer; one that was never set is the empty text.
    public var requires: [String: String]
    /// The states that hold once it has answered.
    public var sets: [String: String]
    /// How often it should be asked for, as `apus mock verify` checks; `nil` when that does not matter.
    public var expectedCalls: ClosedRange<Int>?

    /// Creates the usual behavior: an answer at once, each time the same.
    public init(
        latency: Latency = .none,
        bytesPerSecond: Int? = nil,
        isTemplate: Bool = false,
        turn: Int? = nil,
        requires: [String: String] = [:],
        sets: [String: String] = [:],
        expectedCalls: ClosedRange<Int>? = nil
    ) {
        self.latency = latency
        self.bytesPerSecond = bytesPerSecond
        self.isTemplate = isTemplate
        self.turn = turn
        self.requires = requires
        self.sets = sets
        self.expectedCalls = expectedCalls
    }

    /// Whether what was answered before decides about it, or it decides about later answers.
    var isStateful: Bool { turn != nil || !requires.isEmpty || !sets.isEmpty }
}
