package import Files
import HTTPModel

/// The lists of what git leaves out, as far as they concern single files.
///
/// - SeeAlso: `man gitignore`.
package enum GitIgnore {
    private static let fileName = ".gitignore"

    /// Makes git leave out a file that must not be shared.
    ///
    /// - Parameter path: The file.
    /// - Returns: The list that was changed; `nil` when the file is in no repository, or left out already.
    /// - Throws: `FileError` when the list cannot be written.
    package static func cover(_ path: String) throws(FileError) -> String? {
        let path = FilePath.absolute(path)
        guard let root = repository(around: path), !isCovered(path, in: root) else { return nil }
        let list = FilePath.join(FilePath.directory(of: path), fileName)
        var text = FileSystem.exists(list) ? try FileSystem.read(list).array : []
        if let last = text.last, last != 0x0A { text.append(0x0A) }
        text += Array((FilePath.name(of: path) + "\n").utf8)
        try FileSystem.replace(list, with: Octets(text))
        return list
    }

    private static func repository(around path: String) -> String? {
        var folder = FilePath.directory(of: path)
        while true {
            if FileSystem.exists(FilePath.join(folder, ".git")) { return folder }
            let parent = FilePath.directory(of: folder)
            if parent == folder { return nil }
            folder = parent
        }
    }

    /// Whether a list from the repository's folder down to the file's leaves it out.
    private static func isCovered(_ path: String, in root: String) -> Bool {
        var isCovered = false
        var folder = root
        var rest = FilePath.relative(path, to: root).split(separator: "/").map(String.init)
        while !rest.isEmpty {
            let list = FilePath.join(folder, fileName)
            if let text = try? FileSystem.read(list).text {
                for line in text.split(whereSeparator: \.isNewline) {
                    isCovered = verdict(of: String(line), on: rest) ?? isCovered
                }
            }
            folder = FilePath.join(folder, rest.removeFirst())
        }
        return isCovered
    }

    /// What a line says about a path below its list's folder; `nil` when it does not match.
    private static func verdict(of line: String, on parts: [String]) -> Bool? {
        var pattern = line.trimmingSpace
        guard !pattern.isEmpty, !pattern.hasPrefix("#") else { return nil }
        let isNegated = pattern.hasPrefix("!")
        if isNegated { pattern.removeFirst() }
        let isForFolders = pattern.hasSuffix("/")
        if isForFolders { pattern.removeLast() }
        let isAnchored = pattern.contains("/")
        if pattern.hasPrefix("/") { pattern.removeFirst() }
        let glob = Glob(pattern)
        for count in 1...parts.count where count < parts.count || !isForFolders {
            let text =
                isAnchored ? parts[..<count].joined(separator: "/") : parts[count - 1]
            if glob.matches(text) { return !isNegated }
        }
        return nil
    }
}
