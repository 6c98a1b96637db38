/// The hash function SHA-1, for comparing content with sums that others published; not for security.
///
/// - SeeAlso: FIPS 180-4 §6.1.
enum SHA1 {
    /// The 20 bytes of the hash of `message`.
    static func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        var state: [UInt32] = [
            0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0,
        ]
        for block in HashPadding.blocks(of: message, size: 64) { compress(block, into: &state) }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private static func compress(_ block: [UInt8], into state: inout [UInt32]) {
        var words = (0..<16).map { word in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[word * 4 + $1]) }
        }
        for i in 16..<80 {
            words.append(rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for i in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch i {
                case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ words[i]
            (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
        }
        for (i, word) in [a, b, c, d, e].enumerated() { state[i] &+= word }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}

/// The padding that the SHA family puts behind a message.
///
/// - SeeAlso: FIPS 180-4 §5.1.
enum HashPadding {
    /// The message with a one bit, zeros and its length in bits, cut into blocks of `size` bytes.
    static func blocks(of message: some Collection<UInt8>, size: Int) -> [[UInt8]] {
        var bytes = Array(message)
        let bitCount = UInt64(bytes.count) * 8
        // The length takes 8 bytes, 16 in blocks of 128.
        let lengthSize = size / 8
        bytes.append(0x80)
        while bytes.count % size != size - lengthSize { bytes.append(0) }
        bytes += [UInt8](repeating: 0, count: lengthSize - 8)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<($0 + size)]) }
    }
}
