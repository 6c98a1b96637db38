import Documents

/// A text for people while it is put together, in colours or without.
///
/// One run of bytes for the whole text: a run of many requests writes a line for each.
struct PaintedText {
    /// The text as UTF-8.
    private(set) var bytes: [UInt8] = []
    private let paint: Paint

    /// Creates an empty text.
    init(_ paint: Paint) {
        self.paint = paint
        bytes.reserveCapacity(256)
    }

    /// Adds a text as it is.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Adds a text in the colour of `role`.
    mutating func append(_ text: String, _ role: Paint.Role) {
        if !text.isEmpty { painted(role) { $0.append(text) } }
    }

    /// Adds a text that may hold anything, hidden characters made visible.
    mutating func append(visible text: String) {
        if TextEscaping.isPlain(text) { append(text) } else { append(TextEscaping.visible(text)) }
    }

    /// Adds what `write` adds, in the colour of `role`.
    mutating func painted(_ role: Paint.Role, _ write: (inout PaintedText) -> Void) {
        if paint.isColored { append("\u{1B}[\(role.rawValue)m") }
        write(&self)
        if paint.isColored { append("\u{1B}[0m") }
    }
}
