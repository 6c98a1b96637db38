import ClientCore
import CollectionRun
import Collections
import HTTPModel
import Screen

/// The Errors tab: what the outcome becomes in a program, which rule decides, and the what-if.
enum MappingLines {
    static func lines(
        of record: ResponseRecord,
        whatIf: ErrorMapping.Fact?,
        _ table: ErrorMapping,
        width: Int
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        if let whatIf {
            let title = [StyledSpan("What if ", .heading), StyledSpan("\(whatIf)", .warning)]
            lines.append(StyledLine(title + [StyledSpan("   Esc leaves, i picks another", .dim)]))
            lines += outcomeLines(of: table.map(whatIf), width)
            return lines
        }
        if let failure = record.result.exchange?.failure {
            lines += failureLines(of: failure, width)
        }
        guard let mapping = record.result.mapping else {
            return lines + [
                StyledLine("Nothing was sent, so there is nothing to map.", .dim),
                StyledLine("i shows what a status or failure would become.", .dim),
            ]
        }
        lines += assertionLines(of: record.result)
        lines += outcomeLines(of: mapping, width)
        return lines + [StyledLine(), StyledLine("i shows another status or failure.", .dim)]
    }

    private static func outcomeLines(of mapping: Mapping, _ width: Int) -> [StyledLine] {
        var lines = [
            pair("Fact", "\(mapping.fact)"),
            mapping.isSuccess
                ? pair("Becomes", "success: the program gets the value", .success)
                : pair("Becomes", mapping.apiError ?? "", .failure),
        ]
        if !mapping.isSuccess {
            lines += pair("Message", wrapped: mapping.message, width)
            lines.append(pair("Retryable", mapping.isRetryable ? "yes" : "no"))
            lines += swiftLines(mapping, width)
        }
        let source = mapping.rule.map { "rule “\($0.when)” of \($0.source)" }
        lines.append(pair("Decided by", source ?? "no rule: the table has none for this"))
        lines += [StyledLine(), StyledLine("Rules tried", .heading)]
        return lines + traceLines(mapping.trace, width)
    }

    /// What a Swift program writes to meet the error, and what its description reads there.
    private static func swiftLines(_ mapping: Mapping, _ width: Int) -> [StyledLine] {
        let code = SwiftCatch(mapping)
        var lines = [
            StyledLine(
                [StyledSpan(padded("In Swift", 12), .dim), StyledSpan(code.clause, .string)],
                copyText: code.clause
            )
        ]
        if code.description != mapping.message, !code.description.isEmpty {
            lines += pair("Description", wrapped: code.description, width)
        }
        return lines
    }

    /// The rules that were tried, in columns as wide as the longest text; without the reasons when
    /// there is no room for them.
    private static func traceLines(_ trace: [MappingStep], _ width: Int) -> [StyledLine] {
        func name(_ step: MappingStep) -> String { step.rule.apiError ?? "success" }
        let conditionWidth = (trace.map { $0.rule.when.count }.max() ?? 0) + 2
        let nameWidth = (trace.map { name($0).count }.max() ?? 0) + 2
        let hasReasons = width - 3 - conditionWidth - nameWidth >= leastReasonColumns
        return trace.map { step in
            var spans = [
                StyledSpan(step.isMatch ? "▶ " : "  ", step.isMatch ? .warning : .dim),
                StyledSpan(padded(step.rule.when, conditionWidth), step.isMatch ? .plain : .dim),
                StyledSpan(padded(name(step), nameWidth), step.isMatch ? .key : .dim),
            ]
            if hasReasons { spans.append(StyledSpan(step.reason, .dim)) }
            return StyledLine(spans)
        }
    }

    /// With fewer columns than this, the reason of a rule says nothing.
    private static let leastReasonColumns = 16

    private static func failureLines(of failure: NetworkFailure, _ width: Int) -> [StyledLine] {
        let counts =
            "\(failure.bytesSent) bytes sent, \(failure.bytesReceived) bytes received"
        let detail = failure.detail.isEmpty ? "" : " (\(failure.detail))"
        let phase = "\(failure.phase.rawValue), after \(Formatting.duration(failure.elapsed))"
        var lines = [
            pair("Failure", failure.code.rawValue, .failure), pair("Phase", phase),
            pair("Bytes", counts),
        ]
        lines += pair("What", wrapped: failure.code.summary + detail, width)
        lines += pair("Advice", wrapped: failure.code.advice, width)
        for (index, cause) in failure.causes.enumerated() {
            lines += pair(index == 0 ? "Causes" : "", wrapped: cause, width)
        }
        return lines + [StyledLine()]
    }

    /// The assertions of the request, first those that did not hold.
    private static func assertionLines(of result: RunResult) -> [StyledLine] {
        guard !result.assertions.isEmpty else { return [] }
        let sorted =
            result.assertions.filter { !$0.isPassed } + result.assertions.filter(\.isPassed)
        return [StyledLine("Assertions", .heading)]
            + sorted.map { assertion in
                let role: StyleRole = assertion.isPassed ? .success : .failure
                return StyledLine([
                    StyledSpan(assertion.isPassed ? "  ✓ " : "  ✗ ", role),
                    StyledSpan(assertion.text),
                    StyledSpan(assertion.isPassed ? "" : "  was \(assertion.actual)", .dim),
                ])
            } + [StyledLine()]
    }

    /// A name with a value that may need several rows.
    private static func pair(_ name: String, wrapped value: String, _ width: Int) -> [StyledLine] {
        DisplayWidth.wrapped(value, columns: max(16, width - 14)).enumerated().map { index, row in
            pair(index == 0 ? name : "", row)
        }
    }

    private static func pair(
        _ name: String,
        _ value: String,
        _ role: StyleRole = .plain
    ) -> StyledLine {
        StyledLine([StyledSpan(padded(name, 12), .dim), StyledSpan(value, role)], copyText: value)
    }

    private static func padded(_ text: String, _ count: Int) -> String {
        text + String(repeating: " ", count: max(1, count - text.count))
    }
}
