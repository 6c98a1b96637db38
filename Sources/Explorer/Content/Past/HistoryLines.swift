import HTTPModel
import History
import Screen

/// The lines of the history's list.
package enum HistoryLines {
    /// One line for each entry.
    ///
    /// `width` is how many columns there are; what there is no room for is left out.
    package static func lines(
        of popup: HistoryPopup,
        in range: Range<Int>,
        width: Int
    ) -> [StyledLine] {
        let lines = popup.shownLines
        let times = lines.map { DisplayWidth.columns(of: $0.time) }.max() ?? 0
        let results = lines.map { $0.item.result.utf8.count }.max() ?? 0
        let isOfAll = popup.scope == .all
        return lines[range.clamped(to: lines.indices)].map { line in
            let item = line.item
            var spans = [
                StyledSpan(padded(line.time, times + 2), .dim),
                StyledSpan(padded(item.result, results + 2), role(of: item)),
            ]
            if width >= 60 {
                spans.append(
                    StyledSpan(padded(Formatting.duration(item.elapsed), 9), .plain)
                )
                spans.append(StyledSpan(padded(Formatting.bytes(item.receivedCount), 10), .dim))
            }
            if isOfAll, width >= 90 { spans.append(StyledSpan(padded(item.origin.name, 20))) }
            if width >= 75 {
                let environment = item.origin.environmentName ?? "no env"
                spans.append(StyledSpan(padded(environment, 11), .variable))
            }
            spans.append(StyledSpan(item.method + " ", .method))
            // Where it went matters less than for what.
            let target = try? TargetURI(item.url)
            spans.append(StyledSpan(target?.requestTarget ?? item.url))
            if let target { spans.append(StyledSpan("  " + target.authority, .dim)) }
            return StyledLine(spans)
        }
    }

    /// What stands in place of an empty list.
    package static func emptyText(of popup: HistoryPopup) -> String {
        if let problem = popup.problem { return problem }
        if popup.work != nil { return "Reading…" }
        if popup.input != nil {
            return "Enter looks through everything that was kept, content too."
        }
        if !popup.search.isEmpty { return "Nothing that was kept holds \(popup.search)." }
        if case .request = popup.scope {
            return "This request was not sent yet; a shows all requests."
        }
        return "Nothing was sent yet."
    }

    /// The popup's title.
    package static func title(of popup: HistoryPopup) -> String {
        let name =
            switch popup.scope {
            case .request(_, let name): "History of \(name)"
            case .all: "History of all requests"
            }
        let count = popup.shownLines.count
        let limit = popup.lines.count == HistoryPopup.limit ? "+" : ""
        return count == 0 ? name : "\(name) · \(count)\(limit)"
    }

    private static func role(of item: HistoryItem) -> StyleRole {
        item.statusCode.map { ResponseRecord.role(of: HTTPStatus($0)) } ?? .failure
    }

    /// The text in so many columns, at least one of them blank.
    static func padded(_ text: String, _ columns: Int) -> String {
        let shown = DisplayWidth.truncated(text, to: columns - 1)
        return shown
            + String(repeating: " ", count: max(1, columns - DisplayWidth.columns(of: shown)))
    }
}
