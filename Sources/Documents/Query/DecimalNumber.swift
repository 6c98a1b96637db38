/// A number by its exact decimal value.
package struct DecimalNumber: Equatable, Sendable {
    private(set) var isNegative = false
    /// The significant digits, without zeros at either end; none for zero.
    private(set) var digits: [UInt8] = []
    /// The power of ten of the first digit, plus one: the value is 0.d₁d₂d₃… × 10^exponent.
    private(set) var exponent = 0

    /// Reads a number in JSON spelling.
    package init(_ text: some StringProtocol) {
        var pointPlace: Int?
        var power = 0
        var bytes = text.utf8[...]
        if bytes.first == UInt8(ascii: "-") {
            isNegative = true
            bytes.removeFirst()
        }
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "."): pointPlace = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let isDown = bytes.first == UInt8(ascii: "-")
                for digit in bytes where digit >= 0x30 && digit <= 0x39 {
                    power = min(power, 1 << 40) * 10 + Int(digit - 0x30)
                }
                if isDown { power = -power }
                bytes = bytes[bytes.endIndex...]
            default: digits.append(byte &- 0x30)
            }
        }
        exponent = (pointPlace ?? digits.count) + power
        let leading = digits.prefix { $0 == 0 }.count
        digits.removeFirst(leading)
        exponent -= leading
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty {
            exponent = 0
            isNegative = false
        }
    }

    /// A whole number.
    init(_ value: Int) { self.init(String(value)) }

    /// Orders by value.
    package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative
            ? right.isSmallerInSize(than: left) : left.isSmallerInSize(than: right)
    }

    private func isSmallerInSize(than other: DecimalNumber) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
