/// What is drawn for characters that a terminal would obey or swallow instead of showing.
///
/// Response bytes are hostile: none of these ever reaches the terminal.
package enum VisibleForm {
    /// Returns the symbols that stand for `character`, or `nil` when it is shown as it is.
    ///
    /// C0 controls and DEL become the control pictures U+2400…U+2421, C1 controls and
    /// noncharacters `�`, invisible ones (zero-width, bidirectional controls, tags, line
    /// separators, soft hyphen) `◌`. Each symbol takes one cell.
    package static func of(_ character: Character) -> (text: String, columns: Int)? {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return nil }
        if let symbol = symbol(for: first) {
            guard scalars.count > 1 else { return (String(symbol), 1) }
            // `\r\n` is one grapheme cluster of two controls.
            let text = String(String.UnicodeScalarView(scalars.map { self.symbol(for: $0) ?? $0 }))
            return (text, scalars.count)
        }
        if DisplayWidth.columns(of: first) == 0 {
            // A mark with nothing to stand on.
            return ("\u{25CC}" + String(character), 1)
        }
        if first.isASCII, let hidden = scalars.firstIndex(where: isHiddenJoiner) {
            let head = String(String.UnicodeScalarView(scalars[..<hidden]))
            return (head + "\u{25CC}", 2)
        }
        return nil
    }

    private static func symbol(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        case 0x80...0x9F, 0xFFFE, 0xFFFF: "\u{FFFD}"
        case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0x13430...0x13438, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
            0xE0000...0xE007F:
            "\u{25CC}"
        default: scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : nil
        }
    }

    /// A joiner hides in plain text; after a letter that does not join it only deceives.
    private static func isHiddenJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D
    }
}
