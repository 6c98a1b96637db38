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
        guard let text = try? FileSystem.read("/proc/meminfo").text else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
            let words = line.split(separator: " ")
            return words.count >= 2 ? Int(words[1]).map { $0 << 10 } : nil
        }
        return nil
    }
}
