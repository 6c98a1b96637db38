/// Names for files, out of what a peer says.
public enum FileName {
    /// The most bytes of a name, which leaves room for an ending; file systems take 255.
    private static let limit = 200

    /// Makes a name of a text: its part behind the last `/` or `\`, without controls and invisible
    /// characters and the blanks around it.
    ///
    /// A long name is cut before its ending.
    ///
    /// - Returns: `nil` when nothing is left, or dots alone.
    public static func safe(_ text: String) -> String? {
        let last = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? [][...]
        let shown = last.filter { !isHidden($0) }
        let name = String(String.UnicodeScalarView(shown)).trimmingBlanks
        guard !name.isEmpty, !name.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) else { return nil }
        return name.utf8.count <= limit ? name : cut(name)
    }

    private static func cut(_ name: String) -> String {
        var ending = ""
        if let dot = name.lastIndex(of: "."), dot > name.startIndex,
            name[dot...].utf8.count <= 16
        {
            ending = String(name[dot...])
        }
        var stem = name.dropLast(ending.count)
        while stem.utf8.count + ending.utf8.count > limit { stem.removeLast() }
        return stem + ending
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}

extension HTTPResponseHead {
    /// The name that the response suggests for a file with its content, made safe by `FileName`.
    ///
    /// `filename*` counts before `filename`. `nil` when there is none of either, or nothing safe in it.
    ///
    /// - SeeAlso: RFC 6266 §4.3; RFC 8187 §3.2.
    public var suggestedFileName: String? {
        // Its parameters are written as those of a media type.
        guard let field = fields["Content-Disposition"], let disposition = MediaType("a/" + field)
        else { return nil }
        return disposition.parameter("filename*").flatMap(Self.extendedValue).flatMap(FileName.safe)
            ?? disposition.parameter("filename").flatMap(FileName.safe)
    }

    /// The text of `charset'language'value`; `nil` for other charsets than the two that RFC 8187 names.
    private static func extendedValue(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let bytes = PercentEncoding.decodedBytes(parts[2])
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}
