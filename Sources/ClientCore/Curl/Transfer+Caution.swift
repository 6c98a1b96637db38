import HTTPModel

// What libcurl would do and must be kept from.
extension Transfer {
    /// Whether the request must not go out once more without being asked: it has left already, no
    /// answer has come, and doing it twice may do harm (RFC 9110 §9.2.2, RFC 9112 §9.3.1).
    var isSendingTwiceUnsafe: Bool {
        bytesSent > 0 && firstByteTime == nil && !submission.request.method.isIdempotent
    }

    /// How libcurl says that it will send a request again whose connection ended without an answer.
    static let resendRemark = Array("Connection died, retrying a fresh connect".utf8)

    /// Takes note of a remark of libcurl's, if it matters.
    func remarked(_ remark: UnsafeRawBufferPointer) {
        if isSendingTwiceUnsafe, unsafe remark.starts(with: Self.resendRemark) {
            isSendingAgain = true
        }
        if unsafe Self.isAboutLeaving(remark) { kept.connections.isLeft(from: localPort) }
    }

    /// Whether the server said that it will serve no more on the connection (RFC 9113 §6.8).
    var isConnectionLeft: Bool { kept.connections.wasLeft(from: localPort) }

    /// Whether libcurl remarks that a `GOAWAY` came, which up to 7.88 it cannot spell.
    private static func isAboutLeaving(_ remark: UnsafeRawBufferPointer) -> Bool {
        unsafe remark.starts(with: leavingRemarks.0) || remark.starts(with: leavingRemarks.1)
    }

    private static let leavingRemarks = (
        Array("received GOAWAY".utf8), Array("recveived GOAWAY".utf8)
    )

    /// Keeps libcurl from a line that it cannot stand: a fold with no field before it.
    ///
    /// Up to version 8.0 libcurl adds the fold to a field that it remembers from the handle's last
    /// transfer, and has freed. It shows us the very bytes that it reads next, so a letter in place
    /// of the blank makes a field of the line; the transfer ends when libcurl hands it out.
    func disarmFold(_ line: UnsafeMutableRawBufferPointer) {
        guard let first = unsafe line.first, first == 0x20 || first == 0x09 else { return }
        unsafe line[0] = UInt8(ascii: "x")
        refuse(.receiveMalformed, because: "the first field begins with a blank")
    }
}
