#if canImport(Glibc)
import Glibc
#endif

extension String {
    /// Creates the text of `parts`, one after the other.
    ///
    /// Takes memory once and copies each part once; appending a part to a string costs some four
    /// hundred instructions.
    package init(joining parts: [String]) {
        self.init(capacity: parts.reduce(0) { $0 + $1.utf8.count }) { text in
            for part in parts { text.append(part) }
        }
    }

    /// Whether an ASCII character stands in the text.
    package func holds(_ byte: UInt8) -> Bool {
        unsafe utf8.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe memchr(start, Int32(byte), bytes.count) != nil
        } ?? utf8.contains(byte)
    }

    /// Creates a text of at most `capacity` UTF-8 code units that `write` puts together.
    ///
    /// Nothing is copied twice, and no list of parts is made. What does not fit is left out, so the
    /// capacity must be enough.
    package init(capacity: Int, _ write: (inout TextAssembly) -> Void) {
        unsafe self.init(unsafeUninitializedCapacity: capacity) { target in
            var assembly = unsafe TextAssembly(target)
            write(&assembly)
            return assembly.count
        }
    }
}

/// A text while it is put together in memory that is there already; valid only within the closure it
/// is given to.
@safe
package struct TextAssembly: ~Copyable {
    private let target: UnsafeMutableBufferPointer<UInt8>
    /// How many code units were written.
    fileprivate private(set) var count = 0

    fileprivate init(_ target: UnsafeMutableBufferPointer<UInt8>) {
        unsafe self.target = target
    }

    /// Adds `text`.
    package mutating func append(_ text: String) {
        var text = text
        let start = count
        count += text.withUTF8 { bytes in
            guard let from = bytes.baseAddress, let to = unsafe target.baseAddress,
                unsafe bytes.count <= target.count - start
            else { return 0 }
            unsafe (to + start).update(from: from, count: bytes.count)
            return bytes.count
        }
    }

    /// Adds an ASCII character.
    package mutating func append(ascii character: Unicode.Scalar) {
        guard unsafe count < target.count else { return }
        unsafe target[count] = UInt8(truncatingIfNeeded: character.value)
        count += 1
    }

    /// Adds a number that is not negative, in decimal digits.
    package mutating func append(decimal number: Int) {
        var end = count + 1
        var rest = number / 10
        while rest > 0 {
            end += 1
            rest /= 10
        }
        guard unsafe end <= target.count else { return }
        rest = number
        var i = end
        while i > count {
            i -= 1
            unsafe target[i] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
            rest /= 10
        }
        count = end
    }
}
