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
        var text = PaintedText(paint)
        Self.write(result, isProblemTold: isProblemTold, to: &text)
        text.withBytes { output.writeAtOnce($0) }
    }

    /// Writes the sum.
    func writeSummary(_ tally: RunTally, _ elapsed: Duration) {
        output.write(Self.summary(tally, elapsed, paint))
        output.flush()
    }

    private static func write(
        _ result: RunResult,
        isProblemTold: Bool,
        to text: inout PaintedText
    ) {
        mark(result.outcome, &text)
        text.append(constant: " ")
        text.painted(.strong) { text in
            if !result.file.isEmpty {
                text.append(visible: result.file)
                text.append(constant: "#")
            }
            text.append(visible: result.name)
        }
        text.append(constant: "  ")
        text.painted(.dim) { text in
            text.append(visible: result.displayMethod)
            text.append(constant: " ")
            text.append(visible: result.displayURL)
        }
        text.append(constant: "  ")
        outcome(result, &text)
        if let elapsed = result.elapsed {
            text.painted(.dim) { text in
                text.append(constant: " · ")
                text.append(elapsed)
            }
        }
        if isProblemTold, let problem = result.problem {
            text.append(visible(" (\(problem.file):\(problem.location))"), .dim)
            text.append(constant: "\n")
            return
        }
        text.append(constant: "\n")
        if result.outcome == .failed || result.outcome == .error { text.append(details(result)) }
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
        case .passed: text.append(constant: "✓", .good)
        case .failed: text.append(constant: "✗", .bad)
        case .error: text.append(constant: "!", .bad)
        case .skipped: text.append(constant: "-", .caution)
        }
    }

    private static func outcome(_ result: RunResult, _ text: inout PaintedText) {
        if result.outcome == .skipped { return text.append(constant: "not run", .caution) }
        if result.problem != nil { return text.append(constant: "cannot be sent", .bad) }
        if let failure = result.failureCode { return text.append(failure.rawValue, .bad) }
        guard let status = result.status else { return }
        status.write(to: &text)
        guard let error = result.apiError else { return }
        text.painted(.caution) { text in
            text.append(constant: " → ")
            text.append(visible: error)
        }
    }

    /// Why a result did not pass, in lines.
    private static func details(_ result: RunResult) -> String {
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

extension HTTPStatus {
    /// Adds the code and its reason phrase, as `description` has them, without a text in between.
    fileprivate func write(to text: inout PaintedText) {
        text.append(decimal: rawValue)
        let phrase = reasonPhrase
        guard !phrase.isEmpty else { return }
        text.append(constant: " ")
        text.append(phrase)
    }
}
