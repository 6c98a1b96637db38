import Synchronization

/// What has been answered so far, as far as it decides about the next answers: turns, states, and the
/// variants that were chosen.
///
/// Shared by all who answer from one set of fixtures; safe to use from any thread.
public final class FixtureProgress: Sendable {
    /// A moment of it.
    struct Situation: Sendable {
        /// The states that were set.
        var states: [String: String] = [:]
        /// How many answers were given of each group of turns.
        var turnsTaken: [String: Int] = [:]
        /// The variants chosen, by `METHOD path`; `*` for all requests.
        var variants: [String: String] = [:]
        /// How often each template was filled in, by the path of its fixture.
        var counts: [String: Int] = [:]
    }

    private let situation = Mutex(Situation())
    /// Whether a variant is chosen; a set without state needs nothing else of the situation.
    private let hasChoices = Atomic(false)

    /// Starts anew.
    public init() {}

    /// The states that were set, by name.
    public var states: [String: String] { situation.withLock { $0.states } }

    /// The variants chosen, by `METHOD path`; `*` for all requests.
    public var variants: [String: String] { situation.withLock { $0.variants } }

    /// Chooses the variant that answers requests of a method and path that name none themselves.
    ///
    /// Where no fixture of that variant matches, the usual answer is given.
    ///
    /// - Parameters:
    ///   - variant: A variant's name, or a status or failure code; `nil` for the usual answer again.
    ///   - request: `METHOD path`, the path encoded; `*` for every request.
    public func choose(variant: String?, for request: String) {
        situation.withLock { situation in
            situation.variants[request] = variant
            hasChoices.store(!situation.variants.isEmpty, ordering: .releasing)
        }
    }

    /// Sets a state, as if a fixture had.
    public func set(_ state: String, to value: String) {
        situation.withLock { $0.states[state] = value }
    }

    /// Forgets all answers and states; chosen variants stay.
    public func reset() {
        situation.withLock { situation in
            situation.states = [:]
            situation.turnsTaken = [:]
            situation.counts = [:]
        }
    }

    /// Counts that the fixture of a path fills in its template.
    ///
    /// - Returns: How often it did, this time included.
    package func countAnswer(of path: String) -> Int {
        situation.withLock { situation in
            situation.counts[path, default: 0] += 1
            return situation.counts[path, default: 0]
        }
    }

    /// Whether an answer from `fixtures` depends on the situation.
    package func matters(for fixtures: FixtureSet) -> Bool {
        fixtures.isStateful || hasChoices.load(ordering: .acquiring)
    }

    /// Finds an answer by the situation and changes it, in one step.
    func answer<Answer>(_ find: (inout Situation) -> sending Answer) -> sending Answer {
        situation.withLock { find(&$0) }
    }
}

extension FixtureProgress.Situation {
    /// The variant chosen for a request that names none.
    func variant(method: String, path: String) -> String? {
        variants["\(method) \(path)"] ?? variants["*"]
    }

    /// Why a fixture does not answer now, as far as states and turns decide.
    ///
    /// - Parameters:
    ///   - behavior: The fixture's.
    ///   - group: The group of turns that it belongs to, and all turns of it in order.
    /// - Returns: The reasons as fragments; empty when nothing speaks against it.
    func reasonsAgainst(
        _ behavior: FixtureBehavior,
        group: (key: String, turns: [Int])?
    ) -> [String] {
        var reasons: [String] = []
        for (name, value) in behavior.requires.sorted(by: { $0.key < $1.key }) {
            let now = states[name] ?? ""
            guard now != value else { continue }
            reasons.append("state \(name) is \"\(now)\", not \"\(value)\"")
        }
        if let turn = behavior.turn, let group, let now = turnNow(of: group), now != turn {
            reasons.append("its turn is \(turn), and this is turn \(now)")
        }
        return reasons
    }

    private func turnNow(of group: (key: String, turns: [Int])) -> Int? {
        guard !group.turns.isEmpty else { return nil }
        return group.turns[min(turnsTaken[group.key] ?? 0, group.turns.count - 1)]
    }

    /// Notes that a fixture answered.
    mutating func note(_ behavior: FixtureBehavior, groupKey: String?) {
        if behavior.turn != nil, let groupKey { turnsTaken[groupKey, default: 0] += 1 }
        for (name, value) in behavior.sets { states[name] = value }
    }
}
