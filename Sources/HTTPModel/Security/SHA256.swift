/// The hash function SHA-256, and HMAC with it.
///
/// For public-key pins and request signatures; small inputs, no streaming.
///
/// - SeeAlso: FIPS 180-4 §6.2; RFC 2104.
package enum SHA256 {
    /// The 32 bytes of the hash of `message`.
    package static func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C,
            0x1F83_D9AB, 0x5BE0_CD19,
        ]
        var schedule = [UInt32](repeating: 0, count: 64)
        var block = [UInt8](repeating: 0, count: 64)
        var filled = 0
        var length: UInt64 = 0
        func add(_ byte: UInt8) {
            block[filled] = byte
            filled += 1
            guard filled == 64 else { return }
            compress(block, into: &state, &schedule)
            filled = 0
        }
        for byte in message {
            add(byte)
            length += 8
        }
        add(0x80)
        while filled != 56 { add(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            add(UInt8(truncatingIfNeeded: length >> shift))
        }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// The 32 bytes of the keyed hash of `message`.
    package static func authenticate(
        _ message: some Collection<UInt8>,
        key: some Collection<UInt8>
    ) -> [UInt8] {
        var padded = key.count > 64 ? hash(key) : Array(key)
        padded += [UInt8](repeating: 0, count: 64 - padded.count)
        let inner = hash(padded.map { $0 ^ 0x36 } + message)
        return hash(padded.map { $0 ^ 0x5C } + inner)
    }

    /// Bytes as lower-case hexadecimal digits.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func compress(
        _ block: [UInt8],
        into state: inout [UInt32],
        _ schedule: inout [UInt32]
    ) {
        for i in 0..<16 {
            schedule[i] =
                UInt32(block[4 * i]) << 24 | UInt32(block[4 * i + 1]) << 16
                | UInt32(block[4 * i + 2]) << 8 | UInt32(block[4 * i + 3])
        }
        for i in 16..<64 {
            let (near, far) = (schedule[i - 2], schedule[i - 15])
            let sigma0 = turn(far, 7) ^ turn(far, 18) ^ far >> 3
            let sigma1 = turn(near, 17) ^ turn(near, 19) ^ near >> 10
            schedule[i] = schedule[i - 16] &+ sigma0 &+ schedule[i - 7] &+ sigma1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for i in 0..<64 {
            let sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ sum1 &+ choice &+ constants[i] &+ schedule[i]
            let sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
        }
        for (i, word) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= word }
    }

    private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
        0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
        0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
        0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
        0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
        0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
        0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
        0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
        0xC671_78F2,
    ]
}
