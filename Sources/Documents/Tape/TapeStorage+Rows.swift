// The rows of the fully opened view: one for each child, one for each closing bracket of a container
// that has children, and more for long strings.

/// A row of the pretty view.
package struct TapeRow {
    /// The tape index at which the row starts: a key, a value or a closing bracket.
    package var start: Int
    /// Which piece of a long string the row shows.
    package var piece: Int
    /// The nesting level.
    package var depth: Int
}

/// A walk over the rows of the fully opened view, from one row on.
struct TapeRowWalk {
    /// The tape index at which the row starts.
    var start: Int
    /// The nesting level before the row.
    var depth: Int

    /// The number of rows of the child or closing bracket that starts here.
    func rowCount(in tape: TapeStorage) -> Int {
        let value = tape.value(at: start)
        guard tape[value].kind == .string else { return 1 }
        return LongString.pieces(tape.length(value))
    }

    /// Moves to the next child or closing bracket in text order.
    mutating func advance(in tape: TapeStorage) {
        let word = tape[start]
        if word.isClose {
            depth -= 1
            start += 1
            return
        }
        let value = tape.value(at: start)
        if tape[value].isOpen && tape.hasChildren(value) {
            depth += 1
            start = value + 1
        } else {
            start = tape.after(value)
        }
    }
}

extension TapeStorage {
    /// The row number `row` of the fully opened view.
    package func row(_ row: Int) -> TapeRow {
        let sample = rowSamples[row / RowSample.interval]
        var walk = TapeRowWalk(start: sample.node, depth: Int(sample.depth))
        var first = row / RowSample.interval * RowSample.interval - Int(sample.piece)
        while true {
            let count = walk.rowCount(in: self)
            if row < first + count {
                let depth = self[walk.start].isClose ? walk.depth - 1 : walk.depth
                return TapeRow(start: walk.start, piece: row - first, depth: depth)
            }
            first += count
            walk.advance(in: self)
        }
    }

    /// The first row, in the fully opened view, of the child or bracket the token at `index` is part of.
    package func firstRow(of index: Int) -> Int {
        guard rowCount > 0 else { return 0 }
        var low = 0
        var high = rowSamples.count
        while low < high {
            let middle = (low + high) / 2
            if rowSamples[middle].node <= index { low = middle + 1 } else { high = middle }
        }
        let number = max(low - 1, 0)
        let sample = rowSamples[number]
        var walk = TapeRowWalk(start: sample.node, depth: Int(sample.depth))
        var first = number * RowSample.interval - Int(sample.piece)
        while true {
            let count = walk.rowCount(in: self)
            var next = walk
            next.advance(in: self)
            if index < next.start || next.start >= end { return first }
            first += count
            walk = next
        }
    }

    /// The tape index of the last token that starts at byte `offset` or before it.
    func token(at offset: Int) -> Int {
        guard rowCount > 0 else { return 0 }
        var low = 0
        var high = rowSamples.count
        while low < high {
            let middle = (low + high) / 2
            if self[rowSamples[middle].node].offset <= offset {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var index = rowSamples[max(low - 1, 0)].node
        while true {
            let next = index + width(index)
            if next >= end || self[next].offset > offset { return index }
            index = next
        }
    }
}
