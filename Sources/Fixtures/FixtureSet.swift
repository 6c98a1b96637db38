public import HTTPModel

/// Fixtures in memory, ready to answer requests.
public struct FixtureSet: Sendable {
    /// The fixtures with their files, in the order of their paths.
    public let stored: [StoredFixture]
    /// Files that are no valid fixture, and why.
    public let problems: [FixtureError]

    /// Fixtures with a literal path, by method and path.
    private let literals: [MatchKey: [Int]]
    /// Fixtures whose path holds `{name}`, with their patterns.
    private let patterns: [(index: Int, pattern: PathPattern)]
    private let authorities: Set<String>
    /// The turns of fixtures that answer the same request one after the other, in order, by what they
    /// have in common.
    private let turns: [String: [Int]]
    /// Whether an answer can depend on earlier ones.
    package let isStateful: Bool

    /// Creates a set from stored fixtures.
    public init(stored: [StoredFixture] = [], problems: [FixtureError] = []) {
        self.stored = stored
        self.problems = problems
        var literals: [MatchKey: [Int]] = [:]
        var patterns: [(index: Int, pattern: PathPattern)] = []
        for (i, item) in stored.enumerated() {
            let pattern = PathPattern(item.fixture.path)
            if pattern.isLiteral {
                let key = MatchKey(method: item.fixture.method, path: item.fixture.path)
                literals[key, default: []].append(i)
            } else {
                patterns.append((i, pattern))
            }
        }
        self.literals = literals
        self.patterns = patterns
        authorities = Set(stored.map { $0.fixture.authority.lowercased() })
        var turns: [String: Set<Int>] = [:]
        for item in stored {
            guard let turn = item.fixture.behavior.turn else { continue }
            turns[Self.groupKey(of: item.fixture), default: []].insert(turn)
        }
        self.turns = turns.mapValues { $0.sorted() }
        isStateful = stored.contains { $0.fixture.behavior.isStateful }
    }

    /// Creates a set from fixtures that stand in no file.
    public init(_ fixtures: [Fixture]) {
        self.init(stored: fixtures.map { StoredFixture(fixture: $0, metaPath: "", bodyPath: nil) })
    }

    /// The fixtures, in the order of their paths.
    public var fixtures: [Fixture] { stored.map(\.fixture) }

    /// Finds the fixture that answers a request best.
    ///
    /// A fixture matches when method and path are its own and all its matchers hold. Of several, the
    /// one with a literal path and the most matchers wins; then one of the request's own authority,
    /// the usual answer before variants, the newest capture, a response before a failure.
    ///
    /// The field `Apus-Variant` asks for a variant by its name, or for a usual answer by its status or
    /// failure code. A `HEAD` request without a fixture of its own is answered by that of `GET`.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - authority: The request's authority. When fixtures of it exist, only they answer; `nil`,
    ///     loopback addresses and unknown ones search all.
    ///   - target: Path and query, encoded, as in the request line.
    ///   - fields: The request's fields.
    ///   - body: The request's content.
    ///   - progress: What was answered before, which decides about turns, states and chosen variants and
    ///     is changed by the answer; without it turns and states do not matter.
    ///   - variant: The variant, status or failure code that answers when the request names none itself
    ///     and there is such a fixture for it.
    /// - Returns: The most specific fixture that matches, or the nearest ones and why they do not.
    public func match(
        method: HTTPMethod,
        authority: String?,
        target: String,
        fields: HTTPFields = HTTPFields(),
        body: Octets = Octets(),
        progress: FixtureProgress? = nil,
        preferring variant: String? = nil
    ) -> FixtureMatch {
        let request = MatchRequest(
            method: method,
            authority: authority.map { $0.lowercased() },
            target: target,
            fields: fields,
            body: body,
            knownAuthorities: authorities
        )
        guard let progress, progress.matters(for: self) else {
            return find(request, nil, preferring: variant)
        }
        return progress.answer { situation in
            let chosen = situation.variant(method: method.rawValue, path: request.path)
            let match = find(request, situation, preferring: variant ?? chosen)
            if case .hit(let stored) = match {
                // What is asked for by its name answers out of turn.
                let isByTurn = request.variant == nil && stored.fixture.behavior.turn != nil
                let key = isByTurn ? Self.groupKey(of: stored.fixture) : nil
                situation.note(stored.fixture.behavior, groupKey: key)
            }
            return match
        }
    }

