import Documents

extension FixtureMeta {
    /// The members of a head that say how the fixture is played, usual ones left out.
    var behaviorMembers: [JSONMember] {
        let behavior = fixture.behavior
        var members: [JSONMember] = []
        if let latency = Self.json(of: behavior.latency) {
            members.append(JSONMember("latencyMs", latency))
        }
        if let rate = behavior.bytesPerSecond {
            members.append(JSONMember("bytesPerSecond", .number("\(rate)")))
        }
        if behavior.isTemplate { members.append(JSONMember("template", .bool(true))) }
        if let turn = behavior.turn { members.append(JSONMember("turn", .number("\(turn)"))) }
        if !behavior.requires.isEmpty || !behavior.sets.isEmpty {
            var state: [JSONMember] = []
            if !behavior.requires.isEmpty {
                state.append(JSONMember("requires", Self.json(of: behavior.requires)))
            }
            if !behavior.sets.isEmpty {
                state.append(JSONMember("sets", Self.json(of: behavior.sets)))
            }
            members.append(JSONMember("state", .object(state)))
        }
        if let calls = behavior.expectedCalls {
            members.append(JSONMember("expectedCalls", Self.json(of: calls)))
        }
        return members
    }

    private static func json(of latency: Latency) -> JSONValue? {
        switch latency {
        case .fixed(.zero): nil
        case .fixed(let duration): milliseconds(duration)
        case .between(let shortest, let longest):
            ["min": milliseconds(shortest), "max": milliseconds(longest)]
        case .percentiles(let points):
            .object(
                points.map { point in
                    let isWhole = point.percent == point.percent.rounded()
                    let number = isWhole ? "\(Int(point.percent))" : "\(point.percent)"
                    return JSONMember("p" + number, milliseconds(point.duration))
                }
            )
        }
    }

    private static func json(of states: [String: String]) -> JSONValue {
        .object(states.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    private static func json(of calls: ClosedRange<Int>) -> JSONValue {
        if calls.lowerBound == calls.upperBound { return .number("\(calls.lowerBound)") }
        var members = [JSONMember("min", .number("\(calls.lowerBound)"))]
        if calls.upperBound < Int.max {
            members.append(JSONMember("max", .number("\(calls.upperBound)")))
        }
        return .object(members)
    }

    // MARK: Reading

    /// Reads how the fixture is played.
    static func behavior(_ json: JSONValue) throws(Fault) -> FixtureBehavior {
        var behavior = FixtureBehavior()
        if let latency = json["latencyMs"] { behavior.latency = try Self.latency(latency) }
        if let rate = json["bytesPerSecond"] {
            guard let bytes = rate.intValue, bytes > 0 else {
                throw Fault(detail: "'bytesPerSecond' is no number above 0")
            }
            behavior.bytesPerSecond = bytes
        }
        behavior.isTemplate = json["template"]?.boolValue ?? false
        if let turn = json["turn"] {
            guard let number = turn.intValue else { throw Fault(detail: "'turn' is no number") }
            behavior.turn = number
        }
        behavior.requires = try states(json["state"]?["requires"], key: "state.requires")
        behavior.sets = try states(json["state"]?["sets"], key: "state.sets")
        if let calls = json["expectedCalls"] { behavior.expectedCalls = try Self.calls(calls) }
        return behavior
    }

    private static func latency(_ json: JSONValue) throws(Fault) -> Latency {
        guard let members = json.members else {
            guard json.doubleValue != nil else {
                throw Fault(detail: "'latencyMs' is neither a number nor an object")
            }
            return .fixed(duration(json))
        }
        if let shortest = json["min"], let longest = json["max"], members.count == 2 {
            let (low, high) = (duration(shortest), duration(longest))
            guard low <= high else { throw Fault(detail: "'latencyMs.min' is above its 'max'") }
            return .between(low, high)
        }
        var points: [Latency.Percentile] = []
        for member in members {
            guard member.key.hasPrefix("p"), let percent = Double(member.key.dropFirst()),
                percent > 0, percent <= 100, member.value.doubleValue != nil
            else {
                throw Fault(
                    detail: "'latencyMs' takes a number, \"min\" and \"max\", or percentiles such "
                        + "as \"p50\", not \"\(member.key)\""
                )
            }
            points.append(Latency.Percentile(percent, duration(member.value)))
        }
        guard let latency = Latency(points: points) else {
            throw Fault(detail: "'latencyMs' has a percentile that is shorter than a lower one")
        }
        return latency
    }

    private static func states(_ json: JSONValue?, key: String) throws(Fault) -> [String: String] {
        var states: [String: String] = [:]
        for member in json?.members ?? [] {
            guard let value = member.value.stringValue else {
                throw Fault(detail: "'\(key).\(member.key)' is no text")
            }
            states[member.key] = value
        }
        return states
    }

    private static func calls(_ json: JSONValue) throws(Fault) -> ClosedRange<Int> {
        if let number = json.intValue, number >= 0 { return number...number }
        let lower = json["min"]?.intValue ?? 0
        let upper = json["max"]?.intValue ?? Int.max
        guard json.members != nil, lower >= 0, lower <= upper else {
            throw Fault(detail: "'expectedCalls' takes a number, or \"min\" and \"max\"")
        }
        return lower...upper
    }
}

extension Latency {
    /// Percentiles in any order; `nil` when there are none, or a higher share takes less time.
    package init?(points: [Percentile]) {
        let sorted = points.sorted { $0.percent < $1.percent }
        guard !sorted.isEmpty else { return nil }
        for (lower, upper) in zip(sorted, sorted.dropFirst())
        where lower.duration > upper.duration || lower.percent == upper.percent {
            return nil
        }
        self = .percentiles(sorted)
    }
}
