import Screen

/// The looks of all roles, chosen for a dark or light terminal or for one without colours.
///
/// Text keeps the terminal's own background; a theme only says how roles differ from it.
package enum Theme: String, CaseIterable, Hashable, Sendable {
    /// For light text on a dark background.
    case dark
    /// For dark text on a light background.
    case light
    /// Without colours: bold, underlined and reversed text alone.
    case mono

    /// Chooses from the environment: `NO_COLOR` gives `mono`; `COLORFGBG`, which several terminals
    /// set to `foreground;background`, tells light from dark; else `dark`.
    ///
    /// - SeeAlso: <https://no-color.org>
    package static func automatic(_ environment: (String) -> String?) -> Theme {
        if let value = environment("NO_COLOR"), !value.isEmpty { return .mono }
        let colours = environment("COLORFGBG")?.split(separator: ";") ?? []
        if colours.count >= 2, let last = colours.last, let background = Int(last) {
            return background == 7 || (9...15).contains(background) ? .light : .dark
        }
        return .dark
    }

    /// The colour of the raised background.
    var raisedBackground: ThemeColour {
        self == .light ? ThemeColour(254, 7) : ThemeColour(236, 0)
    }

    /// The style of a role.
    func style(of role: StyleRole) -> RoleStyle {
        switch self {
        case .dark: darkStyle(of: role)
        case .light: lightStyle(of: role)
        case .mono: darkStyle(of: role)
        }
    }
}

/// Bright foregrounds for dark backgrounds.
private func darkStyle(of role: StyleRole) -> RoleStyle {
    switch role {
    case .plain, .hexByte: RoleStyle()
    case .dim, .hint, .comment, .hexOffset: RoleStyle(foreground: .init(245, 8))
    case .punctuation: RoleStyle(foreground: .init(247, 7))
    case .title: RoleStyle(attributes: .bold)
    case .heading: RoleStyle(foreground: .init(110, 6), attributes: .bold)
    case .border: RoleStyle(foreground: .init(240, 8))
    case .focusedBorder: RoleStyle(foreground: .init(75, 14), plainAttributes: .bold)
    case .popupBorder: RoleStyle(foreground: .init(179, 11), plainAttributes: .bold)
    case .selection:
        RoleStyle(
            foreground: .init(255, 15),
            background: .init(24, 4),
            attributes: .bold,
            plainAttributes: .reverse
        )
    case .cursorLine:
        RoleStyle(background: .init(236, 0), basicAttributes: .bold, plainAttributes: .bold)
    case .input: RoleStyle(background: .init(237, 0), plainAttributes: .underline)
    case .placeholder: RoleStyle(foreground: .init(242, 8), attributes: .italic)
    case .disabled: RoleStyle(foreground: .init(240, 8), plainAttributes: .dim)
    case .link: RoleStyle(foreground: .init(75, 14), attributes: .underline)
    case .folder: RoleStyle(foreground: .init(110, 12), attributes: .bold)
    case .tab: RoleStyle(foreground: .init(248, 7))
    case .selectedTab:
        RoleStyle(
            foreground: .init(75, 14),
            attributes: [.bold, .underline],
            plainAttributes: [.bold, .underline]
        )
    case .statusLine: RoleStyle(foreground: .init(250, 7))
    case .hintKey: RoleStyle(foreground: .init(179, 11), attributes: .bold)
    case .key: RoleStyle(foreground: .init(110, 14))
    case .string: RoleStyle(foreground: .init(108, 10))
    case .number: RoleStyle(foreground: .init(173, 11))
    case .literal: RoleStyle(foreground: .init(139, 13))
    case .control: RoleStyle(foreground: .init(179, 11), attributes: .reverse)
    case .invalid: RoleStyle(foreground: .init(203, 9), attributes: .underline)
    case .match:
        RoleStyle(
            foreground: .init(230, 0),
            background: .init(58, 3),
            plainAttributes: .underline
        )
    case .currentMatch:
        RoleStyle(
            foreground: .init(16, 0),
            background: .init(178, 3),
            attributes: .bold,
            plainAttributes: [.reverse, .bold]
        )
    case .method: RoleStyle(foreground: .init(75, 14), attributes: .bold)
    case .variable: RoleStyle(foreground: .init(114, 10))
    case .unknownVariable:
        RoleStyle(foreground: .init(203, 9), attributes: [.bold, .underline])
    case .modified, .warning, .statusClientError:
        RoleStyle(foreground: .init(215, 11), plainAttributes: .bold)
    case .secret: RoleStyle(foreground: .init(139, 13))
    case .statusInformation: RoleStyle(foreground: .init(110, 14))
    case .statusSuccess, .success: RoleStyle(foreground: .init(114, 10), attributes: .bold)
    case .statusRedirect: RoleStyle(foreground: .init(75, 14), attributes: .bold)
    case .statusServerError, .failure:
        RoleStyle(foreground: .init(203, 9), attributes: .bold)
    case .waterfallLookup: RoleStyle(foreground: .init(110, 6))
    case .waterfallConnect: RoleStyle(foreground: .init(114, 2))
    case .waterfallTLS: RoleStyle(foreground: .init(139, 5))
    case .waterfallSend: RoleStyle(foreground: .init(179, 3))
    case .waterfallWait: RoleStyle(foreground: .init(245, 7))
    case .waterfallReceive: RoleStyle(foreground: .init(75, 4))
    }
}

/// Deep foregrounds for light backgrounds; where nothing is said, as on dark ones.
private func lightStyle(of role: StyleRole) -> RoleStyle {
    var style = darkStyle(of: role)
    switch role {
    case .selection:
        style.foreground = .init(16, 15)
        style.background = .init(153, 4)
    case .cursorLine: style.background = .init(254, 7)
    case .input: style.background = .init(253, 7)
    case .match:
        style.foreground = .init(16, 0)
        style.background = .init(229, 3)
    case .currentMatch: style.background = .init(214, 3)
    default:
        if let foreground = style.foreground {
            style.foreground = ThemeColour(
                deepened[foreground.rich] ?? foreground.rich,
                // Bright colours vanish on white; grey stays.
                foreground.basic == 8 ? 8 : foreground.basic == 7 ? 0 : foreground.basic & 7
            )
        }
    }
    return style
}

/// Palette colours of the dark theme and what stands for them on a light background.
private let deepened: [UInt8: UInt8] = [
    245: 242, 247: 240, 110: 25, 240: 249, 75: 26, 179: 130, 242: 246, 248: 240, 250: 238,
    108: 28, 173: 130, 139: 90, 203: 160, 114: 28, 215: 130,
]
