import Glibc

/// How the form is written.
extension MultipartForm {
    /// What stands before the content of the part at `index`: the end of the part before it, the
    /// boundary, and the part's header section.
    package func head(ofPart index: Int) -> Octets {
        let part = parts[index]
        var text = index == 0 ? "--" : "\r\n--"
        text += boundary
        text += "\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name: part.name))\""
        if let filename = part.filename {
            text += "; filename=\"\(Self.escaped(Self.scalars(filename)))\""
        }
        if let mediaType = part.mediaType { text += "\r\nContent-Type: \(mediaType)" }
        var bytes = Array(text.utf8)
        for field in part.fields {
            bytes += [0x0D, 0x0A]
            bytes += field.name.utf8
            bytes += [0x3A, 0x20]
            bytes += field.valueBytes
        }
        bytes += [0x0D, 0x0A, 0x0D, 0x0A]
        return Octets(bytes)
    }

    /// What stands after the last part; for a form without parts, the whole of it.
    package var tail: Octets {
        Octets(utf8: (parts.isEmpty ? "--" : "\r\n--") + boundary + "--\r\n")
    }

    /// Why the form cannot be sent as it is, as a fragment; `nil` when it can.
    ///
    /// Looks at the boundary, the fields of the parts and the octets in memory, not at files.
    package var problem: String? {
        guard Self.isBoundary(boundary) else {
            return "the boundary of the form is not 1 to 70 characters of RFC 2046"
        }
        for part in parts {
            var fields = part.fields
            if let mediaType = part.mediaType { fields.append("Content-Type", mediaType) }
            if let problem = fields.lazy.compactMap(\.problem).first { return problem }
            if case .octets(let octets) = part.content, Self.find(delimiter, in: octets) {
                return "the boundary of the form stands in its part \(part.name)"
            }
        }
        return nil
    }

    /// The octets that must not stand in a part.
    package var delimiter: [UInt8] { Array("--\(boundary)".utf8) }

    /// A name as browsers write it: line ends become CR LF, then those and quotes are escaped.
    private static func escaped(name: String) -> String {
        var scalars: [Unicode.Scalar] = []
        var isAfterReturn = false
        for scalar in name.unicodeScalars {
            if scalar == "\n" && isAfterReturn {
                isAfterReturn = false
                continue
            }
            isAfterReturn = scalar == "\r"
            scalars += scalar == "\r" || scalar == "\n" ? ["\r", "\n"] : [scalar]
        }
        return escaped(scalars)
    }

    private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

    private static func escaped(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars {
            switch scalar {
            case "\r": text.append(contentsOf: "%0D".unicodeScalars)
            case "\n": text.append(contentsOf: "%0A".unicodeScalars)
            case "\"": text.append(contentsOf: "%22".unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    /// Whether `text` may be a boundary (RFC 2046 §5.1.1).
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.last != " "
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "'()+_,-./:=? ".utf8.contains(byte)
                }
            }
    }

    /// Whether `needle`, which is not empty, stands in `octets`.
    package static func find(_ needle: [UInt8], in octets: Octets) -> Bool {
        unsafe octets.withUnsafeBytes { bytes in
            unsafe needle.withUnsafeBytes { needle in
                guard let first = unsafe needle.first, let wanted = needle.baseAddress else {
                    return false
                }
                var start = 0
                while bytes.count - start >= needle.count, let base = bytes.baseAddress {
                    let rest = bytes.count - start - needle.count + 1
                    guard let hit = unsafe memchr(base + start, Int32(first), rest) else { break }
                    if unsafe memcmp(hit, wanted, needle.count) == 0 { return true }
                    start = unsafe UnsafeRawPointer(hit) - base + 1
                }
                return false
            }
        }
    }
}
