/// Writes JSON front to back into bytes, without a tree of values.
///
/// Objects and arrays are begun and ended in pairs, best by `object` and `array`; between members and
/// elements the writer sets commas, line breaks and indentation itself. The layout is that of
/// `JSONValue.encoded`: with `isPretty` one member or element a line, two spaces a level, and empty
/// containers closed at once. Names and strings have only those characters escaped that must be.
@safe
package struct JSONWriter: ~Copyable {
    /// What was written since the start, or since `drain` took it.
    package var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: room, count: end)) }

    /// How many bytes were written since the start, or since `drain` took them.
    package var count: Int { end }

    /// Room for what is written.
    private var room: UnsafeMutablePointer<UInt8>
    /// How many bytes there is room for.
    private var capacity = 1024
    /// Where the next byte goes.
    private var end = 0
    private let isPretty: Bool
    private var depth = 0
    /// Whether the innermost container holds something already.
    private var isFilled = false
    /// Whether a name was written whose value is to come.
    private var isAfterName = false

    /// Creates a writer that has written nothing.
    package init(isPretty: Bool) {
        self.isPretty = isPretty
        unsafe room = .allocate(capacity: capacity)
    }

    deinit { unsafe room.deallocate() }

    /// Gives what was written so far to `take` and goes on with an empty buffer of the same size.
    package mutating func drain(_ take: ([UInt8]) -> Void) {
        take(bytes)
        end = 0
    }

    // MARK: Containers

    /// Writes an object, as the value of `name` or as an element; `members` writes what is in it.
    package mutating func object(
        _ name: StaticString? = nil,
        _ members: (inout JSONWriter) -> Void
    ) {
        if let name { self.name(name) }
        beginObject()
        members(&self)
        endObject()
    }

    /// Writes an array, as the value of `name` or as an element; `elements` writes what is in it.
    package mutating func array(
        _ name: StaticString? = nil,
        _ elements: (inout JSONWriter) -> Void
    ) {
        if let name { self.name(name) }
        beginArray()
        elements(&self)
        endArray()
    }

    /// Opens an object; its members follow, each as a name and a value.
    package mutating func beginObject() { begin("{") }

    /// Closes the object opened last.
    package mutating func endObject() { end("}") }

    /// Opens an array; its elements follow.
    package mutating func beginArray() { begin("[") }

    /// Closes the array opened last.
    package mutating func endArray() { end("]") }

    // MARK: Members

    /// Writes the name of a member; its value must come next.
    package mutating func name(_ name: String) {
        beginItem()
        appendString(name)
        append(":")
        if isPretty { append(" ") }
        isAfterName = true
    }

    /// Writes the name of a member, in which nothing must be escaped; its value must come next.
    package mutating func name(_ name: StaticString) {
        beginItem()
        // The name, the colon and what surrounds them in one piece: reports consist of little else.
        let length = name.utf8CodeUnitCount
        reserve(length + 4)
        put(UInt8(ascii: "\""))
        unsafe (room + end).update(from: name.utf8Start, count: length)
        end += length
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
        if isPretty { put(UInt8(ascii: " ")) }
        isAfterName = true
    }

    /// Writes a member with a string; for names that are not known before.
    package mutating func member(named name: String, _ text: String) {
        self.name(name)
        string(text)
    }

    /// Writes a member with a string, or with `null`.
    package mutating func member(_ name: StaticString, _ text: String?) {
        self.name(name)
        if let text { string(text) } else { null() }
    }

    /// Writes a member with a whole number, or with `null`.
    package mutating func member(_ name: StaticString, _ number: Int?) {
        self.name(name)
        if let number { self.number(number) } else { null() }
    }

    /// Writes a member with `true` or `false`.
    package mutating func member(_ name: StaticString, _ truth: Bool) {
        self.name(name)
        bool(truth)
    }

    // MARK: Values

    /// Writes a string.
    package mutating func string(_ text: String) {
        beginItem()
        appendString(text)
    }

    /// Writes a whole number.
    package mutating func number(_ number: Int) {
        beginItem()
        if number < 0 { append("-") }
        appendDecimal(number.magnitude)
    }

    /// Writes a count of thousandths as a number with a point: `1500` as `1.5`, `2000` as `2.0`.
    package mutating func thousandths(_ count: Int) {
        beginItem()
        if count < 0 { append("-") }
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 1000)
        appendDecimal(whole)
        reserve(4)
        put(UInt8(ascii: "."))
        put(digit: rest / 100)
        guard rest % 100 > 0 else { return }
        put(digit: rest / 10 % 10)
        if rest % 10 > 0 { put(digit: rest % 10) }
    }

    /// Writes a number as it is spelled, which must be one of JSON's spellings.
    package mutating func number(spelled spelling: String) {
        beginItem()
        var spelling = spelling
        spelling.withUTF8 { unsafe append($0) }
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ truth: Bool) {
        beginItem()
        append(truth ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func null() {
        beginItem()
        append("null")
    }
}

extension JSONWriter {
    private mutating func begin(_ bracket: StaticString) {
        beginItem()
        append(bracket)
        depth += 1
        isFilled = false
    }

    private mutating func end(_ bracket: StaticString) {
        depth -= 1
        if isPretty && isFilled { breakLine() }
        append(bracket)
        // What surrounds it holds at least this container.
        isFilled = true
    }

    /// Writes what separates an item from the one before it, unless it is the value of a name.
    private mutating func beginItem() {
        if isAfterName {
            isAfterName = false
            return
        }
        if isFilled { append(",") }
        if isPretty && depth > 0 { breakLine() }
        isFilled = true
    }

    /// Begins a line that is indented as deep as the containers are.
    private mutating func breakLine() {
        reserve(1 + depth * 2)
        put(0x0A)
        unsafe (room + end).update(repeating: 0x20, count: depth * 2)
        end += depth * 2
    }

    // MARK: Bytes

    /// Makes sure that `count` more bytes have room.
    private mutating func reserve(_ count: Int) {
        if count > capacity - end { grow(by: count) }
    }

    @inline(never)
    private mutating func grow(by count: Int) {
        capacity = max(capacity * 2, end + count)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: room, count: end)
        unsafe room.deallocate()
        unsafe room = larger
    }

    /// Writes a byte where there is room for it.
    private mutating func put(_ byte: UInt8) {
        unsafe room[end] = byte
        end += 1
    }

    private mutating func put(digit: UInt) {
        put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        unsafe (room + end).update(from: start, count: bytes.count)
        end += bytes.count
    }

    private mutating func append(_ text: StaticString) {
        unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends `text` as a JSON string with quotes; only what must be escaped is.
    private mutating func appendString(_ text: String) {
        var text = text
        let isWritten = text.withUTF8 { bytes in
            guard unsafe JSONText.isPlain(bytes) else { return false }
            reserve(bytes.count + 2)
            put(UInt8(ascii: "\""))
            unsafe append(bytes)
            put(UInt8(ascii: "\""))
            return true
        }
        if isWritten { return }
        var escaped: [UInt8] = []
        JSONText.encode(text, to: &escaped)
        unsafe escaped.withUnsafeBufferPointer { unsafe append($0) }
    }

    private mutating func appendDecimal(_ number: UInt) {
        var (digits, power) = (1, UInt(10))
        // Twenty digits are the most; the last power does not fit.
        while digits < 20, number >= power {
            digits += 1
            let (next, isOver) = power.multipliedReportingOverflow(by: 10)
            if isOver { break }
            power = next
        }
        reserve(digits)
        var rest = number
        for place in stride(from: end + digits - 1, through: end, by: -1) {
            unsafe room[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        end += digits
    }
}
