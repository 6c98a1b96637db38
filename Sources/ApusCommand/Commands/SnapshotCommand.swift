import CollectionRun
import Collections
import Documents
import Explorer
import Files
import Fixtures
import HTTPModel
import Synchronization

/// `apus snapshot`: sends requests and keeps each outcome as a fixture.
enum SnapshotCommand {
    /// A fixture that was written, or why none was.
    private struct Entry: Sendable {
        var result: RunResult
        var paths: [String] = []
        /// The lines that are stored otherwise than they were received.
        var redacted: [RedactedLine] = []
        var problem: String?
    }

    /// Sends, writes, and prints what was written.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let selection = try Selection(arguments.operands)
        let problems = selection.problems(selectors: arguments.operands)
        context.complain(problems)
        guard problems.isEmpty else { return .invalidInput }
        let parts = try selection.parts.map { try RunPart($0, arguments, context) }
        let variant = arguments.value("variant")
        let entries = Mutex<[Entry]>([])
        let isJSON = arguments.has("json")
        let isDry = arguments.has("dry-run")
        let ending = withExtendedLifetime(parts) {
            run(parts, variant: variant, isDry: isDry) { entry in
                entries.withLock { $0.append(entry) }
                if !isJSON { write(entry, context.console) }
            }
        }
        let written = entries.withLock { $0 }
        if isJSON {
            context.console.output.writeLine(value(written).encoded(pretty: true))
            for entry in written { complain(entry, context.console) }
        }
        if let ending { return ending }
        return written.contains { $0.problem != nil } ? .invalidInput : .success
    }

    /// - Returns: The code for an interrupted run; `nil` for one that came to its end.
    private static func run(
        _ parts: [RunPart],
        variant: String?,
        isDry: Bool,
        _ take: @escaping @Sendable (Entry) -> Void
    ) -> ExitCode? {
        let ending = Interruption.run {
            for part in parts {
                for selected in part.requests where !Task.isCancelled {
                    let id = selected.request.id
                    let result: RunResult
                    if let known = part.session.memory.takeUpstreamResult(id) {
                        result = known
                    } else {
                        result = await part.session.run(selected.request, in: selected.file)
                    }
                    take(keep(result, part, variant: variant, isDry: isDry))
                }
            }
        }
        if case .finished(_, signal: nil) = ending { return nil }
        return .interrupted
    }

    /// Writes the fixture of a result, or only tells what would be written.
    private static func keep(
        _ result: RunResult,
        _ part: RunPart,
        variant: String?,
        isDry: Bool
    ) -> Entry {
        var entry = Entry(result: result)
        let collection = part.session.collection
        let authority = part.mock?.authority(of: result)
        guard
            let fixture = result.fixture(in: collection, variant: variant, authority: authority)
        else {
            entry.problem = result.reason ?? "nothing was sent"
            return entry
        }
        let root = FilePath.join(collection.root, FixtureStore.folderName)
        entry.redacted = fixture.redactedLines()
        do {
            let store = FixtureStore(root: root)
            let saved = isDry ? store.destination(of: fixture) : try store.save(fixture)
            entry.paths = saved.paths.map { path in
                let absolute = path.hasPrefix("/") ? path : FilePath.join(root, path)
                return collection.displayPath(
                    of: FilePath.relative(absolute, to: collection.root)
                )
            }
            if !isDry { part.mock?.reload() }
        } catch {
            entry.problem = "\(error)"
        }
        return entry
    }

    private static func write(_ entry: Entry, _ console: Console) {
        let outcome =
            entry.result.exchange?.response.map { "\($0.status)" }
            ?? entry.result.exchange?.failure?.code.rawValue ?? ""
        for path in entry.paths {
            let note = console.paint("  \(TextEscaping.visible(outcome))", .dim)
            console.output.writeLine(TextEscaping.visible(path) + note)
        }
        for line in entry.redacted {
            console.output.writeLine("  - " + TextEscaping.visible(line.received))
            console.output.writeLine("  + " + TextEscaping.visible(line.stored))
        }
        console.output.flush()
        complain(entry, console)
    }

    private static func complain(_ entry: Entry, _ console: Console) {
        guard let problem = entry.problem else { return }
        console.complain("\(entry.result.requestID): \(problem)")
    }

    private static func value(_ entries: [Entry]) -> JSONValue {
        let fixtures = entries.map { entry -> JSONValue in
            [
                "id": .string(entry.result.requestID),
                "status": entry.result.exchange?.response
                    .map { .number("\($0.status.rawValue)") } ?? .null,
                "failure": entry.result.exchange?.failure.map { .string($0.code.rawValue) }
                    ?? .null,
                "paths": .array(entry.paths.map { .string($0) }),
                "redacted": .array(
                    entry.redacted.map {
                        ["received": .string($0.received), "stored": .string($0.stored)]
                    }
                ),
                "problem": entry.problem.map { .string($0) } ?? .null,
            ]
        }
        return ["schema": 1, "fixtures": .array(fixtures)]
    }
}
