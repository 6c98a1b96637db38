import HTTPModel

/// A query at work on a tape; values are tape indices, -1 the array of a sequence's values.
struct JSONPathEvaluation {
    let tape: JSONTape
    private let storage: TapeStorage
    /// Asked now and then whether anybody wants the result.
    private let isGivenUp: () -> Bool

    /// How many values are looked at between two questions whether to go on; a power of two.
    private static let patience = 1 << 14

    init(_ tape: JSONTape, isGivenUp: @escaping () -> Bool = { false }) {
        self.tape = tape
        self.isGivenUp = isGivenUp
        storage = tape.storage
    }

    /// Whether to stop at the value number `count` of many.
    private func stops(at count: Int) -> Bool {
        count & (Self.patience - 1) == Self.patience - 1 && isGivenUp()
    }

    /// What `$` stands for.
    var root: Int { tape.isSequence ? -1 : 0 }

    /// The values a query selects.
    func nodes(_ query: PathQuery, current: Int) -> [Int] {
        var nodes = [query.isRelative ? current : root]
        for segment in query.segments {
            var selected: [Int] = []
            for (number, node) in nodes.enumerated() {
                if stops(at: number) { return [] }
                if segment.isDescendant {
                    selectBelow(node, segment.selectors, &selected)
                } else {
                    for selector in segment.selectors { select(selector, of: node, &selected) }
                }
            }
            nodes = selected
        }
        return nodes
    }

    /// Applies selectors to a value and to every container in it, in text order.
    private func selectBelow(_ node: Int, _ selectors: [PathSelector], _ selected: inout [Int]) {
        if node < 0 {
            for selector in selectors { select(selector, of: node, &selected) }
        }
        var index = max(node, 0)
        let end = node < 0 ? storage.end : storage.after(node)
        var count = 0
        while index < end {
            count += 1
            if stops(at: count) { return }
            if storage[index].isOpen {
                for selector in selectors { select(selector, of: index, &selected) }
            }
            index += storage.width(index)
        }
    }

    private func isContainer(_ node: Int) -> Bool { node < 0 || storage[node].isOpen }

    private func isArray(_ node: Int) -> Bool { node < 0 || storage[node].kind == .arrayOpen }

    private func select(_ selector: PathSelector, of node: Int, _ selected: inout [Int]) {
        guard isContainer(node) else { return }
        switch selector {
        case .name(let name):
            guard !isArray(node) else { return }
            for child in tape.children(of: node) {
                if stops(at: child.position) { return }
                if tape.isKey(child.start, name) { selected.append(child.value) }
            }
        case .wildcard:
            for child in tape.children(of: node) { selected.append(child.value) }
        case .index(let index):
            guard isArray(node) else { return }
            let count = storage.childCount(of: node)
            let position = index < 0 ? count + index : index
            guard position >= 0, position < count else { return }
            selected.append(storage.child(position, of: node))
        case .slice(let start, let end, let step):
            guard isArray(node) else { return }
            selectSlice(start, end, step, of: node, &selected)
        case .filter(let condition):
            for child in tape.children(of: node) {
                if stops(at: child.position) { return }
                if holds(condition, child.value) { selected.append(child.value) }
            }
        }
    }

    /// - SeeAlso: RFC 9535 §2.3.4.2.2.
    private func selectSlice(
        _ start: Int?,
        _ end: Int?,
        _ step: Int,
        of node: Int,
        _ selected: inout [Int]
    ) {
        let count = storage.childCount(of: node)
        func normal(_ position: Int) -> Int { position >= 0 ? position : count + position }
        if step > 0 {
            let lower = min(max(normal(start ?? 0), 0), count)
            let upper = min(max(normal(end ?? count), 0), count)
            guard lower < upper else { return }
            if step == 1 {
                var index = storage.child(lower, of: node)
                for _ in lower..<upper {
                    selected.append(index)
                    index = storage.after(index)
                }
                return
            }
            for position in stride(from: lower, to: upper, by: step) {
                selected.append(storage.child(position, of: node))
            }
        } else if step < 0 {
            let upper = min(max(start.map(normal) ?? count - 1, -1), count - 1)
            let lower = min(max(end.map(normal) ?? -1, -1), count - 1)
            for position in stride(from: upper, to: lower, by: step) {
                selected.append(storage.child(position, of: node))
            }
        }
    }

    // MARK: Conditions

