import Glibc

/// One connection to a `FaultServer`, used by the thread that runs its script.
package final class FaultConnection {
    /// Which connection of the server this is, from 1.
    package let number: Int
    private let socket: Int32
    /// Whether this side has not closed yet.
    package private(set) var isOpen = true
    private var buffer: [UInt8] = []
    private let note: (FaultRequest) -> Void

    init(_ socket: Int32, number: Int, note: @escaping (FaultRequest) -> Void) {
        self.socket = socket
        self.number = number
        self.note = note
    }

    /// Reads one request with its content.
    ///
    /// - Returns: `nil` when the client closed before the request was complete.
    package func readRequest() -> FaultRequest? {
        guard let head = readHead() else { return nil }
        var request = FaultRequest(head: head, body: [])
        if request.field("Transfer-Encoding")?.lowercased() == "chunked" {
            guard let end = fill(until: Array("0\r\n\r\n".utf8)) else { return nil }
            request = FaultRequest(head: head, body: take(end))
        } else if let length = request.field("Content-Length").flatMap({ Int($0) }) {
            while buffer.count < length { guard fill() else { return nil } }
            request = FaultRequest(head: head, body: take(length))
        }
        note(request)
        return request
    }

    /// Reads request line and fields, and leaves the content unread.
    package func readHead() -> String? {
        fill(until: Array("\r\n\r\n".utf8)).map { String(decoding: take($0), as: UTF8.self) }
    }

    /// Sends bytes.
    ///
    /// - Returns: Whether the client took them.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends text as UTF-8.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Reads some bytes and drops them.
    ///
    /// - Returns: How many; 0 when the client has closed.
    package func readSome() -> Int {
        guard !buffer.isEmpty || fill() else { return 0 }
        defer { buffer.removeAll(keepingCapacity: true) }
        return buffer.count
    }

    /// Blocks until the client closes or resets the connection; what it sends is dropped.
    package func waitForClose() {
        while fill() { buffer = [] }
    }

    /// Reads and drops at least `count` bytes of what the client sends.
    ///
    /// - Returns: `false` when the client closed before.
    package func read(atLeast count: Int) -> Bool {
        while buffer.count < count { guard fill() else { return false } }
        buffer = []
        return true
    }

    /// Says that nothing more will be sent, and reads on until the client closes.
    package func finish() {
        shutdown(socket, Int32(SHUT_WR))
        waitForClose()
    }

    /// Ends the connection with a reset instead of an orderly close.
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, size)
        close()
    }

    /// Closes the connection.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(socket)
    }

    private func take(_ count: Int) -> [UInt8] {
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func fill() -> Bool {
        guard isOpen else { return false }
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(socket, &piece, piece.count, 0)
        guard count > 0 else { return false }
        buffer += piece.prefix(count)
        return true
    }

    /// Reads until `mark` has come; gives the length up to its end.
    private func fill(until mark: [UInt8]) -> Int? {
        while true {
            if buffer.count >= mark.count,
                let start = (0...buffer.count - mark.count).first(where: {
                    buffer[$0..<$0 + mark.count].elementsEqual(mark)
                })
            {
                return start + mark.count
            }
            guard fill() else { return nil }
        }
    }
}
