import Glibc
import Synchronization

/// A server on loopback whose every byte, pause and reset a test decides.
///
/// Each connection gets a thread that runs the script given at creation. Pauses end on events: the
/// client closing, or a `TestGate` opening. The port is chosen by the kernel.
package final class FaultServer: Sendable {
    /// What a script does with one connection; the connection is closed when it returns.
    package typealias Script = @Sendable (FaultConnection) -> Void

    /// The port listened on.
    package let port: Int
    private let listener: Int32
    private let record = Mutex<[FaultRequest]>([])
    private let connections = Mutex(0)

    /// Starts a server that runs `script` for each connection.
    package init(_ script: @escaping Script) {
        listener = LoopbackSocket.listen(backlog: 512)
        port = LoopbackSocket.port(of: listener)
        let listener = listener
        TestThread.start { [weak self] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { break }
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                var isOn: Int32 = 1
                let size = socklen_t(MemoryLayout<Int32>.size)
                setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
                let number = self?.countConnection() ?? 0
                TestThread.start { [weak self] in
                    let connection = FaultConnection(socket, number: number) { request in
                        self?.record.withLock { $0.append(request) }
                    }
                    script(connection)
                    connection.close()
                }
            }
            close(listener)
        }
    }

    /// Starts a server that answers every request with these bytes and keeps the connection.
    package convenience init(answering response: String) {
        self.init { connection in
            while connection.readRequest() != nil { connection.send(response) }
        }
    }

    /// Starts a server that answers the request for each target with what `answer` gives.
    package convenience init(answer: @escaping @Sendable (FaultRequest) -> String) {
        self.init { connection in
            while let request = connection.readRequest() { connection.send(answer(request)) }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// `http://127.0.0.1:PORT`.
    package var base: String { "http://127.0.0.1:\(port)" }

    /// The requests read so far, in the order they were complete.
    package var requests: [FaultRequest] { record.withLock { $0 } }

    /// How many connections were accepted.
    package var connectionCount: Int { connections.withLock { $0 } }

    private func countConnection() -> Int {
        connections.withLock { count in
            count += 1
            return count
        }
    }
}

/// One request as it came over the wire.
package struct FaultRequest: Sendable {
    /// Request line to empty line.
    package let head: String
    /// The content by `Content-Length`, or the chunks with their framing.
    package let body: [UInt8]

    /// The request line without its end.
    package var line: String { lines.first ?? "" }
    /// The second word of the request line.
    package var target: String {
        line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }
    /// Request line and fields, in order.
    package var lines: [String] {
        head.split(separator: "\r\n", omittingEmptySubsequences: true).map(String.init)
    }
    /// The content as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first field `name`, or `nil`.
    package func field(_ name: String) -> String? {
        let start = name.lowercased() + ":"
        return lines.dropFirst().first { $0.lowercased().hasPrefix(start) }
            .map { line in String(line.dropFirst(start.count).drop { $0 == " " }) }
    }
}

/// A port on loopback that never answers a connection attempt, because its queue is full.
package final class UnansweringPort: Sendable {
    /// The port.
    package let port: Int
    private let sockets: [Int32]

    /// Fills the queue of a fresh port.
    package init() {
        let listener = LoopbackSocket.listen(backlog: 0)
        port = LoopbackSocket.port(of: listener)
        var sockets = [listener]
        for _ in 0..<4 {
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            LoopbackSocket.connect(socket, to: port)
            sockets.append(socket)
        }
        self.sockets = sockets
    }

    deinit { for socket in sockets { close(socket) } }
}

/// A port on loopback on which nothing listens.
package func refusingPort() -> Int {
    let listener = LoopbackSocket.listen(backlog: 1)
    defer { close(listener) }
    return LoopbackSocket.port(of: listener)
}
