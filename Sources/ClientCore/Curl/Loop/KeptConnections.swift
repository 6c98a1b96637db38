import Glibc

/// The sockets of the connections that are kept, so that one can be looked at before it is used again.
///
/// Used by the transfer thread alone. libcurl up to 7.88 takes a kept connection as it is, and reads
/// what the server said in the meantime as the response to the next request, which must not be
/// (RFC 9112 §9.2 and §9.3).
struct KeptConnections {
    private struct Connection {
        /// -1 when no connection is known.
        var socket: Int32 = -1
        /// Whether a response came in HTTP/1; in HTTP/2 a server may speak at any time.
        var isHTTP1 = false
        /// Whether the server said in HTTP/2 that it serves no more requests on it.
        var isLeft = false
    }

    /// By the local port, 256 ports a page, which is empty before it is used; a port that serves a new
    /// connection replaces the old one.
    private var pages = [[Connection]](repeating: [], count: 256)

    /// Notes a new connection from `port`, made with one of `sockets`.
    mutating func opened(from port: Int, oneOf sockets: [Int32]) {
        guard port > 0, let socket = sockets.first(where: { Self.localPort(of: $0) == port }) else {
            return
        }
        self[port] = Connection(socket: socket)
    }

    /// Notes that the connection from `port` speaks HTTP/1.
    mutating func isHTTP1(from port: Int) {
        guard self[port].socket >= 0 else { return }
        self[port].isHTTP1 = true
    }

    /// Notes that the server leaves the connection from `port`.
    mutating func isLeft(from port: Int) {
        guard self[port].socket >= 0 else { return }
        self[port].isLeft = true
    }

    /// Whether the server has left the connection from `port`.
    func wasLeft(from port: Int) -> Bool { self[port].isLeft }

    /// Whether the kept connection from `port` has ended, or holds something nobody asked for.
    ///
    /// A notice of the end in TLS counts too. An unknown connection is sound.
    mutating func isSpoiled(from port: Int) -> Bool {
        let connection = self[port]
        guard connection.isHTTP1 else { return false }
        var byte: UInt8 = 0
        let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
        let count = unsafe recv(connection.socket, &byte, 1, flags)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        // The number may belong to something else by now.
        guard Self.localPort(of: connection.socket) == port else {
            self[port] = Connection()
            return false
        }
        return true
    }

    private subscript(port: Int) -> Connection {
        get {
            guard pages.indices ~= port >> 8, !pages[port >> 8].isEmpty else { return Connection() }
            return pages[port >> 8][port & 255]
        }
        set {
            guard pages.indices ~= port >> 8 else { return }
            if pages[port >> 8].isEmpty {
                pages[port >> 8] = [Connection](repeating: Connection(), count: 256)
            }
            pages[port >> 8][port & 255] = newValue
        }
    }

    /// The port a TCP socket is bound to; 0 when it is none.
    private static func localPort(of socket: Int32) -> Int {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                guard unsafe getsockname(socket, raw, &size) == 0 else { return 0 }
                switch unsafe Int32(raw.pointee.sa_family) {
                case AF_INET, AF_INET6:
                    // Both forms have the port in the same place.
                    return unsafe raw.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                        unsafe Int(UInt16(bigEndian: $0.pointee.sin_port))
                    }
                default:
                    return 0
                }
            }
        }
    }
}

/// The kept connections of one loop, shared by its transfers.
final class KeptConnectionBox {
    /// The connections.
    var connections = KeptConnections()
}

@available(*, unavailable)
extension KeptConnectionBox: Sendable {}
