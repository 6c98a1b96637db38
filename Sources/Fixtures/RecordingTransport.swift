public import ClientCore
public import HTTPModel
import Synchronization

/// A transport that answers from fixtures and asks another one for what they do not have.
///
/// What comes from the other transport can be stored as fixtures: first redacted, then written. So a
/// test runs once against the real service, and from then on without it.
///
/// ```swift
/// let transport = RecordingTransport(
///     store: FixtureStore(root: "Fixtures"),
///     upstream: CurlTransport.shared,
///     mode: .missing
/// )
/// ```
public final class RecordingTransport: Transport {
    /// Who answers, and what is stored.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Fixtures alone; a request without one gets the response 501 that names the nearest.
        case strict
        /// Fixtures where there are some, else the other transport; nothing is stored.
        case passthrough
        /// Fixtures where there are some, else the other transport, whose answer is stored.
        case missing
        /// The other transport always; its answers replace the fixtures.
        case always
    }

    private struct State {
        var fixtures: FixtureSet
        var recorded: [SavedFixture] = []
        var problems: [FixtureError] = []
    }

    private let store: FixtureStore
    private let upstream: any Transport
    private let mode: Mode
    private let policy: RedactionPolicy
    private let time: any TimeSource
    private let state: Mutex<State>

    /// What was stored so far, oldest first.
    public var recorded: [SavedFixture] { state.withLock { $0.recorded } }

    /// The answers that were given and could not be stored, and fixtures that could not be read.
    public var problems: [FixtureError] { state.withLock { $0.problems } }

    /// Creates a transport over the fixtures of a folder, read now.
    ///
    /// - Parameters:
    ///   - store: The folder; it need not exist yet.
    ///   - upstream: Who is asked for what the fixtures do not have.
    ///   - mode: Who answers, and what is stored.
    ///   - policy: What is replaced before storing. Name in `secrets` every value that is secret and
    ///     does not stand in one of the known fields, query items and JSON members.
    ///   - time: The clock that says when a fixture was captured.
    /// - Throws: `FixtureError` when the folder exists and cannot be read.
    public init(
        store: FixtureStore,
        upstream: any Transport,
        mode: Mode,
        policy: RedactionPolicy = .standard,
        time: any TimeSource = SystemTime()
    ) throws(FixtureError) {
        self.store = store
        self.upstream = upstream
        self.mode = mode
        self.policy = policy
        self.time = time
        let fixtures = try store.load()
        state = Mutex(State(fixtures: fixtures, problems: fixtures.problems))
    }

    /// Answers `request` from a fixture or by the other transport.
    public func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        let fixtures = state.withLock { $0.fixtures }
        let isKnown = mode != .always && Self.hasFixture(for: request, in: fixtures)
        if isKnown || mode == .strict {
            return await FixtureTransport(fixtures).send(request, observer: observer)
        }
        let outcome = await upstream.send(request, observer: observer)
        if mode != .passthrough { record(outcome, of: request) }
        return outcome
    }

    private static func hasFixture(for request: PreparedRequest, in fixtures: FixtureSet) -> Bool {
        let match = fixtures.match(
            method: request.method,
            authority: request.target.authority,
            target: request.target.requestTarget,
            fields: request.fields,
            body: request.body
        )
        guard case .hit(let stored) = match else { return false }
        return HTTPToken.equalsIgnoringCase(stored.fixture.authority, request.target.authority)
    }

    /// Stores what came, unless it tells about this side only.
    private func record(_ outcome: HopOutcome, of request: PreparedRequest) {
        if let code = outcome.hop.failure?.code, [.cancelled, .internal].contains(code) { return }
        let asked = HTTPRequest(
            request.method,
            request.target,
            fields: request.fields,
            body: request.content?.octets.map { .octets($0) } ?? .none,
            options: request.options
        )
        let exchange = Exchange(
            request: asked,
            hops: [outcome.hop],
            result: outcome.result,
            elapsed: outcome.hop.timings.total
        )
        let fixture = Fixture.capturing(
            exchange,
            policy: policy,
            capturedAt: InstantText.text(wholeSeconds: time.secondsSinceEpoch)
        )
        state.withLock { state in
            do throws(FixtureError) {
                state.recorded.append(try store.save(fixture))
                state.fixtures = try store.load()
            } catch {
                state.problems.append(error)
            }
        }
    }
}
