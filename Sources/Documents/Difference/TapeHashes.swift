import HTTPModel

/// Hashes of values that are the same for values that a comparison takes for equal.
struct TapeHashes {
    private let tape: JSONTape
    private let ignored: Set<Int>

    init(_ tape: JSONTape, ignoring ignored: Set<Int>) {
        self.tape = tape
        self.ignored = ignored
    }

    /// The hashes of the containers by tape index, once one was asked for.
    private var containers: [Int: UInt64]?

    /// A container that is being hashed.
    private struct Level {
        /// Its tape index.
        var index: Int
        var isObject: Bool
        var sum: UInt64 = 0
        var key: UInt64 = 0
    }

    /// The hash of a value.
    mutating func hash(of value: Int) -> UInt64 {
        let word = tape.storage[value]
        guard word.isOpen else { return ignored.contains(value) ? 0 : scalar(value, word) }
        if let hash = containers?[value] { return hash }
        if containers == nil { hashAll() }
        return containers?[value] ?? 0
    }

    /// Hashes all containers in one pass, without recursion.
    private mutating func hashAll() {
        let storage = tape.storage
        var hashes: [Int: UInt64] = [:]
        var levels = [Level(index: -1, isObject: false)]
        var index = 0
        while index < storage.end {
            let word = storage[index]
            if word.isClose {
                close(&levels, &hashes)
            } else if word.kind == .key {
                levels[levels.count - 1].key = text(index)
            } else if word.isOpen {
                levels.append(Level(index: index, isObject: word.kind == .objectOpen))
            } else if !ignored.contains(index) {
                add(scalar(index, word), to: &levels)
            }
            index += storage.width(index)
        }
        while levels.count > 1 { close(&levels, &hashes) }
        containers = hashes
    }

    private func close(_ levels: inout [Level], _ hashes: inout [Int: UInt64]) {
        guard levels.count > 1 else { return }
        let level = levels.removeLast()
        let hash = Self.mixed(level.sum ^ (level.isObject ? 0x9E37 : 0x79B9))
        hashes[level.index] = hash
        if !ignored.contains(level.index) { add(hash, to: &levels) }
    }

    /// Adds a child to the innermost container: in order to an array, by its name to an object.
    private func add(_ hash: UInt64, to levels: inout [Level]) {
        let last = levels.count - 1
        if levels[last].isObject {
            levels[last].sum &+= Self.mixed(hash ^ levels[last].key &* 3)
        } else {
            levels[last].sum = Self.mixed(levels[last].sum &* 31 &+ hash &+ 1)
        }
    }

    private func scalar(_ index: Int, _ word: TapeWord) -> UInt64 {
        let seed = UInt64(word.kind.rawValue) &* 0x1_0000_01B3
        switch word.kind {
        case .string: return text(index) ^ seed
        case .number:
            let spelling = tape.octets.slice(tape.storage.range(of: index)).text
            return DecimalNumber(spelling).hash ^ seed
        case .invalid: return Self.hash(tape.octets.slice(tape.storage.range(of: index))) ^ seed
        default: return seed
        }
    }

    /// The hash of what a key or string stands for.
    private func text(_ index: Int) -> UInt64 {
        if tape.storage[index].hasEscape { return Self.hash(tape.decodedText(index).utf8) }
        let range = tape.storage.tokenRange(index)
        return Self.hash(tape.octets.slice((range.lowerBound + 1)..<(range.upperBound - 1)))
    }

    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return mixed(hash)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension DecimalNumber {
    /// The same for equal values.
    var hash: UInt64 {
        let sign: [UInt8] = isNegative ? [1] : [0]
        return TapeHashes.hash(sign + digits) &+ UInt64(bitPattern: Int64(exponent)) &* 0x9E37_79B9
    }
}
