import Glibc

/// Paths as text, with `/` between their parts.
///
/// All functions but `absolute` look at the text only; nothing is read from the disk.
package enum FilePath {
    private static let slash = UInt8(ascii: "/")

    /// `base` followed by `path`; `path` alone when it is absolute.
    package static func join(_ base: String, _ path: String) -> String {
        if path.hasPrefix("/") || base.isEmpty { return path }
        if path.isEmpty { return base }
        return base.hasSuffix("/") ? base + path : base + "/" + path
    }

    /// The path without its last part: `a` of `a/b`, `/` of `/a`, `.` when there is no slash.
    package static func directory(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let slash = trimmed.utf8.lastIndex(of: slash) else { return "." }
        let parent = withoutTrailingSlashes(String(trimmed[..<slash]))
        return parent.isEmpty ? "/" : parent
    }

    /// The last part: `b.http` of `a/b.http`; `/` for the root.
    package static func name(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let slash = trimmed.utf8.lastIndex(of: slash) else { return trimmed }
        let name = String(trimmed[trimmed.utf8.index(after: slash)...])
        return name.isEmpty ? "/" : name
    }

    /// What follows the last dot of the last part, in lower case; empty when there is none.
    ///
    /// A dot in front, as of `.env`, starts no extension.
    package static func fileExtension(of path: String) -> String {
        let name = name(of: path)
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        guard let dot, dot != name.startIndex else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// `path` without the extension of its last component; all of it when there is none.
    package static func withoutExtension(_ path: String) -> String {
        let name = name(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex,
            name.utf8.index(after: dot) != name.endIndex
        else { return path }
        return String(path.utf8.dropLast(name.utf8.distance(from: dot, to: name.endIndex))) ?? path
    }

    /// The path without empty parts, `.` and `a/..`; `.` when nothing is left.
    ///
    /// A `..` that nothing stands before is kept in relative paths and dropped in absolute ones.
    package static func normalized(_ path: String) -> String {
        if !path.isEmpty, hasPlainParts(path.utf8) { return path }
        let isAbsolute = path.hasPrefix("/")
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if let last = parts.last, last != ".." {
                parts.removeLast()
            } else if !isAbsolute {
                parts.append(part)
            }
        }
        let joined = parts.joined(separator: "/")
        if isAbsolute { return "/" + joined }
        return joined.isEmpty ? "." : joined
    }

    /// The way from folder `base` to `path`: `b` from `/a` to `/a/b`, `../c` from `/a` to `/c`.
    ///
    /// Both are absolute, or both relative to the same folder; otherwise `path` is given back.
    package static func relative(_ path: String, to base: String) -> String {
        guard path.hasPrefix("/") == base.hasPrefix("/") else { return path }
        if let inner = plainInner(path, of: base) { return inner }
        let parts = normalized(path).split(separator: "/").filter { $0 != "." }
        let baseParts = normalized(base).split(separator: "/").filter { $0 != "." }
        var shared = 0
        while shared < min(parts.count, baseParts.count), parts[shared] == baseParts[shared] {
            shared += 1
        }
        let ups = Array(repeating: Substring(".."), count: baseParts.count - shared)
        let joined = (ups + parts[shared...]).joined(separator: "/")
        return joined.isEmpty ? "." : joined
    }

    /// What follows `base` in `path` when neither has anything to normalize; the usual case, cheap.
    private static func plainInner(_ path: String, of base: String) -> String? {
        let (path, base) = (path.utf8, base.utf8)
        guard path.count > base.count + 1, base.count > 1, path.starts(with: base) else {
            return nil
        }
        let start = path.index(path.startIndex, offsetBy: base.count)
        guard path[start] == UInt8(ascii: "/"), hasPlainParts(path) else { return nil }
        return String(path[path.index(after: start)...])
    }

    /// Whether no part is empty or begins with a dot, so that there is nothing to normalize; names that
    /// begin with a dot take the other way.
    private static func hasPlainParts(_ path: String.UTF8View) -> Bool {
        var isAfterSlash = false
        for byte in path {
            // `//`, `/.` and what may follow them.
            if isAfterSlash, byte == slash || byte == UInt8(ascii: ".") { return false }
            isAfterSlash = byte == slash
        }
        return !isAfterSlash && path.first != UInt8(ascii: ".")
    }

    /// The path from the root, normalized; a relative one starts at the working folder.
    package static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return normalized(path) }
        guard let folder = unsafe getcwd(nil, 0) else { return normalized(path) }
        defer { unsafe free(folder) }
        return normalized(join(unsafe String(cString: folder), path))
    }

    private static func withoutTrailingSlashes(_ path: String) -> String {
        if let last = path.utf8.last, last != slash { return path }
        guard let last = path.utf8.lastIndex(where: { $0 != slash }) else {
            return path.isEmpty ? "" : "/"
        }
        return String(path[..<path.utf8.index(after: last)])
    }
}