    /// The variant chosen for the request when it names none itself and there is one, else what answers.
    private func find(
        _ request: MatchRequest,
        _ situation: FixtureProgress.Situation?,
        preferring variant: String?
    ) -> FixtureMatch {
        if let variant, request.variant == nil {
            var chosen = request
            chosen.variant = variant
            if case .hit(let stored) = find(chosen, situation) { return .hit(stored) }
        }
        return find(request, situation)
    }

    private func find(
        _ request: MatchRequest,
        _ situation: FixtureProgress.Situation?
    ) -> FixtureMatch {
        if let best = best(for: request, method: request.method, situation) { return .hit(best) }
        if request.method == .head, let best = best(for: request, method: .get, situation) {
            return .hit(best)
        }
        return .miss(nearMisses(to: request, situation))
    }

    /// What fixtures that take turns have in common.
    private static func groupKey(of fixture: Fixture) -> String {
        let query = fixture.query.map { "\($0.name)=\($0.value ?? "*")" }
        let fields = fixture.fields.map { "\($0.name.lowercased()):\($0.value ?? "*")" }
        let body = fixture.body.map { "\($0)" }
        let parts = [fixture.method.rawValue, fixture.authority.lowercased(), fixture.path]
        return (parts + query + fields + body).joined(separator: "\u{0}")
    }

    /// Why a fixture of the request's method and path does not answer.
    ///
    /// What a request asks for by the name of its variant it gets, whatever was answered before.
    private func reasons(
        against fixture: Fixture,
        _ request: MatchRequest,
        _ situation: FixtureProgress.Situation?
    ) -> [String] {
        let reasons = request.reasonsAgainst(fixture)
        guard let situation, request.variant == nil, fixture.behavior.isStateful else {
            return reasons
        }
        let key = Self.groupKey(of: fixture)
        let group = turns[key].map { (key: key, turns: $0) }
        return reasons + situation.reasonsAgainst(fixture.behavior, group: group)
    }

    /// Whether method, authority, path and query alone decide which fixture answers.
    package func isDecidedByTarget(_ method: HTTPMethod, path target: String) -> Bool {
        let path = String(target.prefix { $0 != "?" })
        let methods = method == .head ? [method, .get] : [method]
        return methods.allSatisfy { method in
            let literal = literals[MatchKey(method: method, path: path)] ?? []
            let indices = literal + patterns.map(\.index)
            return indices.allSatisfy { index in
                let fixture = stored[index].fixture
                return fixture.method != method
                    || (fixture.fields.isEmpty && fixture.body.isEmpty
                        && !fixture.behavior.isStateful && !fixture.behavior.isTemplate)
            }
        }
    }

    private func best(
        for request: MatchRequest,
        method: HTTPMethod,
        _ situation: FixtureProgress.Situation?
    ) -> StoredFixture? {
        let key = MatchKey(method: method, path: request.path)
        var candidates = literals[key] ?? []
        for (index, pattern) in patterns
        where stored[index].fixture.method == method && pattern.matches(request.path) {
            candidates.append(index)
        }
        let matching = candidates.filter {
            reasons(against: stored[$0].fixture, request, situation).isEmpty
        }
        guard
            let best = matching.max(by: { left, right in
                let leftRank = rank(left, for: request)
                let rightRank = rank(right, for: request)
                if leftRank != rightRank { return leftRank < rightRank }
                return stored[left].metaPath > stored[right].metaPath
            })
        else { return nil }
        return stored[best]
    }

