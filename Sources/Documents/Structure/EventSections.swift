import HTTPModel

/// The events of an event stream: a head row each, and what their data is.
///
/// Data that is JSON is laid out by its structure; other data line by line. Comments and fields that are
/// not known are shown as they are.
///
/// - SeeAlso: HTML §9.2.6.
struct EventSections: SectionContent {
    private let octets: Octets
    /// Where each event starts, and the end of the last.
    private let starts: [Int]

    /// The events that are too long to be read again for every row.
    private let kept: [Int: Event]

    /// Longer data is not looked at as JSON, and longer events are kept.
    private static let longestJSON = 64 * 1024
    private static let shownLength = 2048

    init(_ octets: Octets) {
        self.octets = octets
        var starts: [Int] = []
        unsafe octets.withUnsafeBytes { bytes in
            var start = unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            var line = start
            var hasField = false
            while line < bytes.count {
                let end = unsafe Self.lineEnd(bytes, line)
                if end.end > line {
                    hasField = true
                } else if hasField {
                    starts.append(start)
                    start = end.next
                    hasField = false
                } else {
                    start = end.next
                }
                line = end.next
            }
            if hasField { starts.append(start) }
        }
        starts.append(octets.count)
        self.starts = starts
        var kept: [Int: Event] = [:]
        for section in 0..<(starts.count - 1)
        where starts[section + 1] - starts[section] > Self.longestJSON {
            kept[section] = Self.event(starts[section]..<starts[section + 1], octets)
        }
        self.kept = kept
    }

    /// The end of the line at `start`, and the start of the next; CR, LF and CR LF end lines.
    private static func lineEnd(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int
    ) -> (end: Int, next: Int) {
        var index = start
        while index < bytes.count {
            let byte = unsafe bytes[index]
            if byte == 0x0A { return (index, index + 1) }
            if byte == 0x0D {
                let isPair = unsafe index + 1 < bytes.count && bytes[index + 1] == 0x0A
                return (index, index + (isPair ? 2 : 1))
            }
            index &+= 1
        }
        return (index, index)
    }

    var count: Int { starts.count - 1 }

