#if canImport(Glibc)
import Glibc
#endif

/// The words of a finished tape and the samples that make rows and children quick to find.
///
/// `@unchecked Sendable` because nothing changes after `init`.
@safe
package final class TapeStorage: @unchecked Sendable {
    private let words: UnsafeMutablePointer<UInt64>
    /// The tape index of the end word.
    let end: Int
    /// The number of rows when everything is open.
    package let rowCount: Int
    /// The number of values at the top level.
    package let rootCount: Int
    /// Every 64th row, from row 0.
    let rowSamples: [RowSample]
    /// Every 64th child of the containers that have so many, sorted.
    let childSamples: [ChildSample]

    /// How many bytes of a mapping the words are; 0 when `malloc` allocated them.
    private let mappedCount: Int

    /// Takes over `words`, which `malloc` allocated, or which are a mapping of `mappedCount` bytes.
    init(
        adopting words: UnsafeMutablePointer<UInt64>,
        mappedCount: Int,
        end: Int,
        rowCount: Int,
        rootCount: Int,
        rowSamples: [RowSample],
        childSamples: [ChildSample]
    ) {
        unsafe self.words = words
        self.mappedCount = mappedCount
        self.end = end
        self.rowCount = rowCount
        self.rootCount = rootCount
        self.rowSamples = rowSamples
        self.childSamples = childSamples
    }

    deinit {
        if mappedCount > 0 {
            unsafe munmap(words, mappedCount)
        } else {
            unsafe free(words)
        }
    }

    /// Gives back the end of a mapping, and returns the bytes that are left.
    static func trim(
        _ words: UnsafeMutablePointer<UInt64>,
        from capacity: Int,
        to count: Int
    ) -> Int {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let stride = MemoryLayout<UInt64>.stride
        let size = (count * stride + page - 1) / page * page
        let whole = capacity * stride
        if whole > size { unsafe munmap(UnsafeMutableRawPointer(words) + size, whole - size) }
        return min(size, whole)
    }

    /// How many bytes of memory the index takes.
    package var indexByteCount: Int {
        (end + 1) * MemoryLayout<UInt64>.stride
            + rowSamples.count * MemoryLayout<RowSample>.stride
            + childSamples.count * MemoryLayout<ChildSample>.stride
    }

    /// The word at `index`.
    @inline(__always)
    subscript(index: Int) -> TapeWord {
        precondition(index >= 0 && index <= end, "index is outside the tape")
        return unsafe TapeWord(bits: words[index])
    }

    /// How many words the token at `index` takes.
    @inline(__always)
    func width(_ index: Int) -> Int {
        let word = self[index]
        if word.isOpen { return 2 }
        return word.kind.rawValue <= TapeWord.Kind.invalid.rawValue
            && word.length == TapeWord.longLength ? 2 : 1
    }

    /// The length in bytes of the key or scalar at `index`.
    @inline(__always)
    func length(_ index: Int) -> Int {
        let length = self[index].length
        guard length == TapeWord.longLength else { return Int(length) }
        return Int(self[index + 1].bits)
    }

    /// The tape index of the closing bracket of the container at `index`; `end` when it has none.
    @inline(__always)
    func close(of index: Int) -> Int {
        Int(self[index + 1].bits & TapeWord.indexMask)
    }

    /// The number of members or elements of the container at `index`; -1 stands for the top level.
    package func childCount(of index: Int) -> Int {
        guard index >= 0 else { return rootCount }
        let low = self[index].bits >> 44
        let high = self[index + 1].bits >> 40
        return Int(high << 20 | low)
    }

    /// The tape index after the whole value at `index`.
    @inline(__always)
    func after(_ index: Int) -> Int {
        guard self[index].isOpen else { return index + width(index) }
        let close = close(of: index)
        return close == end ? end : close + 1
    }

    /// The tape index of the value of the child that starts at `index`.
    @inline(__always)
    package func value(at index: Int) -> Int {
        self[index].kind == .key ? index + width(index) : index
    }

    /// The bytes of the whole value at `index`, brackets and quotes included.
    package func range(of index: Int) -> Range<Int> {
        let word = self[index]
        guard word.isOpen else { return word.offset..<(word.offset + length(index)) }
        let close = close(of: index)
        let closing = self[close].offset
        return word.offset..<(close == end ? closing : closing + 1)
    }

    /// The range of the token at `index` alone: a bracket, key or scalar.
    func tokenRange(_ index: Int) -> Range<Int> {
        let word = self[index]
        if word.kind == .end { return word.offset..<word.offset }
        if word.isOpen || word.isClose { return word.offset..<(word.offset + 1) }
        return word.offset..<(word.offset + length(index))
    }
}
