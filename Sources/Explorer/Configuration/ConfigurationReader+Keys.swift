import Documents
import HTTPModel
import Screen

extension ConfigurationReader {
    /// What the file says about one command in one context.
    private struct Setting {
        var context: KeyContext
        var command: Command
        var chords: [Chord]
        var location: TextLocation
    }

    /// Reads the keys: `{"tree": {"send": ["s", "F5"], "quit": null}}`.
    ///
    /// A command that is named gets these keys in that context and no others.
    mutating func readKeys(_ value: JSONValue) {
        guard let contexts = value.members else {
            return report(["keys"], "keys must be an object of contexts, as {\"tree\": {}}")
        }
        var settings: [Setting] = []
        for member in contexts {
            let names = KeyContext.allCases.map(\.rawValue)
            guard let context = KeyContext(rawValue: member.key) else {
                report(["keys", member.key], "unknown context" + guess(member.key, names))
                continue
            }
            guard let commands = member.value.members else {
                report(
                    ["keys", member.key],
                    "a context must be an object of commands, as {\"send\": \"s\"}"
                )
                continue
            }
            for command in commands {
                if let setting = readSetting(command, context) { settings.append(setting) }
            }
        }
        apply(settings)
    }

    private mutating func readSetting(_ member: JSONMember, _ context: KeyContext) -> Setting? {
        let path = ["keys", context.rawValue, member.key]
        guard let command = Command(rawValue: member.key) else {
            report(path, "unknown command" + guess(member.key, Command.allCases.map(\.rawValue)))
            return nil
        }
        if command.isTextCommand, !context.isForText {
            let names = KeyContext.allCases.filter(\.isForText).map(\.rawValue)
            report(
                path,
                "'\(member.key)' works only where text is typed: \(names.joined(separator: ", "))"
            )
            return nil
        }
        let texts: [String]
        switch member.value {
        case .null: texts = []
        case .string(let text): texts = [text]
        case .array(let elements): texts = elements.map { $0.stringValue ?? "" }
        default:
            report(path, "keys must be a text, a list of texts, or null for none")
            return nil
        }
        let chords = texts.compactMap { chord($0, context, path) }
        // Nothing of it can be used: the keys from before stay.
        guard !chords.isEmpty || texts.isEmpty else { return nil }
        return Setting(
            context: context,
            command: command,
            chords: chords,
            location: location(of: path)
        )
    }

    private mutating func chord(_ text: String, _ context: KeyContext, _ path: [String]) -> Chord? {
        guard let chord = Chord(text: text) else {
            report(
                path,
                "'\(text)' is no key; write keys as help shows them: s, Ctrl-l, Shift-Tab, F5, g g"
            )
            return nil
        }
        if let reason = Self.reasonUnusable(chord, context) {
            report(path, "'\(text)' \(reason)")
            return nil
        }
        return chord
    }

    /// Why a chord can never be pressed in a context, as the rest of a sentence.
    private static func reasonUnusable(_ chord: Chord, _ context: KeyContext) -> String? {
        if context.isForText, case .character = chord.keys.first {
            return "is typed as text in the context \(context.rawValue)"
        }
        if chord.keys.count > 1, chord.keys.first == .escape {
            return "cannot begin with Esc, which forgets the keys before it"
        }
        let others: [Character: String] = [
            "h": "Backspace", "i": "Tab", "j": "Enter", "m": "Enter", "[": "Esc",
        ]
        for case .control(let letter) in chord.keys {
            if let other = others[letter] {
                return "cannot be told from \(other) by a terminal"
            }
            if letter == "z" { return "stops the program as in every shell" }
        }
        return nil
    }

    /// Puts the settings over the standard keys and notes what collides.
    private mutating func apply(_ settings: [Setting]) {
        var bindings = Keymap.standard.bindings
        var places: [KeyBinding: TextLocation] = [:]
        for setting in settings {
            func isSame(_ binding: KeyBinding) -> Bool {
                binding.context == setting.context && binding.command == setting.command
            }
            let first = bindings.firstIndex(where: isSame)
            let removed = bindings.prefix(first ?? 0).count
            bindings.removeAll(where: isSame)
            let new = setting.chords.map { KeyBinding(setting.context, $0, setting.command) }
            bindings.insert(contentsOf: new, at: first == nil ? bindings.count : removed)
            for binding in new { places[binding] = setting.location }
        }
        for setting in settings {
            for chord in setting.chords {
                let binding = KeyBinding(setting.context, chord, setting.command)
                resolve(binding, setting.location, places, &bindings)
            }
        }
        configuration.keymap = Keymap(bindings)
        configuration.places = places
    }

    /// Takes away the bindings that a binding of the file keeps from being reached.
    private mutating func resolve(
        _ binding: KeyBinding,
        _ location: TextLocation,
        _ places: [KeyBinding: TextLocation],
        _ bindings: inout [KeyBinding]
    ) {
        for other in bindings
        where other.context == binding.context && other.command != binding.command
            && bindings.contains(binding)
        {
            let isSame = other.chord == binding.chord
            let isBegun = binding.chord.continues(other.chord.keys)
            let begins = other.chord.continues(binding.chord.keys)
            guard isSame || isBegun || begins else { continue }
            let otherPlace = places[other]
            // Of two in the file the later counts, and a longer chord before its beginning.
            if let otherPlace, isSame ? otherPlace > location : begins { continue }
            bindings.removeAll { $0 == other }
            let conflict = KeyConflict(
                kind: isBegun ? .beginning : otherPlace == nil ? .taken : .twice,
                context: binding.context,
                location: location,
                winner: binding,
                loser: other,
                remaining: bindings.filter {
                    $0.context == other.context && $0.command == other.command
                }.map(\.chord)
            )
            configuration.conflicts.append(conflict)
            if otherPlace != nil {
                report(
                    ["keys", binding.context.rawValue, binding.command.rawValue],
                    conflict.text
                )
            }
        }
    }
}

extension KeyContext {
    /// Whether text is typed there, so that characters are no commands.
    package var isForText: Bool {
        [.input, .search, .editor, .suggestions, .choice].contains(self)
    }
}
