import Glibc

/// A blocking client that sends bytes and gives back exactly what came.
final class RawClient {
    private let descriptor: Int32

    /// How a connection ended.
    enum Ending: Equatable {
        case closed
        case reset
        case timedOut
    }

    init(port: Int, timeoutInSeconds: Int = 10) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: timeoutInSeconds, tv_usec: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &limit,
            socklen_t(MemoryLayout<timeval>.size)
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size)
            }
        }
        precondition(result == 0, "the server does not listen")
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Says that nothing more will be sent.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads one piece; `nil` with the reason at the end.
    private func piece() -> (bytes: [UInt8], ending: Ending?) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { return (Array(buffer.prefix(count)), nil) }
        if count == 0 { return ([], .closed) }
        return ([], errno == ECONNRESET ? .reset : .timedOut)
    }

    private var pending: [UInt8] = []

    /// Reads until the end of the connection.
    func readToEnd() -> (bytes: [UInt8], ending: Ending) {
        var bytes = pending
        pending = []
        while true {
            let next = piece()
            bytes += next.bytes
            if let ending = next.ending { return (bytes, ending) }
        }
    }

    /// Reads at least `count` bytes, or until the end.
    func read(atLeast count: Int) -> [UInt8] {
        while pending.count < count {
            let next = piece()
            pending += next.bytes
            if next.ending != nil { break }
        }
        defer { pending = [] }
        return pending
    }

    /// A response as far as the client sees it.
    struct Reply {
        var head: String
        var body: [UInt8]

        var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }
        var text: String { String(decoding: body, as: UTF8.self) }

        /// The values of all fields named so, in order.
        func values(_ name: String) -> [String] {
            head.split(separator: "\r\n").dropFirst().compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, parts[0].lowercased() == name.lowercased() else {
                    return nil
                }
                return parts[1].drop { $0 == " " }.description
            }
        }
    }

    /// Reads one response framed by `Content-Length`, or by nothing for a status without content.
    func reply(hasContent: Bool = true) -> Reply? {
        let mark = Array("\r\n\r\n".utf8)
        var headEnd: Int?
        while headEnd == nil {
            headEnd = pending.indices.first { pending[$0...].starts(with: mark) }
            if headEnd == nil {
                let next = piece()
                pending += next.bytes
                if next.ending != nil { return nil }
            }
        }
        guard let headEnd else { return nil }
        var reply = Reply(head: String(decoding: pending[..<headEnd], as: UTF8.self), body: [])
        pending.removeSubrange(..<(headEnd + 4))
        let length = reply.values("Content-Length").first.flatMap { Int($0) } ?? 0
        guard hasContent else { return reply }
        while pending.count < length {
            let next = piece()
            pending += next.bytes
            if next.ending != nil { return nil }
        }
        reply.body = Array(pending.prefix(length))
        pending.removeFirst(length)
        return reply
    }

    /// Sends a request and reads its response.
    func exchange(_ text: String, hasContent: Bool = true) -> Reply? {
        send(text)
        return reply(hasContent: hasContent)
    }

    /// Sends a GET and reads its response.
    func get(_ target: String, fields: String = "") -> Reply? {
        exchange("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n")
    }
}
