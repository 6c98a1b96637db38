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
        output.write(Self.text(result, paint, isProblemTold: isProblemTold))
        output.flush()
    }

    /// Writes the sum, and a line about each result that did not pass.
    func writeSummary(_ report: RunReport) {
        output.write(Self.summary(report, paint))
        output.flush()
    }

    static func text(
        _ result: RunResult,
        _ paint: Paint,
        isProblemTold: Bool = false
    ) -> String {
        let name = visible(
            result.file.isEmpty
                ? result.name : String(joining: [result.file, "#", result.name])
        )
        let request = visible(String(joining: [result.displayMethod, " ", result.displayURL]))
        var parts: [String] = []
        parts.reserveCapacity(10)
        parts.append(mark(result.outcome, paint))
        parts.append(" ")
        parts.append(paint(name, .strong))
        parts.append("  ")
        parts.append(paint(request, .dim))
        parts.append("  ")
        parts.append(outcome(result, paint))
        if let elapsed = result.$exchange.read({ $0.elapsed }) {
            parts.append(paint(" · " + elapsed.display, .dim))
        }
        if isProblemTold, let problem = result.problem {
            let place = " (\(problem.file):\(problem.location))"
            parts.append(paint(visible(place), .dim))
            parts.append("\n")
            return String(joining: parts)
        }
        parts.append("\n")
        parts.append(details(result, paint))
        return String(joining: parts)
    }

    static func summary(_ report: RunReport, _ paint: Paint) -> String {
        let parts: [(RunOutcome, String, Paint.Role)] = [
            (.passed, "passed", .good), (.failed, "failed", .bad),
            (.error, report.count(.error) == 1 ? "error" : "errors", .bad),
            (.skipped, "not run", .caution),
        ]
        let shown = parts.filter { $0.0 == .passed || report.count($0.0) > 0 }.map { part in
            let count = report.count(part.0)
            return count == 0 ? "0 \(part.1)" : paint("\(count) \(part.1)", part.2)
        }
        return shown.joined(separator: ", ") + paint(" · \(report.elapsed.display)", .dim) + "\n"
    }

    private static func mark(_ outcome: RunOutcome, _ paint: Paint) -> String {
        switch outcome {
        case .passed: paint("✓", .good)
        case .failed: paint("✗", .bad)
        case .error: paint("!", .bad)
        case .skipped: paint("-", .caution)
        }
    }

    private static func outcome(_ result: RunResult, _ paint: Paint) -> String {
        if result.outcome == .skipped { return paint("not run", .caution) }
        if result.problem != nil { return paint("cannot be sent", .bad) }
        let ending = result.$exchange.read { exchange -> (HTTPStatus?, NetworkFailure.Code?) in
            switch exchange.result {
            case .success(let response): (response.status, nil)
            case .failure(let failure): (nil, failure.code)
            }
        }
        if let failure = ending?.1 { return paint(failure.rawValue, .bad) }
        guard let status = ending?.0 else { return "" }
        let mapped = result.mapping?.apiError.map { " → \($0)" } ?? ""
        return visible("\(status)") + paint(visible(mapped), .caution)
    }

    private static func details(_ result: RunResult, _ paint: Paint) -> String {
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
