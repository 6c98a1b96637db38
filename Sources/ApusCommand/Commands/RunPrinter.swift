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
        let place = result.file.isEmpty ? "" : result.file + "#"
        let name = visible(place + result.name)
        let request = visible(result.displayMethod + " " + result.displayURL)
        var parts = [
            mark(result.outcome, paint), " ", paint(name, .strong), "  ", paint(request, .dim),
            "  ", outcome(result, paint),
        ]
        if let elapsed = result.exchange?.elapsed {
            parts.append(paint(" · " + elapsed.display, .dim))
        }
        if isProblemTold, let problem = result.problem {
            let place = " (\(problem.file):\(problem.location))"
            return String(joining: parts + [paint(visible(place), .dim), "\n"])
        }
        return String(joining: parts + ["\n", details(result, paint)])
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
        guard let exchange = result.exchange else { return "" }
        switch exchange.result {
        case .success(let response):
            let mapped = result.mapping?.apiError.map { " → \($0)" } ?? ""
            return visible("\(response.status)") + paint(visible(mapped), .caution)
        case .failure(let failure):
            return paint(failure.code.rawValue, .bad)
        }
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
