import CollectionRun
import Files
import Glibc
import HTTPModel

/// The reports asked for, and where each goes.
struct ReportOrder: Sendable {
    /// One report.
    struct Item: Hashable, Sendable {
        var format: ReportFormat
        /// The file; `nil` for the standard output.
        var path: String?
    }

    var items: [Item]

    /// Whether a report takes the standard output, so that nothing else may be written there.
    var takesOutput: Bool { items.contains { $0.path == nil } }

    /// Reads `--report` and `--json`.
    ///
    /// - Parameters:
    ///   - arguments: The options.
    ///   - formats: The forms that the subcommand writes.
    /// - Throws: `UsageError` when a report is not one of these, or two want the standard output.
    init(
        _ arguments: ParsedArguments,
        formats: [ReportFormat] = ReportFormat.allCases
    ) throws(UsageError) {
        items = []
        let texts = arguments.values("report") + (arguments.has("json") ? ["json=-"] : [])
        for text in texts {
            guard let equals = text.firstIndex(of: "="),
                let format = ReportFormat(rawValue: String(text[..<equals])),
                formats.contains(format),
                text.index(after: equals) < text.endIndex
            else {
                let forms = formats.map { "\($0.rawValue)=FILE" }
                let list = forms.dropLast().joined(separator: ", ") + " or " + (forms.last ?? "")
                throw UsageError(arguments.subcommand, "--report takes \(list), not '\(text)'")
            }
            let path = String(text[text.index(after: equals)...])
            let item = Item(format: format, path: path == "-" ? nil : path)
            if !items.contains(item) { items.append(item) }
        }
        guard items.count(where: { $0.path == nil }) <= 1 else {
            throw UsageError(arguments.subcommand, "only one report can go to stdout")
        }
    }

    /// Checks that the files can be written, before anything is sent.
    func check() throws(CommandFailure) {
        for path in items.compactMap(\.path) {
            let folder = FilePath.directory(of: path)
            guard FileSystem.isDirectory(folder) else {
                throw CommandFailure(.invalidInput, "cannot write \(path): no folder \(folder)")
            }
            guard !FileSystem.isDirectory(path) else {
                throw CommandFailure(.invalidInput, "cannot write \(path): it is a folder")
            }
            // The folder's answer comes last, because it is the one that says why.
            guard access(path, W_OK) == 0 || access(folder, W_OK) == 0 else {
                let reason = String(cString: strerror(errno))
                throw CommandFailure(.invalidInput, "cannot write \(path): \(reason)")
            }
        }
    }

    /// Writes every report.
    func write(_ report: RunReport, to output: OutputChannel) throws(FileError) {
        try write(to: output) { format, take in format.write(report, to: take) }
    }

    /// Writes every report.
    ///
    /// - Parameters:
    ///   - output: The standard output.
    ///   - text: Gives the text of a form in pieces.
    /// - Throws: `FileError` when a file cannot be written.
    func write(
        to output: OutputChannel,
        _ text: (_ format: ReportFormat, _ take: ([UInt8]) -> Void) -> Void
    ) throws(FileError) {
        for item in items {
            if let path = item.path {
                try Self.write(item.format, to: path, text)
            } else {
                text(item.format) { output.write($0) }
                output.flush()
            }
        }
    }

    /// Replaces a file as a whole; a device or pipe is written to.
    private static func write(
        _ format: ReportFormat,
        to path: String,
        _ text: (_ format: ReportFormat, _ take: ([UInt8]) -> Void) -> Void
    ) throws(FileError) {
        var status = stat()
        let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        guard isSpecial else {
            var octets = OctetBuilder()
            text(format) { octets.append(contentsOf: $0) }
            try FileSystem.replace(path, with: octets.snapshot())
            return
        }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileError(path: path, operation: "write", errorNumber: errno)
        }
        defer { close(descriptor) }
        let channel = OutputChannel(descriptor: descriptor)
        text(format) { channel.write($0) }
        channel.flush()
        if let number = channel.failure {
            throw FileError(path: path, operation: "write", errorNumber: number)
        }
    }
}
