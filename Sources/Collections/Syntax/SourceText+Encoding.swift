import HTTPModel

extension SourceText {
    /// Why the bytes of a file are not read as lines of UTF-8, or `nil` when they are.
    ///
    /// Such a file is listed, and never written. Single bytes that are not UTF-8 are no reason: they are
    /// kept, and reported where they stand.
    static func encodingFault(of bytes: Octets) -> String? {
        guard let first = bytes.first else { return nil }
        let second = bytes.dropFirst().first
        if first == 0xFF && second == 0xFE || first == 0xFE && second == 0xFF {
            return "this file is UTF-16, which is not read; save it as UTF-8"
        }
        let start = bytes.prefix(512)
        if start.contains(0) {
            // Of ASCII in UTF-16 every other byte is zero.
            let zeros = start.count { $0 == 0 }
            return zeros * 3 > start.count
                ? "this file is UTF-16 without a byte order mark, which is not read; save it as UTF-8"
                : nil
        }
        if !bytes.contains(Byte.lineFeed),
            bytes.dropLast().contains(Byte.carriageReturn)
        {
            return
                "the lines of this file end with CR alone, which is not read; save it with LF or CRLF"
        }
        return nil
    }
}
