extension Theme {
    /// For light text on a dark background.
    package static let dark = Theme(name: "dark", raised: .init(236, 0), style: darkStyle)

    /// For dark text on a light background.
    package static let light = Theme(name: "light", raised: .init(254, 7), style: lightStyle)

    /// Strong colours and marks, on a dark background.
    package static let highContrast = Theme(
        name: "high-contrast",
        raised: .init(234, 0),
        style: contrastStyle
    )

    /// Without colours: bold, underlined and reversed text alone.
    package static let mono: Theme = {
        var theme = Theme(name: "mono", raised: nil, style: darkStyle)
        theme.isColourless = true
        return theme
    }()

    /// The themes that every program has.
    package static let standard = [dark, light, highContrast, mono]
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

/// Full colours, underlines and reversed rows: nothing is told by a shade alone.
private func contrastStyle(of role: StyleRole) -> RoleStyle {
    var style = darkStyle(of: role)
    switch role {
    case .dim, .hint, .comment, .hexOffset, .punctuation, .tab, .statusLine, .waterfallWait:
        style.foreground = .init(255, 15)
    case .plain, .hexByte, .title: style.foreground = .init(231, 15)
    case .border: style.foreground = .init(250, 7)
    case .focusedBorder, .link, .method: style.foreground = .init(51, 14)
    case .popupBorder, .hintKey, .modified, .warning, .statusClientError:
        style.foreground = .init(226, 11)
    case .selection:
        style = RoleStyle(
            foreground: .init(16, 0),
            background: .init(226, 11),
            attributes: .bold,
            plainAttributes: .reverse
        )
    case .cursorLine:
        style = RoleStyle(attributes: .underline)
    case .input:
        style = RoleStyle(
            foreground: .init(231, 15),
            background: .init(19, 4),
            plainAttributes: .underline
        )
    case .placeholder, .disabled: style.foreground = .init(252, 7)
    case .selectedTab: style.foreground = .init(226, 11)
    case .key, .folder, .heading: style.foreground = .init(123, 14)
    case .string, .variable, .success, .statusSuccess: style.foreground = .init(120, 10)
    case .number: style.foreground = .init(222, 11)
    case .literal, .secret: style.foreground = .init(219, 13)
    case .failure, .statusServerError, .invalid, .unknownVariable:
        style.foreground = .init(210, 9)
        style.attributes = [.bold, .underline]
    case .match:
        style = RoleStyle(
            foreground: .init(16, 0),
            background: .init(51, 14),
            plainAttributes: .underline
        )
    case .currentMatch:
        style = RoleStyle(
            foreground: .init(16, 0),
            background: .init(201, 13),
            attributes: [.bold, .underline],
            plainAttributes: [.reverse, .bold]
        )
    default: break
    }
    return style
}
