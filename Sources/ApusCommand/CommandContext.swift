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
        octets.withUnsafeBytes { bytes in
            func text(_ range: Range<Int>) -> String {
                String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
            }
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: 0) ?? bytes.count
                if let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) {
                    variables[text(start..<equals)] = text((equals + 1)..<end)
                }
                start = end + 1
            }
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
