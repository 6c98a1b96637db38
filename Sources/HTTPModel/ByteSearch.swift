#if canImport(Glibc)
import Glibc
#endif

extension [UInt8] {
    /// Where `byte` first stands in `range`; `nil` when it does not.
    package func place(of byte: UInt8, in range: Range<Int>) -> Int? {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "range is outside")
        return unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let start = unsafe base + range.lowerBound
            guard let found = unsafe memchr(start, Int32(byte), range.count) else { return nil }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// Whether all bytes of `range` are below 128.
    package func isASCII(in range: Range<Int>) -> Bool {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "range is outside")
        return unsafe withUnsafeBytes { bytes in
            var i = range.lowerBound
            // Eight at a time.
            while i + 8 <= range.upperBound {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 != 0 { return false }
                i += 8
            }
            while i < range.upperBound {
                if unsafe bytes[i] >= 0x80 { return false }
                i += 1
            }
            return true
        }
    }
}
