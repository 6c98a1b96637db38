import HTTPModel

/// Texts and octets in a form that a POSIX shell reads back as exactly them.
enum ShellQuoting {
    /// A text in single quotes; one inside ends them, stands escaped, and begins them anew.
    static func quoted(_ text: String) -> String {
        // Scalar by scalar: with an accent behind it a quote is no character of its own.
        var result = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" {
                result += "'\\''"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }

    /// A command that writes these octets: `printf` with what is not plain as octal numbers.
    static func printing(_ octets: Octets) -> String {
        var text: [UInt8] = []
        for byte in octets {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\\"), 0..<0x20, 0x7F...0xFF:
                text += octal(byte)
            // In front it would begin an option of `printf`.
            case UInt8(ascii: "-") where text.isEmpty: text += octal(byte)
            case UInt8(ascii: "%"): text += "%%".utf8
            default: text.append(byte)
            }
        }
        return "printf '" + String(decoding: text, as: UTF8.self) + "'"
    }

    private static func octal(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "\\")] + [6, 3, 0].map { 0x30 + (byte >> $0 & 7) }
    }
}
