/// Turns a pattern into steps.
struct RegularExpressionCompiler {
    private(set) var steps: [RegularExpression.Step] = []

    mutating func add(_ pattern: RegularPattern) {
        // Beyond the limit the expression is refused anyway.
        guard steps.count < RegularExpression.longestProgram else { return }
        switch pattern {
        case .set(let set): steps.append(.take(set))
        case .check(let condition): steps.append(.check(condition))
        case .sequence(let parts):
            for part in parts { add(part) }
        case .choice(let choices): addChoice(choices)
        case .repeated(let part, let lower, let upper, let isLazy):
            for _ in 0..<lower { add(part) }
            if let upper {
                addOptional(part, upper - lower, isLazy)
            } else {
                let start = steps.count
                steps.append(.jump(0))
                add(part)
                steps.append(.jump(start))
                steps[start] = fork(start + 1, steps.count, isLazy)
            }
        }
    }

    private func fork(_ inside: Int, _ after: Int, _ isLazy: Bool) -> RegularExpression.Step {
        isLazy ? .either(after, inside) : .either(inside, after)
    }

    private mutating func addOptional(_ part: RegularPattern, _ count: Int, _ isLazy: Bool) {
        var forks: [Int] = []
        for _ in 0..<max(count, 0) {
            forks.append(steps.count)
            steps.append(.jump(0))
            add(part)
        }
        for place in forks { steps[place] = fork(place + 1, steps.count, isLazy) }
    }

    private mutating func addChoice(_ choices: [RegularPattern]) {
        var ends: [Int] = []
        for choice in choices.dropLast() {
            let place = steps.count
            steps.append(.jump(0))
            add(choice)
            ends.append(steps.count)
            steps.append(.jump(0))
            steps[place] = .either(place + 1, steps.count)
        }
        if let last = choices.last { add(last) }
        for place in ends { steps[place] = .jump(steps.count) }
    }
}

/// Runs the steps over a text: all ways to match at once, in order of preference.
struct RegularExpressionMachine {
    /// A way to match that has come to a step.
    private struct Way {
        var step: Int
        var start: Int
    }

    private let expression: RegularExpression
    private var ways: [Way] = []
    private var nextWays: [Way] = []
    /// For each step, the round in which it was last reached.
    private var rounds: [Int]
    private var round = 0
    private var stack: [Int] = []

    init(_ expression: RegularExpression) {
        self.expression = expression
        rounds = Array(repeating: -1, count: expression.steps.count)
    }

    /// Finds the preferred match from `start` on; when anchored, one from `start` to the end.
    mutating func run(
        _ bytes: UnsafeRawBufferPointer,
        from start: Int,
        isAnchored: Bool
    ) -> Range<Int>? {
        ways.removeAll(keepingCapacity: true)
        var match: Range<Int>?
        var place = start
        while place <= bytes.count {
            if ways.isEmpty {
                if match != nil || isAnchored && place > start { break }
                if !isAnchored { place = unsafe skip(bytes, from: place) }
            }
            let length = unsafe characterLength(bytes, at: place)
            nextWays.removeAll(keepingCapacity: true)
            if match == nil && (!isAnchored || place == start) {
                round += 1
                for way in ways { rounds[way.step] = round }
                unsafe follow(0, start: place, bytes, at: place, isNext: false)
            }
            round += 1
            let scalar = unsafe scalar(bytes, at: place, length: length)
            for way in ways {
                switch expression.steps[way.step] {
                case .succeed where !isAnchored || place == bytes.count:
                    match = way.start..<place
                case .take(let set):
                    guard let scalar, place < bytes.count,
                        set.contains(scalar, isCaseSensitive: expression.isCaseSensitive)
                    else { continue }
                    unsafe follow(
                        way.step + 1,
                        start: way.start,
                        bytes,
                        at: place + length,
                        isNext: true
                    )
                    continue
                default: continue
                }
                break
            }
            swap(&ways, &nextWays)
            if place == bytes.count { break }
            place += length
        }
        return match
    }

    /// The next place at which a match can start.
    private func skip(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var place = start
        while unsafe place < bytes.count && !expression.firstBytes[Int(bytes[place])] { place += 1 }
        return place
    }

    private func characterLength(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
        guard place < bytes.count, let base = bytes.baseAddress else { return 1 }
        let start = unsafe (base + place).assumingMemoryBound(to: UInt8.self)
        return unsafe max(1, UTF8Text.length(start, bytes.count - place))
    }

    /// The character at `place`; `nil` at the end and for bytes that are not UTF-8.
    private func scalar(
        _ bytes: UnsafeRawBufferPointer,
        at place: Int,
        length: Int
    ) -> Unicode.Scalar? {
        guard place < bytes.count, let base = bytes.baseAddress else { return nil }
        let start = unsafe (base + place).assumingMemoryBound(to: UInt8.self)
        if unsafe start[0] >= 0x80 && length == 1 { return nil }
        return unsafe UTF8Text.scalar(start, length)
    }

    /// Adds the steps reached from `step` without taking a character, in order of preference.
    private mutating func follow(
        _ step: Int,
        start: Int,
        _ bytes: UnsafeRawBufferPointer,
        at place: Int,
        isNext: Bool
    ) {
        stack.append(step)
        while let step = stack.popLast() {
            guard rounds[step] != round else { continue }
            rounds[step] = round
            switch expression.steps[step] {
            case .jump(let target): stack.append(target)
            case .either(let first, let second):
                stack.append(second)
                stack.append(first)
            case .check(let condition):
                if unsafe holds(condition, bytes, at: place) { stack.append(step + 1) }
            case .take, .succeed:
                let way = Way(step: step, start: start)
                if isNext { nextWays.append(way) } else { ways.append(way) }
            }
        }
    }

    private func holds(
        _ condition: RegularExpression.Condition,
        _ bytes: UnsafeRawBufferPointer,
        at place: Int
    ) -> Bool {
        let before = unsafe place > 0 ? bytes[place - 1] : nil
        let after = unsafe place < bytes.count ? bytes[place] : nil
        switch condition {
        case .lineStart: return before == nil || before == 0x0A
        case .lineEnd: return after == nil || after == 0x0A || after == 0x0D
        case .wordBoundary: return Self.isWord(before) != Self.isWord(after)
        case .noWordBoundary: return Self.isWord(before) == Self.isWord(after)
        }
    }

    private static func isWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte < 0x80 && ScalarSet.words.contains(Unicode.Scalar(byte), isCaseSensitive: true)
    }
}
