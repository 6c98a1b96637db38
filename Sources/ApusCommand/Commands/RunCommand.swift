import CollectionRun
import Collections

/// `apus run`: sends saved requests, judges them, and reports.
struct RunCommand {
    private let arguments: ParsedArguments
    private let context: CommandContext
    private let order: ReportOrder
    private let printer: RunPrinter
    /// Whether the content of responses is printed, and of the other lines only those about what did
    /// not pass.
    private let isPrintingBodies: Bool

    /// Reads the options.
    init(_ arguments: ParsedArguments, _ context: CommandContext) throws {
        self.arguments = arguments
        self.context = context
        order = try ReportOrder(arguments)
        try order.check()
        isPrintingBodies = arguments.has("body")
        guard !isPrintingBodies || !order.takesOutput else {
            throw UsageError(.run, "--body and a report on stdout exclude each other")
        }
        let console = context.console
        printer =
            isPrintingBodies
            ? RunPrinter(output: console.diagnostics, paint: console.diagnosticPaint)
            : RunPrinter(output: console.output, paint: console.paint)
    }

    /// Runs what the selectors name.
    ///
    /// Wrong files and requests that can surely not be sent are reported before anything is sent.
    ///
    /// - Returns: The code of the most severe outcome.
    func run() throws -> ExitCode {
        let rounds = try arguments.integer("repeat", in: 1...1_000_000) ?? 1
        let context = context
        let selection = try Selection(arguments.operands, tags: arguments.values("tag"))
        let problems = selection.problems(selectors: arguments.operands)
        context.complain(problems)
        let isDry = arguments.has("dry-run")
        var runner = CollectionRunner(
            parts: try selection.parts.map {
                try RunPart($0, arguments, context, isSending: !isDry && problems.isEmpty)
            }
        )
        runner.rounds = rounds
        runner.isFailingFast = arguments.has("fail-fast")
        let recorder =
            arguments.has("history") ? HistoryRecorder(environment: context.environment) : nil
        let formats = order.items.map(\.format)
        runner.keeping =
            formats.isEmpty ? .outcome : formats.contains(.har) ? .everything : .reported
        if isDry || !problems.isEmpty || !runner.preflight() {
            return try refuse(runner.checked(), problems, selection)
        }
        let isTalking = !order.takesOutput
        let isPrintingBodies = isPrintingBodies
        let printer = printer
        let parts = selection.parts
        let sessions = runner.parts
        let ending = runner.run { result in
            if let recorder { Self.record(result, recorder, parts, sessions, context) }
            if isPrintingBodies {
                BodyPrinter.write(result, to: context.console.output)
                if result.outcome != .passed { printer.write(result) }
            } else if isTalking {
                printer.write(result)
            } else {
                Self.complain(result, parts, context)
            }
        }
        try order.write(ending.report, to: context.console.output)
        if isTalking, !isPrintingBodies {
            printer.writeSummary(ending.tally, ending.report.elapsed)
        }
        ProcessEnd.keep(ending, runner, parts)
        return ending.isInterrupted ? .interrupted : ending.tally.exitCode
    }

    /// Keeps a result in the history; what is wrong with that is told once.
    private static func record(
        _ result: RunResult,
        _ recorder: HistoryRecorder,
        _ parts: [Selection.Part],
        _ sessions: [RunPart],
        _ context: CommandContext
    ) {
        let index = parts.firstIndex { part in
            part.entries.contains { $0.outline.id == result.requestID }
        }
        let session = index.map { sessions[$0].session }
        let problem = recorder.record(
            result,
            in: session?.collection,
            environmentName: session?.settings.environmentName
        )
        if let problem { context.console.complain(problem) }
    }

    /// Reports a run in which nothing was sent.
    private func refuse(
        _ results: [RunResult],
        _ problems: [CollectionProblem],
        _ selection: Selection
    ) throws -> ExitCode {
        let report = RunReport(results: results, elapsed: .zero, problems: problems)
        let told = Set(problems.map { "\($0)" })
        for result in results {
            Self.complain(result, selection.parts, context, except: told)
            if !order.takesOutput { printer.write(result, isProblemTold: true) }
        }
        try order.write(report, to: context.console.output)
        if !order.takesOutput { printer.writeSummary(report.tally, report.elapsed) }
        return problems.isEmpty ? report.exitCode : .invalidInput
    }

    /// Writes what kept a request from being sent to the diagnostics, with a path that can be opened;
    /// the lines `told` stand there already.
    private static func complain(
        _ result: RunResult,
        _ parts: [Selection.Part],
        _ context: CommandContext,
        except told: Set<String> = []
    ) {
        for needed in result.upstream { complain(needed, parts, context, except: told) }
        guard var problem = result.problem else { return }
        let part = parts.first { part in
            part.entries.contains { $0.outline.id == result.requestID }
        }
        if let part { problem.file = part.collection.displayPath(of: problem.file) }
        guard !told.contains("\(problem)") else { return }
        context.console.complain(result.mask("\(problem)"))
    }
}
