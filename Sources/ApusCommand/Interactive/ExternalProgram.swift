import CSupport
import Glibc

/// Another program, run as a child of this one.
package enum ExternalProgram {
    /// Runs a shell command line on a file and waits for its end, with the terminal as its own.
    ///
    /// The command line may hold arguments, as `EDITOR` may: `code --wait`.
    ///
    /// - Returns: Its exit code; 127 when it was not found, 128 and the signal when one ended it.
    package static func run(_ commandLine: String, on path: String) -> Int32 {
        run(commandLine, on: [path])
    }

    /// Runs a shell command line with more arguments and waits for its end.
    ///
    /// - Returns: Its exit code; 127 when it was not found, 128 and the signal when one ended it.
    static func run(_ commandLine: String, on more: [String]) -> Int32 {
        let arguments = ["/bin/sh", "-c", commandLine + " \"$@\"", "sh"] + more
        guard let child = spawn(arguments, inputFrom: nil) else { return 127 }
        return wait(for: child)
    }

    /// Runs a program with bytes as its standard input, silent, and waits until it ended.
    ///
    /// - Parameters:
    ///   - arguments: The program, searched along `PATH`, and its arguments.
    ///   - input: What it reads.
    /// - Returns: Whether it was found and ended with exit code 0.
    package static func feed(_ arguments: [String], input: [UInt8]) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard cs_pipe(&ends, 0) == 0 else { return false }
        let child = spawn(arguments, inputFrom: ends[0])
        close(ends[0])
        var rest = input[...]
        while child != nil, !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(ends[1])
        guard let child else { return false }
        return wait(for: child) == 0
    }

    /// Runs a program without input and gives what it prints.
    ///
    /// - Parameters:
    ///   - arguments: The program, searched along `PATH`, and its arguments.
    ///   - limit: The most bytes that are kept; the rest is read and dropped.
    /// - Returns: What it printed, and its exit code; `nil` when it was not found.
    package static func output(
        of arguments: [String],
        limit: Int = 1 << 20
    ) -> (text: String, code: Int32)? {
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        var ends: [Int32] = [-1, -1]
        guard nothing >= 0, cs_pipe(&ends, 0) == 0 else { return nil }
        let child = spawn(arguments, inputFrom: nothing, outputTo: ends[1])
        close(nothing)
        close(ends[1])
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while child != nil {
            let count = chunk.withUnsafeMutableBytes { read(ends[0], $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            if bytes.count < limit { bytes += chunk[..<count] }
        }
        close(ends[0])
        guard let child else { return nil }
        let code = wait(for: child)
        return (String(decoding: bytes.prefix(limit), as: UTF8.self), code)
    }

    /// Starts a child with the signals as a shell would give them.
    ///
    /// - Parameters:
    ///   - arguments: The program, searched along `PATH`, and its arguments.
    ///   - inputFrom: Its standard input, and then its output goes nowhere; `nil` lets it have the
    ///     terminal.
    ///   - outputTo: Where its output goes instead.
    /// - Returns: The child; `nil` when it could not be started.
    private static func spawn(
        _ arguments: [String],
        inputFrom: Int32?,
        outputTo: Int32? = nil
    ) -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var reset = sigset_t()
        sigemptyset(&reset)
        sigaddset(&reset, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &reset)
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        )
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let inputFrom {
            posix_spawn_file_actions_adddup2(&actions, inputFrom, STDIN_FILENO)
            for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
            if let outputTo { posix_spawn_file_actions_adddup2(&actions, outputTo, STDOUT_FILENO) }
        }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let error = posix_spawnp(&child, arguments[0], &actions, &attributes, words, environ)
        return error == 0 ? child : nil
    }

    private static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return 127 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
