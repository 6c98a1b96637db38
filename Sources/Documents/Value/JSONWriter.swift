/// Writes JSON front to back into bytes, without a tree of values.
///
/// Objects and arrays are begun and ended in pairs, best by `object` and `array`; between members and
/// elements the writer sets commas, line breaks and indentation itself. The layout is that of
/// `JSONValue.encoded`: with `isPretty` one member or element a line, two spaces a level, and empty
/// containers closed at once. Names and strings have only those characters escaped that must be.
package struct JSONWriter {
    /// What was written since the start, or since `drain` took it.
    package var bytes: [UInt8] { Array(buffer[..<end]) }

    /// Room for what is written; all of it is set, so that an item is written by one look at it.
    private var buffer = [UInt8](repeating: 0, count: 1024)
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
    }

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
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Closes the object opened last.
    package mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Opens an array; its elements follow.
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Closes the array opened last.
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    // MARK: Members

    /// Writes the name of a member; its value must come next.
    package mutating func name(_ name: String) {
        beginItem()
        appendString(name)
        append(isPretty ? ": " : ":")
        isAfterName = true
    }

    /// Writes the name of a member, in which nothing must be escaped; its value must come next.
    package mutating func name(_ name: StaticString) {
        // What separates it, the name and the colon in one piece: reports consist of little else.
        let (separator, isPretty) = (separator, isPretty)
        unsafe write(separator.count + name.utf8CodeUnitCount + 4) { target in
            var place = unsafe separator.write(to: target)
            unsafe target[place] = UInt8(ascii: "\"")
            name.withUTF8Buffer { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[(place + 1)...])
                    .copyMemory(from: UnsafeRawBufferPointer(bytes))
            }
            place += name.utf8CodeUnitCount + 1
            unsafe target[place] = UInt8(ascii: "\"")
            unsafe target[place + 1] = UInt8(ascii: ":")
            if isPretty { unsafe target[place + 2] = 0x20 }
            return place + (isPretty ? 3 : 2)
        }
        isFilled = true
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
        appendDecimal(number)
    }

    /// Writes a count of thousandths as a number with a point: `1500` as `1.5`, `2000` as `2.0`.
    package mutating func thousandths(_ count: Int) {
        beginItem()
        if count < 0 { append("-") }
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 1000)
        appendDecimal(Int(whole))
        append(".")
        append(digit: rest / 100)
        guard rest % 100 > 0 else { return }
        append(digit: rest / 10 % 10)
        if rest % 10 > 0 { append(digit: rest % 10) }
    }

    /// Writes a number as it is spelled, which must be one of JSON's spellings.
    package mutating func number(spelled spelling: String) {
        beginItem()
        for byte in spelling.utf8 { append(byte) }
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
    private mutating func begin(_ bracket: UInt8) {
        beginItem()
        append(bracket)
        depth += 1
        isFilled = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if isPretty && isFilled {
            write(Separator(hasComma: false, indentation: depth))
        }
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
        write(separator)
        isFilled = true
    }

    /// What stands between the next item and what is before it.
    private var separator: Separator {
        Separator(hasComma: isFilled, indentation: isPretty && depth > 0 ? depth : nil)
    }

    private mutating func write(_ separator: Separator) {
        unsafe write(separator.count) { unsafe separator.write(to: $0) }
    }

    /// A comma where something stands before, and a line break with indentation where there is layout.
    private struct Separator {
        var hasComma: Bool
        /// How deep the new line is indented; `nil` for no line break.
        var indentation: Int?

        /// How many bytes it takes at most.
        var count: Int { 2 + (indentation ?? 0) * 2 }

        /// Writes it to the start of `target`; returns how many bytes it took.
        func write(to target: UnsafeMutableRawBufferPointer) -> Int {
            var place = 0
            if hasComma {
                unsafe target[0] = UInt8(ascii: ",")
                place = 1
            }
            guard let indentation else { return place }
            unsafe target[place] = 0x0A
            place += 1
            for _ in 0..<indentation {
                unsafe target[place] = 0x20
                unsafe target[place + 1] = 0x20
                place += 2
            }
            return place
        }
    }

    // MARK: Bytes

    /// Lets `fill` write up to `count` bytes at the end; it returns how many.
    private mutating func write(_ count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
        // One more than asked for, so that there is always a place to point at.
        if end + count >= buffer.count {
            buffer += repeatElement(0, count: max(count + 1, buffer.count))
        }
        let start = end
        end += unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe fill(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
        }
    }

    private mutating func append(_ byte: UInt8) {
        unsafe write(1) { target in
            unsafe target[0] = byte
            return 1
        }
    }

    private mutating func append(digit: UInt) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes in
            unsafe write(bytes.count) { target in
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(bytes))
                return bytes.count
            }
        }
    }

    /// Appends `text` as a JSON string with quotes; only what must be escaped is.
    private mutating func appendString(_ text: String) {
        let isWritten = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            guard unsafe JSONText.isPlain(bytes) else { return false }
            unsafe write(bytes.count + 2) { target in
                unsafe target[0] = UInt8(ascii: "\"")
                unsafe target[bytes.count + 1] = UInt8(ascii: "\"")
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[1...])
                    .copyMemory(from: UnsafeRawBufferPointer(bytes))
                return bytes.count + 2
            }
            return true
        }
        if isWritten == true { return }
        var escaped: [UInt8] = []
        JSONText.encode(text, to: &escaped)
        unsafe escaped.withUnsafeBytes { bytes in
            unsafe write(bytes.count) { target in
                unsafe target.copyMemory(from: bytes)
                return bytes.count
            }
        }
    }

    private mutating func appendDecimal(_ number: Int) {
        // Twenty digits and a sign.
        unsafe write(21) { target in
            var place = 21
            var rest = number.magnitude
            repeat {
                place -= 1
                unsafe target[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                place -= 1
                unsafe target[place] = UInt8(ascii: "-")
            }
            for digit in place..<21 { unsafe target[digit - place] = target[digit] }
            return 21 - place
        }
    }
}
