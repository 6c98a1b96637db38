import HTTPModel

/// The rows of a text: its lines, with long ones cut, found without laying anything out.
///
/// The text is seen in blocks of 2,048 bytes. A row starts at 0, after every line feed, and at the end
/// of every block that has no line feed. So lines below 2,048 bytes are whole, a row has fewer than
/// 4,096 bytes, and one number a block is all there is to remember.
struct TextRows: Sendable {
    /// The text.
    private let octets: Octets
    /// The bytes of `octets` it covers.
    let range: Range<Int>
    /// For each block and the end: the number of rows that start at its first byte or before.
    private let rowsUpTo: [Int]

    static let blockLength = 2048

    init(_ octets: Octets, range: Range<Int>) {
        self.octets = octets
        self.range = range
        rowsUpTo = unsafe octets.withUnsafeBytes { bytes in
            unsafe Self.index(UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
    }

    /// The number of rows; 0 for an empty text, and a final line feed does not begin another.
    var count: Int { rowsUpTo.last ?? 0 }

    private static func index(_ bytes: UnsafeRawBufferPointer) -> [Int] {
        guard unsafe !bytes.isEmpty else { return [] }
        var result = [1]
        result.reserveCapacity(bytes.count / blockLength + 2)
        var total = 1
        var start = 0
        while start < bytes.count {
            let end = min(start + blockLength, bytes.count)
            let feeds = unsafe lineFeeds(bytes, start, end)
            if end < bytes.count {
                total += max(1, feeds)
            } else {
                total += unsafe bytes[end - 1] == 0x0A ? feeds - 1 : feeds
            }
            result.append(total)
            start = end
        }
        return result
    }

    /// The number of line feeds in part of `bytes`, eight bytes a step.
    private static func lineFeeds(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int
    {
        var total = 0
        var index = start
        let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        while index &+ 8 <= end {
            let word =
                unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                ^ 0x0A0A_0A0A_0A0A_0A0A
            // The high bit of each byte of `others` is set exactly where the byte is no line feed.
            let others = ((word & lows) &+ lows) | word | lows
            total &+= (~others).nonzeroBitCount
            index &+= 8
        }
        while index < end {
            if unsafe bytes[index] == 0x0A { total &+= 1 }
            index &+= 1
        }
        return total
    }

    /// The bytes of row `row`, its line end not included, and whether it continues the row above.
    func row(_ row: Int) -> (range: Range<Int>, isContinuation: Bool) {
        unsafe octets.withUnsafeBytes { all in
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: all[range])
            let start = unsafe start(ofRow: row, bytes)
            let isCut = unsafe start > 0 && bytes[start - 1] != 0x0A
            let first = unsafe isCut ? UTF8Text.boundary(start, in: bytes, from: 0) : start
            var end = unsafe end(ofRowAt: start, bytes)
            if unsafe end < bytes.count && bytes[end] != 0x0A {
                end = unsafe UTF8Text.boundary(end, in: bytes, from: start)
            } else if unsafe end > start && end < bytes.count && bytes[end - 1] == 0x0D {
                end -= 1
            }
            return ((range.lowerBound + first)..<(range.lowerBound + end), isCut)
        }
    }

    /// The row that shows byte `offset`.
    func row(containing offset: Int) -> Int {
        guard count > 0 else { return 0 }
        return unsafe octets.withUnsafeBytes { all in
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: all[range])
            let place = min(max(offset - range.lowerBound, 0), bytes.count - 1)
            let block = place / Self.blockLength
            let blockStart = block * Self.blockLength
            let row = unsafe rowsUpTo[block] - 1 + Self.lineFeeds(bytes, blockStart, place)
            let blockEnd = blockStart + Self.blockLength
            guard unsafe blockEnd < bytes.count && bytes[blockEnd - 1] != 0x0A,
                unsafe UTF8Text.boundary(blockEnd, in: bytes, from: 0) <= place,
                unsafe Self.lineFeeds(bytes, blockStart, blockEnd) == 0
            else { return min(row, count - 1) }
            return row + 1
        }
    }

    private func start(ofRow row: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
        precondition(row >= 0 && row < count, "row is outside the text")
        guard row > 0 else { return 0 }
        // The last block at whose first byte at most `row` rows have started.
        var low = 0
        var high = rowsUpTo.count - 1
        while low + 1 < high {
            let middle = (low + high) / 2
            if rowsUpTo[middle] <= row { low = middle } else { high = middle }
        }
        var remaining = row - rowsUpTo[low]
        let blockStart = low * Self.blockLength
        let blockEnd = min(blockStart + Self.blockLength, bytes.count)
        for index in blockStart..<blockEnd where unsafe bytes[index] == 0x0A {
            if remaining == 0 { return index + 1 }
            remaining -= 1
        }
        return blockEnd
    }

    private func end(ofRowAt start: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
        let block = start / Self.blockLength
        let blockStart = block * Self.blockLength
        let blockEnd = min(blockStart + Self.blockLength, bytes.count)
        if let feed = unsafe firstLineFeed(bytes, start, blockEnd) { return feed }
        let hasFeedBefore = unsafe firstLineFeed(bytes, blockStart, start) != nil
        guard hasFeedBefore, blockEnd < bytes.count else { return blockEnd }
        let nextEnd = min(blockEnd + Self.blockLength, bytes.count)
        return unsafe firstLineFeed(bytes, blockEnd, nextEnd) ?? nextEnd
    }

    private func firstLineFeed(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int? {
        var index = start
        while index < end {
            if unsafe bytes[index] == 0x0A { return index }
            index &+= 1
        }
        return nil
    }
}
