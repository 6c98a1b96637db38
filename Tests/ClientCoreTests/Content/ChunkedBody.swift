/// The content of chunks as they came, or `nil` when they are not whole.
func content(ofChunks body: [UInt8]) -> [UInt8]? {
    var rest = body[...]
    var content: [UInt8] = []
    while let end = rest.firstIndex(of: 0x0D), rest.index(after: end) < rest.endIndex {
        guard let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) else {
            return nil
        }
        rest = rest[(end + 2)...]
        guard rest.count >= size + 2 else { return nil }
        if size == 0 { return rest.elementsEqual([0x0D, 0x0A]) ? content : nil }
        content += rest.prefix(size)
        rest = rest.dropFirst(size + 2)
    }
    return nil
}

/// Bytes without pattern, the same for each seed.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state >> 32)
    }
}
