import Files
import Glibc
public import HTTPModel
import Synchronization

/// Secrets in one file that only its owner may read (mode 0600, in a folder of mode 0700).
///
/// The file has a line for each secret: the key and the secret, a tab between them, with `\`, tab and line
/// ends escaped. It is replaced in one step. A file or folder that others may read is refused, not repaired:
/// what was readable may have been read. So is a file with other lines in it, lest it be lost. Processes
/// that write at the same moment overwrite each other.
public final class FileTokenStore: TokenStore {
    /// The path of the file.
    public let path: String
    // Guards the reading and writing of one store; two stores of one file are two processes.
    private let lock = Mutex(())

    /// Creates a store; the file and its folder are made when the first secret is saved.
    public init(path: String) {
        self.path = path
    }

    /// The secret under `key`; `nil` when there is none.
    public func load(_ key: String) throws(TokenStoreError) -> Secret? {
        try TokenStoreError.check(key: key)
        return try locked { () throws(TokenStoreError) in
            try read().first { $0.key == key }.map { Secret($0.secret) }
        }
    }

    /// Keeps `secret` under `key`.
    public func save(_ secret: Secret, for key: String) throws(TokenStoreError) {
        try TokenStoreError.check(key: key)
        try locked { () throws(TokenStoreError) in
            var entries = try read()
            if let index = entries.firstIndex(where: { $0.key == key }) {
                entries[index].secret = secret.value
            } else {
                entries.append((key, secret.value))
            }
            try write(entries)
        }
    }

    /// Forgets what is under `key`.
    public func delete(_ key: String) throws(TokenStoreError) {
        try TokenStoreError.check(key: key)
        try locked { () throws(TokenStoreError) in
            let entries = try read()
            let rest = entries.filter { $0.key != key }
            if rest.count != entries.count { try write(rest) }
        }
    }

    private func locked<Result: Sendable>(
        _ body: () throws(TokenStoreError) -> Result
    ) throws(TokenStoreError) -> Result {
        try lock.withLock { (_) throws(TokenStoreError) in try body() }
    }

    private func read() throws(TokenStoreError) -> [(key: String, secret: String)] {
        guard FileSystem.exists(path) else { return [] }
        try checkModes()
        let octets: Octets
        do throws(FileError) {
            octets = try FileSystem.read(path)
        } catch {
            throw TokenStoreError(.failed, error.description)
        }
        var entries: [(key: String, secret: String)] = []
        for line in octets.split(separator: 0x0A) {
            guard let tab = line.firstIndex(of: 0x09) else {
                throw TokenStoreError(
                    .failed,
                    "\(path) is no token file, or is damaged; it is left as it is: move it away, "
                        + "or repair it to lines of a key, a tab and a secret"
                )
            }
            entries.append((Self.unescaped(line[..<tab]), Self.unescaped(line[(tab + 1)...])))
        }
        return entries
    }

    private func write(_ entries: [(key: String, secret: String)]) throws(TokenStoreError) {
        var bytes: [UInt8] = []
        for (key, secret) in entries {
            bytes += Self.escaped(key) + [0x09] + Self.escaped(secret) + [0x0A]
        }
        do throws(FileError) {
            try FileSystem.createDirectories(folder, mode: 0o700)
        } catch {
            throw TokenStoreError(.failed, error.description)
        }
        try checkModes()
        do throws(FileError) {
            try FileSystem.replace(path, with: Octets(bytes), mode: 0o600)
        } catch {
            throw TokenStoreError(.failed, error.description)
        }
    }

    private var folder: String { FilePath.directory(of: path) }

    private func checkModes() throws(TokenStoreError) {
        for (place, kind, right) in [(folder, "folder", "700"), (path, "file", "600")] {
            guard let mode = FileSystem.mode(of: place), mode & 0o077 != 0 else { continue }
            throw TokenStoreError(
                .exposed,
                "the \(kind) \(place) may be used by others (mode \(String(mode, radix: 8))); "
                    + "if nobody read it, say chmod \(right) \(place)"
            )
        }
    }

    private static func escaped(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): result += "\\\\".utf8
            case 0x09: result += "\\t".utf8
            case 0x0A: result += "\\n".utf8
            default: result.append(byte)
            }
        }
        return result
    }

    private static func unescaped(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
                switch byte {
                case UInt8(ascii: "t"): result.append(0x09)
                case UInt8(ascii: "n"): result.append(0x0A)
                default: result.append(byte)
                }
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
