/// Writes JSON front to back into bytes, without a tree of values.
///
/// Objects and arrays are begun and ended in pairs, best by `object` and `array`; between members and
/// elements the writer sets commas, line breaks and indentation itself. The layout is that of
/// `JSONValue.encoded`: with `isPretty` one member or element a line, two spaces a level, and empty
/// containers closed at once. Names and strings have only those characters escaped that must be.
package struct JSONWriter {
    /// What was written since the start, or since `drain` took it.
    package private(set) var bytes: [UInt8] = []

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
        bytes.removeAll(keepingCapacity: true)
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
        JSONText.encode(name, to: &bytes)
        endName()
    }

    /// Writes the name of a member, in which nothing must be escaped; its value must come next.
    package mutating func name(_ name: StaticString) {
        beginItem()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        endName()
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
        JSONText.encode(text, to: &bytes)
    }

    /// Writes a whole number.
    package mutating func number(_ number: Int) {
        beginItem()
        appendDecimal(number)
    }

    /// Writes a count of thousandths as a number with a point: `1500` as `1.5`, `2000` as `2.0`.
    package mutating func thousandths(_ count: Int) {
        beginItem()
        if count < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 1000)
        appendDecimal(Int(whole))
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(rest / 100))
        guard rest % 100 > 0 else { return }
        bytes.append(UInt8(ascii: "0") + UInt8(rest / 10 % 10))
        if rest % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(rest % 10)) }
    }

    /// Writes a number as it is spelled, which must be one of JSON's spellings.
    package mutating func number(spelled spelling: String) {
        beginItem()
        bytes.append(contentsOf: spelling.utf8)
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ truth: Bool) {
        beginItem()
        bytes.append(contentsOf: truth ? "true".utf8 : "false".utf8)
    }

    /// Writes `null`.
    package mutating func null() {
        beginItem()
        bytes.append(contentsOf: "null".utf8)
    }
}

extension JSONWriter {
    private mutating func begin(_ bracket: UInt8) {
        beginItem()
        bytes.append(bracket)
        depth += 1
        isFilled = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if isPretty && isFilled { breakLine() }
        bytes.append(bracket)
        // What surrounds it holds at least this container.
        isFilled = true
    }

    /// Writes what separates an item from the one before it, unless it is the value of a name.
    private mutating func beginItem() {
        if isAfterName {
            isAfterName = false
            return
        }
        guard depth > 0 else { return }
        if isFilled { bytes.append(UInt8(ascii: ",")) }
        isFilled = true
        if isPretty { breakLine() }
    }

    private mutating func endName() {
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        isAfterName = true
    }

    private mutating func breakLine() {
        let count = 1 + depth * 2
        if count <= Self.lineBreak.count {
            bytes.append(contentsOf: Self.lineBreak[..<count])
        } else {
            bytes.append(0x0A)
            bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
        }
    }

    /// A line feed and the indentation of sixteen levels.
    private static let lineBreak: [UInt8] = [0x0A] + [UInt8](repeating: 0x20, count: 32)

    private mutating func appendDecimal(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}
