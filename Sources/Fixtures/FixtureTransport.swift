public import ClientCore
import Files
import HTTPModel

/// Answers from fixtures, without a socket.
///
/// A fixture of a failure becomes that failure, with its code, phase and bytes. A request that no
/// fixture matches gets the response 501 whose content names the nearest ones.
public struct FixtureTransport: Transport {
    /// Where the answers come from.
    public var fixtures: FixtureSet
    /// What was answered so far, which decides about turns, states and chosen variants.
    public let progress: FixtureProgress
    /// The variant, status or failure code that answers requests which name none themselves, where there
    /// is such a fixture; `nil` for the usual answers.
    public var variant: String?
    /// Whether the delay of a fixture is waited for; otherwise answers come at once.
    public var isHonoringDelays: Bool

    /// Creates a transport over fixtures in memory.
    public init(
        _ fixtures: FixtureSet,
        progress: FixtureProgress = FixtureProgress(),
        isHonoringDelays: Bool = false
    ) {
        self.fixtures = fixtures
        self.progress = progress
        self.isHonoringDelays = isHonoringDelays
    }

    /// Creates a transport over the fixtures of a folder, read now.
    ///
    /// - Throws: `FixtureError` when there is no such folder, or it cannot be read.
    public init(root: String, isHonoringDelays: Bool = false) throws(FixtureError) {
        guard FileSystem.isDirectory(root) else {
            throw FixtureError(
                path: FilePath.absolute(root),
                detail: "there is no such folder, so no fixture could answer"
            )
        }
        self.init(try FixtureStore(root: root).load(), isHonoringDelays: isHonoringDelays)
    }

    /// Answers `request` with the best fixture: its response, or its failure.
    ///
    /// Content from files and streams is read first, as on the wire, so that fixtures can ask for it.
    public func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        var complete = request
        do throws(NetworkFailure) {
            complete.content = try await request.content?.inMemory()
        } catch {
            return HopOutcome(hop: Hop(sent: request.asSent), failure: error)
        }
        return await answer(complete, sent: request.asSent, observer: observer)
    }

    /// Answers `request`, whose content is in memory.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - sent: What the hop says was sent; it need not hold the content.
    ///   - observer: Told of the progress of the hop.
    /// - Returns: What came of it.
    private func answer(
        _ request: PreparedRequest,
        sent: SentRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        var hop = Hop(sent: sent)
        hop.bytesSent = request.body.count
        observer?.hop(HopProgress(phase: .wait, bytesSent: hop.bytesSent))
        let match = fixtures.match(
            method: request.method,
            authority: request.target.authority,
            target: request.target.requestTarget,
            fields: request.fields,
            body: request.body,
            progress: progress,
            preferring: variant
        )
        guard case .hit(let stored) = match else {
            guard case .miss(let nearest) = match else { return cancelled(hop) }
            let response = FixtureSet.missResponse(
                method: request.method.rawValue,
                authority: request.target.authority,
                target: request.target.requestTarget,
                nearest: nearest
            )
            return HopOutcome(hop: hop, response: response)
        }
        let fixture = stored.fixture
        let delay = isHonoringDelays ? fixture.delay + fixture.behavior.latency.drawn() : .zero
        if delay > .zero, let late = await wait(delay, for: request, hop: hop) { return late }
        if Task.isCancelled { return cancelled(hop) }
        hop.timings = fixture.timings
        var played = fixture
        if fixture.behavior.isTemplate {
            played.outcome = fixture.answer(
                to: TemplateSource(
                    method: request.method,
                    target: request.target.requestTarget,
                    fields: request.fields,
                    body: request.body,
                    count: progress.countAnswer(of: stored.metaPath)
                )
            )
        }
        return answer(played, to: request, hop: hop, observer: observer)
    }

    private func answer(
        _ fixture: Fixture,
        to request: PreparedRequest,
        hop: Hop,
        observer: (any HopObserver)?
    ) -> HopOutcome {
        var hop = hop
        switch fixture.outcome {
        case .success(var response):
            if request.method == .head { response.body = Octets() }
            hop.bytesReceived = response.body.count
            let progress = HopProgress(
                phase: .receive,
                bytesSent: hop.bytesSent,
                bytesReceived: hop.bytesReceived,
                expectedBytes: response.body.count,
                head: response.head,
                partialBody: response.body
            )
            observer?.hop(progress)
            if let limit = request.options.contentLimitInBytes, response.body.count > limit {
                let failure = NetworkFailure(
                    .receiveTooLarge,
                    phase: .receive,
                    bytesSent: hop.bytesSent,
                    bytesReceived: hop.bytesReceived,
                    partialHead: response.head,
                    partialBody: response.body.slice(0..<limit)
                )
                return HopOutcome(hop: hop, failure: failure)
            }
            return HopOutcome(hop: hop, response: response)
        case .failure(let failure):
            hop.bytesReceived = failure.bytesReceived
            if hop.timings.total == .zero { hop.timings.total = failure.elapsed }
            return HopOutcome(hop: hop, failure: failure)
        }
    }

    /// Waits as long as the fixture says, but no longer than the request allows.
    ///
    /// - Returns: The failure that ended the wait early, or `nil` when the answer is due.
    private func wait(
        _ delay: Duration,
        for request: PreparedRequest,
        hop: Hop
    ) async -> HopOutcome? {
        var limit = delay
        var late: NetworkFailure.Code?
        if let headers = request.options.timeouts.headers, headers < limit {
            (limit, late) = (headers, .timeoutHeaders)
        }
        if let total = request.totalTimeLeft, total < limit {
            (limit, late) = (total, .timeoutTotal)
        }
        do {
            try await Task.sleep(for: limit)
        } catch {
            return cancelled(hop)
        }
        guard let late else { return nil }
        let failure = NetworkFailure(late, phase: .wait, elapsed: limit, bytesSent: hop.bytesSent)
        return HopOutcome(hop: hop, failure: failure)
    }

    private func cancelled(_ hop: Hop) -> HopOutcome {
        HopOutcome(hop: hop, failure: NetworkFailure(.cancelled, phase: .wait))
    }
}
