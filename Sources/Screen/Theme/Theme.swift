/// The looks of all roles.
///
/// Text keeps the terminal's own background; a theme only says how roles differ from it.
package struct Theme: Hashable, Sendable {
    /// What it is called in the configuration and in the list of themes.
    package var name: String
    /// Whether no colours are used, whatever the styles say.
    package var isColourless = false
    /// The colour behind popups; `nil` is the terminal's own.
    package var raised: ThemeColour?
    /// The styles by the raw value of their role.
    private var styles: [RoleStyle]

    /// Creates a theme.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - raised: The colour behind popups.
    ///   - style: The style of each role.
    package init(name: String, raised: ThemeColour?, style: (StyleRole) -> RoleStyle) {
        self.name = name
        self.raised = raised
        styles = StyleRole.allCases.map(style)
    }

    /// The style of a role.
    package subscript(role: StyleRole) -> RoleStyle {
        get { styles[Int(role.rawValue)] }
        set { styles[Int(role.rawValue)] = newValue }
    }
}

/// Whether a terminal shows dark text on light, or light text on dark.
package enum TerminalBackground: Hashable, Sendable {
    /// Light text on a dark background.
    case dark
    /// Dark text on a light background.
    case light

    /// The theme made for it.
    package var theme: Theme { self == .light ? .light : .dark }

    /// Reads `COLORFGBG`, which several terminals set to `foreground;background`.
    ///
    /// - Returns: `nil` when it does not tell.
    package init?(colorFGBG: String?) {
        let colours = colorFGBG?.split(separator: ";") ?? []
        guard colours.count >= 2, let last = colours.last, let number = Int(last) else {
            return nil
        }
        self = number == 7 || (9...15).contains(number) ? .light : .dark
    }

    /// Reads a terminal's answer about its background: `rgb:RRRR/GGGG/BBBB`, `rgba:…` or `#RRGGBB`,
    /// each part of one to four hexadecimal digits.
    ///
    /// - Returns: `nil` when the text is none of them.
    /// - SeeAlso: <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>, Operating System Commands.
    package init?(colourAnswer text: some StringProtocol) {
        var parts: [Double] = []
        if text.hasPrefix("#"), text.utf8.count == 7,
            let value = UInt32(text.dropFirst(), radix: 16)
        {
            parts = [16, 8, 0].map { Double(value >> $0 & 0xFF) / 255 }
        } else if text.hasPrefix("rgb:") || text.hasPrefix("rgba:") {
            let digits = text.drop { $0 != ":" }.dropFirst().split(separator: "/")
            parts = digits.compactMap { part in
                guard (1...4).contains(part.utf8.count), let value = UInt32(part, radix: 16) else {
                    return nil
                }
                return Double(value) / Double(UInt32(1) << (4 * UInt32(part.utf8.count)) - 1)
            }
        }
        guard parts.count >= 3 else { return nil }
        // Luma of ITU-R BT.601.
        let luma = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
        self = luma > 0.5 ? .light : .dark
    }
}
