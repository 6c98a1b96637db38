package import CollectionRun
import Files
import Glibc
import HTTPModel

/// What a command works with besides its arguments.
package struct CommandContext: Sendable {
    /// Where it writes.
    package var console: Console
    /// The environment variables of the process by name.
    package var environment: [String: String]

    /// Creates a context.
    package init(console: Console, environment: [String: String]) {
        self.console = console
        self.environment = environment
    }

    /// The folder to use when none is named: `Collections` if there, else the current one.
    package static var defaultPath: String {
        FileSystem.isDirectory("Collections") ? "Collections" : "."
    }

    /// The environment of this process, as it was at its start.
    package static var processEnvironment: [String: String] {
        guard let octets = try? FileSystem.read("/proc/self/environ") else { return [:] }
        var variables: [String: String] = [:]
        for entry in octets.split(separator: 0) {
            guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: entry[..<equals], as: UTF8.self)
            variables[name] = String(decoding: entry[(equals + 1)...], as: UTF8.self)
        }
        return variables
    }
}

/// Why a command ends early.
package struct CommandFailure: Error, Equatable, Sendable {
    /// How the program ends.
    package var exitCode: ExitCode
    /// What is wrong, for the person at the terminal; holds no secret.
    package var message: String

    /// Creates a failure.
    package init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }
}
