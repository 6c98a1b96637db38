import CSupport
import Glibc

/// The sockets of a server.
enum ServerSockets {
    /// Tokens of the descriptors that are no connections.
    static let listenerToken: UInt64 = .max
    static let signalToken: UInt64 = .max - 1
    static let folderToken: UInt64 = .max - 2

    /// Listens on 127.0.0.1.
    ///
    /// - Parameter wanted: The port; 0 lets the system choose.
    /// - Returns: The descriptor.
    /// - Throws: `MockServerError` when the port cannot be had.
    static func listen(port wanted: Int) throws(MockServerError) -> Int32 {
        guard (0...65_535).contains(wanted) else {
            throw MockServerError(description: "port \(wanted) is not a number from 0 to 65535")
        }
        let listener = cs_listen_loopback(Int32(wanted))
        guard listener >= 0 else {
            throw MockServerError(
                description: "cannot listen on 127.0.0.1:\(wanted): \(reason(listener))"
            )
        }
        return listener
    }

    private static func reason(_ code: Int32) -> String {
        guard let text = unsafe strerror(-code) else { return "error \(-code)" }
        return unsafe String(cString: text)
    }
}
