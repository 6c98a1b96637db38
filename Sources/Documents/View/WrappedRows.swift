import HTTPModel

/// The rows of a text whose lines are wrapped after a number of columns.
///
/// Made by one pass over the text that notes where every 32nd row starts; from there a row is found
/// by walking.
struct WrappedRows: Sendable {
    private let octets: Octets
    /// The columns of the widest row; a single character may be wider.
    let columns: Int
    /// The number of rows; 0 for an empty text, and a final line feed does not begin another.
    let count: Int
    /// Where every 32nd row starts.
    private let starts: [Int]

    private static let interval = 32

    init(_ octets: Octets, columns: Int) {
        self.octets = octets
        self.columns = columns
        var starts: [Int] = []
        var rows = 0
        unsafe octets.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                if rows % Self.interval == 0 { starts.append(start) }
                rows += 1
                start = unsafe Self.row(bytes, start, columns).next
            }
        }
        count = rows
        self.starts = starts
    }

    /// The end of the row that starts at `start`, and the start of the next.
    @inline(__always)
    private static func row(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int,
        _ columns: Int
    ) -> (end: Int, next: Int) {
        let end = unsafe DisplayColumns.end(bytes, from: start, to: bytes.count, columns: columns)
            .end
        guard end < bytes.count else { return (end, end) }
        if unsafe bytes[end] == 0x0A {
            let isPair = unsafe end > start && bytes[end - 1] == 0x0D
            return (isPair ? end - 1 : end, end + 1)
        }
        // The line end itself starts no row.
        if unsafe bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A {
            return (end, end + 2)
        }
        return (end, end)
    }

    /// The bytes of row `row`, its line end not included, and whether it continues the row above.
    func row(_ row: Int) -> (range: Range<Int>, isContinuation: Bool) {
        precondition(row >= 0 && row < count, "row is outside the text")
        return unsafe octets.withUnsafeBytes { bytes in
            var start = starts[row / Self.interval]
            for _ in 0..<(row % Self.interval) {
                start = unsafe Self.row(bytes, start, columns).next
            }
            let end = unsafe Self.row(bytes, start, columns).end
            return (start..<end, unsafe start > 0 && bytes[start - 1] != 0x0A)
        }
    }

    /// The row that shows byte `offset`.
    func row(containing offset: Int) -> Int {
        guard count > 0 else { return 0 }
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        let sample = max(low - 1, 0)
        return unsafe octets.withUnsafeBytes { bytes in
            var row = sample * Self.interval
            var start = starts[sample]
            while row + 1 < count {
                start = unsafe Self.row(bytes, start, columns).next
                if start > offset { break }
                row += 1
            }
            return row
        }
    }
}
