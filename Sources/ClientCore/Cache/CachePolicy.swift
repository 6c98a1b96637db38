import HTTPModel

/// What a private cache may do, as a value: no clock is read, nothing is stored or sent here.
///
/// - SeeAlso: RFC 9111; RFC 5861 for stale responses.
enum CachePolicy {
    /// What to do about a request.
    enum Decision: Equatable {
        /// Give out this stored response.
        case use(StoredResponse, CacheUse)
        /// Give out this stored response, and ask about it meanwhile.
        case useAndRefresh(StoredResponse, CacheUse)
        /// Ask the server whether this stored response is still right.
        case ask(StoredResponse)
        /// Ask the server.
        case fetch(reason: String)
        /// Answer with 504: only something stored was wanted.
        case refuse(reason: String)
        /// Send the request as if there were no cache; what comes is not stored.
        case bypass(reason: String)
    }

    /// The statuses that may be stored without a word from the server (RFC 9110 §15.1).
    static func isHeuristic(_ status: HTTPStatus) -> Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status.rawValue)
    }

    /// The statuses whose meaning for a cache is known here.
    private static func isUnderstood(_ status: HTTPStatus) -> Bool {
        isHeuristic(status) || [302, 303, 307, 400, 401, 403].contains(status.rawValue)
    }

    /// Whether a response may be stored (RFC 9111 §3).
    ///
    /// A private cache may store responses to requests with credentials.
    static func mayStore(_ response: HTTPResponse, to request: PreparedRequest) -> Bool {
        let status = response.status
        guard request.method == .get, request.content == nil, request.options.cacheMode != .none,
            status.kind != .informational, status.rawValue != 206, status.rawValue != 304
        else { return false }
        guard !request.isConditional, !CacheControl(request.fields).isNoStore else { return false }
        let control = CacheControl(response.fields)
        if control.mustUnderstand {
            guard isUnderstood(status) else { return false }
        } else if control.isNoStore {
            return false
        }
        guard !StoredResponse.selectingNames(response.fields).contains("*") else { return false }
        let stored = StoredResponse(response, to: request, requestTime: 0, responseTime: 0)
        let isExplicit =
            control.maximumAge != nil || response.fields.contains(named: "Expires")
            || control.isPublic
        guard isExplicit || isHeuristic(status) else { return false }
        // Without time or validator it could never be used.
        return isExplicit || stored.hasValidator
    }

    /// Decides about `request`, given what is stored for its target.
    static func decide(
        _ request: PreparedRequest,
        stored all: [StoredResponse],
        now: Int64
    ) -> Decision {
        let mode = request.options.cacheMode
        guard mode != .none else { return .bypass(reason: "the request uses no cache") }
        guard [.get, .head].contains(request.method), request.content == nil else {
            return .bypass(reason: "the method is \(request.method)")
        }
        guard !request.isConditional else { return .bypass(reason: "the request has conditions") }
        let wishes = CacheControl(request.fields)
        let onlyStored = wishes.isOnlyIfCached || mode == .onlyStored
        // Of several the newest counts (RFC 9111 §4).
        let candidates = all.filter { $0.answers(request) }
        guard let stored = candidates.max(by: { $0.responseTime < $1.responseTime }) else {
            return onlyStored
                ? .refuse(reason: "nothing is stored") : .fetch(reason: "nothing is stored")
        }
        if mode == .reload { return .fetch(reason: "a reload was asked for") }
        if let use = use(of: stored, for: wishes, mode: mode, now: now) { return use }
        if onlyStored { return .refuse(reason: "what is stored is not fresh") }
        guard stored.hasValidator, request.method == .get else {
            return .fetch(reason: "what is stored is not fresh and cannot be asked about")
        }
        return .ask(stored)
    }

    private static func use(
        of stored: StoredResponse,
        for wishes: CacheControl,
        mode: CacheMode,
        now: Int64
    ) -> Decision? {
        let age = stored.age(at: now)
        let (lifetime, isGuess) = stored.lifetime
        let left = lifetime - age
        let control = CacheControl(stored.response.fields)
        if mode == .preferStored || mode == .onlyStored {
            let reason = left > 0 ? freshness(left, isGuess) : "any age will do"
            return .use(
                stored,
                CacheUse(left > 0 ? .hit : .stale, ageInSeconds: age, reason: reason)
            )
        }
        guard mode == .standard, !control.isNoCache, !wishes.isNoCache else { return nil }
        if let limit = wishes.maximumAge, age > limit { return nil }
        if left > 0, left >= wishes.minimumFreshness ?? 0 {
            return .use(stored, CacheUse(.hit, ageInSeconds: age, reason: freshness(left, isGuess)))
        }
        guard !control.mustRevalidate, wishes.minimumFreshness == nil else { return nil }
        let staleness = -left
        if let limit = wishes.maximumStaleness, staleness <= limit {
            let reason = "stale for \(staleness) s, as the request allows"
            return .use(stored, CacheUse(.stale, ageInSeconds: age, reason: reason))
        }
        if wishes.maximumAge == nil, let limit = control.staleWhileRevalidate, staleness <= limit {
            let reason = "stale for \(staleness) s, while it is asked about"
            return .useAndRefresh(stored, CacheUse(.stale, ageInSeconds: age, reason: reason))
        }
        return nil
    }

    private static func freshness(_ left: Int64, _ isGuess: Bool) -> String {
        "fresh for \(left) s more" + (isGuess ? ", by a guess" : "")
    }

    /// Whether a stored response may stand in when the server fails (RFC 5861 §4).
    static func mayServe(
        _ stored: StoredResponse,
        insteadOf outcome: HopOutcome,
        to request: PreparedRequest,
        now: Int64
    ) -> Bool {
        if let status = outcome.response?.status.rawValue {
            guard [500, 502, 503, 504].contains(status) else { return false }
        } else if outcome.hop.failure?.code == .cancelled {
            return false
        }
        let control = CacheControl(stored.response.fields)
        guard !control.mustRevalidate, !control.isNoCache else { return false }
        let limits = [control.staleIfError, CacheControl(request.fields).staleIfError]
        guard let limit = limits.compactMap(\.self).max() else { return false }
        return stored.age(at: now) - stored.lifetime.seconds <= limit
    }

    /// The targets whose stored responses an answer makes invalid (RFC 9111 §4.4).
    static func invalidated(
        by response: HTTPResponseHead,
        to request: PreparedRequest
    ) -> [String] {
        guard !request.method.isSafe, [.successful, .redirection].contains(response.status.kind)
        else {
            return []
        }
        var keys = [request.cacheKey]
        for name in ["Location", "Content-Location"] {
            guard let text = response.fields[name],
                let target = try? request.target.resolving(text),
                target.origin == request.target.origin
            else { continue }
            keys.append(target.displayText)
        }
        return keys
    }
}

extension PreparedRequest {
    /// Whether the caller asks about a response of its own, or for a part of one.
    fileprivate var isConditional: Bool {
        [
            "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
            "Range",
        ].contains { fields.contains(named: $0) }
    }
}
