import HTTPModel

/// A reader of foreign bytes, and what must hold for any bytes it is given.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder in `Fuzz/Seeds`.
    var name: String
    /// The longest input, in bytes.
    var maxLength = 4096
    /// Folders of the corpus whose files are seeds, separated by blanks; `-` for none.
    var seeds = "-"
    /// Reads the bytes; ends the program when a promise is broken.
    var run: @Sendable ([UInt8]) -> Void

    /// All targets, by room.
    static let all =
        collections + interchange + documents + json + tools + fixtures + wire + fields + clients
        + terminal
}

/// Ends the program, and so the run of the fuzzer, unless `condition` holds.
func hold(_ condition: Bool, _ promise: @autoclosure () -> String) {
    if !condition { fatalError("broken: \(promise())") }
}

/// The parts of an input that one target reads as several things.
struct Pieces {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The next byte; 0 at the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below `limit`, made of the next byte.
    mutating func below(_ limit: Int) -> Int { limit > 0 ? Int(byte()) % limit : 0 }

    /// The bytes up to the next NUL, which is left out; all when there is none.
    mutating func part() -> [UInt8] {
        let part = rest.prefix { $0 != 0 }
        rest = rest.dropFirst(part.count + 1)
        return Array(part)
    }

    /// The text up to the next NUL.
    mutating func text() -> String { String(decoding: part(), as: UTF8.self) }

    /// All that is left.
    var bytes: [UInt8] { Array(rest) }
}

/// The first bytes of an input as two numbers, and the same input cut into pieces by them.
func cut(_ bytes: [UInt8], into size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: max(1, size)).map {
        bytes[$0..<min(bytes.count, $0 + max(1, size))]
    }
}
