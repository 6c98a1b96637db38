import HTTPModel

/// A comparison of two tapes under way, without recursion.
struct TapeComparison {
    /// A step that is still to be made.
    private enum Step {
        case compare(Int, Int)
        case report(DocumentDiff.Kind, Int?, Int?)
    }

    let old: JSONTape
    let new: JSONTape
    private(set) var changes: [DocumentDiff.Change] = []
    private(set) var isCut = false
    private var steps: [Step] = []
    private let ignoredOld: Set<Int>
    private let ignoredNew: Set<Int>
    private var oldHashes: TapeHashes
    private var newHashes: TapeHashes

    init(_ old: JSONTape, _ new: JSONTape, _ ignoring: [JSONPath]) {
        self.old = old
        self.new = new
        ignoredOld = Set(ignoring.flatMap { $0.matches(in: old).map(\.index) })
        ignoredNew = Set(ignoring.flatMap { $0.matches(in: new).map(\.index) })
        oldHashes = TapeHashes(old, ignoring: ignoredOld)
        newHashes = TapeHashes(new, ignoring: ignoredNew)
    }

    mutating func run() {
        guard !ignoredOld.contains(-1), !ignoredNew.contains(-1) else { return }
        let isSequence = old.isSequence || new.isSequence
        if isSequence || old.rootCount != 1 || new.rootCount != 1 {
            pushElements(of: -1, -1)
        } else {
            steps.append(.compare(0, 0))
        }
        while let step = steps.popLast() {
            guard changes.count < DocumentDiff.mostChanges else {
                isCut = true
                return
            }
            switch step {
            case .compare(let left, let right): compare(left, right)
            case .report(let kind, let left, let right): report(kind, left, right)
            }
        }
    }

    private mutating func compare(_ left: Int, _ right: Int) {
        guard !ignoredOld.contains(left), !ignoredNew.contains(right) else { return }
        let oldWord = old.storage[left]
        let newWord = new.storage[right]
        if oldWord.isOpen, oldWord.kind == newWord.kind {
            // Only small ones, so that the bytes of deep nesting are not compared on every level.
            let length = old.storage.range(of: left).count
            if length <= 4096, Self.bytes(old, left) == Self.bytes(new, right) { return }
            if oldWord.kind == .objectOpen {
                pushMembers(of: left, right)
            } else {
                pushElements(of: left, right)
            }
            return
        }
        let oldText = Self.bytes(old, left)
        let newText = Self.bytes(new, right)
        if oldText == newText { return }
        guard oldWord.kind == newWord.kind else { return report(.changed, left, right) }
        switch oldWord.kind {
        case .string where old.decodedText(left) == new.decodedText(right): return
        case .number where DecimalNumber(oldText.text) == DecimalNumber(newText.text):
            report(.spelling, left, right)
        default: report(.changed, left, right)
        }
    }

    private static func bytes(_ tape: JSONTape, _ index: Int) -> Octets {
        tape.octets.slice(tape.storage.range(of: index))
    }

    private mutating func report(_ kind: DocumentDiff.Kind, _ left: Int?, _ right: Int?) {
        if let left, ignoredOld.contains(left) { return }
        if let right, ignoredNew.contains(right) { return }
        let oldPath = left.map(old.path)
        let newPath = right.map(new.path)
        changes.append(
            DocumentDiff.Change(
                kind: kind,
                path: oldPath ?? newPath ?? "$",
                newPath: oldPath == nil || oldPath == newPath ? nil : newPath,
                oldRange: left.map(old.storage.range),
                newRange: right.map(new.storage.range)
            )
        )
    }

    // MARK: Objects

    private mutating func pushMembers(of left: Int, _ right: Int) {
        var places: [String: [Int]] = [:]
        for child in new.children(of: right) {
            places[new.decodedText(child.start), default: []].append(child.value)
        }
        for key in places.keys { places[key]?.reverse() }
        var next: [Step] = []
        var paired: Set<Int> = []
        for child in old.children(of: left) {
            if let other = places[old.decodedText(child.start)]?.popLast() {
                paired.insert(other)
                next.append(.compare(child.value, other))
            } else {
                next.append(.report(.removed, child.value, nil))
            }
        }
        for child in new.children(of: right) where !paired.contains(child.value) {
            next.append(.report(.added, nil, child.value))
        }
        steps += next.reversed()
    }

    // MARK: Arrays

    private mutating func pushElements(of left: Int, _ right: Int) {
        let oldItems = old.children(of: left).map(\.value)
        let newItems = new.children(of: right).map(\.value)
        var alignment = ArrayAlignment()
        if let keys = ElementKeys.shared(oldItems, old, newItems, new) {
            alignment.alignByKey(keys.old, keys.new)
        } else {
            let oldValues = oldItems.map { oldHashes.hash(of: $0) }
            let newValues = newItems.map { newHashes.hash(of: $0) }
            alignment.alignByValue(oldValues, newValues)
        }
        steps += alignment.pairs.reversed().flatMap { pair -> [Step] in
            switch (pair.old, pair.new) {
            case (let old?, let new?):
                let moved: [Step] =
                    pair.isMoved ? [.report(.moved, oldItems[old], newItems[new])] : []
                // Taken from the end: the move comes first.
                return [.compare(oldItems[old], newItems[new])] + moved
            case (let old?, nil): return [.report(.removed, oldItems[old], nil)]
            case (nil, let new?): return [.report(.added, nil, newItems[new])]
            case (nil, nil): return []
            }
        }
    }
}

/// What tells the elements of two arrays apart.
struct ElementKeys {
    var old: [String]
    var new: [String]

    private static let names = ["id", "_id", "key", "uuid", "name", "code", "slug"]

    /// The values of the first name that every element of both arrays has, as a scalar that no other
    /// element of its array has; `nil` when there is none.
    static func shared(
        _ oldItems: [Int],
        _ old: JSONTape,
        _ newItems: [Int],
        _ new: JSONTape
    ) -> ElementKeys? {
        guard !oldItems.isEmpty, !newItems.isEmpty,
            oldItems.allSatisfy({ old.storage[$0].kind == .objectOpen }),
            newItems.allSatisfy({ new.storage[$0].kind == .objectOpen })
        else { return nil }
        for name in names {
            let name = Array(name.utf8)
            if let oldKeys = values(of: name, oldItems, old),
                let newKeys = values(of: name, newItems, new)
            {
                return ElementKeys(old: oldKeys, new: newKeys)
            }
        }
        return nil
    }

    private static func values(of name: [UInt8], _ items: [Int], _ tape: JSONTape) -> [String]? {
        var values: [String] = []
        var seen: Set<String> = []
        for item in items {
            guard let child = tape.children(of: item).first(where: { tape.isKey($0.start, name) }),
                let value = scalar(child.value, tape), seen.insert(value).inserted
            else { return nil }
            values.append(value)
        }
        return values
    }

    private static func scalar(_ index: Int, _ tape: JSONTape) -> String? {
        guard tape.storage.length(index) < 4096 else { return nil }
        switch tape.storage[index].kind {
        case .string: return "\"" + tape.decodedText(index)
        case .number: return tape.octets.slice(tape.storage.range(of: index)).text
        default: return nil
        }
    }
}
