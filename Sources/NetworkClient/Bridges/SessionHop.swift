import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One hop over a `URLSession`: collects what comes and gives the outcome, once.
///
/// States: waiting → (head received) → ended. What comes after the end is ignored.
final class SessionHop: Sendable {
    private struct Progression {
        var response: URLResponse?
        var headAt: ContinuousClock.Instant?
        var lastByteAt: ContinuousClock.Instant
        var content = Data()
        var outcome: HopOutcome?
        var waiter: CheckedContinuation<HopOutcome, Never>?
    }

    private let request: PreparedRequest
    private let observer: (any HopObserver)?
    private let start: ContinuousClock.Instant
    private let progression: Mutex<Progression>

    init(request: PreparedRequest, observer: (any HopObserver)?) {
        self.request = request
        self.observer = observer
        start = .now
        progression = Mutex(Progression(lastByteAt: start))
    }

    /// Waits for the end.
    func outcome() async -> HopOutcome {
        await withCheckedContinuation { waiter in
            let outcome = progression.withLock { progression in
                if progression.outcome == nil { progression.waiter = waiter }
                return progression.outcome
            }
            if let outcome { waiter.resume(returning: outcome) }
        }
    }

    /// Takes the head of the response.
    func receive(_ response: URLResponse) {
        progression.withLock { progression in
            guard progression.headAt == nil else { return }
            progression.response = response
            progression.headAt = .now
            progression.lastByteAt = .now
        }
        reportProgress()
    }

    /// Takes a piece of content.
    func receive(_ data: Data) {
        progression.withLock { progression in
            progression.content += data
            progression.lastByteAt = .now
        }
        if let limit = request.options.contentLimitInBytes,
            progression.withLock({ $0.content.count > limit })
        {
            fail(.receiveTooLarge)
            return
        }
        reportProgress()
    }

    /// Notes that the session gave no content at all.
    func noteMissingContent() {
        (observer as? ForeignResponseRecord)?.recordNoData()
    }

    /// Ends the hop with what came, or with the session's error.
    func end(_ error: (any Error)?) {
        let (response, content, hasHead) = progression.withLock { progression in
            (progression.response, progression.content, progression.headAt != nil)
        }
        if let error {
            fail(failure(of: error, hasHead: hasHead))
            return
        }
        guard let response = response as? HTTPURLResponse else {
            (observer as? ForeignResponseRecord)?.record(response: response, content: content)
            let detail = response == nil ? "no response came" : "the response is not HTTP"
            fail(NetworkFailure(.receiveMalformed, phase: .receive, detail: detail))
            return
        }
        let message = HTTPResponse(head: HTTPResponseHead(response), body: content.octets)
        settle { hop in HopOutcome(hop: hop, response: message) }
    }

    /// Ends the hop with a failure.
    func fail(_ code: NetworkFailure.Code) {
        let hasHead = progression.withLock { $0.headAt != nil }
        fail(NetworkFailure(code, phase: hasHead ? .receive : .wait))
    }

    private func fail(_ failure: NetworkFailure) {
        let (response, content) = progression.withLock { ($0.response, $0.content) }
        var failure = failure
        failure.partialHead = (response as? HTTPURLResponse).map { HTTPResponseHead($0) }
        failure.partialBody = content.octets
        failure.bytesSent = request.body.count
        failure.bytesReceived = content.count
        failure.elapsed = ContinuousClock.now - start
        settle { [failure] hop in HopOutcome(hop: hop, failure: failure) }
    }

    /// Reads the session's error; that for content with `GET` would mislead, so it is put in words.
    private func failure(of error: any Error, hasHead: Bool) -> NetworkFailure {
        let failure = NetworkFailure(foundation: error, hasHead: hasHead)
        guard failure.code == .receiveTooLarge, !hasHead, !request.body.isEmpty else {
            return failure
        }
        return NetworkFailure(
            .internal,
            phase: .prepare,
            detail: "a URLSession sends no content with \(request.method)",
            causes: failure.causes
        )
    }

    private func settle(_ makeOutcome: (Hop) -> HopOutcome) {
        let now = ContinuousClock.now
        let settled = progression.withLock { progression -> (HopOutcome, Waiter?)? in
            guard progression.outcome == nil else { return nil }
            var hop = Hop(sent: request.asSent)
            hop.timings.wait = (progression.headAt ?? now) - start
            hop.timings.receive = progression.headAt.map { now - $0 } ?? .zero
            hop.timings.total = now - start
            hop.bytesSent = request.body.count
            hop.bytesReceived = progression.content.count
            let outcome = makeOutcome(hop)
            progression.outcome = outcome
            defer { progression.waiter = nil }
            return (outcome, progression.waiter)
        }
        guard let (outcome, waiter) = settled else { return }
        waiter?.resume(returning: outcome)
    }

    private typealias Waiter = CheckedContinuation<HopOutcome, Never>

    private func reportProgress() {
        guard let observer, !(observer is ForeignResponseRecord) else { return }
        let progress = progression.withLock { progression in
            let response = progression.response as? HTTPURLResponse
            let announced = progression.response.map(\.expectedContentLength) ?? -1
            return HopProgress(
                phase: .receive,
                bytesSent: request.body.count,
                bytesReceived: progression.content.count,
                expectedBytes: announced < 0 ? nil : Int(announced),
                head: response.map { HTTPResponseHead($0) }
            )
        }
        observer.hop(progress)
    }
}

// Limits: Foundation counts whole seconds and ignores some, so they are watched here.
extension SessionHop {
    /// Ends the hop when a limit is passed; returns when it has ended or the task is cancelled.
    func watchLimits(of request: PreparedRequest) async {
        while let (deadline, code) = nextLimit(of: request) {
            if ContinuousClock.now >= deadline {
                fail(code)
                return
            }
            do {
                try await Task.sleep(until: deadline, clock: .continuous)
            } catch {
                return
            }
        }
    }

    /// The limit that comes next; `nil` when there is none or the hop has ended.
    private func nextLimit(
        of request: PreparedRequest
    ) -> (ContinuousClock.Instant, NetworkFailure.Code)? {
        let timeouts = request.options.timeouts
        return progression.withLock { progression in
            guard progression.outcome == nil else { return nil }
            var limits: [(ContinuousClock.Instant, NetworkFailure.Code)] = []
            if let total = request.totalTimeLeft ?? timeouts.total {
                limits.append((start + total, .timeoutTotal))
            }
            if progression.headAt == nil, let headers = timeouts.headers {
                limits.append((start + headers, .timeoutHeaders))
            }
            if progression.headAt != nil, let idle = timeouts.idle {
                limits.append((progression.lastByteAt + idle, .timeoutBody))
            }
            return limits.min { $0.0 < $1.0 }
        }
    }
}

/// The hops of a session that have not ended, by the identifiers of their tasks.
final class SessionHops: Sendable {
    private let hops = Mutex<[Int: SessionHop]>([:])

    func add(_ hop: SessionHop, for identifier: Int) {
        hops.withLock { $0[identifier] = hop }
    }

    func remove(_ identifier: Int) -> SessionHop? {
        hops.withLock { $0.removeValue(forKey: identifier) }
    }

    subscript(identifier: Int) -> SessionHop? { hops.withLock { $0[identifier] } }
}
