import Screen

/// What an escape sequence means.
enum InputSequence {
    case key(Key)
    case mouse(MouseEvent)
    case pasteStart
    /// A string the terminal sends about itself.
    case answer([UInt8])
    /// Understood as a sequence, and of no use here.
    case nothing
}

/// Where a sequence ends, if it does.
enum SequenceReading {
    /// The sequence and the index after it.
    case found(InputSequence, Int)
    /// More bytes may belong to it.
    case incomplete
}

/// Reads the escape sequence at `index`, where an escape byte stands.
func readSequence(
    _ input: [UInt8],
    from index: Int,
    described: [[UInt8]: Key]
) -> SequenceReading {
    if !described.isEmpty {
        var length = min(16, input.count - index)
        while length >= 2 {
            if let key = described[Array(input[index..<index + length])] {
                return .found(.key(key), index + length)
            }
            length -= 1
        }
    }
    guard index + 1 < input.count else { return .incomplete }
    let second = input[index + 1]
    if startsString(input, at: index) { return readString(input, from: index) }
    switch second {
    case 0x5B: return readControlSequence(input, from: index)
    case 0x4F:
        guard index + 2 < input.count else { return .incomplete }
        return .found(singleShiftKey(input[index + 2]).map { .key($0) } ?? .nothing, index + 3)
    case 0x1B: return .found(.key(.escape), index + 1)
    case 0x7F, 8: return .found(.key(.control("w")), index + 2)
    case 0..<0x20:
        // Alt with a control key is rare, escape quickly followed by one is not.
        return .found(.key(.escape), index + 1)
    default: return readAlt(input, from: index)
    }
}

/// Reads Alt with a character: escape and its UTF-8.
private func readAlt(_ input: [UInt8], from index: Int) -> SequenceReading {
    let byte = input[index + 1]
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
    guard index + 1 + length <= input.count else { return .incomplete }
    let text = String(decoding: input[index + 1..<index + 1 + length], as: UTF8.self)
    guard let character = text.first else { return .found(.nothing, index + 1 + length) }
    return .found(.key(.alt(character)), index + 1 + length)
}

/// Reads `ESC [`, parameters and a final byte.
private func readControlSequence(_ input: [UInt8], from index: Int) -> SequenceReading {
    var end = index + 2
    guard end < input.count else { return .incomplete }
    if input[end] == 0x5B {
        // The Linux console's F1 to F5: `ESC [ [ A`.
        guard end + 1 < input.count else { return .incomplete }
        let number = Int(input[end + 1]) - 0x40
        return .found((1...5).contains(number) ? .key(.function(number)) : .nothing, end + 2)
    }
    if input[end] == 0x4D {
        // The oldest mouse report: three bytes, each 32 above its value.
        guard end + 3 < input.count else { return .incomplete }
        let values = input[end + 1...end + 3].map { Int($0) - 32 }
        let isRelease = values[0] & 3 == 3 && values[0] & 0x60 == 0
        let event = mouseEvent(values[0], values[1], values[2], isRelease: isRelease)
        return .found(event.map { .mouse($0) } ?? .nothing, end + 4)
    }
    while end < input.count, (0x20...0x3F).contains(input[end]) { end += 1 }
    guard end < input.count else { return .incomplete }
    let final = input[end]
    guard (0x40...0x7E).contains(final) else {
        // Broken off by a byte that cannot belong to it.
        return .found(.nothing, end)
    }
    let parameters = Array(input[index + 2..<end])
    return .found(controlSequence(parameters, final: final), end + 1)
}

/// The meaning of a whole control sequence.
private func controlSequence(_ parameters: [UInt8], final: UInt8) -> InputSequence {
    if parameters.first == 0x3C {
        let values = numbers(parameters.dropFirst())
        guard values.count == 3, final == 0x4D || final == 0x6D,
            let event = mouseEvent(values[0], values[1], values[2], isRelease: final == 0x6D)
        else { return .nothing }
        return .mouse(event)
    }
    // Answers of the terminal about itself.
    if let mark = parameters.first, (0x3D...0x3F).contains(mark) { return .nothing }
    let values = numbers(parameters[...])
    let first = values.first ?? 0
    let modifiers = max(0, (values.count > 1 ? values[1] : 1) - 1)
    var key: Key?
    switch final {
    case 0x7E:
        if first == 200 { return .pasteStart }
        if first == 27, values.count == 3 {
            key = characterKey(values[2], modifiers: modifiers)
        } else {
            key = numberedKey(first)
        }
    case 0x75: key = characterKey(first, modifiers: modifiers)
    case 0x5A: key = .backTab
    default: key = singleShiftKey(final >= 0x61 && final <= 0x64 ? final - 0x20 : final)
    }
    guard let key else { return .nothing }
    return .key(modified(key, modifiers))
}

/// A key with modifier bits, where that makes another key of it: 1 Shift, 2 Alt, 4 Ctrl.
private func modified(_ key: Key, _ modifiers: Int) -> Key {
    if modifiers & 6 != 0 {
        switch key {
        case .left: return .controlLeft
        case .right: return .controlRight
        default: return key
        }
    }
    guard modifiers & 1 != 0 else { return key }
    switch key {
    case .up: return .shiftUp
    case .down: return .shiftDown
    case .left: return .shiftLeft
    case .right: return .shiftRight
    case .home: return .shiftHome
    case .end: return .shiftEnd
    default: return key
    }
}

private func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: 0x3B, omittingEmptySubsequences: false).map { part in
        part.prefix(6).reduce(0) { sum, byte in
            (0x30...0x39).contains(byte) ? sum * 10 + Int(byte - 0x30) : sum
        }
    }
}

/// The key of `ESC O` and a byte; the cursor and first function keys also end `ESC [`.
private func singleShiftKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    case 0x4D: .enter
    case 0x50...0x53: .function(Int(byte) - 0x4F)
    case 0x61: .up
    case 0x62: .down
    case 0x63: .controlRight
    case 0x64: .controlLeft
    // The numeric keypad in application mode.
    case 0x6A...0x6F, 0x70...0x79: .character(Character(Unicode.Scalar(byte - 0x40)))
    default: nil
    }
}

/// The key of `ESC [ number ~`.
private func numberedKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
}

/// The key of a code point with modifier bits: 1 Shift, 2 Alt, 4 Ctrl.
private func characterKey(_ code: Int, modifiers: Int) -> Key? {
    guard let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
    if code < 0x20 || code == 0x7F {
        if code == 9, modifiers & 1 != 0 { return .backTab }
        return controlKey(UInt8(code))
    }
    let character = Character(scalar)
    if modifiers & 4 != 0 { return .control(Character(character.lowercased())) }
    if modifiers & 2 != 0 { return .alt(character) }
    return .character(modifiers & 1 != 0 ? Character(character.uppercased()) : character)
}

/// The event of a mouse report; `nil` for moves without a button and sideways wheels.
private func mouseEvent(_ code: Int, _ column: Int, _ row: Int, isRelease: Bool) -> MouseEvent? {
    let position = Position(row: max(0, row - 1), column: max(0, column - 1))
    let number = code & 3
    if code & 0x40 != 0 {
        guard number < 2, !isRelease else { return nil }
        return MouseEvent(
            kind: number == 0 ? .wheelUp : .wheelDown,
            button: 0,
            position: position
        )
    }
    if isRelease {
        return MouseEvent(kind: .release, button: number == 3 ? 1 : number + 1, position: position)
    }
    guard number < 3 else { return nil }
    return MouseEvent(
        kind: code & 0x20 != 0 ? .drag : .press,
        button: number + 1,
        position: position
    )
}
