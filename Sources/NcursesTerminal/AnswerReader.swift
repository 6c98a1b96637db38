import Screen

/// Reads strings that a terminal sends about itself, such as its background colour.
///
/// `ESC ]`, text, and `BEL` or `ESC \`: nothing of them ever counts as keys, however late or broken
/// they come.
struct AnswerReader: Sendable {
    /// How long an answer may take, and how long a broken one is waited for, in milliseconds.
    static let patience = 1000
    /// How long a lone escape byte waits while an answer may come, in milliseconds.
    static let escapeDelay = 250
    /// No answer that is asked for is longer, in bytes.
    private static let limit = 4096

    /// Until when an answer is expected, in milliseconds; `nil` when none is.
    private(set) var deadline: Int?
    /// What came of a string whose end is missing, and when it began.
    private var partial: (bytes: [UInt8], start: Int)?

    /// Whether the end of a string is waited for.
    var isReading: Bool { partial != nil }

    /// Notes that the terminal was asked something.
    mutating func expect(at time: Int) { deadline = time + Self.patience }

    /// Whether an answer may still come.
    mutating func isExpected(at time: Int) -> Bool {
        if let deadline, time > deadline { self.deadline = nil }
        return deadline != nil
    }

    /// Takes the content of a string as far as it has come.
    mutating func begin(_ content: some Sequence<UInt8>, at time: Int) {
        partial = (Array(content), time)
    }

    /// Takes more of the string that was begun.
    ///
    /// - Returns: The index after what belongs to it, and what it says once it is whole; `nil` for
    ///   the index when an escape byte must wait for what follows.
    mutating func take(
        _ input: [UInt8],
        from index: Int,
        at time: Int
    ) -> (next: Int?, event: InputEvent?) {
        guard var partial else { return (index, nil) }
        defer { self.partial = isReading ? partial : nil }
        var position = index
        while position < input.count {
            let byte = input[position]
            if byte == 7 { return (position + 1, finish(partial.bytes)) }
            if byte == 0x1B {
                guard position + 1 < input.count else { return (nil, nil) }
                if input[position + 1] == 0x5C { return (position + 2, finish(partial.bytes)) }
            }
            let isLost = time - partial.start > Self.patience || partial.bytes.count > Self.limit
            if byte < 0x20 || isLost {
                // Its end was lost: what comes now is the person's.
                self.partial = nil
                return (position, nil)
            }
            partial.bytes.append(byte)
            position += 1
        }
        return (position, nil)
    }

    /// Where the content of an answer begins in input that holds it without its escape byte, or
    /// without its first two bytes; `nil` when there is none.
    func startWithoutEscape(_ input: [UInt8]) -> Int? {
        if input.starts(with: Array("]11;".utf8)) { return 1 }
        return input.starts(with: Array("11;rgb".utf8)) ? 0 : nil
    }

    /// What a whole string says; `nil` for what was not asked.
    mutating func finish(_ bytes: some Sequence<UInt8>) -> InputEvent? {
        partial = nil
        let text = String(decoding: Array(bytes), as: UTF8.self)
        guard text.hasPrefix("11;") else { return nil }
        deadline = nil
        return TerminalBackground(colourAnswer: text.dropFirst(3)).map { .background($0) }
    }
}

/// Whether a string of the terminal starts at an escape byte: a person's Alt with the same character
/// is not followed at once by a digit or a parameter.
func startsString(_ input: [UInt8], at index: Int) -> Bool {
    guard index + 2 < input.count else { return false }
    let third = input[index + 2]
    let isDigit = (0x30...0x39).contains(third)
    return switch input[index + 1] {
    case 0x5D: isDigit
    case 0x50: isDigit || [0x3E, 0x21, 0x24, 0x2B].contains(third)
    default: false
    }
}

/// Reads a string to its end; one that another sequence breaks off means nothing.
func readString(_ input: [UInt8], from index: Int) -> SequenceReading {
    var position = index + 2
    while position < input.count {
        if input[position] == 7 {
            return .found(.answer(Array(input[index + 2..<position])), position + 1)
        }
        if input[position] == 0x1B {
            guard position + 1 < input.count else { return .incomplete }
            guard input[position + 1] == 0x5C else { return .found(.nothing, position) }
            return .found(.answer(Array(input[index + 2..<position])), position + 2)
        }
        position += 1
    }
    return .incomplete
}
