/// A key, or a key with Ctrl or Alt, as a terminal can tell it.
package enum Key: Hashable, Sendable {
    /// A character typed; upper case when typed with Shift.
    case character(Character)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl with the left or right arrow: one word on.
    case controlLeft, controlRight
    /// Shift with an arrow, Home or End, where a terminal tells it.
    case shiftUp, shiftDown, shiftLeft, shiftRight, shiftHome, shiftEnd
    /// A function key, from 1.
    case function(Int)
    /// Ctrl with a lower-case letter, or with one of space `[`, `\`, `]`, `^`, `_`.
    case control(Character)
    /// Alt with a character; terminals send it as escape and the character.
    case alt(Character)
}

extension Key {
    /// Names of keys in notation, as shown, with other spellings that are understood.
    private static let names: [(key: Key, name: String, others: [String])] = [
        (.enter, "Enter", ["CR", "Return"]),
        (.escape, "Esc", ["Escape"]),
        (.tab, "Tab", []),
        (.backTab, "S-Tab", ["BackTab"]),
        (.backspace, "BS", ["Backspace"]),
        (.delete, "Del", ["Delete"]),
        (.insert, "Ins", ["Insert"]),
        (.up, "Up", []),
        (.down, "Down", []),
        (.left, "Left", []),
        (.right, "Right", []),
        (.controlLeft, "C-Left", []),
        (.controlRight, "C-Right", []),
        (.shiftUp, "S-Up", []),
        (.shiftDown, "S-Down", []),
        (.shiftLeft, "S-Left", []),
        (.shiftRight, "S-Right", []),
        (.shiftHome, "S-Home", []),
        (.shiftEnd, "S-End", []),
        (.home, "Home", []),
        (.end, "End", []),
        (.pageUp, "PageUp", ["PgUp"]),
        (.pageDown, "PageDown", ["PgDn"]),
        (.character(" "), "Space", []),
        (.character("<"), "lt", []),
    ]

    /// Creates a key from its notation: `s`, `<C-s>`, `<A-x>`, `<Enter>`, `<F5>`, `<Space>`, `<lt>`.
    ///
    /// Names are understood in any letter case; `<M-x>` is `<A-x>`.
    ///
    /// - Returns: `nil` when `notation` is not one key.
    package init?(notation: String) {
        if notation.count == 1, let character = notation.first {
            self = .character(character)
            return
        }
        guard notation.hasPrefix("<"), notation.hasSuffix(">") else { return nil }
        let name = String(notation.dropFirst().dropLast())
        let lowered = name.lowercased()
        for entry in Key.names
        where entry.name.lowercased() == lowered
            || entry.others.contains(where: { $0.lowercased() == lowered })
        {
            self = entry.key
            return
        }
        if lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), (1...63).contains(number)
        {
            self = .function(number)
            return
        }
        guard let modifier = lowered.first, name.dropFirst().first == "-" else { return nil }
        let rest = String(name.dropFirst(2))
        guard
            let character = rest.lowercased() == "space"
                ? " " : rest.lowercased() == "lt" ? "<" : rest.first,
            rest.count == 1 || character == " " || character == "<"
        else { return nil }
        switch modifier {
        case "c": self = .control(Character(character.lowercased()))
        case "a", "m": self = .alt(character)
        default: return nil
        }
    }

    /// The key's notation; `Key(notation:)` reads it back.
    package var notation: String {
        if let entry = Key.names.first(where: { $0.key == self }) { return "<\(entry.name)>" }
        switch self {
        case .character(let character): return String(character)
        case .function(let number): return "<F\(number)>"
        case .control(" "): return "<C-Space>"
        case .control(let character): return "<C-\(character)>"
        case .alt(" "): return "<A-Space>"
        case .alt("<"): return "<A-lt>"
        case .alt(let character): return "<A-\(character)>"
        default: return ""
        }
    }

    /// Reads keys in a row, such as `jj<Enter>/pet<Enter>`.
    ///
    /// - Returns: `nil` when a `<` starts no key; write the character as `<lt>`.
    package static func sequence(_ notation: String) -> [Key]? {
        var keys: [Key] = []
        var rest = notation[...]
        while let first = rest.first {
            var end = rest.index(after: rest.startIndex)
            if first == "<" {
                guard let close = rest[end...].firstIndex(of: ">") else { return nil }
                end = rest.index(after: close)
                // `<C->>`: the closing bracket itself is the character.
                if rest[..<end].hasSuffix("->"), rest[end...].first == ">" {
                    end = rest.index(after: end)
                }
            }
            guard let key = Key(notation: String(rest[..<end])) else { return nil }
            keys.append(key)
            rest = rest[end...]
        }
        return keys
    }
}