    func range(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    // MARK: Events

    /// What an event says.
    private struct Event: Sendable {
        var name: Range<Int>?
        var id: Range<Int>?
        var retry: Range<Int>?
        /// The values of the data fields, long ones in pieces, comments and unknown fields.
        var lines: [Piece] = []
        /// The pieces that are the data, when it is one line.
        var data: Range<Int>?
        /// The data as JSON, when it is; takes the place of the pieces.
        var tape: JSONTape?

        /// The number of rows below the head.
        var rowCount: Int {
            guard let tape, let data else { return lines.count }
            return lines.count - data.count + tape.storage.rowCount
        }
    }

    /// A line of data or another line, or a part of a long one.
    private struct Piece: Sendable {
        var range: Range<Int>
        var isContinuation: Bool
        var isData: Bool
    }

    private func event(_ section: Int) -> Event {
        kept[section] ?? Self.event(range(of: section), octets)
    }

    private static func event(_ range: Range<Int>, _ octets: Octets) -> Event {
        var event = Event()
        var dataCount = 0
        unsafe octets.withUnsafeBytes { bytes in
            var line = range.lowerBound
            while line < range.upperBound {
                let (end, next) = unsafe lineEnd(bytes, line)
                if end > line {
                    let before = event.lines.count
                    if unsafe add(line..<end, bytes, to: &event) {
                        dataCount += 1
                        event.data = before..<event.lines.count
                    }
                }
                line = next
            }
        }
        guard dataCount == 1, let pieces = event.data else {
            event.data = nil
            return event
        }
        let data =
            event.lines[pieces.lowerBound].range
            .lowerBound..<event.lines[pieces.upperBound - 1].range.upperBound
        if data.count <= longestJSON, let first = octets.slice(data).first,
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        {
            let tape = JSONTape(octets.slice(data))
            if tape.fault == nil { event.tape = tape }
        }
        return event
    }

    /// Takes in a line; says whether it is data.
    private static func add(
        _ line: Range<Int>,
        _ bytes: UnsafeRawBufferPointer,
        to event: inout Event
    ) -> Bool {
        let colon = unsafe bytes[line].firstIndex(of: UInt8(ascii: ":")) ?? line.upperBound
        var start = min(colon + 1, line.upperBound)
        if unsafe start < line.upperBound && bytes[start] == 0x20 { start += 1 }
        let value = start..<line.upperBound
        switch unsafe String(decoding: bytes[line.lowerBound..<colon].prefix(8), as: UTF8.self) {
        case "data":
            unsafe addPieces(of: value, bytes, isData: true, to: &event)
            return true
        case "event": event.name = value
        case "id": event.id = value
        case "retry": event.retry = value
        default: unsafe addPieces(of: line, bytes, isData: false, to: &event)
        }
        return false
    }

    private static func addPieces(
        of line: Range<Int>,
        _ bytes: UnsafeRawBufferPointer,
        isData: Bool,
        to event: inout Event
    ) {
        var start = line.lowerBound
        repeat {
            var end = min(start + shownLength, line.upperBound)
            if end < line.upperBound {
                end = unsafe UTF8Text.boundary(end, in: bytes, from: start + 1)
            }
            event.lines.append(
                Piece(
                    range: start..<end,
                    isContinuation: start > line.lowerBound,
                    isData: isData
                )
            )
            start = end
        } while start < line.upperBound
    }

    // MARK: Rows

    func rowCount(of section: Int) -> Int { 1 + event(section).rowCount }

    func row(_ row: Int, of section: Int, isPlain: Bool) -> DocumentRow {
        let event = event(section)
        if row == 0 { return head(event, section) }
        var place = row - 1
        if let tape = event.tape, let data = event.data, place >= data.lowerBound {
            let rows = tape.storage.rowCount
            if place < data.lowerBound + rows {
                let layout = FoldLayout(tape.storage)
                var row = JSONRowBuilder(tape: tape, folds: layout)
                    .row(layout.row(place - data.lowerBound))
                row.fold = .none
                row.move(by: event.lines[data.lowerBound].range.lowerBound)
                row.indent += 1
                return row
            }
            place += data.count - rows
        }
        let piece = event.lines[place]
        var builder = SpanBuilder(octets)
        builder.add(piece.range, piece.isData ? .string : .comment)
        return DocumentRow(
            spans: builder.spans,
            indent: 1,
            byteRange: piece.range,
            isContinuation: piece.isContinuation
        )
    }

    /// The number of the event, its type and id, and the beginning of its data.
    private func head(_ event: Event, _ section: Int) -> DocumentRow {
        var builder = SpanBuilder(octets)
        builder.add("#\(section + 1) ", .comment)
        if let name = event.name, !name.isEmpty {
            builder.add(name, .key, limit: Self.shownLength)
        } else {
            let hasData = event.lines.contains { $0.isData }
            builder.add(hasData ? "message" : "no data", .comment)
        }
        for (label, value) in [("id", event.id), ("retry", event.retry)] {
            guard let value else { continue }
            builder.add("  \(label) ", .punctuation)
            builder.add(value, .number, limit: 200)
        }
        let end = [event.name, event.id, event.retry].compactMap { $0?.upperBound }.max()
        let start = starts[section]
        return DocumentRow(spans: builder.spans, byteRange: start..<(end ?? start))
    }

    func row(of section: Int, containing offset: Int) -> Int {
        let event = event(section)
        let after = event.lines.firstIndex { $0.range.lowerBound > offset } ?? event.lines.count
        guard after > 0 else { return 0 }
        guard let tape = event.tape, let data = event.data, after > data.lowerBound else {
            return after
        }
        let rows = tape.storage.rowCount
        guard after <= data.upperBound else { return after - data.count + rows }
        let place = offset - event.lines[data.lowerBound].range.lowerBound
        guard place < tape.octets.count else { return data.lowerBound + rows }
        let token = tape.storage.token(at: place)
        let range = tape.storage.tokenRange(token)
        let isString = tape.storage[token].kind == .string
        let piece = isString ? LongString.piece(at: place, of: range, in: tape.octets) : 0
        return data.lowerBound + 1 + FoldLayout(tape.storage).row(of: token, piece: piece)
    }
}

extension DocumentRow {
    /// Moves all byte ranges.
    mutating func move(by distance: Int) {
        byteRange = (byteRange.lowerBound + distance)..<(byteRange.upperBound + distance)
        for place in spans.indices {
            guard let range = spans[place].byteRange else { continue }
            spans[place].byteRange =
                (range.lowerBound + distance)..<(range.upperBound + distance)
        }
    }
}
