import Glibc

/// A real server, not ours, on a loopback port: nginx, or Debian's httpbin.
///
/// Lives as long as the object. `nil` from an initialiser's factory means the program is not installed;
/// the test then says so and is skipped.
package final class RealPeer: Sendable {
    /// The port it listens on.
    package let port: Int
    /// The base of its URLs, such as `http://127.0.0.1:4711`.
    package var base: String { "http://127.0.0.1:\(port)" }

    private let program: ChildProgram

    private init(program: ChildProgram, port: Int) {
        self.program = program
        self.port = port
    }

    /// Starts Debian's httpbin.
    ///
    /// - Returns: The running server, or `nil` when it is not installed or does not come up.
    package static func httpbin() async throws -> RealPeer? {
        guard access("/usr/lib/python3/dist-packages/httpbin/core.py", R_OK) == 0 else {
            return nil
        }
        let port = freePort()
        let program = try ChildProgram(
            "/usr/bin/python3",
            ["-m", "httpbin.core", "--port", "\(port)"],
            limit: .seconds(300)
        )
        return await isListening(on: port) ? RealPeer(program: program, port: port) : nil
    }

    /// Starts nginx with one worker.
    ///
    /// - Parameters:
    ///   - folder: An empty folder for its configuration, logs and temporary files.
    ///   - server: The inside of the `server` block but for `listen PORT`; `PORT` and `TLSPORT` in it are replaced by
    ///     free ports.
    /// - Returns: The running server and its TLS port, or `nil` when nginx is not installed or does
    ///   not come up.
    /// - Throws: `ChildProgram.StartError` when it cannot be started.
    package static func nginx(
        in folder: String,
        server: String
    ) async throws -> (peer: RealPeer, tlsPort: Int)? {
        guard access("/usr/sbin/nginx", X_OK) == 0 else { return nil }
        let port = freePort()
        let tlsPort = freePort()
        let block = replace(
            "TLSPORT",
            by: "\(tlsPort)",
            in: replace("FOLDER", by: folder, in: server)
        )
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: "\n")
        let configuration = """
            daemon off; master_process off; pid \(folder)/nginx.pid; error_log \(folder)/error.log;
            events { worker_connections 256; }
            http {
              access_log off; \(paths)
              server { listen 127.0.0.1:\(port); \(block) }
            }
            """
        let path = folder + "/nginx.conf"
        guard let file = fopen(path, "w") else { return nil }
        fputs(configuration, file)
        fclose(file)
        let program = try ChildProgram(
            "/usr/sbin/nginx",
            ["-c", path, "-p", folder],
            limit: .seconds(300)
        )
        guard await isListening(on: port) else { return nil }
        return (RealPeer(program: program, port: port), tlsPort)
    }

    deinit { program.signal(SIGKILL) }

    /// A port that nothing listens on at this moment.
    package static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                _ = bind(descriptor, raw, length)
                _ = getsockname(descriptor, raw, &length)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }

    /// Tries to connect until it works or ten seconds have passed.
    private static func isListening(on port: Int) async -> Bool {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(10) {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = loopback(port: port)
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, length)
                }
            }
            if result == 0 { return true }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    private static func replace(_ word: String, by other: String, in text: String) -> String {
        text.split(separator: word, omittingEmptySubsequences: false).joined(separator: other)
    }
}
