import NcursesTerminal
import Screen

extension FuzzTarget {
    /// What a terminal is sent and sends.
    static let terminal = [
        FuzzTarget(name: "width", maxLength: 256, seeds: "responses/blns", run: width),
        FuzzTarget(name: "keys", maxLength: 256, run: keys),
    ]

    private static func width(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let columns = pieces.below(24)
        let text = String(decoding: pieces.bytes, as: UTF8.self)
        let total = DisplayWidth.columns(of: text)
        hold(total >= 0, "no width is negative")
        let prefix = DisplayWidth.prefix(of: text, fitting: columns)
        hold(prefix.columns <= columns, "a prefix fits")
        hold(DisplayWidth.columns(of: prefix.text) == prefix.columns, "a prefix has its width")
        hold(DisplayWidth.suffix(of: text, fitting: columns).columns <= columns, "a suffix fits")
        let truncated = DisplayWidth.truncated(text, to: columns)
        hold(DisplayWidth.columns(of: truncated) <= columns, "what is truncated fits")
        if columns > 1 {
            for row in DisplayWidth.wrapped(text, columns: columns) where row.count > 1 {
                hold(DisplayWidth.columns(of: row) <= columns, "a wrapped row fits")
            }
        }
        var frame = Frame(size: Size(rows: 2, columns: columns))
        let used = frame.write(text, row: 0, column: 0)
        hold(used <= columns, "what is written fits into the frame")
        frame.write(text, row: 1, column: -3)
        frame.write(text, row: 1, column: columns / 2, limit: 5)
        _ = frame.screenText()
        _ = frame.changes(from: Frame(size: Size(rows: 2, columns: columns)))
    }

    private static func keys(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let size = 1 + pieces.below(8)
        var decoder = InputDecoder(described: [Array("\u{1B}Oq".utf8): .down])
        var time = 0
        for piece in cut(pieces.bytes, into: size) {
            time += 7
            // A mark alone joins the sign before it in the notation.
            for case .key(let key) in decoder.decode(Array(piece), at: time)
            where key.notation.allSatisfy({ $0.unicodeScalars.count == 1 }) {
                hold(Key(notation: key.notation) == key, "a key's notation reads back: \(key)")
            }
        }
        _ = decoder.decode([], at: time + 100)
        hold(!decoder.isWaiting, "nothing waits for ever")
        _ = Key.sequence(String(decoding: bytes, as: UTF8.self))
    }
}
