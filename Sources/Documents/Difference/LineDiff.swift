package import HTTPModel

/// What is different in two texts, line by line.
///
/// Equal lines that keep their order belong together; what stands between them was removed and
/// added. Line ends do not count.
package struct LineDiff: Sendable, Equatable {
    /// One row of the comparison.
    package enum Row: Hashable, Sendable {
        /// A line of both texts, by its bytes in the second.
        case same(Range<Int>)
        /// A line of the first text only.
        case removed(Range<Int>)
        /// A line of the second text only.
        case added(Range<Int>)
        /// So many lines of both texts that are not listed.
        case skipped(Int)
    }

    /// The first text.
    package let old: Octets
    /// The second text.
    package let new: Octets
    /// The rows: every difference, with a few lines around it.
    package let rows: [Row]
    /// The rows at which a run of differences begins.
    package let starts: [Int]
    /// Whether a text has more lines than are compared.
    package let isCut: Bool

    /// The most lines of a text that are compared.
    package static let mostLines = 200_000
    /// How many equal lines are listed before and after a difference.
    private static let context = 3

    /// Compares two texts.
    package init(_ old: Octets, _ new: Octets) {
        self.old = old
        self.new = new
        let oldLines = Self.lines(of: old)
        let newLines = Self.lines(of: new)
        isCut = oldLines.isCut || newLines.isCut
        var alignment = ArrayAlignment()
        alignment.alignByValue(oldLines.hashes, newLines.hashes)
        var all: [Row] = []
        var (nextOld, nextNew) = (0, 0)
        func add(untilOld oldEnd: Int, untilNew newEnd: Int) {
            while nextOld < oldEnd {
                all.append(.removed(oldLines.ranges[nextOld]))
                nextOld += 1
            }
            while nextNew < newEnd {
                all.append(.added(newLines.ranges[nextNew]))
                nextNew += 1
            }
        }
        for pair in alignment.pairs where !pair.isMoved {
            guard let left = pair.old, let right = pair.new,
                oldLines.hashes[left] == newLines.hashes[right]
            else { continue }
            add(untilOld: left, untilNew: right)
            all.append(.same(newLines.ranges[right]))
            (nextOld, nextNew) = (left + 1, right + 1)
        }
        add(untilOld: oldLines.ranges.count, untilNew: newLines.ranges.count)
        (rows, starts) = Self.shortened(all)
    }

    /// Whether no line is different.
    package var isEmpty: Bool { starts.isEmpty }

    /// How many runs of differences there are.
    package var count: Int { starts.count }

    /// Leaves out what is far from any difference.
    private static func shortened(_ all: [Row]) -> (rows: [Row], starts: [Int]) {
        var isNear = [Bool](repeating: false, count: all.count)
        for (place, row) in all.enumerated() {
            if case .same = row { continue }
            let near = max(0, place - context)...min(all.count - 1, place + context)
            for index in near { isNear[index] = true }
        }
        var rows: [Row] = []
        var starts: [Int] = []
        var skipped = 0
        var wasSame = true
        for (place, row) in all.enumerated() {
            guard isNear[place] else {
                skipped += 1
                wasSame = true
                continue
            }
            if skipped > 0 { rows.append(.skipped(skipped)) }
            skipped = 0
            if case .same = row {
                wasSame = true
            } else {
                if wasSame { starts.append(rows.count) }
                wasSame = false
            }
            rows.append(row)
        }
        if skipped > 0 { rows.append(.skipped(skipped)) }
        return (rows, starts)
    }

    private static func lines(
        of octets: Octets
    ) -> (ranges: [Range<Int>], hashes: [UInt64], isCut: Bool) {
        var ranges: [Range<Int>] = []
        var hashes: [UInt64] = []
        var end = 0
        unsafe octets.withUnsafeBytes { bytes in
            while end < bytes.count, ranges.count < mostLines {
                let start = end
                var hash: UInt64 = 0xCBF2_9CE4_8422_2325
                while unsafe end < bytes.count && bytes[end] != 0x0A {
                    hash = unsafe (hash ^ UInt64(bytes[end])) &* 0x0000_0100_0000_01B3
                    end += 1
                }
                var last = end
                if unsafe last > start && bytes[last - 1] == 0x0D { last -= 1 }
                if last < end {
                    // The hash without the carriage return.
                    hash = 0xCBF2_9CE4_8422_2325
                    for place in start..<last {
                        hash = unsafe (hash ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3
                    }
                }
                ranges.append(start..<last)
                hashes.append(hash)
                end += 1
            }
        }
        return (ranges, hashes, end < octets.count)
    }

    /// The row at `index` as pieces: a sign, then the line with hidden characters visible.
    package func row(_ index: Int) -> DocumentRow {
        let row = rows[index]
        let (sign, octets, range): (String, Octets, Range<Int>) =
            switch row {
            case .same(let range): ("  ", new, range)
            case .removed(let range): ("- ", old, range)
            case .added(let range): ("+ ", new, range)
            case .skipped: ("", new, 0..<0)
            }
        if case .skipped(let count) = row {
            let text = "… \(count) equal line\(count == 1 ? "" : "s")"
            return DocumentRow(spans: [DocumentSpan(text, .comment)], byteRange: range)
        }
        var builder = SpanBuilder(octets)
        builder.add(sign)
        builder.add(range, .text, limit: 2_000)
        return DocumentRow(spans: builder.spans, byteRange: range)
    }
}

extension DocumentDiff: Equatable {
    /// Equal when the same differences were found in the same documents.
    package static func == (left: DocumentDiff, right: DocumentDiff) -> Bool {
        left.changes == right.changes && left.old == right.old && left.new == right.new
    }
}
