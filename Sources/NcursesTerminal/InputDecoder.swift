package import Screen

/// Turns the bytes a terminal sends into keys, pastes and mouse events.
///
/// A pure machine: bytes and the time go in, events come out, and what is not whole yet is kept.
/// Knows the sequences of xterm and its kin, rxvt, the Linux console and kitty's plain mode, and
/// those the terminal description adds. Sequences it does not know are swallowed.
///
/// States: *keys*, then between `ESC [ 200 ~` and `ESC [ 201 ~` *paste*, in which no byte is a key.
///
/// - SeeAlso: <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>
package struct InputDecoder: Sendable {
    /// How long a lone escape byte waits for a sequence to follow, in milliseconds.
    package static let escapeDelay = 30

    /// Bytes not decoded yet: the start of a sequence or of a UTF-8 scalar.
    private var pending: [UInt8] = []
    /// The text of the paste under way, or `nil` outside of one.
    private var paste: [UInt8]?
    /// Whether pastes come marked; then no burst of bytes is taken for one.
    private var marksPastes = false
    /// When the last unmarked paste came, in milliseconds.
    private var lastBurst: Int?
    /// Sequences of the terminal description.
    private let described: [[UInt8]: Key]
    private var clicks = ClickCounter()
    private var answers = AnswerReader()
    /// When the bytes in `pending` came, in milliseconds.
    private var pendingSince = 0

    /// Creates a decoder.
    ///
    /// - Parameter described: Sequences of the terminal description and their keys; they are tried
    ///   before the common ones.
    package init(described: [[UInt8]: Key] = [:]) {
        self.described = described
    }

    /// Whether bytes wait that time alone can decide: call `decode` again after `patience`.
    package var isWaiting: Bool { paste == nil && !answers.isReading && !pending.isEmpty }

    /// How long what waits may wait, in milliseconds: longer while the terminal may answer a
    /// question, so that an answer torn apart is never taken for keys.
    package var patience: Int {
        answers.deadline == nil ? Self.escapeDelay : AnswerReader.escapeDelay
    }

    /// Notes that the terminal was asked about itself.
    package mutating func expectAnswer(at time: Int) { answers.expect(at: time) }

    /// Whether the terminal has not answered yet and may still do so.
    package mutating func awaitsAnswer(at time: Int) -> Bool { answers.isExpected(at: time) }

    /// Decodes `bytes`, all that could be read.
    ///
    /// - Parameters:
    ///   - bytes: What the terminal sent; empty when nothing came for `patience`, then what
    ///     waits is decoded as it is: a lone escape byte is the escape key.
    ///   - time: A clock that never goes back, in milliseconds.
    /// - Returns: What the person did, in order.
    package mutating func decode(_ bytes: [UInt8], at time: Int) -> [InputEvent] {
        var events: [InputEvent] = []
        let isLate = bytes.isEmpty
        let isAsked = answers.isExpected(at: time)
        if let text = burst(bytes, at: time) { return [.paste(text)] }
        if isAsked, pending == [0x1B], bytes.first != 0x5D, !isLate,
            time - pendingSince > Self.escapeDelay
        {
            // It waited for an answer only; a person's next key does not make it Alt.
            events.append(.key(.escape))
            pending = []
        }
        pending += bytes
        let input = pending
        pending = []
        var index = 0
        if isAsked, paste == nil, let start = answers.startWithoutEscape(input) {
            // Its escape byte came so early that it was taken for the key.
            answers.begin([], at: time)
            index = start
        }
        while index < input.count {
            if answers.isReading {
                let (next, event) = answers.take(input, from: index, at: time)
                if let event { events.append(event) }
                guard let next else {
                    pending = Array(input[index...].suffix(1))
                    break
                }
                index = next
            } else if paste != nil {
                index = takePaste(input, from: index, events: &events)
            } else if let next = takeKeys(input, from: index, at: time, isLate: isLate, &events) {
                index = next
            } else {
                pending = Array(input[index...])
                pendingSince = time
                break
            }
        }
        return events
    }

    /// Returns the text of a paste that came unmarked: many characters of several lines at once.
    ///
    /// No typist and no key script is that fast, and its lines must not fire bindings.
    private mutating func burst(_ bytes: [UInt8], at time: Int) -> String? {
        guard !marksPastes, paste == nil, pending.isEmpty, !bytes.isEmpty else { return nil }
        let isText = bytes.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F || $0 == 9 || $0 == 10 || $0 == 13
        }
        guard isText else { return nil }
        let lineEnds = bytes.count { $0 == 10 || $0 == 13 }
        if let lastBurst, time - lastBurst < 100 {
            // The rest of the same paste.
        } else if bytes.count < 80 || lineEnds < 2 {
            return nil
        }
        lastBurst = time
        return pastedText(bytes)
    }

    private mutating func takePaste(
        _ input: [UInt8],
        from index: Int,
        events: inout [InputEvent]
    ) -> Int {
        let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
        var position = index
        while position < input.count {
            guard input[position] == 0x1B else {
                paste?.append(input[position])
                position += 1
                continue
            }
            let rest = input[position...].prefix(end.count)
            if rest.elementsEqual(end) {
                events.append(.paste(pastedText(paste ?? [])))
                paste = nil
                return position + end.count
            }
            if rest.count < end.count, end.starts(with: rest) {
                pending = Array(rest)
                return input.count
            }
            paste?.append(0x1B)
            position += 1
        }
        return position
    }

    /// Decodes one sequence or a run of text; returns the index after it, or `nil` to wait for more.
    private mutating func takeKeys(
        _ input: [UInt8],
        from index: Int,
        at time: Int,
        isLate: Bool,
        _ events: inout [InputEvent]
    ) -> Int? {
        let byte = input[index]
        if byte == 0x1B {
            if !isLate, answers.deadline != nil, input[index...].elementsEqual([0x1B, 0x5D]) {
                return nil
            }
            switch readSequence(input, from: index, described: described) {
            case .found(let sequence, let next):
                switch sequence {
                case .key(let key): events.append(.key(key))
                case .mouse(let event): events.append(.mouse(clicks.counting(event, at: time)))
                case .pasteStart:
                    paste = []
                    marksPastes = true
                case .answer(let bytes):
                    if let event = answers.finish(bytes) { events.append(event) }
                case .nothing: break
                }
                return next
            case .incomplete:
                guard isLate else { return nil }
                if startsString(input, at: index) {
                    answers.begin(input[(index + 2)...], at: time)
                    return input.count
                }
                // Nothing follows: the escape key, or Alt with what came.
                if index + 1 == input.count {
                    events.append(.key(.escape))
                } else {
                    events.append(.key(.alt(Character(Unicode.Scalar(input[index + 1])))))
                }
                return index + 1 == input.count ? index + 1 : index + 2
            }
        }
        if byte < 0x20 || byte == 0x7F {
            events.append(.key(controlKey(byte)))
            return index + 1
        }
        return takeText(input, from: index, isLate: isLate, &events)
    }

    /// Decodes characters up to the next control byte, whole grapheme clusters as one key each.
    private func takeText(
        _ input: [UInt8],
        from index: Int,
        isLate: Bool,
        _ events: inout [InputEvent]
    ) -> Int? {
        var end = index
        while end < input.count, input[end] >= 0x20, input[end] != 0x7F { end += 1 }
        if end == input.count, !isLate { end -= incompleteTail(input[index..<end]) }
        guard end > index else { return nil }
        for character in String(decoding: input[index..<end], as: UTF8.self) {
            events.append(.key(.character(character)))
        }
        return end
    }
}

/// Pasted bytes as text: UTF-8, with `\n` for each kind of line end.
private func pastedText(_ bytes: [UInt8]) -> String {
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count)
    var before: UInt8 = 0
    for byte in bytes {
        if byte == 13 {
            clean.append(10)
        } else if !(byte == 10 && before == 13) {
            clean.append(byte)
        }
        before = byte
    }
    return String(decoding: clean, as: UTF8.self)
}

/// How many bytes at the end start a UTF-8 scalar without finishing it.
private func incompleteTail(_ bytes: ArraySlice<UInt8>) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() {
        if byte & 0xC0 == 0x80 { continue }
        let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
        return needed > index + 1 ? index + 1 : 0
    }
    return 0
}

/// The key of a control byte.
func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0: .control(" ")
    case 8, 0x7F: .backspace
    case 9: .tab
    case 10, 13: .enter
    case 0x1B: .escape
    case 1...26: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
}
