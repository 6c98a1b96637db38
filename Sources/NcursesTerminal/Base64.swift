/// Returns bytes as base64 with padding.
///
/// - SeeAlso: RFC 4648 §4.
func base64(_ bytes: some Sequence<UInt8>) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    var group: UInt32 = 0
    var count = 0
    func appendGroup() {
        let bits = group << UInt32(8 * (3 - count))
        for place in 0..<4 {
            let isPadding = place > count
            let index = Int(bits >> UInt32(18 - 6 * place)) & 63
            result.append(isPadding ? 0x3D : letters[index])
        }
        group = 0
        count = 0
    }
    for byte in bytes {
        group = group << 8 | UInt32(byte)
        count += 1
        if count == 3 { appendGroup() }
    }
    if count > 0 { appendGroup() }
    return String(decoding: result, as: UTF8.self)
}
