import ClientCore
import CollectionRun
import Collections
import Files
import Fixtures
import HTTPModel

/// `apus export`: requests in the form of another program.
enum ExportCommand {
    /// Prints the text of a file or request, or a command line for `curl`.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        switch arguments.value("to") {
        case "http": return try exportText(arguments, context)
        case "curl": return try exportCurl(arguments, context)
        case "har": return try HARExport.run(arguments, context)
        case "postman": return try ProgramExport.postman(arguments, context)
        case "swift": return try ProgramExport.swift(arguments, context)
        default:
            throw UsageError(
                .export,
                "say the form with --to curl, --to http, --to har, --to postman or --to swift"
            )
        }
    }

    /// A file whole and unchanged; a request by its lines.
    private static func exportText(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let selector = arguments.operands[0]
        let selection = try Selection([selector], allowsNothing: FileSystem.exists(selector))
        let output = context.console.output
        if let path = CollectionLocator.path(in: selector), path == selector,
            let file = selection.parts.first?.collection.file(at: path)
        {
            output.write(file.source.bytes)
            return .success
        }
        for selected in selection.requests {
            output.write(selected.file.source.text(ofLines: selected.request.lines))
        }
        return .success
    }

    private static func exportCurl(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let one = try OneRequest(arguments, context)
        switch try one.preview() {
        case .ready(let preview):
            let isOpen = arguments.has("show-secrets")
            let command = (isOpen ? preview.sent : preview.shown).curlCommand(
                options: preview.resolved.request.options,
                redaction: isOpen ? CurlRedaction() : CurlRedaction(preview.mask)
            )
            context.console.output.writeLine(command)
            return .success
        case .open(let problem):
            context.console.complain("\(problem)")
            return .invalidInput
        }
    }
}

extension RequestCollection {
    /// The file at a path seen from the working folder.
    fileprivate func file(at path: String) -> RequestFile? {
        files.first { displayPath(of: $0.path) == path || $0.absolutePath == path }
            ?? (files.count == 1 ? files.first : nil)
    }
}

extension HTTPFile {
    /// The bytes of the lines `lines`, counted from 1.
    fileprivate func text(ofLines lines: Range<Int>) -> Octets {
        var line = 1
        var start = lines.lowerBound <= 1 ? 0 : bytes.count
        var end = bytes.count
        for (position, byte) in bytes.enumerated() where byte == 0x0A {
            line += 1
            if line == lines.lowerBound { start = position + 1 }
            if line == lines.upperBound {
                end = position + 1
                break
            }
        }
        return bytes.slice(start..<max(start, end))
    }
}

extension CurlRedaction {
    /// Hides what `mask` knows to be secret, and what a name says.
    fileprivate init(_ mask: SecretMask) {
        self.init()
        target = { target in
            var target = target
            target.maskSensitiveQuery()
            return mask(target.displayText)
        }
        field = { ShowCommand.masked($0, mask) }
        text = { mask($0) }
        secret = { _ in SecretMask.placeholder }
    }
}
