import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel

/// The lines for people about the results of a run.
struct RunPrinter: Sendable {
    let output: OutputChannel
    let paint: Paint

    /// Writes one result: a line, and below it why it did not pass.
    ///
    /// With `isProblemTold` the diagnostics have what kept it from being sent, so that its place is
    /// enough here.
    func write(_ result: RunResult, isProblemTold: Bool = false) {
        for needed in result.upstream { write(needed, isProblemTold: isProblemTold) }
        output.write(Self.bytes(result, paint, isProblemTold: isProblemTold))
        output.flush()
    }

    /// Writes the sum.
    func writeSummary(_ tally: RunTally, _ elapsed: Duration) {
        output.write(Self.summary(tally, elapsed, paint))
        output.flush()
    }

    static func text(
        _ result: RunResult,
        _ paint: Paint,
        isProblemTold: Bool = false
    ) -> String {
        String(decoding: bytes(result, paint, isProblemTold: isProblemTold), as: UTF8.self)
    }

    private static func bytes(
        _ result: RunResult,
        _ paint: Paint,
        isProblemTold: Bool
    ) -> [UInt8] {
        var text = PaintedText(paint)
        mark(result.outcome, &text)
        text.append(" ")
        text.painted(.strong) { text in
            if !result.file.isEmpty {
                text.append(visible: result.file)
                text.append("#")
            }
            text.append(visible: result.name)
        }
        text.append("  ")
        text.painted(.dim) { text in
            text.append(visible: result.displayMethod)
            text.append(" ")
            text.append(visible: result.displayURL)
        }
        text.append("  ")
        outcome(result, &text)
        if let elapsed = result.elapsed {
            text.painted(.dim) { text in
                text.append(" · ")
                text.append(elapsed.display)
            }
        }
        if isProblemTold, let problem = result.problem {
            text.append(visible(" (\(problem.file):\(problem.location))"), .dim)
            text.append("\n")
            return text.bytes
        }
        text.append("\n")
        text.append(details(result))
        return text.bytes
    }

    private static func summary(_ tally: RunTally, _ elapsed: Duration, _ paint: Paint) -> String {
        var text = ""
        func add(_ outcome: RunOutcome, _ name: String, _ role: Paint.Role) {
            let count = tally.count(outcome)
            guard count > 0 || outcome == .passed else { return }
            if !text.isEmpty { text += ", " }
            text += count == 0 ? "0 \(name)" : paint("\(count) \(name)", role)
        }
        add(.passed, "passed", .good)
        add(.failed, "failed", .bad)
        add(.error, tally.count(.error) == 1 ? "error" : "errors", .bad)
        add(.skipped, "not run", .caution)
        return text + paint(" · \(elapsed.display)", .dim) + "\n"
    }

    private static func mark(_ outcome: RunOutcome, _ text: inout PaintedText) {
        switch outcome {
        case .passed: text.append("✓", .good)
        case .failed: text.append("✗", .bad)
        case .error: text.append("!", .bad)
        case .skipped: text.append("-", .caution)
        }
    }

    private static func outcome(_ result: RunResult, _ text: inout PaintedText) {
        if result.outcome == .skipped { return text.append("not run", .caution) }
        if result.problem != nil { return text.append("cannot be sent", .bad) }
        if let failure = result.failureCode { return text.append(failure.rawValue, .bad) }
        guard let status = result.status else { return }
        text.append(visible: status.description)
        guard let error = result.apiError else { return }
        text.painted(.caution) { text in
            text.append(" → ")
            text.append(visible: error)
        }
    }

    private static func details(_ result: RunResult) -> String {
        guard result.outcome == .failed || result.outcome == .error else { return "" }
        let mask = result.mask
        var lines: [String] = []
        if let problem = result.problem { lines.append(mask(problem.description)) }
        if let failure = result.exchange?.failure {
            lines.append(mask(failure.message))
            lines.append(
                "in phase \(failure.phase.rawValue) after \(failure.elapsed.display), "
                    + "\(failure.bytesReceived) bytes received"
            )
            lines += failure.causes.map { "cause: \(mask($0))" }
        }
        for assertion in result.assertions where !assertion.isPassed {
            let place = assertion.bodyPlace.map { mask(" at \($0)") } ?? ""
            lines.append("\(mask(assertion.text))  found: \(assertion.shownValue(mask))\(place)")
        }
        if lines.isEmpty, let mapping = result.mapping { lines.append(mapping.message) }
        return lines.map { "    \(visible($0))\n" }.joined()
    }

    private static func visible(_ text: String) -> String { TextEscaping.visible(text) }
}
