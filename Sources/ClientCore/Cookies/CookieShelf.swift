import HTTPModel

/// The cookies of a jar as a value: kept by domain, found by request, limited in number.
///
/// - SeeAlso: RFC 6265bis §5.7 and §5.8.
struct CookieShelf {
    /// The most cookies of one domain.
    static let domainLimit = 180
    /// The most cookies in all.
    static let limit = 3000

    /// The cookies of each domain, the oldest first.
    private var domains: [String: [Cookie]] = [:]
    private(set) var count = 0

    /// All cookies that have not ended, by domain and then in the order of their creation.
    func cookies(at now: HTTPDate) -> [Cookie] {
        domains.sorted { $0.key < $1.key }.flatMap { entry in
            entry.value.filter { !$0.isExpired(at: now) }
        }
    }

    /// The cookies a request to `target` carries, in the order they are sent: longer paths first,
    /// then older cookies.
    mutating func take(for target: TargetURI, at now: HTTPDate) -> [Cookie] {
        guard count > 0 else { return [] }
        var found: [Cookie] = []
        var domain = Substring(CookieRules.canonicalHost(target))
        while true {
            if domains.index(forKey: String(domain)) != nil {
                collect(String(domain), for: target, at: now, into: &found)
            }
            guard let dot = domain.firstIndex(of: ".") else { break }
            domain = domain[domain.index(after: dot)...]
        }
        guard found.count > 1 else { return found }
        return found.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.path.utf8.count != second.path.utf8.count {
                return first.path.utf8.count > second.path.utf8.count
            }
            return (first.creation.secondsSince1970, left.offset)
                < (second.creation.secondsSince1970, right.offset)
        }.map(\.element)
    }

    private mutating func collect(
        _ domain: String,
        for target: TargetURI,
        at now: HTTPDate,
        into found: inout [Cookie]
    ) {
        guard var cookies = domains[domain] else { return }
        for i in cookies.indices where !cookies[i].isExpired(at: now) && cookies[i].matches(target)
        {
            cookies[i].lastUse = now
            found.append(cookies[i])
        }
        domains[domain] = cookies
    }

    /// Keeps `cookie` in place of the one of its identity; an expired one only removes that.
    ///
    /// - Returns: The one whose place it took.
    @discardableResult
    mutating func keep(_ cookie: Cookie, at now: HTTPDate) -> Cookie? {
        var cookies = domains[cookie.domain] ?? []
        var kept = cookie
        var previous: Cookie?
        if let old = cookies.firstIndex(where: { $0.hasIdentity(of: cookie) }) {
            previous = cookies[old]
            kept.creation = cookies[old].creation
            if cookie.isExpired(at: now) {
                cookies.remove(at: old)
                count -= 1
            } else {
                cookies[old] = kept
            }
        } else if !cookie.isExpired(at: now) {
            cookies.append(cookie)
            count += 1
        }
        domains[cookie.domain] = cookies.isEmpty ? nil : cookies
        evict(from: cookie.domain, at: now)
        return previous
    }

    /// Whether a cookie that came without TLS would hide or replace one that goes over TLS only.
    func protectsSecure(from cookie: Cookie, at now: HTTPDate) -> Bool {
        domains.values.contains { cookies in
            cookies.contains { old in
                old.isSecure && !old.isExpired(at: now) && old.nameBytes == cookie.nameBytes
                    && (CookieRules.domain(old.domain, matches: cookie.domain)
                        || CookieRules.domain(cookie.domain, matches: old.domain))
                    && CookieRules.path(old.path, matches: cookie.path)
            }
        }
    }

    /// Removes cookies; those that are left keep their order.
    mutating func removeAll(where isUnwanted: (Cookie) -> Bool) {
        for (domain, cookies) in domains {
            let rest = cookies.filter { !isUnwanted($0) }
            count -= cookies.count - rest.count
            domains[domain] = rest.isEmpty ? nil : rest
        }
    }

    /// Makes room: what has ended goes first, then of the domain that grew what need not be secret,
    /// then what was used least recently (RFC 6265bis §5.7).
    private mutating func evict(from domain: String, at now: HTTPDate) {
        if var cookies = domains[domain], cookies.count > Self.domainLimit {
            let before = cookies.count
            cookies.removeAll { $0.isExpired(at: now) }
            while cookies.count > Self.domainLimit {
                let plain = cookies.indices.filter { !cookies[$0].isSecure }
                let candidates = plain.isEmpty ? Array(cookies.indices) : plain
                guard let oldest = Self.leastUsed(candidates, of: cookies) else { break }
                cookies.remove(at: oldest)
            }
            count -= before - cookies.count
            domains[domain] = cookies
        }
        guard count > Self.limit else { return }
        removeAll { $0.isExpired(at: now) }
        let excess = count - Self.limit
        guard excess > 0 else { return }
        let doomed = domains.values.flatMap(\.self).sorted { $0.lastUse < $1.lastUse }
            .prefix(excess)
        removeAll { cookie in doomed.contains { $0.hasIdentity(of: cookie) } }
    }

    private static func leastUsed(_ candidates: [Int], of cookies: [Cookie]) -> Int? {
        candidates.min { cookies[$0].lastUse < cookies[$1].lastUse }
    }
}
