import Collections
package import Fixtures
package import HTTPModel

/// What came of comparing a live answer with its fixture.
package struct CheckResult: Sendable, Equatable {
    /// How it ended.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// The fixture still tells the truth.
        case same
        /// The answer differs.
        case drift
        /// The fixture is a response, and none came.
        case unanswered
        /// The request could not be sent, or no fixture answers it as it was sent.
        case problem
        /// It was cancelled.
        case cancelled
    }

    /// The identity of the request: `dir/file.http#name`.
    package var requestID: String
    /// The name of the request.
    package var name: String
    /// The file of the request, relative to the collection.
    package var file: String
    /// The line where the request begins, from 1.
    package var line: Int
    /// The fixture's head, relative to its store; empty when there is none.
    package var fixturePath: String
    /// The fixture's content, relative to its store; `nil` when it has none.
    package var contentPath: String?
    /// The differences, secrets masked.
    package var drift: [Drift]
    /// Why nothing was compared; `nil` when it was.
    package var reason: String?
    /// How it ended.
    package var verdict: Verdict
    /// How long the exchange took.
    package var elapsed: Duration

    /// Compares what a run brought with the fixture that answers the request as it was sent.
    ///
    /// - Parameters:
    ///   - result: The result of the run.
    ///   - fixtures: The fixtures of its collection.
    ///   - volatilePaths: JSONPaths of values to pass over in every fixture.
    package init(
        _ result: RunResult,
        fixtures: FixtureSet,
        volatilePaths: [String] = []
    ) {
        requestID = result.requestID
        name = result.name
        file = result.file
        line = result.line
        fixturePath = ""
        drift = []
        elapsed = result.exchange?.elapsed ?? .zero
        verdict = .problem
        guard let exchange = result.exchange else {
            reason = result.reason ?? "nothing was sent"
            return
        }
        if exchange.failure?.code == .cancelled {
            verdict = .cancelled
            reason = "cancelled"
            return
        }
        guard let stored = fixtures.fixture(answering: exchange, of: requestID) else {
            reason = "no fixture answers it as it was sent"
            return
        }
        fixturePath = stored.metaPath
        contentPath = stored.bodyPath
        let mask = result.mask
        if let failure = exchange.failure, stored.fixture.failure == nil {
            verdict = .unanswered
            reason = mask(failure.description)
            return
        }
        let answer = Self.answer(of: exchange, to: stored.fixture)
        drift = stored.fixture.drift(from: answer, volatilePaths: volatilePaths).map {
            var drift = $0
            drift.expected = mask(drift.expected)
            drift.found = mask(drift.found)
            return drift
        }
        verdict = drift.isEmpty ? .same : .drift
    }

    /// What the fixture tells about: the first response when it is a redirect that was followed, else
    /// the last.
    private static func answer(
        of exchange: Exchange,
        to fixture: Fixture
    ) -> Result<HTTPResponse, NetworkFailure> {
        let isRedirect = fixture.response.map { (300...399).contains($0.status.rawValue) } ?? false
        guard isRedirect, exchange.hops.count > 1, let head = exchange.hops.first?.responseHead
        else { return exchange.result }
        return .success(HTTPResponse(head: head, body: fixture.response?.body ?? Octets()))
    }
}

extension ExitCode {
    /// The code for one comparison.
    package init(_ verdict: CheckResult.Verdict) {
        switch verdict {
        case .same: self = .success
        case .drift: self = .drift
        case .unanswered: self = .noResponse
        case .problem: self = .invalidInput
        case .cancelled: self = .interrupted
        }
    }
}

extension FixtureSet {
    /// The fixture of a request that was sent: the one that answers it, else the newest that was
    /// captured from it.
    package func fixture(answering exchange: Exchange, of requestID: String) -> StoredFixture? {
        let sent = exchange.hops.first?.sent
        let target = sent?.target ?? exchange.request.target
        let match = match(
            method: exchange.request.method,
            authority: target.authority,
            target: target.requestTarget,
            fields: sent?.fields ?? exchange.request.fields,
            body: exchange.request.body.octets
        )
        if case .hit(let stored) = match { return stored }
        return stored.filter { $0.fixture.source == requestID && $0.fixture.variant == nil }
            .max { $0.fixture.capturedAt < $1.fixture.capturedAt }
    }

    /// Whether a request has a fixture, as far as can be told before it is sent.
    ///
    /// - Parameters:
    ///   - requestID: The identity of the saved request.
    ///   - request: The request when it could be resolved.
    /// - Returns: Whether there is one.
    package func hasFixture(of requestID: String, _ request: HTTPRequest?) -> Bool {
        !fixtures(of: requestID, request).isEmpty
    }

    /// The fixtures of a request: those captured from it, else the one that would answer it.
    package func fixtures(of requestID: String, _ request: HTTPRequest?) -> [StoredFixture] {
        let captured = stored.filter { $0.fixture.source == requestID }
        guard captured.isEmpty, let request else { return captured }
        let exchange = Exchange(
            request: request,
            result: .failure(NetworkFailure(.cancelled, phase: .prepare))
        )
        return fixture(answering: exchange, of: requestID).map { [$0] } ?? []
    }
}
