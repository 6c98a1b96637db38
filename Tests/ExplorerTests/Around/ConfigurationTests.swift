import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct ConfigurationTests {
    private func read(_ text: String) -> Configuration {
        Configuration(Octets(utf8: text), file: "config.json")
    }

    private func problems(_ text: String) -> [String] { read(text).problems.map(\.description) }

    private var textContexts: String {
        KeyContext.allCases.filter(\.isForText).map(\.rawValue).joined(separator: ", ")
    }

    @Test func acceptsWhatApusJSONAccepts() {
        let configuration = read(
            """
            {
              // Comments, bare names and trailing commas are fine.
              theme: 'light',
              keys: { everywhere: { send: ["F5", "<C-x>"], quit: null, moveToTop: "g g", }, },
            }
            """
        )
        #expect(configuration.problems.isEmpty)
        #expect(configuration.themeName == "light")
        let keymap = configuration.keymap
        #expect(keymap.command(for: .function(5), in: [.everywhere]) == .send)
        #expect(keymap.command(for: .control("x"), in: [.everywhere]) == .send)
        #expect(keymap.command(for: .character("s"), in: [.everywhere]) == nil)
        #expect(keymap.command(for: .character("q"), in: [.everywhere]) == nil)
        #expect(keymap.keys(for: .moveToTop, in: [.everywhere]).map(\.label) == ["g g"])
        #expect(keymap.meaning(of: [.character("g")], in: [.everywhere]) == .beginning)
        // What is not named keeps its keys.
        #expect(keymap.command(for: .character("x"), in: [.everywhere]) == .cancel)
    }

    @Test func everyFaultNamesItsPlaceAndTheRestCounts() {
        let text = """
            {
              "theme": "lihgt",
              "colour": 1,
              "keys": {
                "tree": {"sned": "s", "open": "Ctl-x", "filterTree": "f"},
                "treee": {},
                "input": {"accept": "a"},
                "request": {"caretLeft": "c", "edit": "Ctrl-i", "send": ["Esc x"]},
              },
              "themes": {"mine": {"base": "drak", "roles": {"selektion": "red", "title": "blod"}}},
            }
            """
        #expect(
            problems(text) == [
                "config.json:2:3: unknown theme 'lihgt'; did you mean 'light'?",
                "config.json:3:3: unknown setting 'colour'; there is theme, themes, keys, history",
                "config.json:5:14: unknown command 'sned'; did you mean 'send'?",
                "config.json:5:27: 'Ctl-x' is no key; write keys as help shows them: "
                    + "s, Ctrl-l, Shift-Tab, F5, g g",
                "config.json:6:5: unknown context 'treee'; did you mean 'tree'?",
                "config.json:7:15: 'a' is typed as text in the context input",
                "config.json:8:17: 'caretLeft' works only where text is typed: "
                    + textContexts,
                "config.json:8:35: 'Ctrl-i' cannot be told from Tab by a terminal",
                "config.json:8:53: 'Esc x' cannot begin with Esc, which forgets the keys before it",
                "config.json:10:23: unknown theme 'drak'; did you mean 'dark'?",
                "config.json:10:49: unknown role 'selektion'; did you mean 'selection'?",
                "config.json:10:69: 'blod' is neither a colour (#rrggbb, 0 to 255, red, "
                    + "bright-red …) nor one of bold, dim, underline, reverse, italic",
            ]
        )
        let keymap = read(text).keymap
        #expect(keymap.command(for: .character("f"), in: [.tree]) == .filterTree)
        #expect(keymap.command(for: .enter, in: [.tree]) == .open)
        #expect(keymap.command(for: .enter, in: [.input]) == .accept)
    }

    @Test func textThatIsNotJSONNamesItsPlace() {
        #expect(problems("{\n  keys: {,\n}").first?.hasPrefix("config.json:2:10: ") == true)
        #expect(
            problems("[]") == [
                "config.json:1:1: this must be an object, as {\"theme\": \"light\"}"
            ]
        )
        #expect(read("{").keymap == .standard)
    }

    @Test func aKeyTakenFromAnotherCommandIsToldWithWhatThatKeeps() {
        let configuration = read(#"{"keys": {"everywhere": {"send": "j", "cancel": "S"}}}"#)
        #expect(configuration.problems.isEmpty)
        #expect(
            configuration.conflicts.map(\.text) == [
                "j (everywhere) is send now and not moveDown, which keeps ↓",
                "S (everywhere) is cancel now and not snapshot, which has no key there now",
            ]
        )
        #expect(configuration.keymap.command(for: .character("j"), in: [.everywhere]) == .send)
        #expect(configuration.keymap.keys(for: .moveDown, in: [.everywhere]) == [[.down]])
    }

    @Test func oneKeyForTwoCommandsIsAProblem() {
        let configuration = read(#"{"keys": {"tree": {"send": "f", "cancel": "f"}}}"#)
        #expect(
            configuration.problems.map(\.description) == [
                "config.json:1:33: f (tree) is given to send and to cancel; the latter counts"
            ]
        )
        #expect(configuration.keymap.command(for: .character("f"), in: [.tree]) == .cancel)
    }

    @Test func aKeyThatBeginsAChordIsNoKeyAlone() {
        let configuration = read(#"{"keys": {"everywhere": {"redraw": "z z"}}}"#)
        #expect(
            configuration.conflicts.map(\.text) == [
                "z (everywhere) begins z z, so it is not toggleFold any more, "
                    + "which has no key there now"
            ]
        )
        let twice = read(#"{"keys": {"tree": {"send": "f", "cancel": "f f"}}}"#)
        #expect(twice.problems.count == 1)
        #expect(twice.keymap.meaning(of: [.character("f")], in: [.tree]) == .beginning)
    }

    @Test func aThemeChangesTheRolesItNames() throws {
        let configuration = read(
            """
            {"themes": {"mine": {"base": "light", "raised": "#eeeeee",
                                 "roles": {"selection": "bold white on blue", "title": 25}}},
             "theme": "mine"}
            """
        )
        #expect(configuration.problems.isEmpty)
        let theme = try #require(configuration.themes.first)
        #expect(configuration.themeName == "mine")
        #expect(theme[.selection] == (try RoleStyle(text: "bold white on blue")))
        #expect(theme[.title].foreground == ThemeColour(index: 25))
        #expect(theme[.key] == Theme.light[.key])
    }

    @Test(arguments: ["s", "Ctrl-l", "Shift-Tab", "F5", "g g", "Alt-u", "↑", "Space", "PageDown"])
    func chordsAreReadAsTheyAreShown(label: String) {
        #expect(Chord(text: label)?.label == label)
    }

    @Test func chordsAreReadInNotationToo() {
        #expect(Chord(text: "<C-x>s") == [.control("x"), .character("s")])
        #expect(Chord(text: "gg") == [.character("g"), .character("g")])
        #expect(Chord(text: "esc") == [.escape])
        #expect(Chord(text: "") == nil)
        #expect(Chord(text: "Ctrl-") == nil)
    }
}
