import Files
import HTTPModel

/// How much memory the machine has to give.
enum SystemMemory {
    /// The bytes of memory that an index takes for a byte of JSON at most; for most it is a third of that.
    private static let indexBytesPerByte = 5

    /// Up to so many bytes, JSON is read with an index: it fits into the memory that is available now.
    static var indexedByteLimit: Int {
        guard let available = availableByteCount else { return .max }
        return max(available / indexBytesPerByte, 64 << 20)
    }

    /// The bytes that programs can get without anything being swapped out; `nil` when the system does not
    /// tell.
    ///
    /// - SeeAlso: proc_meminfo(5).
    private static var availableByteCount: Int? {
        guard let octets = try? FileSystem.read("/proc/meminfo") else { return nil }
        let name = Array("MemAvailable:".utf8)
        for line in Array(octets).split(separator: 0x0A) where line.starts(with: name) {
            let words = line.split(separator: 0x20)
            guard words.count >= 2 else { return nil }
            return Int(String(decoding: words[1], as: UTF8.self)).map { $0 << 10 }
        }
        return nil
    }
}
