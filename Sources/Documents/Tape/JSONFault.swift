package import HTTPModel

/// Where and why a text is not JSON.
package struct JSONFault: Error, Equatable, Sendable {
    /// The byte at which the first error stands; the length of the text when it ends too early.
    package var offset: Int
    /// The line and column of `offset`.
    package var location: TextLocation
    /// What is wrong, as a sentence fragment without a capital or full stop.
    package var detail: String

    /// Creates a fault.
    package init(offset: Int, location: TextLocation, detail: String) {
        self.offset = offset
        self.location = location
        self.detail = detail
    }

    /// Creates a fault at byte `offset` of `octets`.
    package init(offset: Int, in octets: Octets, detail: String) {
        self.init(
            offset: offset,
            location: Self.location(of: offset, in: octets),
            detail: detail
        )
    }

    private static func location(of offset: Int, in octets: Octets) -> TextLocation {
        unsafe octets.withUnsafeBytes { bytes in
            var line = 1
            var start = 0
            for index in 0..<min(offset, bytes.count) where unsafe bytes[index] == 0x0A {
                line += 1
                start = index + 1
            }
            var column = 1
            for index in start..<min(offset, bytes.count)
            where unsafe bytes[index] & 0xC0 != 0x80 {
                column += 1
            }
            return TextLocation(line: line, column: column)
        }
    }
}

extension JSONFault: CustomStringConvertible {
    /// `line:column: what is wrong`.
    package var description: String { "\(location): \(detail)" }
}
