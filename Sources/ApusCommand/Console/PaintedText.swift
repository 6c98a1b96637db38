import Documents

/// A text for people while it is put together, in colours or without.
///
/// One run of bytes for the whole text, in memory of its own: a run of many requests writes a line for
/// each.
struct PaintedText: ~Copyable {
    private var memory: UnsafeMutableRawBufferPointer
    private var count = 0
    private let paint: Paint

    /// Creates an empty text.
    init(_ paint: Paint) {
        self.paint = paint
        memory = .allocate(byteCount: 256, alignment: 1)
    }

    deinit {
        memory.deallocate()
    }

    /// The text as UTF-8; the pointer is valid during the call only.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Adds a text as it is.
    mutating func append(_ text: String) {
        if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
            Array(text.utf8).withUnsafeBufferPointer { append($0) }
        }
    }

    /// Adds a text that the program has, as it is.
    mutating func append(constant text: StaticString) {
        text.withUTF8Buffer { append($0) }
    }

    /// Adds a number in decimal digits.
    mutating func append(decimal number: Int) {
        guard number >= 0 else { return append(String(number)) }
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            if count == memory.count { grow(by: 1) }
            memory[count] = UInt8(0x30 + number / divisor % 10)
            count += 1
            divisor /= 10
        }
    }

    /// Adds a time as its `display` has it.
    mutating func append(_ time: Duration) {
        guard let (count, unit) = time.smallDisplay else { return append(time.display) }
        append(decimal: count)
        append(constant: " ")
        append(constant: unit)
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if count + bytes.count > memory.count { grow(by: bytes.count) }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...])
            .copyMemory(from: UnsafeRawBufferPointer(bytes))
        count += bytes.count
    }

    private mutating func grow(by needed: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: (count + needed) * 2,
            alignment: 1
        )
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        memory.deallocate()
        memory = larger
    }

    /// Adds a text in the colour of `role`.
    mutating func append(_ text: String, _ role: Paint.Role) {
        if !text.isEmpty { painted(role) { $0.append(text) } }
    }

    /// Adds a text that the program has in the colour of `role`.
    mutating func append(constant text: StaticString, _ role: Paint.Role) {
        painted(role) { $0.append(constant: text) }
    }

    /// Adds a text that may hold anything, hidden characters made visible.
    mutating func append(visible text: String) {
        if TextEscaping.isPlain(text) { append(text) } else { append(TextEscaping.visible(text)) }
    }

    /// Adds what `write` adds, in the colour of `role`.
    mutating func painted(_ role: Paint.Role, _ write: (inout PaintedText) -> Void) {
        if paint.isColored { append("\u{1B}[\(role.rawValue)m") }
        write(&self)
        if paint.isColored { append(constant: "\u{1B}[0m") }
    }
}
