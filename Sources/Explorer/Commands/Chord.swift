package import Screen

/// The keys of one binding, pressed one after the other; most are a single key.
package struct Chord: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The keys in order, at least one.
    package let keys: [Key]

    /// Creates a chord; an empty list of keys can never be pressed.
    package init(_ keys: [Key]) { self.keys = keys }

    /// Creates a chord of these keys.
    package init(arrayLiteral keys: Key...) { self.keys = keys }

    /// The chord as people read it: `s`, `Ctrl-l`, `g g`.
    package var label: String { keys.map(\.label).joined(separator: " ") }

    /// Whether the chord goes on after `keys`.
    package func continues(_ keys: [Key]) -> Bool {
        self.keys.count > keys.count && self.keys.starts(with: keys)
    }

    /// Creates a chord from its text: keys with blanks between, each as help shows it (`Ctrl-l`,
    /// `Shift-Tab`, `↑`, `F5`) or in notation (`<C-l>`), several in notation (`<C-x>s`),
    /// or two characters (`gg`).
    ///
    /// - Returns: `nil` when a part is no key.
    package init?(text: String) {
        var keys: [Key] = []
        for word in text.split(separator: " ") {
            if let key = Key(label: String(word)) {
                keys.append(key)
            } else if word.count == 2 || word.contains("<"),
                let several = Key.sequence(String(word))
            {
                keys += several
            } else {
                return nil
            }
        }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }
}

extension Key {
    /// The key as people read it: `s`, `Enter`, `Alt-u`, `Space`.
    package var label: String {
        switch self {
        case .character(" "): return "Space"
        case .character(let character): return String(character)
        case .control(" "): return "Ctrl-Space"
        case .control(let character): return "Ctrl-\(character)"
        case .alt(" "): return "Alt-Space"
        case .alt(let character): return "Alt-\(character)"
        case .controlLeft: return "Ctrl-Left"
        case .controlRight: return "Ctrl-Right"
        case .backTab: return "Shift-Tab"
        case .shiftUp: return "Shift-↑"
        case .shiftDown: return "Shift-↓"
        case .shiftLeft: return "Shift-←"
        case .shiftRight: return "Shift-→"
        case .shiftHome: return "Shift-Home"
        case .shiftEnd: return "Shift-End"
        case .up: return "↑"
        case .down: return "↓"
        case .left: return "←"
        case .right: return "→"
        default: return String(notation.dropFirst().dropLast())
        }
    }

    /// Creates a key from its label, in any letter case of names.
    init?(label: String) {
        if label.count == 1, let character = label.first {
            let arrows: [Character: Key] = ["↑": .up, "↓": .down, "←": .left, "→": .right]
            self = arrows[character] ?? .character(character)
            return
        }
        let lowered = label.lowercased()
        for (prefix, short) in [("ctrl-", "C-"), ("alt-", "A-"), ("shift-", "S-")]
        where lowered.hasPrefix(prefix) {
            guard let key = Key(notation: "<\(short)\(label.dropFirst(prefix.count))>") else {
                return nil
            }
            self = key
            return
        }
        guard !label.hasPrefix("<"), let key = Key(notation: "<\(label)>") else { return nil }
        self = key
    }
}
