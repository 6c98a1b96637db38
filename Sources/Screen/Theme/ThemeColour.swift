/// A colour as terminals of different depth can show it.
package struct ThemeColour: Hashable, Sendable {
    /// The index in the palette of 256 colours.
    package var rich: UInt8
    /// The index in the palette of 16; from 8 on bright, which 8 colours show as bold.
    package var basic: UInt8
    /// The exact colour as `0xRRGGBB`, for terminals that can mix any; `nil` takes that of `rich`.
    private var mixed: UInt32?

    /// Creates a colour of the palettes.
    package init(_ rich: UInt8, _ basic: UInt8) {
        self.rich = rich
        self.basic = basic
    }

    /// Creates a colour of the palette of 256; with 16 colours, the nearest of those.
    package init(index: UInt8) {
        rich = index
        basic = index < 16 ? index : Self.nearestBasic(to: Self.value(of: index))
    }

    /// Creates any colour, as `0xRRGGBB`; palettes show the nearest they have.
    package init(rgb: UInt32) {
        rich = Self.nearestRich(to: rgb)
        basic = Self.nearestBasic(to: rgb)
        mixed = rgb & 0xFF_FFFF
    }

    /// The colour for terminals that mix: the first eight of the palette by their number, as terminals
    /// of that kind count them, others as `0xRRGGBB`.
    package var direct: UInt32 {
        if let mixed { return max(mixed, 8) }
        return rich < 8 ? UInt32(rich) : max(Self.value(of: rich), 8)
    }

    /// Creates a colour from its text: `#rrggbb`, a palette index from 0 to 255, or the name of one of
    /// the sixteen, such as `red` or `bright-red`.
    package init?(text: some StringProtocol) {
        let word = text.lowercased()
        if word.hasPrefix("#") {
            guard word.utf8.count == 7, let value = UInt32(word.dropFirst(), radix: 16) else {
                return nil
            }
            self.init(rgb: value)
        } else if let index = UInt8(word) {
            self.init(index: index)
        } else if word == "grey" || word == "gray" {
            self.init(index: 8)
        } else {
            let isBright = word.hasPrefix("bright-")
            let name = isBright ? String(word.dropFirst(7)) : word
            guard let index = Self.names.firstIndex(of: name) else { return nil }
            self.init(index: UInt8(index) + (isBright ? 8 : 0))
        }
    }

    /// The names of the first eight colours, in palette order.
    package static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]
}

extension ThemeColour {
    /// The steps of each part in the cube of 6×6×6 colours.
    private static let steps: [UInt32] = [0, 95, 135, 175, 215, 255]

    /// The first sixteen as xterm mixes them; what a person's terminal makes of them differs.
    private static let basics: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    /// What a palette index looks like, as `0xRRGGBB`.
    private static func value(of index: UInt8) -> UInt32 {
        if index < 16 { return basics[Int(index)] }
        if index >= 232 { return (UInt32(index) - 232) * 10 * 0x10101 + 0x080808 }
        let place = Int(index) - 16
        return steps[place / 36] << 16 | steps[place / 6 % 6] << 8 | steps[place % 6]
    }

    /// The nearest of the cube and the greys; the first sixteen are the person's own.
    private static func nearestRich(to colour: UInt32) -> UInt8 {
        (UInt8(16)...255).min {
            distance(value(of: $0), colour) < distance(value(of: $1), colour)
        } ?? 16
    }

    private static func nearestBasic(to colour: UInt32) -> UInt8 {
        let nearest = basics.indices.min {
            distance(basics[$0], colour) < distance(basics[$1], colour)
        }
        return UInt8(nearest ?? 7)
    }

    /// How unlike two colours are; green counts most, as for the eye.
    private static func distance(_ left: UInt32, _ right: UInt32) -> Int {
        func part(_ colour: UInt32, _ shift: UInt32) -> Int { Int(colour >> shift & 0xFF) }
        let red = part(left, 16) - part(right, 16)
        let green = part(left, 8) - part(right, 8)
        let blue = part(left, 0) - part(right, 0)
        return 3 * red * red + 4 * green * green + 2 * blue * blue
    }
}
