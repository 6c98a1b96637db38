import HTTPModel

/// Texts and octets in a form that a POSIX shell reads back as exactly them.
enum ShellQuoting {
    /// A text in single quotes; one inside ends them, stands escaped, and begins them anew.
    static func quoted(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// A command that writes these octets: `printf` with what is not plain as octal numbers.
    static func printing(_ octets: Octets) -> String {
        var text: [UInt8] = []
        for byte in octets {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\\"), 0..<0x20, 0x7F...0xFF:
                text.append(UInt8(ascii: "\\"))
                for shift in [6, 3, 0] as [UInt8] { text.append(0x30 + (byte >> shift & 7)) }
            case UInt8(ascii: "%"): text += "%%".utf8
            default: text.append(byte)
            }
        }
        return "printf '" + String(decoding: text, as: UTF8.self) + "'"
    }
}
