import Glibc

/// Sockets on 127.0.0.1 for tests.
enum LoopbackSocket {
    /// A listening socket on a port of the kernel's choice.
    static func listen(backlog: Int32) -> Int32 {
        // Not for the programs and test processes that are started meanwhile.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = socket(AF_INET, kind, 0)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withAddress(port: 0) { bind(listener, $0, size) }
        precondition(listener >= 0 && result == 0, "no loopback socket can be had")
        Glibc.listen(listener, backlog)
        return listener
    }

    /// The port a socket is bound to.
    static func port(of socket: Int32) -> Int {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &size)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Begins to connect; the socket does not block.
    static func connect(_ socket: Int32, to port: Int) {
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withAddress(port: port) { Glibc.connect(socket, $0, size) }
    }

    private static func withAddress<Result>(
        port: Int,
        _ body: (UnsafePointer<sockaddr>) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
        }
    }
}
