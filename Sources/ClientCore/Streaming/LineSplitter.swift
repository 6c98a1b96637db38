public import HTTPModel

/// Splits octets that come in pieces into lines; how they are cut into pieces makes no difference.
///
/// A line is given out as soon as its end is there: a CR ends one at once, and an LF that follows
/// belongs to it, in the same piece or in the next.
public struct LineSplitter: Sendable {
    /// What ends a line.
    public enum Ending: Hashable, Sendable {
        /// CR LF, LF or CR, as in text and event streams.
        case anyLineEnd
        /// LF; a CR before it does not belong to the line.
        case lineFeed
    }

    private let ending: Ending
    private var rest: [UInt8] = []
    private var isAfterReturn = false

    /// How many octets of a line that has not ended are kept.
    public var pendingCount: Int { rest.count }

    /// Creates a splitter at the start of a line.
    public init(_ ending: Ending = .anyLineEnd) {
        self.ending = ending
    }

    /// Takes a piece.
    ///
    /// - Returns: The lines that ended in it, without their ends; empty lines included.
    public mutating func push(_ piece: Octets) -> [Octets] {
        var lines: [Octets] = []
        var start = 0
        unsafe piece.withUnsafeBytes { bytes in
            for i in bytes.indices {
                let byte = unsafe bytes[i]
                guard byte == 0x0A || byte == 0x0D && ending == .anyLineEnd else {
                    isAfterReturn = false
                    continue
                }
                if byte == 0x0A, isAfterReturn {
                    isAfterReturn = false
                    start = i + 1
                    continue
                }
                lines.append(line(piece.slice(start..<i)))
                isAfterReturn = byte == 0x0D
                start = i + 1
            }
            unsafe rest.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        return lines
    }

    /// Takes the end of the octets.
    ///
    /// - Returns: The last line when no line end follows it; `nil` when there is none.
    public mutating func finish() -> Octets? {
        defer { rest = [] }
        return rest.isEmpty ? nil : line(Octets())
    }

    /// The line that `end` completes.
    private mutating func line(_ end: Octets) -> Octets {
        var line = end
        if !rest.isEmpty {
            unsafe end.withUnsafeBytes { unsafe rest.append(contentsOf: $0) }
            line = Octets(rest)
            rest.removeAll(keepingCapacity: true)
        }
        guard ending == .lineFeed, line.last == 0x0D else { return line }
        return line.slice(0..<line.count - 1)
    }
}
