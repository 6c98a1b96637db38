import Collections
import Screen

extension ExplorerState {
    /// The rows of a body that is a form: what is sent, then what is off.
    func formRows(_ form: FormContent, _ saved: SavedRequest) -> [RequestRow] {
        var kind = RequestRow(.bodyKind, "Kind", "form")
        if case .multipart = form { kind.value = "multipart form" }
        let entries = form.entries.enumerated().map { index, entry in
            row(.formItem(index), entry, isEnabled: true)
        }
        let off = saved.offEntries.enumerated().map { index, entry in
            row(.offItem(index), entry, isEnabled: false)
        }
        guard entries.isEmpty, off.isEmpty, request.editing == nil else {
            return [kind] + entries + off
        }
        return [kind, RequestRow(.note, "", "Nothing in it. Press a to add a row.")]
    }

    private func row(
        _ kind: RequestRow.Kind,
        _ entry: FormContent.Entry,
        isEnabled: Bool
    ) -> RequestRow {
        let lines = TextBuffer.split(entry.value).map(\.text)
        var row = RequestRow(kind, entry.name, lines[0])
        row.isEnabled = isEnabled
        var detail = entry.detail
        if lines.count > 1 { detail = "+\(lines.count - 1) lines" }
        if !detail.isEmpty { row.outcome = StyledSpan(detail, .dim) }
        return row
    }
}
