import Foundation

/// Reads content as text.
enum TextDecoding {
    /// The content as text: in the charset that its media type names, else UTF-8, else ISO 8859-1.
    static func text(of response: Response) -> String {
        let data = response.data ?? Data()
        let field = response.httpURLResponse?.value(forHTTPHeaderField: "Content-Type")
        if let charset = field.flatMap({ MediaType($0) })?.parameter("charset"),
            let encoding = encodings[charset.lowercased()],
            let text = String(data: data, encoding: encoding)
        {
            return text
        }
        return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1)
            ?? ""
    }

    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "iso-8859-1": .isoLatin1,
        "latin1": .isoLatin1, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250,
        "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252, "utf-16": .utf16,
        "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian, "utf-32": .utf32,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]
}
