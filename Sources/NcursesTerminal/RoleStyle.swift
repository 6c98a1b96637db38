/// A colour as terminals of different depth can show it.
struct ThemeColour: Hashable {
    /// The index in the palette of 256 colours.
    var rich: UInt8
    /// The index in the palette of 16; from 8 on bright, which 8 colours show as bold.
    var basic: UInt8

    /// Creates a colour.
    init(_ rich: UInt8, _ basic: UInt8) {
        self.rich = rich
        self.basic = basic
    }
}

/// How a role looks.
struct RoleStyle: Hashable {
    /// The colour of the text; `nil` is the terminal's own.
    var foreground: ThemeColour?
    /// The colour behind it; `nil` is the terminal's own.
    var background: ThemeColour?
    /// Attributes where there are 256 colours.
    var attributes: TextAttributes = []
    /// Attributes where there are 16 or 8 colours; the same when `nil`.
    var basicAttributes: TextAttributes?
    /// Attributes where there are no colours; the same when `nil`.
    var plainAttributes: TextAttributes?
}

/// Ways to set text apart without colour.
package struct TextAttributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    package let rawValue: UInt8

    /// Creates attributes from bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier or brighter letters.
    package static let bold = TextAttributes(rawValue: 1)
    /// Fainter letters.
    package static let dim = TextAttributes(rawValue: 2)
    /// A line below.
    package static let underline = TextAttributes(rawValue: 4)
    /// Colours of text and background swapped.
    package static let reverse = TextAttributes(rawValue: 8)
    /// Slanted letters.
    package static let italic = TextAttributes(rawValue: 16)
}
