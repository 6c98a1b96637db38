import HTTPModel

/// The rows of a table of separated values: one record each, cells under one another.
///
/// The first record is the head. Widths come from the first records and some of the others. A cell above
/// the widest width is cut, and shown in full by `plainRow`. Columns of numbers are right-aligned.
struct TableRows: RowSource {
    private let text: DelimitedText
    /// The number of records.
    let count: Int
    /// Where some records start, not more than 64 records and, but for long ones, 4,096 bytes apart.
    private let starts: [Start]
    /// The end of the last record.
    private let lastEnd: Int
    private let columns: [Column]

    private struct Start: Sendable {
        var record: Int
        var offset: Int
    }

    private struct Column: Sendable {
        var width = 1
        var isNumeric = true
        var isEmpty = true
    }

    private static let sampleCount = 200
    private static let widestCell = 48

    init(_ octets: Octets, delimiter: UInt8?) {
        let text = DelimitedText(
            octets: octets,
            delimiter: delimiter ?? DelimitedText.delimiter(of: octets)
        )
        self.text = text
        var starts: [Start] = []
        var samples: [Range<Int>] = []
        var records = 0
        var lastEnd = 0
        unsafe octets.withUnsafeBytes { bytes in
            var start = unsafe Self.firstByte(bytes)
            while start < bytes.count {
                let last = starts.last
                if last == nil || records - (last?.record ?? 0) >= 64
                    || start - (last?.offset ?? 0) >= 4096
                {
                    starts.append(Start(record: records, offset: start))
                }
                let end = unsafe text.recordEnd(bytes, start)
                if samples.count < Self.sampleCount { samples.append(start..<end) }
                records += 1
                lastEnd = end
                start = end + 1
            }
            let firstSampled = samples.last?.lowerBound ?? 0
            let step = max(starts.count / Self.sampleCount, 1)
            for place in stride(from: 0, to: starts.count, by: step).reversed() {
                let start = starts[place].offset
                guard start > firstSampled else { break }
                unsafe samples.append(start..<text.recordEnd(bytes, start))
            }
        }
        count = records
        self.starts = starts
        self.lastEnd = lastEnd
        columns = Self.columns(samples, text)
    }

    /// After a byte order mark.
    private static func firstByte(_ bytes: UnsafeRawBufferPointer) -> Int {
        unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private static func columns(_ samples: [Range<Int>], _ text: DelimitedText) -> [Column] {
        var columns: [Column] = []
        unsafe text.octets.withUnsafeBytes { bytes in
            for (record, range) in samples.enumerated() {
                for (place, field) in text.fields(range).prefix(1000).enumerated() {
                    if place == columns.count { columns.append(Column()) }
                    let width = unsafe Self.cut(bytes, field, widestCell).used
                    columns[place].width = max(columns[place].width, width)
                    guard record > 0, !field.range.isEmpty else { continue }
                    columns[place].isEmpty = false
                    if columns[place].isNumeric {
                        let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[field.range])
                        columns[place].isNumeric = unsafe isNumber(bytes)
                    }
                }
            }
        }
        return columns
    }

    /// The part of a cell that fits; a line feed counts as one column, and so does a pair of quotes.
    private static func cut(
        _ bytes: UnsafeRawBufferPointer,
        _ field: DelimitedText.Field,
        _ columns: Int
    ) -> (end: Int, used: Int) {
        let range = field.range
        var end = range.lowerBound
        var used = 0
        while end < range.upperBound && used < columns {
            let run = unsafe DisplayColumns.end(
                bytes,
                from: end,
                to: range.upperBound,
                columns: columns - used
            )
            if used > 0 && used + run.used > columns { break }
            used += run.used
            end = run.end
            guard unsafe end < range.upperBound && used < columns && bytes[end] == 0x0A else {
                break
            }
            used += 1
            end += 1
        }
        if field.hasQuotePairs {
            used -= unsafe bytes[range.lowerBound..<end].count { $0 == UInt8(ascii: "\"") } / 2
        }
        return (end, min(used, columns))
    }

