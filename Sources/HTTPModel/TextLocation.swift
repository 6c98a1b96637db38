/// A place in a text, counted from 1.
public struct TextLocation: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The column in characters, from 1.
    public var column: Int

    /// Creates a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of byte `offset` in `bytes`; LF ends a line, and columns count UTF-8 characters.
    public init(offset: Int, in bytes: some Collection<UInt8>) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }

    /// `line:column`.
    public var description: String { String(line) + ":" + String(column) }

    /// Orders by line, then column.
    public static func < (left: TextLocation, right: TextLocation) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