    private func holds(_ condition: PathCondition, _ current: Int) -> Bool {
        switch condition {
        case .either(let choices): choices.contains { holds($0, current) }
        case .all(let parts): parts.allSatisfy { holds($0, current) }
        case .not(let inner): !holds(inner, current)
        case .exists(let query): !nodes(query, current: current).isEmpty
        case .holds(let call): matches(call, current)
        case .compare(let left, let comparison, let right):
            compare(value(left, current), comparison, value(right, current))
        }
    }

    private func matches(_ call: PathCall, _ current: Int) -> Bool {
        guard case .string(let text) = value(call.arguments[0], current) else { return false }
        var pattern = call.pattern
        if pattern == nil, case .string(let source) = value(call.arguments[1], current) {
            pattern = try? RegularExpression(source)
        }
        guard let pattern else { return false }
        return call.function == .match
            ? pattern.matchesWhole(text) : pattern.matchesPart(of: text)
    }

    private func value(_ operand: PathOperand, _ current: Int) -> PathValue {
        switch operand {
        case .literal(let value): value
        case .query(let query): nodes(query, current: current).last.map(value) ?? .nothing
        case .call(let call): result(call, current)
        }
    }

    /// The value at a tape index.
    private func value(_ node: Int) -> PathValue {
        guard node >= 0 else { return .container(node) }
        switch storage[node].kind {
        case .null: return .null
        case .invalid: return .nothing
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .number: return .number(DecimalNumber(tape.octets.slice(storage.range(of: node)).text))
        case .string, .key: return .string(tape.decodedText(node))
        default: return .container(node)
        }
    }

    private func result(_ call: PathCall, _ current: Int) -> PathValue {
        switch call.function {
        case .length:
            switch value(call.arguments[0], current) {
            case .string(let text): return .number(DecimalNumber(text.unicodeScalars.count))
            case .container(let node): return .number(DecimalNumber(storage.childCount(of: node)))
            default: return .nothing
            }
        case .count, .value:
            guard case .query(let query) = call.arguments[0] else { return .nothing }
            let nodes = nodes(query, current: current)
            if call.function == .count { return .number(DecimalNumber(nodes.count)) }
            return nodes.count == 1 ? value(nodes[0]) : .nothing
        case .match, .search: return .nothing
        }
    }

    // MARK: Comparison

    /// - SeeAlso: RFC 9535 §2.3.5.2.2.
    private func compare(
        _ left: PathValue,
        _ comparison: PathComparison,
        _ right: PathValue
    ) -> Bool {
        switch comparison {
        case .equal: isEqual(left, right)
        case .notEqual: !isEqual(left, right)
        case .less: isLess(left, right)
        case .greater: isLess(right, left)
        case .lessOrEqual: isLess(left, right) || isEqual(left, right)
        case .greaterOrEqual: isLess(right, left) || isEqual(left, right)
        }
    }

    private func isLess(_ left: PathValue, _ right: PathValue) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)):
            left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        default: false
        }
    }

    /// Compares without recursion, for values can be nested to any depth.
    private func isEqual(_ left: PathValue, _ right: PathValue) -> Bool {
        var pairs = [(left, right)]
        while let (left, right) = pairs.popLast() {
            switch (left, right) {
            case (.nothing, .nothing), (.null, .null): continue
            case (.bool(let left), .bool(let right)) where left == right: continue
            case (.number(let left), .number(let right)) where left == right: continue
            case (.string(let left), .string(let right))
            where left.unicodeScalars.elementsEqual(right.unicodeScalars):
                continue
            case (.container(let left), .container(let right)):
                guard left != right else { continue }
                guard let inner = pairsOfChildren(left, right) else { return false }
                pairs += inner
            default: return false
            }
        }
        return true
    }

    /// The children of two containers to compare; `nil` when the containers differ already.
    private func pairsOfChildren(_ left: Int, _ right: Int) -> [(PathValue, PathValue)]? {
        guard isArray(left) == isArray(right),
            storage.childCount(of: left) == storage.childCount(of: right)
        else { return nil }
        if isArray(left) {
            return zip(tape.children(of: left), tape.children(of: right)).map {
                (value($0.value), value($1.value))
            }
        }
        var members: [[UInt8]: [Int]] = [:]
        for child in tape.children(of: right) {
            members[Array(tape.decodedText(child.start).utf8), default: []].append(child.value)
        }
        var pairs: [(PathValue, PathValue)] = []
        for child in tape.children(of: left) {
            let name = Array(tape.decodedText(child.start).utf8)
            guard var others = members[name], !others.isEmpty else { return nil }
            pairs.append((value(child.value), value(others.removeFirst())))
            members[name] = others
        }
        return pairs
    }
}
