import Explorer
import Screen
import Testing

@Suite struct KeymapTests {
    @Test func noContextBindsAKeyTwice() {
        for context in KeyContext.allCases {
            let chords = Keymap.standard.bindings.filter { $0.context == context }.map(\.chord)
            #expect(Set(chords).count == chords.count, "\(context)")
            for chord in chords {
                let begun = chords.filter { $0.continues(chord.keys) }
                #expect(begun.isEmpty, "\(chord.label) begins another (\(context))")
            }
        }
    }

    @Test(
        arguments: [
            (Key.alt("j"), [], [KeyContext.tree, .everywhere], [Key.escape, .character("j")]),
            (.alt("é"), [], [.input], [.escape, .character("é")]),
            (.alt("f"), [], [.input], [.alt("f")]),
            (.alt("f"), [], [.choice, .input], [.alt("f")]),
            (.alt("f"), [], [.dialog], [.escape, .character("f")]),
            (.alt("f"), [.character("g")], [.input], [.escape, .character("f")]),
            (.alt("f"), [], [], [.escape, .character("f")]),
            (.character("j"), [], [.input], [.character("j")]),
            (.escape, [], [.tree], [.escape]),
            (.control("x"), [], [.tree], [.control("x")]),
        ] as [(Key, [Key], [KeyContext], [Key])]
    )
    func altThatMeansNothingIsEscapeAndTheKey(
        _ key: Key,
        _ begun: [Key],
        _ contexts: [KeyContext],
        _ expected: [Key]
    ) {
        let found = Keymap.standard.keys(meantBy: key, after: begun, in: contexts)
        #expect(found == expected)
    }

    @Test func chordsWithAltAreKept() {
        let keymap = Keymap([
            KeyBinding(.everywhere, [.alt("g"), .character("s")], .send),
            KeyBinding(.everywhere, [.character("g"), .alt("x")], .cancel),
        ])
        let contexts = [KeyContext.tree, .everywhere]
        #expect(keymap.keys(meantBy: .alt("g"), after: [], in: contexts) == [.alt("g")])
        let second = keymap.keys(meantBy: .alt("x"), after: [.character("g")], in: contexts)
        #expect(second == [.alt("x")])
        let alone = keymap.keys(meantBy: .alt("x"), after: [], in: contexts)
        #expect(alone == [.escape, .character("x")])
    }

    @Test func everyCommandIsReachable() {
        let bound = Set(Keymap.standard.bindings.map(\.command))
        for command in Command.allCases where command.isTextCommand || command == .palette {
            #expect(bound.contains(command), "\(command) has no key")
        }
        // All others are in the list of commands.
        var state = Sample.state()
        _ = update(&state, on: .command(.palette))
        guard case .choice(let choice) = state.popup else {
            Issue.record("no list of commands")
            return
        }
        let listed = Set(choice.items.map(\.value))
        for command in Command.allCases where !command.isTextCommand && command != .palette {
            #expect(listed.contains(command.rawValue), "\(command) is not listed")
        }
    }

    @Test(arguments: Command.allCases)
    func everyCommandHasTexts(_ command: Command) {
        #expect(!command.title.isEmpty)
        #expect(command.help.hasSuffix("."))
        #expect(command.hint.count <= 12)
    }

    @Test func everyCommandWithoutControlKey() {
        for command in Command.allCases {
            let keys = Keymap.standard.bindings.filter { $0.command == command }.map(
                \.chord.keys[0]
            )
            guard !keys.isEmpty, !optional.contains(command) else { continue }
            let plain = keys.filter { key in
                switch key {
                case .control, .function, .controlLeft, .controlRight: false
                default: true
                }
            }
            #expect(!plain.isEmpty, "\(command) needs Ctrl")
        }
    }

    /// Keys beyond those that every text needs: what they do can be done by others, or in the list
    /// of commands.
    private let optional: Set<Command> = [
        .redraw, .deleteWordBackward, .deleteToLineEnd, .deleteToLineStart,
    ]

    @Test func noBindingIsSwallowedByTerminals() {
        let swallowed: Set<Key> = Set("hjmsqabz".map { Key.control($0) })
        for binding in Keymap.standard.bindings {
            #expect(swallowed.isDisjoint(with: binding.chord.keys))
        }
    }

    @Test func charactersAreFreeWhereTextIsTyped() {
        for binding in Keymap.standard.bindings
        where binding.context.isForText {
            if case .character = binding.chord.keys[0] { Issue.record("\(binding)") }
        }
    }

    @Test func aPaneOverridesWhatHoldsEverywhere() {
        let keymap = Keymap.standard
        #expect(keymap.command(for: .character("/"), in: [.tree, .everywhere]) == .filterTree)
        #expect(keymap.command(for: .character("/"), in: [.response, .everywhere]) == .search)
        #expect(keymap.keys(for: .search, in: [.tree, .everywhere]).isEmpty)
        #expect(keymap.keys(for: .send, in: [.tree, .everywhere]) == [[.character("s")]])
    }
}
