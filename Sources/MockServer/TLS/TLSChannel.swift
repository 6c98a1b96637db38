import CSupport

/// The TLS of one connection: what comes is decrypted, what goes is encrypted, all in memory.
///
/// Used on the thread of its connection only.
@safe
final class TLSChannel {
    private let raw: OpaquePointer
    /// Whether nothing can be sent any more.
    private(set) var isBroken = false

    /// Owns a connection made by OpenSSL's library; `nil` for none.
    init?(_ raw: OpaquePointer?) {
        guard let raw = unsafe raw else { return nil }
        unsafe self.raw = raw
    }

    deinit {
        unsafe cs_tls_connection_free(raw)
    }

    /// How far the client's bytes lead.
    enum Progress {
        /// More can come.
        case open
        /// The client said that it sends nothing more.
        case ended
        /// The handshake failed, or what came makes no sense.
        case failed
    }

    /// Takes bytes that came, and gives out what was in them.
    ///
    /// - Parameters:
    ///   - bytes: Bytes as received.
    ///   - take: Called with decrypted bytes.
    /// - Returns: Whether more can come.
    func receive(
        _ bytes: UnsafeRawBufferPointer,
        _ take: (UnsafeRawBufferPointer) -> Void
    ) -> Progress {
        guard unsafe cs_tls_feed(raw, bytes.baseAddress, bytes.count) == 0 else { return .failed }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
            while true {
                let count = unsafe cs_tls_read(raw, buffer.baseAddress, buffer.count)
                switch count {
                case 1...: unsafe take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                case 0: return .open
                case -1: return .ended
                default:
                    isBroken = true
                    return .failed
                }
            }
        }
    }

    /// Encrypts bytes; they are given out by `takeOutput`.
    func send(_ bytes: UnsafeRawBufferPointer) {
        guard !isBroken, unsafe !bytes.isEmpty else { return }
        if unsafe cs_tls_write(raw, bytes.baseAddress, bytes.count) != 0 { isBroken = true }
    }

    /// Says that nothing more will be sent.
    func finish() {
        if !isBroken { unsafe cs_tls_finish(raw) }
    }

    /// Adds what is to go over the wire to `output`.
    func takeOutput(into output: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
            while true {
                let count = unsafe cs_tls_take(raw, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                unsafe output.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }
}
