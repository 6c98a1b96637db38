import HTTPModel
import Screen
import TestSupport

/// The explorer on a copy of the sample collections, in a real terminal.
///
/// The copy is a git repository with everything committed, so that a scenario can look at what a
/// save changed. The shell around the program keeps `stty -a` from before and after it.
final class ExplorerScenario: Sendable {
    /// The folder of everything; the collections are in `Collections`.
    let folder: TemporaryFolder
    /// The terminal.
    let terminal: TerminalSession

    /// Opens the explorer and waits for the tree.
    ///
    /// - Parameters:
    ///   - size: The terminal's size.
    ///   - arguments: More for the command line, as a shell reads it.
    ///   - samples: A folder of `samples()`; a new one without it.
    ///   - environment: More variables for the program.
    /// - Throws: `TerminalSession.Failure` when no tree is shown.
    init(
        size: Size = Size(rows: 40, columns: 120),
        arguments: String = "",
        samples: TemporaryFolder? = nil,
        environment: [String: String] = [:]
    ) async throws {
        if let samples { folder = samples } else { folder = try await Self.samples() }
        var variables = [
            "HOME": folder.path, "XDG_STATE_HOME": folder.file("state"),
            "SWIFT_BACKTRACE": "enable=no",
        ]
        variables.merge(environment) { $1 }
        terminal = try await TerminalSession(
            """
            echo $$ > shell; stty -a > before; \(ChildProgram.productFolder)/apus Collections \
            \(arguments); code=$?; stty -a > after; echo "ended with $code"; exec cat
            """,
            size: size,
            directory: folder.path,
            environment: variables
        )
        try await terminal.wait(for: "bookings.http")
    }

    /// A new folder with a copy of the sample collections in `Collections`, a git repository.
    static func samples() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let prepare = """
            cp -R '\(projectFolder)/Collections' Collections && cd Collections && git init -q . \
            && git add -A \
            && git -c user.name=test -c user.email=test@example.test commit -q -m samples
            """
        _ = try await ChildProgram.run("/bin/sh", ["-c", prepare], directory: folder.path)
        return folder
    }

    /// The project's folder, found from this file's place in it.
    static var projectFolder: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
            .joined(separator: "/")
    }

    /// Opens the request whose name the filter finds first.
    func open(_ name: String) async throws {
        try await terminal.press("/\(name)<Enter><Enter>")
        try await terminal.wait(for: "◆ \(name)")
    }

    /// Waits until the program ended, and tells whether the terminal's modes are what they were.
    func endsWithTheTerminalRestored() async throws -> Bool {
        try await terminal.wait(for: "ended with")
        let before = try folder.read("before").text
        let after = try folder.read("after").text
        return before == after && !before.isEmpty
    }

    /// Sends a signal to the explorer, by its name without `SIG`.
    func send(_ signal: String) async throws {
        _ = try await shell("kill -\(signal) $(pgrep -P $(cat ../shell) -x apus)")
    }

    /// Runs a shell command in the collections' folder and returns what it wrote.
    func shell(_ command: String) async throws -> String {
        try await ChildProgram.run(
            "/bin/sh",
            ["-c", command],
            directory: folder.file("Collections")
        ).output
    }
}