    private func rank(_ index: Int, for request: MatchRequest) -> MatchRank {
        let fixture = stored[index].fixture
        return MatchRank(
            isLiteral: !fixture.path.contains("{"),
            matcherWeight: request.weight(of: fixture) + fixture.behavior.requires.count * 2,
            isOfAuthority: fixture.authority.lowercased() == request.authority,
            isUsual: fixture.variant == nil || fixture.behavior.turn != nil,
            capturedAt: fixture.capturedAt,
            isResponse: fixture.response != nil
        )
    }

    // MARK: Near misses

    private static let nearMissLimit = 5

    /// The fixtures that come nearest, nearest first, at most five.
    private func nearMisses(
        to request: MatchRequest,
        _ situation: FixtureProgress.Situation?
    ) -> [NearMiss] {
        var scored: [(distance: Int, index: Int, reasons: [String])] = []
        for (i, item) in stored.enumerated() {
            let fixture = item.fixture
            var reasons: [String] = []
            var distance = 0
            if fixture.method != request.method {
                reasons.append("method is \(fixture.method), not \(request.method)")
                distance += 3
            }
            if !PathPattern(fixture.path).matches(request.path) {
                reasons.append("path is \(fixture.path), not \(request.path)")
                distance += 4 + request.pathDistance(to: fixture.path)
            }
            let others = self.reasons(against: fixture, request, situation)
            distance += others.count * 2
            scored.append((distance, i, reasons + others))
        }
        scored.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        return scored.prefix(Self.nearMissLimit).map {
            NearMiss(stored: stored[$0.index], reasons: $0.reasons)
        }
    }
}

/// What literal fixtures are found by.
private struct MatchKey: Hashable {
    var method: HTTPMethod
    var path: String
}

/// How well a matching fixture answers; greater is better.
private struct MatchRank: Comparable {
    var isLiteral: Bool
    var matcherWeight: Int
    var isOfAuthority: Bool
    var isUsual: Bool
    var capturedAt: String
    var isResponse: Bool

    static func < (left: MatchRank, right: MatchRank) -> Bool {
        if left.isLiteral != right.isLiteral { return right.isLiteral }
        if left.matcherWeight != right.matcherWeight {
            return left.matcherWeight < right.matcherWeight
        }
        if left.isOfAuthority != right.isOfAuthority { return right.isOfAuthority }
        if left.isUsual != right.isUsual { return right.isUsual }
        if left.capturedAt != right.capturedAt { return left.capturedAt < right.capturedAt }
        return !left.isResponse && right.isResponse
    }
}

/// A fixture and the files it stands in.
public struct StoredFixture: Hashable, Sendable {
    /// The fixture.
    public var fixture: Fixture
    /// The path of its head, relative to the store's root; that of its content when it has no head,
    /// empty when it stands in no file.
    public var metaPath: String
    /// The path of its content, relative to the store's root; `nil` when there is none.
    public var bodyPath: String?

    /// Creates a record.
    public init(fixture: Fixture, metaPath: String, bodyPath: String?) {
        self.fixture = fixture
        self.metaPath = metaPath
        self.bodyPath = bodyPath
    }
}

extension StoredFixture {
    /// The file whose change means that this fixture is another one now, relative to the root.
    ///
    /// For content without a head that is the head it may still get.
    package var watchedPath: String {
        guard metaPath == bodyPath, let slash = metaPath.lastIndex(of: "/"),
            let name = FixtureName(fileName: String(metaPath[metaPath.index(after: slash)...]))
        else { return metaPath }
        return metaPath[...slash] + name.stem + FixtureName.metaSuffix
    }
}

/// What a search for a fixture found.
public enum FixtureMatch: Hashable, Sendable {
    /// The best fixture.
    case hit(StoredFixture)
    /// None; with the nearest ones, nearest first.
    case miss([NearMiss])
}

/// A fixture that almost answered a request.
public struct NearMiss: Hashable, Sendable {
    /// The fixture.
    public var stored: StoredFixture
    /// Why it did not, as fragments such as `method is POST, not GET`.
    public var reasons: [String]

    /// Creates a record.
    public init(stored: StoredFixture, reasons: [String]) {
        self.stored = stored
        self.reasons = reasons
    }
}
