import Files
import Glibc
import HTTPModel

/// Texts in the person's editor and pager.
///
/// Both get a file in a folder of its own that only its owner can read, removed afterwards.
enum ExternalText {
    /// Lets the person edit a text in `VISUAL`, else `EDITOR`, else `vi`.
    ///
    /// - Returns: The new text, or `nil` when nothing changed or the editor failed; and what went
    ///   wrong, if anything did.
    static func edit(
        _ text: String,
        fileExtension: String,
        line: Int = 1,
        environment: [String: String],
        terminal: any TerminalDevice
    ) -> (text: String?, problem: String?) {
        let editor = program(["VISUAL", "EDITOR"], environment) ?? "vi"
        do {
            return try withFile(Octets(utf8: text), fileExtension) { path in
                let arguments = EditorLine.arguments(editor, path: path, line: line)
                let code = run(editor, on: arguments, terminal)
                guard code == 0 else { return (nil, "\(editor) ended with exit code \(code).") }
                let edited = try FileSystem.read(path)
                guard let new = edited.validText else {
                    return (nil, "What \(editor) wrote is not UTF-8 text; nothing was changed.")
                }
                // Editors end the last line; a text that had no end keeps none.
                let kept =
                    new.hasSuffix("\n") && !text.hasSuffix("\n") ? String(new.dropLast()) : new
                return (kept == text ? nil : kept, nil)
            }
        } catch {
            return (nil, "\(error)")
        }
    }

    /// Lets the person read bytes in `PAGER`, else `less`.
    ///
    /// - Returns: What went wrong; `nil` when nothing did.
    static func view(
        _ octets: Octets,
        fileExtension: String,
        environment: [String: String],
        terminal: any TerminalDevice
    ) -> String? {
        let pager = program(["PAGER"], environment) ?? "less"
        do {
            return try withFile(octets, fileExtension) { path in
                let code = run(pager, on: [path], terminal)
                return code == 0 ? nil : "\(pager) ended with exit code \(code)."
            }
        } catch {
            return "\(error)"
        }
    }

    private static func program(_ names: [String], _ environment: [String: String]) -> String? {
        names.lazy.compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    }

    /// Runs a program in the terminal as it was before the screen.
    private static func run(
        _ commandLine: String,
        on arguments: [String],
        _ terminal: any TerminalDevice
    ) -> Int32 {
        terminal.suspend()
        terminal.lend(true)
        defer {
            terminal.lend(false)
            terminal.resume()
        }
        return ExternalProgram.run(commandLine, on: arguments)
    }

    static func withFile<Value>(
        _ octets: Octets,
        _ fileExtension: String,
        _ body: (String) throws -> Value
    ) throws -> Value {
        let folder = try makeFolder()
        let path = FilePath.join(folder, "apus." + fileExtension)
        defer {
            try? FileSystem.remove(path)
            try? FileSystem.remove(folder)
        }
        try FileSystem.replace(path, with: octets)
        return try body(path)
    }

    private static func makeFolder() throws(FileError) -> String {
        let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let template = FilePath.join(root, "apus-XXXXXX")
        var bytes = Array(template.utf8CString)
        let folder = bytes.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let folder else {
            throw FileError(path: template, operation: "create", errorNumber: errno)
        }
        return folder
    }
}
