import HTTPModel

/// How the characters of a text are written as bytes.
///
/// UTF-8, UTF-16, UTF-32, ISO-8859-1 and Windows-1252 are always known; the others are those of the
/// system's `iconv`. ISO-8859-1 is taken at its word: the bytes 80 to 9F are controls in it.
package struct TextCharset: Hashable, Sendable, CustomStringConvertible {
    /// What decodes the bytes.
    enum Scheme: Hashable, Sendable {
        case utf8
        case utf16(isBigEndian: Bool)
        case utf32(isBigEndian: Bool)
        case latin1
        case windows1252
        /// The name `iconv` knows it by.
        case system(String)
    }

    /// The name in lower case, such as `shift_jis`.
    package let name: String
    let scheme: Scheme

    init(_ name: String, _ scheme: Scheme) {
        self.name = name
        self.scheme = scheme
    }

    /// Finds a charset by its name; `nil` when neither this program nor the system's `iconv` knows it.
    ///
    /// - Parameter label: A name as in a media type parameter, letter case ignored; `utf-16` and
    ///   `utf-32` without a byte order stand for the big-endian form.
    package init?(_ label: String) {
        let name = label.trimmingBlanks.lowercased()
        if let scheme = Self.known[name] {
            self.init(name, scheme)
            return
        }
        let letters = name.utf8.allSatisfy { byte in
            byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A
                || [0x2D, 0x2E, 0x3A, 0x5F].contains(byte)
        }
        let system = Self.aliases[name] ?? name
        guard !name.isEmpty, name.utf8.count <= 40, letters, SystemConversion.knows(system) else {
            return nil
        }
        self.init(name, .system(system))
    }

    /// UTF-8, which is shown without being converted.
    package static let utf8 = TextCharset("utf-8", .utf8)

    static let utf16Big = TextCharset("utf-16be", .utf16(isBigEndian: true))
    static let utf16Little = TextCharset("utf-16le", .utf16(isBigEndian: false))
    static let utf32Big = TextCharset("utf-32be", .utf32(isBigEndian: true))
    static let utf32Little = TextCharset("utf-32le", .utf32(isBigEndian: false))

    /// Whether the text needs no conversion.
    package var isUTF8: Bool { scheme == .utf8 }

    /// Whether a text of this charset cannot be read as ASCII as far as it is ASCII.
    var isWide: Bool {
        switch scheme {
        case .utf16, .utf32: true
        case .utf8, .latin1, .windows1252, .system: false
        }
    }

    /// The name.
    package var description: String { name }

    private static let known: [String: Scheme] = [
        "utf-8": .utf8, "utf8": .utf8, "unicode-1-1-utf-8": .utf8, "us-ascii": .utf8,
        "ascii": .utf8, "utf-16": .utf16(isBigEndian: true), "utf16": .utf16(isBigEndian: true),
        "utf-16be": .utf16(isBigEndian: true), "utf-16le": .utf16(isBigEndian: false),
        "ucs-2": .utf16(isBigEndian: true), "utf-32": .utf32(isBigEndian: true),
        "utf32": .utf32(isBigEndian: true), "utf-32be": .utf32(isBigEndian: true),
        "utf-32le": .utf32(isBigEndian: false), "iso-8859-1": .latin1, "iso8859-1": .latin1,
        "iso_8859-1": .latin1, "latin1": .latin1, "latin-1": .latin1, "l1": .latin1,
        "windows-1252": .windows1252, "cp1252": .windows1252, "x-cp1252": .windows1252,
    ]

    /// Names of the web that `iconv` has no or a narrower meaning for.
    ///
    /// - SeeAlso: WHATWG Encoding §4.2.
    private static let aliases = [
        "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932",
        "windows-31j": "CP932", "ms_kanji": "CP932", "gb2312": "GBK", "gb_2312-80": "GBK",
        "x-gbk": "GBK", "chinese": "GBK", "euc-kr": "CP949", "ks_c_5601-1987": "CP949",
        "korean": "CP949", "windows-949": "CP949", "big5": "BIG5-HKSCS", "x-x-big5": "BIG5-HKSCS",
        "x-euc-jp": "EUC-JP", "windows-874": "CP874", "x-mac-roman": "MACINTOSH",
        "macintosh": "MACINTOSH", "x-mac-cyrillic": "MAC-CYRILLIC",
        "iso-8859-8-i": "ISO-8859-8", "iso-8859-8-e": "ISO-8859-8",
    ]
}
