import HTTPModel

/// The names of a fixture's files, and what they say about it.
///
/// `METHOD[~variant][@query].outcome.ext`, where the outcome is a status code or a failure code. The
/// query part only tells apart fixtures of one path; it decides nothing.
struct FixtureName: Hashable {
    var method: HTTPMethod
    var variant: String?
    /// What tells the fixture apart from another of the same method, variant and outcome.
    var distinction: String?
    /// A status code or a failure code.
    var outcome: String

    static let metaSuffix = ".meta.json"

    /// The name without the suffixes of head and content.
    var stem: String {
        var text = Self.escape(method.rawValue, keeping: "-_")
        if let variant { text += "~" + Self.safe(variant) }
        if let distinction { text += "@" + Self.safe(distinction) }
        return text + "." + outcome
    }

    /// Reads the name of a head or of content.
    ///
    /// - Returns: `nil` when it is not the name of a fixture's file.
    init?(fileName: String) {
        guard let dot = fileName.firstIndex(of: ".") else { return nil }
        var front = fileName[..<dot]
        guard let outcome = Self.outcome(in: fileName[fileName.index(after: dot)...]) else {
            return nil
        }
        self.outcome = outcome
        if let at = front.firstIndex(of: "@") {
            distinction = PercentEncoding.decode(front[front.index(after: at)...])
            front = front[..<at]
        }
        if let tilde = front.firstIndex(of: "~") {
            variant = PercentEncoding.decode(front[front.index(after: tilde)...])
            front = front[..<tilde]
        }
        guard let method = HTTPMethod(rawValue: PercentEncoding.decode(front)),
            method.rawValue.utf8.allSatisfy({ !(0x61...0x7A).contains($0) })
        else { return nil }
        self.method = method
    }

    init(_ fixture: Fixture, distinction: String? = nil) {
        method = fixture.method
        variant = fixture.variant
        self.distinction = distinction
        outcome = fixture.outcomeText
    }

    /// The outcome in front of an extension, such as `404` of `404.json`.
    private static func outcome(in text: Substring) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        if first.count == 3, Int(first) != nil { return String(first) }
        for count in 1...2 where parts.count >= count {
            let code = parts.prefix(count).joined(separator: ".")
            if NetworkFailure.Code(rawValue: code) != nil { return code }
        }
        return nil
    }

    // MARK: Folders

    /// The folder of a fixture, relative to the store's root: authority and path segments, made safe.
    static func folder(authority: String, path: String) -> String {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if segments.first?.isEmpty == true { segments.removeFirst() }
        if segments.count == 1, segments[0].isEmpty { segments = [] }
        var parts = [folderName(authority.lowercased())] + segments.map(folderName)
        // Deep paths: what is past a sensible length becomes one hashed name.
        var length = 0
        for (i, part) in parts.enumerated() {
            length += part.utf8.count + 1
            if length > longestFolder || i == deepestFolder {
                let rest = parts[i...].joined(separator: "/")
                parts = Array(parts[..<i]) + [hash(rest)]
                break
            }
        }
        return parts.joined(separator: "/")
    }

    /// The authority and path that a folder stands for, as well as its name tells.
    static func key(ofFolder folder: String) -> (authority: String, path: String) {
        let parts = folder.split(separator: "/").map(String.init)
        let path = parts.dropFirst().map { $0 == emptySegment ? "" : $0 }.joined(separator: "/")
        return (parts.first ?? "", "/" + path)
    }

    private static let longestPart = 120
    private static let longestFolder = 1_500
    /// How many folders deep fixtures stand at most, the hashed one not counted.
    static let deepestFolder = 48
    private static let emptySegment = "%2F"

    private static func folderName(_ segment: String) -> String {
        if segment.isEmpty { return emptySegment }
        var name = escape(segment, keeping: "-._~%+,=@:[]")
        // No `.`, `..`, hidden folder, or folder with the name of a fixture's file.
        if name.hasPrefix(".") || FixtureName(fileName: name) != nil,
            let dot = name.firstIndex(of: ".")
        {
            name.replaceSubrange(dot...dot, with: "%2E")
            if name == "%2E." { name = "%2E%2E" }
        }
        return shortened(name)
    }

    /// A variant or a distinction as part of a file name, without the characters that structure it.
    private static func safe(_ text: String) -> String {
        shortened(escape(text, keeping: "-_=&,"))
    }

    private static func escape(_ text: String, keeping kept: String) -> String {
        let kept = Set(kept.utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.append(byte)
            case _ where kept.contains(byte): result.append(byte)
            default:
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The name itself, or its start and a hash of all of it when it is too long for a file system.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longestPart else { return name }
        return "\(name.prefix(60))~\(hash(name))"
    }

    /// FNV-1a of 64 bits in hexadecimal digits.
    static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The extensions of content files.
enum BodyExtension {
    private static let known: [(essence: String, ext: String)] = [
        ("application/json", "json"), ("text/html", "html"), ("text/plain", "txt"),
        ("text/css", "css"), ("text/csv", "csv"), ("text/javascript", "js"),
        ("application/javascript", "js"), ("text/markdown", "md"), ("application/yaml", "yaml"),
        ("application/xml", "xml"), ("text/xml", "xml"), ("image/png", "png"),
        ("image/jpeg", "jpg"), ("image/gif", "gif"), ("image/webp", "webp"),
        ("image/svg+xml", "svg"), ("application/pdf", "pdf"), ("application/zip", "zip"),
        ("application/gzip", "gz"), ("application/x-ndjson", "ndjson"),
        ("text/event-stream", "txt"), ("application/octet-stream", "bin"),
    ]

    /// The extension for content of a media type.
    static func of(_ mediaType: MediaType?) -> String {
        guard let mediaType else { return "bin" }
        if let known = known.first(where: { $0.essence == mediaType.essence }) { return known.ext }
        if mediaType.isJSON { return "json" }
        if mediaType.isXML { return "xml" }
        return mediaType.isText ? "txt" : "bin"
    }

    /// The media type to announce for a content file that has no head.
    static func mediaType(of ext: String) -> String {
        known.first { $0.ext == ext }?.essence ?? "application/octet-stream"
    }
}
