import Files
import Glibc
package import HTTPModel

/// A new folder for one test, removed with all it holds when the object goes.
package final class TemporaryFolder: Sendable {
    /// The folder's absolute path.
    package let path: String

    /// Creates the folder below `$TMPDIR` or `/tmp`.
    ///
    /// - Throws: `FileError` when it cannot be made.
    package init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/apus-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FileError(path: parent, operation: "create folder in", errorNumber: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.removeTree(path) }

    /// The absolute path of `name` inside the folder.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, creating the folders above it.
    package func write(_ name: String, _ text: String) throws {
        try write(name, Octets(utf8: text))
    }

    /// Writes a file, creating the folders above it.
    package func write(_ name: String, _ bytes: Octets) throws {
        try FileSystem.createDirectories(FilePath.directory(of: file(name)))
        try FileSystem.replace(file(name), with: bytes)
    }

    /// Reads a file.
    package func read(_ name: String) throws -> Octets {
        try FileSystem.read(file(name))
    }

    private static func removeTree(_ path: String) {
        for entry in (try? FileSystem.list(path)) ?? [] {
            let child = path + "/" + entry.name
            var status = stat()
            let isLink = lstat(child, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            if entry.isDirectory && !isLink { removeTree(child) } else { unlink(child) }
        }
        rmdir(path)
    }
}
