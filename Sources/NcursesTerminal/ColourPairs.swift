import CNcurses
import Screen

/// What each role costs on the terminal at hand: attributes and a colour pair.
///
/// Main thread only, as everything of ncurses.
struct ColourPairs {
    /// Attributes and pair of one role.
    struct Look {
        var attributes: UInt32
        var pair: Int16
    }

    /// Looks by role, twice: on the usual background and on the raised one.
    private var looks: [Look] = []

    /// Creates the pairs of a theme; call after ncurses has started its colours.
    ///
    /// - Parameters:
    ///   - theme: The looks of the roles.
    ///   - colourCount: How many colours to use: 256, 16, 8 or 0; more than 256 mixes any.
    init(theme: Theme, colourCount: Int) {
        let count = theme.isColourless ? 0 : colourCount
        var pairs: [Int: Int16] = [:]
        for isRaised in [false, true] {
            for role in StyleRole.allCases {
                var style = theme[role]
                if isRaised { raise(&style, theme: theme, colourCount: count) }
                looks.append(look(of: style, colourCount: count, pairs: &pairs))
            }
        }
    }

    /// The look of a cell.
    subscript(role: StyleRole, isRaised: Bool) -> Look {
        looks[Int(role.rawValue) + (isRaised ? StyleRole.allCases.count : 0)]
    }
}

/// Puts a style on the raised background; where that has no colour, the text is bold.
private func raise(_ style: inout RoleStyle, theme: Theme, colourCount: Int) {
    if colourCount >= 256 {
        style.background = style.background ?? theme.raised
    } else {
        style.basicAttributes = (style.basicAttributes ?? style.attributes).union(.bold)
        style.plainAttributes = (style.plainAttributes ?? style.attributes).union(.bold)
    }
}

/// Makes the colour pair a style needs, or finds the one that is there.
private func look(
    of style: RoleStyle,
    colourCount: Int,
    pairs: inout [Int: Int16]
) -> ColourPairs.Look {
    guard colourCount >= 8 else {
        let attributes = style.plainAttributes ?? style.attributes
        return ColourPairs.Look(attributes: bits(of: attributes), pair: 0)
    }
    let isRich = colourCount >= 256
    var attributes = isRich ? style.attributes : style.basicAttributes ?? style.attributes
    let isDirect = colourCount > 256
    var foreground: Int32 = -1
    if let colour = style.foreground {
        foreground = isDirect ? Int32(colour.direct) : Int32(isRich ? colour.rich : colour.basic)
        if foreground >= colourCount {
            // Bright black is unreadable as bold black on most terminals of 8 colours.
            foreground = colour.basic == 8 ? -1 : foreground - 8
            attributes.insert(colour.basic == 8 ? .dim : .bold)
        }
    }
    var background: Int32 = -1
    if let colour = style.background {
        background = isDirect ? Int32(colour.direct) : Int32(isRich ? colour.rich : colour.basic)
        if background >= colourCount { background -= 8 }
    }
    guard foreground >= 0 || background >= 0 else {
        return ColourPairs.Look(attributes: bits(of: attributes), pair: 0)
    }
    // Both in one number: what is known of `Int` need not be looked up at run time.
    let key = Int(foreground) << 32 | Int(UInt32(bitPattern: background))
    if let pair = pairs[key] {
        return ColourPairs.Look(attributes: bits(of: attributes), pair: pair)
    }
    let pair = Int16(pairs.count + 1)
    guard pair < Int(cn_pair_count()),
        init_extended_pair(Int32(pair), foreground, background) == OK
    else {
        return ColourPairs.Look(attributes: bits(of: attributes), pair: 0)
    }
    pairs[key] = pair
    return ColourPairs.Look(attributes: bits(of: attributes), pair: pair)
}

private func bits(of attributes: TextAttributes) -> UInt32 {
    var bits: UInt32 = 0
    if attributes.contains(.bold) { bits |= cn_bold() }
    if attributes.contains(.dim) { bits |= cn_dim() }
    if attributes.contains(.underline) { bits |= cn_underline() }
    if attributes.contains(.reverse) { bits |= cn_reverse() }
    if attributes.contains(.italic) { bits |= cn_italic() }
    return bits
}
