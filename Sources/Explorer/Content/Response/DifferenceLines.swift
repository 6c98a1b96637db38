import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

extension ExplorerState {
    /// The lines above the differences: what is compared, and how many there are.
    package func differenceHeader(width: Int) -> [StyledLine] {
        guard let record else { return [] }
        guard record.result.exchange != nil else {
            return [StyledLine("Nothing was sent.", .dim)]
        }
        guard let comparison = record.comparison else { return [StyledLine("Comparing…", .dim)] }
        let base =
            switch comparison.base {
            case .previous: "the response before"
            case .pinned: "the pinned response"
            case .fixture: "the fixture"
            }
        if let problem = comparison.problem {
            return StyledLine.wrapped(problem, width: width)
                + [StyledLine(), StyledLine("V compares with something else.", .dim)]
        }
        guard let difference = comparison.difference else {
            return [StyledLine("Comparing with \(base)…", .dim)]
        }
        let count = difference.count
        let text =
            count == 0
            ? "The same as \(base)" : "\(count) difference\(count == 1 ? "" : "s") from \(base)"
        let left = record.ignoredPaths.count + comparison.volatilePaths.count
        let ignored = left == 0 ? "" : ", \(left) path\(left == 1 ? "" : "s") left out"
        return [
            StyledLine(text + ignored, count == 0 ? .success : .warning),
            StyledLine(comparison.other?.title ?? "", .dim),
            StyledLine(),
        ]
    }

    /// Lines of the Diff tab: the header, then the differences that are in `range`.
    func differenceLines(width: Int, in range: Range<Int>) -> [StyledLine] {
        let header = differenceHeader(width: width)
        guard let difference = record?.comparison?.difference else {
            return Array(header[range.clamped(to: 0..<header.count)])
        }
        return range.compactMap { index in
            if index < header.count { return header[index] }
            let row = index - header.count
            return row < difference.rowCount ? line(of: difference, row) : nil
        }
    }

    private func line(of difference: BodyDifference, _ index: Int) -> StyledLine {
        let row = difference.row(index)
        var role: StyleRole?
        if case .lines(let diff) = difference {
            switch diff.rows[index] {
            case .removed: role = .failure
            case .added: role = .success
            case .same, .skipped: break
            }
        }
        if case .structure(let diff) = difference, index < diff.changes.count {
            return line(of: diff.changes[index], row)
        }
        return StyledLine(
            row.spans.map { StyledSpan($0.text, role ?? BodyLines.role(of: $0.role)) }
        )
    }

    /// A difference of structure: its sign in the colour of what happened, paths in their short form.
    private func line(of change: DocumentDiff.Change, _ row: DocumentRow) -> StyledLine {
        let role: StyleRole =
            switch change.kind {
            case .added: .success
            case .removed: .failure
            case .changed: .warning
            case .moved, .spelling: .dim
            }
        let spans = row.spans.enumerated().map { index, span in
            if index == 0 { return StyledSpan(span.text, role) }
            if span.role == .key { return StyledSpan(PathText.short(span.text), .key) }
            return StyledSpan(span.text, BodyLines.role(of: span.role))
        }
        return StyledLine(spans, copyText: PathText.short(change.path))
    }

    /// The number of lines of the Diff tab.
    func differenceLineCount(width: Int) -> Int {
        differenceHeader(width: width).count + (record?.comparison?.difference?.rowCount ?? 0)
    }
}
