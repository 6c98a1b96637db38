import Files
import Glibc

/// Programs that give values to variables: keyrings, password managers.
enum ShellCommand {
    /// Why a command gave no value, as the end of a sentence that begins with the command.
    struct CommandError: Error, CustomStringConvertible {
        let description: String
    }

    /// The most bytes of output that are read.
    private static let limit = 64 * 1024

    /// Runs the command with `sh` and gives the first line it writes, without its end.
    ///
    /// Blocks a thread of its own, not the executor's. Cancelling the task kills the command.
    ///
    /// - Parameters:
    ///   - command: A command line for `sh`.
    ///   - environment: The variables that the command sees.
    /// - Returns: The line; never empty.
    /// - Throws: `CommandError` when it cannot be started, fails, or writes nothing.
    static func firstLine(
        of command: String,
        environment: [String: String]
    ) async throws -> String {
        let child = try Child(command, environment)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                @Sendable func read() {
                    continuation.resume(with: Result { try child.firstLine() })
                }
                if !OwnThread.start(read) { read() }
            }
        } onCancel: {
            child.stop()
        }
    }

    /// A running `sh`; its output is read by one thread, and any may stop it.
    private struct Child: Sendable {
        let processID: pid_t
        let output: Int32

        init(_ command: String, _ environment: [String: String]) throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                throw CommandError(description: "cannot be started: \(Self.reason(errno))")
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            var attributes = Self.startAttributes()
            defer { posix_spawnattr_destroy(&attributes) }
            var child: pid_t = 0
            let variables = environment.map { "\($0.key)=\($0.value)" }
            let fault = Self.withCStrings(["sh", "-c", command]) { arguments in
                Self.withCStrings(variables) { variables in
                    posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, variables)
                }
            }
            close(ends[1])
            guard fault == 0 else {
                close(ends[0])
                throw CommandError(description: "cannot be started: \(Self.reason(fault))")
            }
            processID = child
            output = ends[0]
        }

        func stop() {
            kill(processID, SIGTERM)
        }

        func firstLine() throws -> String {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 4096)
            while bytes.count < ShellCommand.limit {
                let count = read(output, &chunk, chunk.count)
                if count > 0 {
                    bytes += chunk[..<count]
                } else if count == 0 || errno != EINTR {
                    break
                }
            }
            close(output)
            var status: Int32 = 0
            while waitpid(processID, &status, 0) < 0, errno == EINTR {}
            guard status == 0 else {
                let code = status & 0x7F == 0 ? "code \(status >> 8 & 0xFF)" : "a signal"
                throw CommandError(description: "ended with \(code)")
            }
            let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
            guard !line.isEmpty else { throw CommandError(description: "wrote nothing") }
            return String(decoding: line, as: UTF8.self)
        }

        /// Signals as a shell gives them to a program: none blocked, none ignored.
        private static func startAttributes() -> posix_spawnattr_t {
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            var signals = sigset_t()
            sigemptyset(&signals)
            posix_spawnattr_setsigmask(&attributes, &signals)
            for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
            posix_spawnattr_setsigdefault(&attributes, &signals)
            let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
            posix_spawnattr_setflags(&attributes, Int16(flags))
            return attributes
        }

        private static func withCStrings<Result>(
            _ texts: [String],
            _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
        ) -> Result {
            var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { text in strdup(text) }
            pointers.append(nil)
            defer { for pointer in pointers { free(pointer) } }
            return body(pointers)
        }

        private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
    }
}
