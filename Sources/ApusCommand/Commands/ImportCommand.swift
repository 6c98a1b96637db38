import CollectionRun
import Collections
import Documents
import Files
import Glibc
import HTTPModel
import Interchange

/// `apus import`: files of other tools as request files.
enum ImportCommand {
    /// Writes the files and reports.
    ///
    /// - Returns: Wrong input when a file could not be read, or nothing was there to import.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        if arguments.operands == ["-"] { return try convertInput(context) }
        var work = ImportWork(arguments, context)
        for operand in arguments.operands { try work.add(operand) }
        try work.write()
        return work.isComplete ? .success : .invalidInput
    }

    /// Reads a document from the standard input and prints it as a request file.
    private static func convertInput(_ context: CommandContext) throws -> ExitCode {
        let octets = try FileSystem.read("/dev/stdin")
        let reader = InterchangeReader()
        do {
            guard let file = try reader.read(octets, path: "stdin", sibling: { _ in nil }) else {
                throw CommandFailure(.invalidInput, "stdin: this is of no format that is known")
            }
            context.console.output.write(file.text)
            return .success
        } catch let fault as ForeignFault {
            throw CommandFailure(.invalidInput, "stdin:\(fault.location): \(fault.detail)")
        }
    }
}

/// The files to write, and what could not be carried over.
private struct ImportWork {
    private static let environmentFile = "http-client.env.json"
    private static let privateFile = "http-client.private.env.json"
    private static let noteMark = "not carried over: "

    private let folder: String?
    private let isDry: Bool
    private let isForced: Bool
    private let context: CommandContext
    private var files: [(source: String, target: String, file: RequestFile)] = []
    private var environments: [String: [EnvironmentVariable]] = [:]
    private var environmentFolder: String?
    /// Whether all that was named could be read and written.
    private(set) var isComplete = true

    init(_ arguments: ParsedArguments, _ context: CommandContext) {
        folder = arguments.value("output")
        isDry = arguments.has("dry-run")
        isForced = arguments.has("force")
        self.context = context
    }

    /// Reads one operand.
    mutating func add(_ operand: String) throws {
        let collection = try RequestCollection.load(operand, foreign: InterchangeReader())
        let absolute = FilePath.absolute(operand)
        func isMeant(_ path: String) -> Bool {
            let full = FilePath.join(collection.root, path)
            return full == absolute || full.hasPrefix(absolute + "/")
        }
        let problems = collection.problems.filter { isMeant($0.file) }
        context.complain(problems)
        if !problems.isEmpty { isComplete = false }
        let found = collection.files.filter { $0.format != nil && isMeant($0.path) }
        for file in found {
            let name = FilePath.name(of: file.absolutePath)
            let target = folder.map { FilePath.join($0, name) } ?? file.absolutePath
            files.append((collection.displayPath(of: file.path), target, file))
        }
        var hasEnvironment = false
        for environment in collection.environments + [Self.shared(collection)] {
            let own = environment.variables.filter { isMeant($0.file) && isForeign($0.file) }
            guard !own.isEmpty else { continue }
            hasEnvironment = true
            environments[environment.name, default: []] += own
        }
        if hasEnvironment {
            environmentFolder =
                folder
                ?? (FileSystem.isDirectory(operand) ? operand : FilePath.directory(of: operand))
        }
        if found.isEmpty, !hasEnvironment, problems.isEmpty {
            context.console.complain("apus: \(operand): nothing to import")
            isComplete = false
        }
    }

    private static func shared(_ collection: RequestCollection) -> RequestEnvironment {
        RequestEnvironment(name: "$shared", variables: collection.sharedVariables)
    }

    private func isForeign(_ file: String) -> Bool {
        !file.hasSuffix(Self.environmentFile) && !file.hasSuffix(Self.privateFile)
            && FilePath.name(of: file) != ".env"
    }

    /// Writes what was read, and says what was left out.
    mutating func write() throws {
        if let folder, !isDry { try FileSystem.createDirectories(folder) }
        for (source, target, file) in files {
            let count = file.source.requests.count
            let what = "\(count) request\(count == 1 ? "" : "s")"
            if FileSystem.exists(target), !isForced {
                context.console.complain("apus: \(target) exists; --force replaces it")
                isComplete = false
                continue
            }
            if !isDry { try FileSystem.replace(target, with: file.source.bytes) }
            say("\(source) (\(file.format ?? "")) → \(target): \(what)")
            for request in file.source.requests { report(request) }
        }
        try writeEnvironments(isPrivate: false)
        try writeEnvironments(isPrivate: true)
    }

    private func report(_ request: SavedRequest) {
        let notes = request.comment.split(separator: "\n").filter { $0.hasPrefix(Self.noteMark) }
        for note in notes { say("  \(request.name): \(note)") }
        if !request.notRun.isEmpty {
            say("  \(request.name): \(request.notRun.count) script(s) kept, not run")
        }
    }

    private mutating func writeEnvironments(isPrivate: Bool) throws {
        guard let folder = environmentFolder else { return }
        var members: [JSONMember] = []
        for name in environments.keys.sorted() {
            let variables = (environments[name] ?? []).filter { $0.isPrivate == isPrivate }
            guard !variables.isEmpty else { continue }
            let values = variables.map { JSONMember($0.name, .string($0.value)) }
            members.append(JSONMember(name, .object(values)))
        }
        guard !members.isEmpty else { return }
        let name = isPrivate ? Self.privateFile : Self.environmentFile
        let target = FilePath.join(folder, name)
        if FileSystem.exists(target), !isForced {
            context.console.complain("apus: \(target) exists; --force replaces it")
            isComplete = false
            return
        }
        let text = JSONValue.object(members).encoded(pretty: true) + "\n"
        if !isDry { try FileSystem.replace(target, with: Octets(utf8: text)) }
        if isPrivate, !isDry, let list = try GitIgnore.cover(target) {
            say("\(name) was added to \(list), so that its secrets are not shared")
        }
        say("\(members.count) environment\(members.count == 1 ? "" : "s") → \(target)")
    }

    private func say(_ text: String) {
        context.console.output.writeLine(TextEscaping.visible(text))
    }
}
