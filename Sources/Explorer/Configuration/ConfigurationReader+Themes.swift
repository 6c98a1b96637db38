import Documents
import Screen

extension ConfigurationReader {
    /// Reads the theme to begin with.
    mutating func readThemeName(_ value: JSONValue) {
        guard let name = value.stringValue else {
            return report(["theme"], "the theme must be a name, as \"light\"")
        }
        let names = configuration.themeNames
        guard names.contains(name) else {
            return report(["theme"], "unknown theme" + guess(name, names))
        }
        configuration.themeName = name
    }

    /// Reads the person's own themes: `{"name": {"base": "dark", "raised": "235", "roles": {…}}}`.
    mutating func readThemes(_ value: JSONValue) {
        guard let members = value.members else {
            return report(["themes"], "themes must be an object of themes by name")
        }
        for member in members { readTheme(member) }
    }

    private mutating func readTheme(_ member: JSONMember) {
        let path = ["themes", member.key]
        guard let parts = member.value.members else {
            return report(path, "a theme must be an object, as {\"base\": \"dark\", \"roles\": {}}")
        }
        guard !configuration.themeNames.contains(member.key) else {
            return report(path, "there is a theme '\(member.key)' already; give it another name")
        }
        var theme = base(of: member.value, path)
        theme.name = member.key
        for part in parts {
            switch part.key {
            case "base": break
            case "raised":
                let colour = (part.value.stringValue ?? part.value.intValue.map(String.init))
                    .flatMap { ThemeColour(text: $0) }
                if colour == nil { report(path + ["raised"], "raised must be a colour") }
                theme.raised = colour ?? theme.raised
            case "roles":
                readRoles(part.value, path + ["roles"], &theme)
            default:
                report(
                    path + [part.key],
                    "unknown part of a theme" + guess(part.key, ["base", "raised", "roles"])
                )
            }
        }
        configuration.themes.append(theme)
    }

    /// The theme that a theme changes: `dark` when it says none.
    private mutating func base(of value: JSONValue, _ path: [String]) -> Theme {
        guard let base = value["base"] else { return .dark }
        let known = Theme.standard + configuration.themes
        if let theme = known.first(where: { $0.name == base.stringValue }) { return theme }
        let word = base.stringValue ?? ""
        report(path + ["base"], "unknown theme" + guess(word, known.map(\.name)))
        return .dark
    }

    private mutating func readRoles(_ value: JSONValue, _ path: [String], _ theme: inout Theme) {
        guard let members = value.members else {
            return report(
                path,
                "roles must be an object, as {\"selection\": \"bold white on blue\"}"
            )
        }
        let names = StyleRole.allCases.map(\.name)
        for member in members {
            let place = path + [member.key]
            guard let index = names.firstIndex(of: member.key) else {
                report(place, "unknown role" + guess(member.key, names))
                continue
            }
            let text = member.value.stringValue ?? member.value.intValue.map(String.init)
            guard let text else {
                report(place, "a style must be a text, as \"bold #87d7ff on 24\"")
                continue
            }
            do {
                theme[StyleRole.allCases[index]] = try RoleStyle(text: text)
            } catch {
                report(place, error.detail)
            }
        }
    }
}
