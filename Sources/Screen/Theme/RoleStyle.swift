/// How a role looks.
package struct RoleStyle: Hashable, Sendable {
    /// The colour of the text; `nil` is the terminal's own.
    package var foreground: ThemeColour?
    /// The colour behind it; `nil` is the terminal's own.
    package var background: ThemeColour?
    /// Attributes where there are 256 colours.
    package var attributes: TextAttributes
    /// Attributes where there are 16 or 8 colours; the same when `nil`.
    package var basicAttributes: TextAttributes?
    /// Attributes where there are no colours; the same when `nil`.
    package var plainAttributes: TextAttributes?

    /// Creates a style.
    package init(
        foreground: ThemeColour? = nil,
        background: ThemeColour? = nil,
        attributes: TextAttributes = [],
        basicAttributes: TextAttributes? = nil,
        plainAttributes: TextAttributes? = nil
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.basicAttributes = basicAttributes
        self.plainAttributes = plainAttributes
    }
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

    /// The attributes with their names.
    static let named: [(name: String, attribute: TextAttributes)] = [
        ("bold", .bold), ("dim", .dim), ("underline", .underline), ("reverse", .reverse),
        ("italic", .italic),
    ]
}

extension RoleStyle {
    /// Why a text is no style.
    package struct TextError: Error, Equatable, Sendable {
        /// What is wrong, as a sentence fragment.
        package var detail: String
    }

    /// Creates a style from its text.
    ///
    /// Attributes and a colour in any order, then `on` and the colour behind, such as
    /// `bold #87d7ff on 24`. `default` is the terminal's own colour.
    ///
    /// Without colours, a style that has one behind it is shown reversed.
    ///
    /// - Throws: `TextError` that names the first word that is wrong.
    package init(text: String) throws(TextError) {
        self.init()
        var isBehind = false
        for word in text.split(separator: " ") {
            let lowered = word.lowercased()
            if let attribute = TextAttributes.named.first(where: { $0.name == lowered }) {
                attributes.insert(attribute.attribute)
            } else if lowered == "on" {
                isBehind = true
            } else if lowered == "default" {
                if isBehind { background = nil } else { foreground = nil }
            } else if let colour = ThemeColour(text: word) {
                if isBehind { background = colour } else { foreground = colour }
            } else {
                throw TextError(
                    detail: "'\(word)' is neither a colour (#rrggbb, 0 to 255, red, bright-red …) "
                        + "nor one of \(TextAttributes.named.map(\.name).joined(separator: ", "))"
                )
            }
        }
        if background != nil { plainAttributes = attributes.union(.reverse) }
    }
}