    /// Digits with a sign, a point, group marks, a percent sign or an exponent.
    private static func isNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var hasDigit = false
        for index in 0..<min(bytes.count, 64) {
            switch unsafe bytes[index] {
            case 0x30...0x39: hasDigit = true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","),
                UInt8(ascii: "%"), UInt8(ascii: "e"), UInt8(ascii: "E"), 0x20:
                break
            default: return false
            }
        }
        return hasDigit && bytes.count <= 64
    }

    // MARK: Rows

    func row(_ index: Int) -> DocumentRow { row(index, isCut: true) }

    func plainRow(_ index: Int) -> DocumentRow { row(index, isCut: false) }

    func row(containing offset: Int) -> Int {
        guard count > 0 else { return 0 }
        let next = max(firstStart { $0.offset > offset }, 1)
        let start = starts[next - 1]
        return unsafe text.octets.withUnsafeBytes { bytes in
            var record = start.record
            var end = unsafe end(ofRecord: record, at: start.offset, next: next, bytes)
            while end < offset && record + 1 < count {
                record += 1
                end = unsafe self.end(ofRecord: record, at: end + 1, next: next, bytes)
            }
            return record
        }
    }

    /// The end of a record; known without reading it when the start `next` is that of the one after it,
    /// as it is after every long record.
    private func end(
        ofRecord record: Int,
        at offset: Int,
        next: Int,
        _ bytes: UnsafeRawBufferPointer
    ) -> Int {
        if record == count - 1 { return lastEnd }
        if next < starts.count && starts[next].record == record + 1 {
            return starts[next].offset - 1
        }
        return unsafe text.recordEnd(bytes, offset)
    }

    /// The number of the first start for which `isAfter` holds.
    private func firstStart(where isAfter: (Start) -> Bool) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if isAfter(starts[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The bytes of a record, without its line feed.
    private func range(ofRecord index: Int) -> Range<Int> {
        let next = firstStart { $0.record > index }
        let start = starts[next - 1]
        return unsafe text.octets.withUnsafeBytes { bytes in
            var offset = start.offset
            for _ in start.record..<index { offset = unsafe text.recordEnd(bytes, offset) + 1 }
            return unsafe offset..<end(ofRecord: index, at: offset, next: next, bytes)
        }
    }

    private func row(_ index: Int, isCut: Bool) -> DocumentRow {
        let range = range(ofRecord: index)
        var builder = SpanBuilder(text.octets)
        let fields = text.fields(range)
        for (place, field) in fields.enumerated() {
            if place > 0 { builder.add(" │ ") }
            let column = place < columns.count ? columns[place] : Column(isNumeric: false)
            let width = column.width
            let (end, used) = unsafe text.octets.withUnsafeBytes {
                unsafe Self.cut($0, field, isCut ? Self.widestCell : .max)
            }
            let isLeft = index == 0 || !column.isNumeric || column.isEmpty
            let padding = String(repeating: " ", count: max(width - used, 0))
            if !isLeft && !padding.isEmpty { builder.add(padding) }
            let isNumber = index > 0 && column.isNumeric && !column.isEmpty
            add(field, to: end, index == 0 ? .key : isNumber ? .number : .text, &builder)
            if end < field.range.upperBound { builder.add("…", .comment) }
            if isLeft && !padding.isEmpty && place + 1 < fields.count { builder.add(padding) }
        }
        if let last = fields.last, range.count > DelimitedText.longestRecord,
            last.range.upperBound < range.upperBound
        {
            builder.add("… \(range.upperBound - last.range.upperBound) more bytes", .comment)
        }
        return DocumentRow(spans: builder.spans, byteRange: range)
    }

    /// Adds a cell, one quote for each pair of them.
    private func add(
        _ field: DelimitedText.Field,
        to end: Int,
        _ role: DocumentRole,
        _ builder: inout SpanBuilder
    ) {
        var start = field.range.lowerBound
        if field.hasQuotePairs {
            var index = start
            while index + 1 < end {
                if text.octets[index] == 0x22 && text.octets[index + 1] == 0x22 {
                    builder.add(start..<(index + 1), role)
                    start = index + 2
                    index += 1
                }
                index += 1
            }
        }
        builder.add(min(start, end)..<end, role)
    }
}
