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
    /// The containers that need more than their brackets' words, in text order.
    private let farContainers: [FarContainer]
    /// The containers without a closing bracket, as `TapeLevel`s, each inside the one before.
    private let unclosed: [UInt64]

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
        childSamples: [ChildSample],
        farContainers: [FarContainer],
        unclosed: [UInt64]
    ) {
        unsafe self.words = words
        self.mappedCount = mappedCount
        self.end = end
        self.rowCount = rowCount
        self.rootCount = rootCount
        self.rowSamples = rowSamples
        self.childSamples = childSamples
        self.farContainers = farContainers
        self.unclosed = unclosed
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
            + farContainers.count * MemoryLayout<FarContainer>.stride
            + unclosed.count * MemoryLayout<UInt64>.stride
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
        let distance = self[index].distance
        guard distance == TapeWord.farDistance else { return index + Int(distance) }
        return farContainer(index).close
    }

    /// The number of members or elements of the container at `index`; -1 stands for the top level.
    package func childCount(of index: Int) -> Int {
        guard index >= 0 else { return rootCount }
        let distance = self[index].distance
        guard distance == TapeWord.farDistance else {
            return Int(self[index + Int(distance)].distance)
        }
        return farContainer(index).children
    }

    /// Whether the container at `index` has members or elements.
    @inline(__always)
    func hasChildren(_ index: Int) -> Bool {
        let next = self[index + 1]
        return !next.isClose && next.kind != .end
    }

    /// What the words of the container at `index` do not tell.
    private func farContainer(_ index: Int) -> FarContainer {
        let place = Self.first(farContainers.count) { farContainers[$0].open >= index }
        if place < farContainers.count, farContainers[place].open == index {
            return farContainers[place]
        }
        let level = Self.first(unclosed.count) { TapeLevel(bits: unclosed[$0]).open >= index }
        let children = level < unclosed.count ? TapeLevel(bits: unclosed[level]).children : 0
        return FarContainer(open: index, close: end, children: children)
    }

    /// The first of so many places for which `holds` does; it must hold for all after it.
    private static func first(_ count: Int, where holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
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
