import Screen

/// The log: what was told at the bottom of the screen.
package enum LogLines {
    /// The lines from the latest entry to the first, long texts wrapped.
    package static func lines(of log: NoticeLog, width: Int) -> [StyledLine] {
        guard !log.entries.isEmpty else {
            return [StyledLine("Nothing was told yet.", .placeholder)]
        }
        return log.entries.reversed().flatMap { lines(of: $0, width: width) }
    }

    private static func lines(of entry: NoticeLog.Entry, width: Int) -> [StyledLine] {
        let (mark, role): (String, StyleRole) =
            switch entry.notice.kind {
            case .success: ("✓", .success)
            case .neutral: ("·", .dim)
            case .problem: ("✗", .failure)
            }
        let time = entry.time?.text ?? "        "
        let texts = DisplayWidth.wrapped(entry.notice.text, columns: max(16, width - 11))
        return texts.enumerated().map { index, text in
            StyledLine(
                [
                    StyledSpan(index == 0 ? time : "        ", .comment),
                    StyledSpan(index == 0 ? " \(mark) " : "   ", role),
                    StyledSpan(text, entry.notice.kind == .problem ? role : .plain),
                ],
                copyText: entry.notice.text
            )
        }
    }
}
