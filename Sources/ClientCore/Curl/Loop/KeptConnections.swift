import Glibc

/// The sockets of the connections that are kept, so that one can be looked at before it is used again.
///
/// Used by the transfer thread alone. libcurl up to 7.88 takes a kept connection as it is, and reads
/// what the server said in the meantime as the response to the next request, which must not be
/// (RFC 9112 §9.2 and §9.3).
struct KeptConnections {
    private struct Connection {
        var socket: Int32
        /// Whether a response came in HTTP/1; in HTTP/2 a server may speak at any time.
        var isHTTP1 = false
    }

    /// By the local port; a port that serves a new connection replaces the old one.
    private var connections: [Int: Connection] = [:]

    /// Notes a new connection from `port`, made with one of `sockets`.
    mutating func opened(from port: Int, oneOf sockets: [Int32]) {
        guard port > 0, let socket = sockets.first(where: { Self.localPort(of: $0) == port }) else {
            return
        }
        connections[port] = Connection(socket: socket)
    }

    /// Notes that the connection from `port` speaks HTTP/1.
    mutating func isHTTP1(from port: Int) {
        connections[port]?.isHTTP1 = true
    }

    /// Whether the kept connection from `port` has ended, or holds something nobody asked for.
    ///
    /// A notice of the end in TLS counts too. An unknown connection is sound.
    mutating func isSpoiled(from port: Int) -> Bool {
        guard let connection = connections[port], connection.isHTTP1 else { return false }
        var byte: UInt8 = 0
        let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
        let count = unsafe recv(connection.socket, &byte, 1, flags)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        // The number may belong to something else by now.
        guard Self.localPort(of: connection.socket) == port else {
            connections[port] = nil
            return false
        }
        return true
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
