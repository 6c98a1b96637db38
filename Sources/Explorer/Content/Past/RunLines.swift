import CollectionRun
import HTTPModel
import Screen

/// The lines of a run's list.
package enum RunLines {
    /// One line for each request in `range` of the list.
    package static func lines(of run: FolderRun, in range: Range<Int>, width: Int) -> [StyledLine] {
        let order = run.order
        let longest = run.rows.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
        let columns = min(longest, max(16, width * 2 / 5)) + 2
        return order[range.clamped(to: order.indices)].map { index in
            line(of: run.rows[index], run, nameColumns: columns)
        }
    }

    private static func line(
        of row: FolderRun.Row,
        _ run: FolderRun,
        nameColumns: Int
    ) -> StyledLine {
        let name = StyledSpan(HistoryLines.padded(row.name, nameColumns))
        let method = StyledSpan(HistoryLines.padded(row.method, 8), .method)
        switch row.phase {
        case .waiting:
            let text = run.isRunning && !run.isStopping ? "" : "not run"
            return StyledLine([
                StyledSpan("· ", .dim), StyledSpan(name.text, .dim), method, StyledSpan(text, .dim),
            ])
        case .running:
            let text = run.isStopping ? "stopping…" : "sending…"
            return StyledLine([
                StyledSpan("… ", .warning), name, method, StyledSpan(text, .warning),
            ])
        case .ended(let result, let document):
            let record = ResponseRecord(result, document: document)
            var spans = [mark(result.outcome), name, method] + record.headlineSpans
            if result.problem == nil, let reason = result.reason, result.outcome != .passed {
                spans.append(StyledSpan("  " + reason, .dim))
            }
            return StyledLine(spans)
        }
    }

    private static func mark(_ outcome: RunOutcome) -> StyledSpan {
        switch outcome {
        case .passed: StyledSpan("✓ ", .success)
        case .failed: StyledSpan("✗ ", .failure)
        case .error: StyledSpan("! ", .failure)
        case .skipped: StyledSpan("- ", .dim)
        }
    }

    /// The sum, above the list: how many ended and how.
    package static func summary(of run: FolderRun) -> StyledLine {
        let total = run.rows.count
        let state =
            if run.isStopping, run.isRunning { "Stopping…" } else if run.isRunning {
                "Running \(run.endedCount) of \(total)"
            } else if run.endedCount < total {
                "Stopped after \(run.endedCount) of \(total)"
            } else {
                "\(total) request\(total == 1 ? "" : "s")"
            }
        var spans = [StyledSpan(state, run.isRunning ? .warning : .heading)]
        spans.append(StyledSpan(" · \(run.count(.passed)) passed", .success))
        let failed = run.count(.failed)
        if failed > 0 { spans.append(StyledSpan(" · \(failed) failed", .failure)) }
        let errors = run.count(.error)
        if errors > 0 {
            spans.append(StyledSpan(" · \(errors) error\(errors == 1 ? "" : "s")", .failure))
        }
        if run.elapsed > .zero {
            spans.append(StyledSpan(" · \(Formatting.duration(run.elapsed))"))
        }
        if run.putsFailedFirst { spans.append(StyledSpan(" · failed first", .dim)) }
        return StyledLine(spans)
    }

    /// The popup's title.
    package static func title(of run: FolderRun) -> String {
        "Run of \(run.title)" + (run.environmentName.map { " · env: \($0)" } ?? "")
    }
}
