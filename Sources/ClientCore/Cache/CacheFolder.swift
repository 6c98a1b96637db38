import Files
import HTTPModel

/// Stored responses in a folder, one a file; what was used least recently goes first.
///
/// A file's name begins with a number made from the target, so that what is stored for a target is
/// found without reading every file. A file that cannot be read is removed; losing one costs a request.
struct CacheFolder {
    /// The folder, which only its owner may look into.
    let path: String
    /// The most bytes to keep.
    let limit: Int
    /// The bytes kept.
    private(set) var size = 0
    private var files: [String: File] = [:]
    private var clock: Int64 = 0

    private struct File {
        var size: Int
        /// The time of writing, then a count of uses; later ones are higher.
        var lastUse: Int64
    }

    private static let suffix = ".response"

    /// Opens the folder, and makes it when it is not there.
    init(path: String, limit: Int) throws(FileError) {
        self.path = path
        self.limit = limit
        try FileSystem.createDirectories(path, mode: 0o700)
        for entry in try FileSystem.list(path)
        where entry.name.hasSuffix(Self.suffix) && !entry.isDirectory {
            guard let stamp = FileSystem.stamp(FilePath.join(path, entry.name)) else { continue }
            files[entry.name] = File(size: stamp.byteCount, lastUse: stamp.modificationNanoseconds)
            size += stamp.byteCount
            clock = max(clock, stamp.modificationNanoseconds)
        }
    }

    /// How many responses are kept.
    var count: Int { files.count }

    /// What is kept for a target; this counts as a use.
    mutating func responses(for key: String) -> [StoredResponse] {
        let prefix = Self.prefix(key)
        return files.keys.filter { $0.hasPrefix(prefix) }.sorted().compactMap { name in
            let file = FilePath.join(path, name)
            guard let octets = try? FileSystem.read(file), let stored = StoredResponse(file: octets)
            else {
                remove(name)
                return nil
            }
            // Two targets may share a number.
            guard stored.target == key else { return nil }
            clock += 1
            files[name]?.lastUse = clock
            return stored
        }
    }

    /// Writes a response in place of the one it replaces, if it is fit for a disk and not too large.
    ///
    /// A disk that is full or gone is no failure of the request: the response is then not kept.
    mutating func keep(_ stored: StoredResponse) {
        let name = Self.name(stored)
        guard stored.isFitForDisk else { return remove(name) }
        let octets = stored.fileOctets
        guard octets.count <= limit / 2,
            (try? FileSystem.replace(FilePath.join(path, name), with: octets, mode: 0o600)) != nil
        else { return remove(name) }
        clock += 1
        size += octets.count - (files[name]?.size ?? 0)
        files[name] = File(size: octets.count, lastUse: clock)
        while size > limit, let oldest = files.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
    }

    /// Forgets what is kept for a target.
    mutating func removeAll(for key: String) {
        for stored in responses(for: key) { remove(Self.name(stored)) }
    }

    /// Forgets everything.
    mutating func removeAll() {
        for name in Array(files.keys) { remove(name) }
    }

    private mutating func remove(_ name: String) {
        guard let file = files.removeValue(forKey: name) else { return }
        size -= file.size
        try? FileSystem.remove(FilePath.join(path, name))
    }

    private static func prefix(_ key: String) -> String { hexadecimal(hash(key.utf8)) + "-" }

    private static func name(_ stored: StoredResponse) -> String {
        var variant = stored.selecting.map { "\($0.name)\0\($0.value ?? "\u{1}")" }
        variant.append(stored.circumstances.isDecoding ? "decoding" : "")
        return prefix(stored.target) + hexadecimal(hash(variant.joined(separator: "\n").utf8))
            + suffix
    }

    /// The 64-bit FNV-1a hash, which is the same in every run.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
