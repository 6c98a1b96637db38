import HTTPModel

/// A transport that answers from a cache where it may, and else sends through another one.
///
/// It works hop by hop, below redirects, cookies and tokens: `Vary` is compared with the very fields
/// that would be sent, and every response of a redirect chain is stored for itself. Each hop's `cacheUse`
/// says what happened. `HTTPClient.Configuration.cache` puts one in front of the client's transport.
public struct CachingTransport: Transport {
    /// What sends.
    public let base: any Transport
    /// Where responses are kept.
    public let cache: ResponseCache

    /// Creates a transport.
    public init(_ base: any Transport, cache: ResponseCache) {
        self.base = base
        self.cache = cache
    }

    /// Answers `request` from the cache, or sends it.
    public func send(_ request: PreparedRequest, observer: (any HopObserver)?) async -> HopOutcome {
        switch cache.decide(request) {
        case .use(let stored, let use):
            return answer(request, with: stored, use)
        case .useAndRefresh(let stored, let use):
            refresh(request)
            return answer(request, with: stored, use)
        case .ask(let stored):
            return await ask(about: stored, request, observer)
        case .fetch(let reason):
            return await fetch(request, CacheUse(.miss, reason: reason), observer)
        case .bypass(let reason):
            return await fetch(request, CacheUse(.bypassed, reason: reason), observer)
        case .refuse(let reason):
            return refuse(request, reason)
        }
    }

    /// Sends `request` past the cache, as content that is read as it comes is not stored.
    ///
    /// Where only a stored response is wanted, that one is given. A request that changes something
    /// makes stored responses invalid as ever.
    public func stream(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> StreamedHop {
        guard request.options.cacheMode != .onlyStored else {
            return StreamedHop(outcome: await send(request, observer: observer))
        }
        var streamed = await base.stream(request.askingForWhole, observer: observer)
        if let head = streamed.outcome.response?.head {
            cache.forget(CachePolicy.invalidated(by: head, to: request))
        }
        let reason = "the content is read as it comes"
        streamed.outcome.hop.cacheUse = CacheUse(.bypassed, reason: reason)
        return streamed
    }

    private func answer(
        _ request: PreparedRequest,
        with stored: StoredResponse,
        _ use: CacheUse,
        hop: Hop? = nil
    ) -> HopOutcome {
        var hop = hop ?? Hop(sent: request.asSent)
        hop.cacheUse = use
        return HopOutcome(hop: hop, response: stored.response(to: request, at: cache.currentTime))
    }

    private func refuse(_ request: PreparedRequest, _ reason: String) -> HopOutcome {
        var hop = Hop(sent: request.asSent)
        hop.cacheUse = CacheUse(.unsatisfiable, reason: reason)
        let head = HTTPResponseHead(status: HTTPStatus(504), fields: ["Content-Length": "0"])
        return HopOutcome(hop: hop, response: HTTPResponse(head: head))
    }

    /// Sends, and keeps what may be kept.
    private func fetch(
        _ request: PreparedRequest,
        _ use: CacheUse,
        _ observer: (any HopObserver)?
    ) async -> HopOutcome {
        let requestTime = cache.currentTime
        var outcome = await base.send(request.askingForWhole, observer: observer)
        outcome.hop.cacheUse = use
        note(outcome, to: request, since: requestTime)
        return outcome
    }

    private func note(
        _ outcome: HopOutcome,
        to request: PreparedRequest,
        since requestTime: Int64
    ) {
        guard let response = outcome.response else { return }
        cache.forget(CachePolicy.invalidated(by: response.head, to: request))
        guard CachePolicy.mayStore(response, to: request) else { return }
        cache.keep(
            StoredResponse(
                response,
                to: request,
                requestTime: requestTime,
                responseTime: cache.currentTime
            )
        )
    }

    /// Asks the server whether `stored` is still right.
    private func ask(
        about stored: StoredResponse,
        _ request: PreparedRequest,
        _ observer: (any HopObserver)?
    ) async -> HopOutcome {
        let requestTime = cache.currentTime
        var outcome = await base.send(stored.asking(request), observer: observer)
        let now = cache.currentTime
        if CachePolicy.mayServe(stored, insteadOf: outcome, to: request, now: now) {
            var hop = outcome.hop
            hop.failure = nil
            let reason =
                outcome.response.map { "the server answered \($0.status.rawValue)" }
                ?? "the server failed: \(outcome.hop.failure?.code.rawValue ?? "")"
            let use = CacheUse(.stale, ageInSeconds: stored.age(at: now), reason: reason)
            return answer(request, with: stored, use, hop: hop)
        }
        guard let response = outcome.response, response.status.rawValue == 304 else {
            outcome.hop.cacheUse = CacheUse(.replaced, reason: "the stored response is out of date")
            note(outcome, to: request, since: requestTime)
            return outcome
        }
        guard stored.isMeant(by: response.fields) else {
            // Confirmed was another response than ours, so ours says nothing any more.
            cache.forget([request.cacheKey])
            let use = CacheUse(.replaced, reason: "the server confirmed another response")
            return await fetch(request, use, observer)
        }
        let fresh = stored.confirmed(
            by: response.head,
            requestTime: requestTime,
            responseTime: now
        )
        cache.keep(fresh)
        let use = CacheUse(.revalidated, ageInSeconds: fresh.age(at: now), reason: "304")
        // Cookies are for this once: given out, but not kept.
        var answer = answer(request, with: fresh, use, hop: outcome.hop)
        for field in response.fields where field.isNamed("Set-Cookie") {
            answer.response?.head.fields.append(field)
            answer.hop.responseHead?.fields.append(field)
        }
        return answer
    }

    /// Asks about the stored response without anybody waiting for it, once at a time for each target.
    private func refresh(_ request: PreparedRequest) {
        let key = request.cacheKey
        guard cache.beginRefresh(of: key) else { return }
        // Another refresh may have ended since the decision was made.
        guard case .useAndRefresh(let stored, _) = cache.decide(request) else {
            return cache.endRefresh(of: key)
        }
        Task {
            _ = await ask(about: stored, request, nil)
            cache.endRefresh(of: key)
        }
    }
}

extension PreparedRequest {
    /// The request, with the word to caches on the way that a reload needs.
    fileprivate var askingForWhole: PreparedRequest {
        guard options.cacheMode == .reload, !fields.contains(named: "Cache-Control") else {
            return self
        }
        var request = self
        request.fields.append("Cache-Control", "no-cache")
        return request
    }
}
