import CSupport
import Glibc

/// Another program, run to its end with what it reads and writes in memory.
enum PipedProgram {
    /// How it ended and what it wrote.
    struct Ending {
        /// The exit code; 128 plus the number when a signal ended it.
        var status: Int32
        var output: [UInt8]
        var diagnostics: String
    }

    /// Runs a program; it inherits the environment and nothing else.
    ///
    /// `input` must fit into a pipe, 64 KiB on Linux, since it is written whole before anything is read.
    ///
    /// - Returns: `nil` when it could not be started.
    static func run(_ path: String, _ arguments: [String], input: [UInt8]) -> Ending? {
        guard input.count <= 60_000, let standardInput = Pipe(), let output = Pipe(),
            let diagnostics = Pipe()
        else { return nil }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, standardInput.read, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.write, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, diagnostics.write, 2)
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var process = pid_t()
        guard unsafe posix_spawn(&process, path, &actions, nil, &words, environ) == 0 else {
            return nil
        }
        standardInput.closeRead()
        output.closeWrite()
        diagnostics.closeWrite()
        // A program that ends without reading must not end this one.
        standardInput.send(input)
        standardInput.closeWrite()
        let text = output.receiveAll()
        let remarks = diagnostics.receiveAll()
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        return Ending(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
            output: text,
            diagnostics: String(decoding: remarks, as: UTF8.self)
        )
    }

    /// Two ends of a pipe, closed when the object goes; neither is inherited.
    private final class Pipe {
        private(set) var read: Int32
        private(set) var write: Int32

        init?() {
            var ends: [Int32] = [-1, -1]
            guard unsafe cs_socket_pair(&ends) == 0 else { return nil }
            (read, write) = (ends[0], ends[1])
        }

        deinit {
            closeRead()
            closeWrite()
        }

        func closeRead() { Self.close(&read) }
        func closeWrite() { Self.close(&write) }

        private static func close(_ end: inout Int32) {
            if end >= 0 { Glibc.close(end) }
            end = -1
        }

        func send(_ bytes: [UInt8]) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { bytes in
                    unsafe Glibc.send(
                        write,
                        bytes.baseAddress,
                        bytes.count,
                        Int32(MSG_NOSIGNAL)
                    )
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        func receiveAll() -> [UInt8] {
            var result: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = unsafe Glibc.read(read, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return result }
                result += buffer[..<count]
            }
        }
    }
}
