/// A text of the history as the pieces between its placeholders.
struct PlaceholderText {
    /// A part of the text.
    enum Piece: Equatable {
        /// Bytes as they were.
        case literal([UInt8])
        /// A placeholder in place of a secret.
        case placeholder(String)
    }

    /// The parts in order; two literals never stand side by side.
    let pieces: [Piece]

    private static let prefix = Array("REDACTED-".utf8)

    /// Takes a text apart.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - names: The placeholders that may be in it.
    init(_ bytes: some Collection<UInt8>, names: Set<String>) {
        let bytes = Array(bytes)
        var pieces: [Piece] = []
        var start = 0
        var i = 0
        while i < bytes.count {
            guard let name = Self.name(at: i, in: bytes), names.contains(name) else {
                i += 1
                continue
            }
            if i > start { pieces.append(.literal(Array(bytes[start..<i]))) }
            pieces.append(.placeholder(name))
            i += name.utf8.count
            start = i
        }
        if start < bytes.count { pieces.append(.literal(Array(bytes[start...]))) }
        self.pieces = pieces
    }

    /// Takes a text apart.
    init(_ text: String, names: Set<String>) { self.init(text.utf8, names: names) }

    /// The placeholders in the text, in order.
    var placeholders: [String] {
        pieces.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
    }

    /// The placeholder that begins at `start`: `REDACTED-`, letters, `-`, all digits that follow.
    private static func name(at start: Int, in bytes: [UInt8]) -> String? {
        guard bytes[start] == prefix[0], bytes[start...].starts(with: prefix) else { return nil }
        var end = start + prefix.count
        while end < bytes.count, (0x61...0x7A).contains(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "-") else { return nil }
        end += 1
        while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Whether `bytes` are this text with something in place of each placeholder.
    func matches(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var position = 0
        for (index, piece) in pieces.enumerated() {
            guard case .literal(let literal) = piece else { continue }
            let isFirst = index == 0
            let isLast = index == pieces.count - 1
            if isLast {
                let start = bytes.count - literal.count
                guard start >= position, bytes[start...].elementsEqual(literal) else {
                    return false
                }
                return !isFirst || start == 0
            }
            if isFirst {
                guard bytes.starts(with: literal) else { return false }
                position = literal.count
            } else {
                guard let found = bytes[position...].firstRange(of: literal) else { return false }
                position = found.upperBound
            }
        }
        return !pieces.isEmpty || bytes.isEmpty
    }

    /// The text with values in place of placeholders; those without a value stay.
    func filled(with values: [String: String]) -> [UInt8] {
        pieces.flatMap { piece -> [UInt8] in
            switch piece {
            case .literal(let bytes): bytes
            case .placeholder(let name): Array((values[name] ?? name).utf8)
            }
        }
    }
}
