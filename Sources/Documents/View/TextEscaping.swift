/// Makes characters visible that would otherwise command a terminal or hide.
///
/// C0 controls become the symbols of U+2400–U+241F, DEL becomes U+2421; C1 controls, line and
/// paragraph separators, characters that change the writing direction, and zero-width characters are
/// pointed out as `<U+200B>`. A joiner stays where it builds one emoji of two.
package enum TextEscaping {
    /// Whether `scalar` may not be shown as it is.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case ..<0xAD: false
        case 0xAD, 0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F: true
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0: true
        case 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// The visible form of a character that may not be shown as it is.
    package static func symbol(for scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x00...0x1F: String(Unicode.Scalar(UInt16(0x2400 + scalar.value)) ?? "\u{FFFD}")
        case 0x7F: "\u{2421}"
        default:
            "<U+"
                + String(repeating: "0", count: max(0, 4 - hexadecimal(scalar.value).count))
                + hexadecimal(scalar.value) + ">"
        }
    }

    /// Whether a zero-width joiner between two characters only builds one emoji of them.
    static func joins(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        let isPictured =
            before.value == 0xFE0F || before.properties.isEmojiModifier
            || before.value > 0xFF && before.properties.isEmoji
        return isPictured && after.value > 0xFF && after.properties.isEmoji
    }

    /// Whether all of `text` is ASCII that is shown as it is, as most texts are.
    package static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            // Without an early end, so that many bytes are looked at together.
            var others: UInt8 = 0
            for index in bytes.indices { unsafe others |= bytes[index] &- 0x20 < 0x5F ? 0 : 1 }
            return others == 0
        }
    }

    /// `text` with every hidden character in its visible form.
    package static func visible(_ text: String) -> String {
        guard !isPlain(text), text.unicodeScalars.contains(where: isHidden)
        else { return text }
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isJoiner =
                scalar == "\u{200D}" && index > 0 && index + 1 < scalars.count
                && joins(scalars[index - 1], scalars[index + 1])
            if isHidden(scalar) && !isJoiner {
                result += symbol(for: scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        String(value, radix: 16, uppercase: true)
    }
}
