import HTTPModel

/// What of a request has gone out so far.
struct WrittenRequest: ~Copyable {
    /// Bytes of head and content, those of requests that were answered with a challenge included.
    private(set) var byteCount = 0
    /// Bytes of the content, with what frames it.
    private(set) var contentByteCount = 0
    /// Whether the head went out to its end.
    private(set) var isHeadWhole = false
    private var headBuilder = OctetBuilder()

    /// The head as written, request line to empty line.
    var head: Octets { headBuilder.snapshot() }

    /// Takes in a piece of the head.
    ///
    /// A head after a whole one begins the request anew: a connection that died while idle makes
    /// libcurl send it again on a new one.
    ///
    /// - Parameters:
    ///   - piece: What was written.
    ///   - bytesBefore: How many bytes went out before this request began.
    mutating func add(head piece: UnsafeRawBufferPointer, after bytesBefore: Int) {
        if isHeadWhole {
            headBuilder = OctetBuilder()
            (isHeadWhole, byteCount, contentByteCount) = (false, bytesBefore, 0)
        }
        unsafe headBuilder.append(piece)
        byteCount += piece.count
        isHeadWhole = head.endsWithEmptyLine
    }

    /// Takes in that `count` bytes of the content went out.
    mutating func add(contentBytes count: Int) {
        byteCount += count
        contentByteCount += count
    }
}

extension Octets {
    /// Whether the last line is empty, as at the end of a head.
    fileprivate var endsWithEmptyLine: Bool {
        unsafe withUnsafeBytes { bytes in
            let end = bytes.count
            return unsafe end >= 4 && bytes[end - 1] == 0x0A && bytes[end - 2] == 0x0D
                && bytes[end - 3] == 0x0A && bytes[end - 4] == 0x0D
        }
    }
}
