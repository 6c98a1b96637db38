import Dispatch
package import Glibc
import Synchronization

/// A program started by a test, its output collected while it runs.
///
/// Its three standard descriptors are pipes; it gets exactly the environment given. It is killed when
/// the object is destroyed or the time limit passes, so no test leaves one behind.
package final class ChildProgram: @unchecked Sendable {
    // `@unchecked Sendable`: one test owns it; reading happens on one queue at a time.

    /// How a program ended and what it wrote.
    package struct Ending: Sendable {
        /// The exit code; 128 plus the number when a signal ended it.
        package var exitCode: Int32
        /// What it wrote to standard output.
        package var output: String
        /// What it wrote to standard error.
        package var diagnostics: String
        /// From start to end.
        package var elapsed: Duration
        /// Whether it had to be killed because it took too long.
        package var isTimedOut: Bool
    }

    /// Why a program could not be started.
    package struct StartError: Error, CustomStringConvertible {
        /// What is wrong.
        package var description: String
    }

    /// The process id.
    package let processID: pid_t
    private let input: Int32
    private let outputs: [Int32]
    private var collected: [[UInt8]] = [[], []]
    private var isOpen = [true, true]
    private let start = ContinuousClock.now
    private let limit: Duration
    private var ending: Ending?

    /// The folder of the test bundle, where the built programs stand too.
    package static var productFolder: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let path = String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's file, or the name of a built product.
    ///   - arguments: The arguments after its name.
    ///   - environment: Variables beside `PATH`, `LANG` and `TERM`, which are fixed.
    ///   - directory: Its working directory.
    ///   - limit: How long it may run.
    /// - Throws: `StartError` when the system starts no program.
    package init(
        _ path: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        directory: String = "/",
        limit: Duration = .seconds(30)
    ) throws {
        let program = path.contains("/") ? path : Self.productFolder + "/" + path
        self.limit = limit
        var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "dumb"]
        variables.merge(environment) { $1 }
        let started = try Self.starting.withLock { _ in
            // The spawn attribute for a working directory is not visible from Swift; `env -C`
            // becomes the program, so the process id is the same.
            try Self.spawn(["env", "-C", directory, program] + arguments, variables)
        }
        processID = started.processID
        input = started.input
        outputs = started.outputs
    }

    /// Held while pipes are made and inherited, so that no other child gets hold of their ends.
    private static let starting = Mutex(())

    private static func spawn(
        _ arguments: [String],
        _ variables: [String: String]
    ) throws -> (processID: pid_t, input: Int32, outputs: [Int32]) {
        let pipes = try (0..<3).map { _ in try makePipe() }
        let inherited = [pipes[0].read, pipes[1].write, pipes[2].write]
        defer { for end in inherited { close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, end) in inherited.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
        }
        _ = closeOthers?(&actions, 3)
        var attributes = startAttributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var child: pid_t = 0
        let failure = withCStrings(arguments) { arguments in
            withCStrings(variables.map { "\($0.key)=\($0.value)" }) { environment in
                posix_spawn(&child, "/usr/bin/env", &actions, &attributes, arguments, environment)
            }
        }
        guard failure == 0 else {
            for end in [pipes[0].write, pipes[1].read, pipes[2].read] { close(end) }
            throw StartError(description: "cannot start: \(String(cString: strerror(failure)))")
        }
        return (child, pipes[0].write, [pipes[1].read, pipes[2].read])
    }

    private var isInputOpen = true

    deinit {
        if ending == nil {
            kill(processID, SIGKILL)
            var status: Int32 = 0
            waitpid(processID, &status, 0)
        }
        closeInput()
        for descriptor in outputs { close(descriptor) }
    }

    /// Starts a program, gives it `input`, and waits for its end.
    package static func run(
        _ path: String,
        _ arguments: [String] = [],
        input: String = "",
        environment: [String: String] = [:],
        directory: String = "/",
        limit: Duration = .seconds(30)
    ) async throws -> Ending {
        let program = try ChildProgram(
            path,
            arguments,
            environment: environment,
            directory: directory,
            limit: limit
        )
        return await program.finish(input: input)
    }

    /// Sends a signal.
    package func signal(_ number: Int32) {
        guard ending == nil else { return }
        kill(processID, number)
    }

    /// Waits until standard output holds a whole line that `isWanted` accepts, and gives the line.
    ///
    /// - Returns: `nil` when the program ended or the time ran out before.
    package func line(where isWanted: @escaping @Sendable (String) -> Bool) async -> String? {
        await onQueue { program in
            while true {
                let text = String(decoding: program.collected[0], as: UTF8.self)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                if let line = lines.first(where: { isWanted(String($0)) }) { return String(line) }
                guard program.isOpen[0], program.collect() else { return nil }
            }
        }
    }

    /// Gives the rest of the input, closes it, and waits for the end.
    package func finish(input text: String = "") async -> Ending {
        await onQueue { program in
            if let ending = program.ending { return ending }
            program.feed(Array(text.utf8))
            while program.isOpen.contains(true), program.collect() {}
            return program.reap()
        }
    }

    private func onQueue<Value: Sendable>(
        _ work: @escaping @Sendable (ChildProgram) -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work(self)) }
        }
    }

    private func feed(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, min($0.count, 4096)) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        closeInput()
    }

    private func closeInput() {
        guard isInputOpen else { return }
        close(input)
        isInputOpen = false
    }

    /// Reads what is there, waiting for something; `false` once the time is up.
    private func collect() -> Bool {
        let left = limit - (ContinuousClock.now - start)
        guard left > .zero else { return false }
        var waiting = (0..<2).map {
            pollfd(fd: isOpen[$0] ? outputs[$0] : -1, events: Int16(POLLIN), revents: 0)
        }
        poll(&waiting, 2, Int32(clamping: left.components.seconds * 1000 + 100))
        for i in 0..<2 where waiting[i].revents != 0 {
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = read(outputs[i], &chunk, chunk.count)
            if count > 0 {
                collected[i] += chunk[..<count]
            } else if count == 0 || errno != EINTR {
                isOpen[i] = false
            }
        }
        return true
    }

    private func reap() -> Ending {
        let isTimedOut = isOpen.contains(true)
        if isTimedOut { kill(processID, SIGKILL) }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        let number = status & 0x7F
        let ending = Ending(
            exitCode: number == 0 ? (status >> 8) & 0xFF : 128 + number,
            output: String(decoding: collected[0], as: UTF8.self),
            diagnostics: String(decoding: collected[1], as: UTF8.self),
            elapsed: ContinuousClock.now - start,
            isTimedOut: isTimedOut
        )
        self.ending = ending
        return ending
    }

    /// Signals as a shell gives them to a program: none blocked, though the executor's threads block
    /// theirs, and none ignored.
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

    /// Keeps what else is open from a child, so that sockets of other tests end when these close them.
    ///
    /// glibc has the function since 2.34, and Swift does not see it.
    private static let closeOthers:
        (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)? =
            dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
                unsafeBitCast(
                    $0,
                    to: (@convention(c) (
                        UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
                    ) -> Int32).self
                )
            }

    private static func makePipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw StartError(description: "cannot make a pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers)
    }
}
