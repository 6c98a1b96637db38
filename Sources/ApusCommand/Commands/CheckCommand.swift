import CollectionRun
import Collections
import Documents
import Files
import Fixtures
import HTTPModel
import Synchronization

/// `apus check`: sends the requests that have fixtures, and tells where the answers differ.
enum CheckCommand {
    /// A collection with what is to be sent of it.
    private struct Work: Sendable {
        var part: RunPart
        var requests: [SelectedRequest]
        var fixtures: FixtureSet
        /// The folder of the fixtures, as seen from the working folder.
        var folder: String
    }

    /// Sends, compares and reports.
    ///
    /// - Returns: Drift when an answer differs and nothing worse happened.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let order = try ReportOrder(arguments, formats: [.json, .junit])
        try order.check()
        var operands = arguments.operands
        if operands.isEmpty { operands = [CommandContext.defaultPath] }
        let selection = try Selection(operands, tags: arguments.values("tag"))
        let problems = selection.problems(selectors: operands)
        context.complain(problems)
        guard problems.isEmpty else { return .invalidInput }
        let work = try selection.parts.map { try self.work($0, arguments, context) }
        let sentCount = work.reduce(0) { $0 + $1.requests.count }
        guard sentCount > 0 else {
            throw CommandFailure(
                .invalidInput,
                "no request of the selection has a fixture; apus snapshot makes some"
            )
        }
        let start = ContinuousClock.now
        let isTalking = !order.takesOutput
        let results = Mutex<[CheckResult]>([])
        let ending = withExtendedLifetime(work) {
            Interruption.run {
                for item in work {
                    for selected in item.requests where !Task.isCancelled {
                        let result = await check(selected, item)
                        results.withLock { $0.append(result) }
                        if isTalking { write(result, item.folder, context.console) }
                    }
                }
            }
        }
        let report = CheckReport(
            results: results.withLock { $0 },
            skippedCount: selection.requests.count - sentCount,
            elapsed: .now - start
        )
        try order.write(to: context.console.output) { format, take in
            let text = format == .json ? report.json.encoded(pretty: true) + "\n" : report.junit
            take(Array(text.utf8))
        }
        if isTalking { writeSummary(report, context.console) }
        guard case .finished(_, signal: nil) = ending else { return .interrupted }
        return report.exitCode
    }

    private static func work(
        _ part: Selection.Part,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> Work {
        let root = FilePath.join(part.collection.root, FixtureStore.folderName)
        let fixtures = try FixtureStore(root: root).load()
        let folder = part.collection.displayPath(of: FixtureStore.folderName)
        for problem in fixtures.problems { context.console.complain("\(folder)/\(problem)") }
        let run = try RunPart(part, arguments, context)
        let preflight = Preflight(run.session, allowsCommands: run.commands.mayAllow)
        let requests = part.requests.filter { selected in
            let request = preflight.result(of: selected).resolved?.request
            return fixtures.hasFixture(of: selected.request.id, request)
        }
        return Work(part: run, requests: requests, fixtures: fixtures, folder: folder)
    }

    private static func check(_ selected: SelectedRequest, _ work: Work) async -> CheckResult {
        let session = work.part.session
        let result: RunResult
        if let known = session.memory.takeUpstreamResult(selected.request.id) {
            result = known
        } else {
            result = await session.run(selected.request, in: selected.file)
        }
        return CheckResult(
            result,
            fixtures: work.fixtures,
            volatilePaths: session.collection.settings.volatilePaths
        )
    }

    // MARK: Output

    private static func write(_ result: CheckResult, _ folder: String, _ console: Console) {
        let output = console.output
        let word: String
        switch result.verdict {
        case .same: word = console.paint("same ", .good)
        case .drift: word = console.paint("DRIFT", .bad)
        case .unanswered, .problem, .cancelled: word = console.paint("ERROR", .bad)
        }
        let path = result.fixturePath.isEmpty ? "" : FilePath.join(folder, result.fixturePath)
        let note = path.isEmpty ? "" : console.paint("  \(TextEscaping.visible(path))", .dim)
        output.writeLine("\(word) \(TextEscaping.visible(result.requestID))\(note)")
        if let reason = result.reason {
            output.writeLine("      " + TextEscaping.visible(reason))
        }
        for drift in result.drift {
            var place = path
            if let location = drift.location, let content = result.contentPath {
                place = FilePath.join(folder, content) + ":\(location)"
            }
            let text = TextEscaping.visible("\(place): \(drift.description)")
            output.writeLine("      " + text)
        }
        output.flush()
    }

    private static func writeSummary(_ report: CheckReport, _ console: Console) {
        var parts = ["\(report.count(.same)) same", "\(report.count(.drift)) drifted"]
        let errors = report.results.count - report.count(.same) - report.count(.drift)
        if errors > 0 { parts.append("\(errors) not compared") }
        if report.skippedCount > 0 { parts.append("\(report.skippedCount) without fixture") }
        console.output.writeLine(parts.joined(separator: ", "))
    }
}
