import Screen
import Testing

struct ThemeTests {
    @Test(
        arguments: [
            (nil, nil), ("0;15", .light), ("15;0", .dark), ("0;default;7", .light), ("x", nil),
            ("15;default", nil),
        ] as [(String?, TerminalBackground?)]
    )
    func theEnvironmentTellsTheBackground(text: String?, background: TerminalBackground?) {
        #expect(TerminalBackground(colorFGBG: text) == background)
    }

    @Test(
        arguments: [
            ("rgb:ffff/ffff/ffff", .light), ("rgb:0000/0000/0000", .dark), ("rgb:ff/f0/e0", .light),
            ("rgba:1e1e/1e1e/2e2e/ffff", .dark), ("#fdf6e3", .light), ("#002b36", .dark),
            ("rgb:12345/0/0", nil), ("?", nil), ("", nil),
        ] as [(String, TerminalBackground?)]
    )
    func theTerminalTellsItsBackground(text: String, background: TerminalBackground?) {
        #expect(TerminalBackground(colourAnswer: text) == background)
    }

    @Test func stylesAreWrittenAsWords() throws {
        var style = try RoleStyle(text: "bold #87d7ff on 24")
        #expect(style.attributes == .bold)
        #expect(style.foreground?.rich == 117)
        #expect(style.foreground?.direct == 0x87D7FF)
        #expect(style.background == ThemeColour(index: 24))
        #expect(style.plainAttributes == [.bold, .reverse])
        style = try RoleStyle(text: "italic bright-red")
        #expect(style.foreground?.basic == 9)
        #expect(style.background == nil)
        #expect(try RoleStyle(text: "default on default") == RoleStyle())
        #expect(throws: RoleStyle.TextError.self) { try RoleStyle(text: "blod red") }
    }

    @Test(arguments: [("#ff0000", 9), ("#000000", 0), ("#00cd00", 2), ("231", 15), ("grey", 8)])
    func sixteenColoursShowTheNearest(text: String, basic: Int) {
        #expect(ThemeColour(text: text)?.basic == UInt8(basic))
    }

    @Test(arguments: Theme.standard)
    func everyThemeTellsWhatMattersApart(theme: Theme) {
        let marks: [StyleRole] = [.selection, .currentMatch, .failure, .unknownVariable, .input]
        for role in marks { #expect(theme[role] != theme[.plain], "\(role)") }
        #expect(theme[.success] != theme[.failure])
        #expect(theme[.focusedBorder] != theme[.border])
    }

    @Test func withoutColoursSelectionAndMatchesStillShow() {
        for theme in Theme.standard {
            for role in [StyleRole.selection, .currentMatch, .match, .selectedTab, .input] {
                let style = theme[role]
                let plain = style.plainAttributes ?? style.attributes
                #expect(!plain.isEmpty, "\(role) in \(theme.name)")
            }
        }
    }
}
