import NetworkClient

/// One answer on its way, with the limits of its request.
struct MockDelivery {
    private let request: PreparedRequest
    private let latency: Duration
    private let bytesPerSecond: Int?
    private let pause: MockTransport.Pause
    private var hop: Hop
    private var elapsed = Duration.zero

    /// Slow content comes in at most this many pieces.
    private static let pieceLimit = 16

    init(
        request: PreparedRequest,
        latency: Duration,
        bytesPerSecond: Int?,
        pause: @escaping MockTransport.Pause
    ) {
        self.request = request
        self.latency = latency
        self.bytesPerSecond = bytesPerSecond
        self.pause = pause
        hop = Hop(sent: request.asSent)
        hop.bytesSent = request.body.count
    }

    /// Gives the answer as a hop, after its time.
    mutating func deliver(
        _ result: Result<HTTPResponse, NetworkFailure>,
        to observer: (any HopObserver)?
    ) async -> HopOutcome {
        observer?.hop(HopProgress(phase: .wait, bytesSent: hop.bytesSent))
        let limit = request.options.timeouts.headers
        if let code = await pass(latency, limit: limit, .timeoutHeaders) {
            return fail(NetworkFailure(code, phase: .wait))
        }
        hop.timings.wait = elapsed
        switch result {
        case .success(var response):
            if request.method == .head { response.body = Octets() }
            return await deliver(response, to: observer)
        case .failure(let failure):
            let head = failure.partialHead
            if let code = await receive(failure.partialBody, head: head, of: nil, to: observer) {
                return fail(NetworkFailure(code, phase: .receive, partialHead: head))
            }
            return fail(failure)
        }
    }

    private mutating func deliver(
        _ response: HTTPResponse,
        to observer: (any HopObserver)?
    ) async -> HopOutcome {
        let body = response.body
        if let limit = request.options.contentLimitInBytes, body.count > limit {
            hop.bytesReceived = limit
            return fail(
                NetworkFailure(
                    .receiveTooLarge,
                    phase: .receive,
                    partialHead: response.head,
                    partialBody: body.slice(0..<limit)
                )
            )
        }
        if let code = await receive(body, head: response.head, of: body.count, to: observer) {
            return fail(
                NetworkFailure(
                    code,
                    phase: .receive,
                    partialHead: response.head,
                    partialBody: body.slice(0..<hop.bytesReceived)
                )
            )
        }
        hop.timings.receive = elapsed - hop.timings.wait
        hop.timings.total = elapsed
        return HopOutcome(hop: hop, response: response)
    }

    /// Lets content arrive piece by piece.
    ///
    /// - Returns: What ended it early; `nil` when all came.
    private mutating func receive(
        _ content: Octets,
        head: HTTPResponseHead?,
        of expected: Int?,
        to observer: (any HopObserver)?
    ) async -> NetworkFailure.Code? {
        let isSlow = bytesPerSecond != nil
        let pieces = isSlow ? min(max(content.count, 1), Self.pieceLimit) : 1
        for piece in 1...pieces {
            let end = content.count * piece / pieces
            if let bytesPerSecond {
                let count = end - hop.bytesReceived
                let time = Duration.seconds(1) * count / max(bytesPerSecond, 1)
                let limit = request.options.timeouts.idle
                if let code = await pass(time, limit: limit, .timeoutBody) { return code }
            }
            hop.bytesReceived = end
            guard head != nil else { continue }
            observer?.hop(
                HopProgress(
                    phase: .receive,
                    bytesSent: hop.bytesSent,
                    bytesReceived: end,
                    expectedBytes: expected,
                    head: head,
                    partialBody: content.slice(0..<end)
                )
            )
        }
        return nil
    }

    /// Lets `time` pass, but no more than the limits allow.
    ///
    /// - Returns: The limit that was met or the cancellation; `nil` when the time is over.
    private mutating func pass(
        _ time: Duration,
        limit: Duration?,
        _ code: NetworkFailure.Code
    ) async -> NetworkFailure.Code? {
        var (time, met) = (time, NetworkFailure.Code?.none)
        if let limit, limit < time { (time, met) = (limit, code) }
        if let total = request.totalTimeLeft ?? request.options.timeouts.total,
            total - elapsed < time
        {
            (time, met) = (total - elapsed, .timeoutTotal)
        }
        do {
            if time > .zero { try await pause(time) }
            try Task.checkCancellation()
        } catch {
            return .cancelled
        }
        elapsed += time
        return met
    }

    private func fail(_ failure: NetworkFailure) -> HopOutcome {
        var (failure, hop) = (failure, hop)
        hop.timings.total = elapsed
        hop.bytesReceived = max(hop.bytesReceived, failure.bytesReceived)
        failure.bytesReceived = hop.bytesReceived
        failure.bytesSent = hop.bytesSent
        if failure.elapsed == .zero { failure.elapsed = elapsed }
        return HopOutcome(hop: hop, failure: failure)
    }
}
