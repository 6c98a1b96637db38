/// The Base64 encoding.
///
/// - SeeAlso: RFC 4648 §4.
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// Encodes bytes, padding included.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        var group: UInt32 = 0
        var count = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                append(group, digits: 4, to: &result)
                (group, count) = (0, 0)
            }
        }
        if count > 0 {
            append(group << UInt32(8 * (3 - count)), digits: count + 1, to: &result)
            result += [UInt8](repeating: UInt8(ascii: "="), count: 3 - count)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ group: UInt32, digits: Int, to result: inout [UInt8]) {
        for digit in 0..<digits {
            result.append(alphabet[Int(group >> UInt32(18 - 6 * digit) & 63)])
        }
    }
}
