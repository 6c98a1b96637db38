/// Which elements of two arrays belong together.
struct ArrayAlignment {
    /// Two elements that belong together, or one that has no other.
    struct Pair: Equatable {
        var old: Int?
        var new: Int?
        /// Whether others that belong together stand between them in one array only.
        var isMoved = false
    }

    /// In the order of the first array, with what only the second has after what stands before it there.
    private(set) var pairs: [Pair] = []

    /// Elements are the same when their keys are, which differ within each array.
    mutating func alignByKey(_ old: [String], _ new: [String]) {
        let places = Dictionary(
            new.enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let partners = old.map { places[$0] }
        merge(partners, newCount: new.count)
    }

    /// Elements are the same when their values are; what is left between two such is paired by position.
    mutating func alignByValue(_ old: [UInt64], _ new: [UInt64]) {
        var places: [UInt64: [Int]] = [:]
        for (place, value) in new.enumerated().reversed() {
            places[value, default: []].append(place)
        }
        var partners = old.map { places[$0]?.popLast() }
        pairLeftovers(&partners, newCount: new.count)
        merge(partners, newCount: new.count)
    }

    /// Pairs runs of elements without a partner that stand between the same partners.
    private func pairLeftovers(_ partners: inout [Int?], newCount: Int) {
        var isTaken = [Bool](repeating: false, count: newCount)
        for partner in partners { if let partner { isTaken[partner] = true } }
        var expected = 0
        for place in partners.indices {
            if let partner = partners[place] {
                expected = partner + 1
            } else if expected < newCount && !isTaken[expected] {
                partners[place] = expected
                isTaken[expected] = true
                expected += 1
            }
        }
    }

    private mutating func merge(_ partners: [Int?], newCount: Int) {
        let staying = Self.longestRise(partners)
        var isTaken = [Bool](repeating: false, count: newCount)
        for partner in partners { if let partner { isTaken[partner] = true } }
        var next = 0
        func added(before end: Int) -> [Pair] {
            (next..<max(end, next)).filter { !isTaken[$0] }.map { Pair(old: nil, new: $0) }
        }
        for (place, partner) in partners.enumerated() {
            guard let partner else {
                pairs.append(Pair(old: place, new: nil))
                continue
            }
            let stays = staying.contains(place)
            if stays {
                pairs += added(before: partner)
                next = partner + 1
            }
            pairs.append(Pair(old: place, new: partner, isMoved: !stays))
        }
        pairs += added(before: newCount)
    }

    /// The places of a longest selection of partners that rises.
    private static func longestRise(_ partners: [Int?]) -> Set<Int> {
        var tails: [Int] = []
        var before = [Int](repeating: -1, count: partners.count)
        for (place, partner) in partners.enumerated() {
            guard let partner else { continue }
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if (partners[tails[middle]] ?? 0) < partner {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if low > 0 { before[place] = tails[low - 1] }
            if low == tails.count { tails.append(place) } else { tails[low] = place }
        }
        var result: Set<Int> = []
        var place = tails.last ?? -1
        while place >= 0 {
            result.insert(place)
            place = before[place]
        }
        return result
    }
}
