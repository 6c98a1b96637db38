import NcursesTerminal
import Testing

struct ThemeTests {
    @Test(
        arguments: [
            ([:], .dark), (["NO_COLOR": "1"], .mono), (["NO_COLOR": ""], .dark),
            (["COLORFGBG": "0;15"], .light), (["COLORFGBG": "15;0"], .dark),
            (["COLORFGBG": "0;default;7"], .light), (["COLORFGBG": "x"], .dark),
        ] as [([String: String], Theme)]
    )
    func theEnvironmentChoosesTheTheme(environment: [String: String], theme: Theme) {
        #expect(Theme.automatic { environment[$0] } == theme)
    }
}
