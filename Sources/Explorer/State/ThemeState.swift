package import Screen

/// Which looks the roles have, and what decides it.
package struct ThemeState: Equatable, Sendable {
    /// All themes: those of every program, then the person's.
    package var available = Theme.standard
    /// The name of the theme asked for; `auto` lets the terminal decide.
    package var chosen = "auto"
    /// What the terminal told about its background; `nil` before.
    package var background: TerminalBackground?
    /// Whether colours are off unless a theme is asked for here: `NO_COLOR`, `--color never`.
    package var isColourless = false

    /// Creates the state in which the terminal decides.
    package init() {}

    /// The theme of a name.
    package func theme(named name: String) -> Theme {
        if let theme = available.first(where: { $0.name == name }) { return theme }
        return isColourless ? .mono : (background ?? .dark).theme
    }
}

extension ExplorerState {
    /// The name of the theme that is shown: the one under the cursor while one is chosen.
    package var shownThemeName: String {
        if case .choice(let choice) = popup, choice.subject == .theme,
            let item = choice.selectedItem
        {
            return item.value
        }
        return themes.chosen
    }

    /// The theme that is shown.
    package var shownTheme: Theme { themes.theme(named: shownThemeName) }
}
