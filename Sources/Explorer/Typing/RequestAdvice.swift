import Collections
import HTTPModel
import Screen

extension ExplorerState {
    /// What the bottom edge of the request pane says: what is wrong with the text being typed, else what
    /// the variable at the caret or in the selected row stands for; empty when there is nothing to say.
    package var requestAdvice: [StyledSpan] {
        if let editing = request.editing {
            if let fault = editing.fault { return [StyledSpan("⚠ \(fault)", .warning)] }
            if case .newAuthorization = editing.subject {
                let part =
                    editing.current == 0
                    ? "The user or key; Tab goes on." : "The password or secret."
                return [StyledSpan(part, .dim)]
            }
            if let name = editing.buffer.variableAtCaret { return preview(ofVariable: name) }
            guard !editing.subject.isMultiline else { return [] }
            return preview(ofText: editing.buffer.text)
        }
        guard focus == .request, let saved = openRequest else { return [] }
        if request.isOnTarget { return preview(ofText: saved.url) }
        guard let row = selectedRequestRow else { return [] }
        if !row.help.isEmpty { return [StyledSpan(row.help, .dim)] }
        return preview(ofText: row.value)
    }

    private func preview(ofVariable name: String) -> [StyledSpan] {
        guard let preview = variablePreview(name) else { return [] }
        if let problem = preview.problem { return [StyledSpan("⚠ \(name) \(problem)", .warning)] }
        let value: [StyledSpan] =
            preview.text.isEmpty
            ? [] : [StyledSpan(" = ", .dim), StyledSpan(preview.text, .string)]
        return [StyledSpan(name, .variable)] + value + [StyledSpan(" · \(preview.source)", .dim)]
    }

    /// A text with its variables filled in; of a text that is one variable, also where it comes from.
    private func preview(ofText text: String) -> [StyledSpan] {
        let pieces = TemplateSpans.pieces(of: text)
        guard let first = pieces.first(where: \.isVariable) else { return [] }
        if pieces.count == 1 {
            return preview(ofVariable: String(first.text.dropFirst(2).dropLast(2)).trimmingBlanks)
        }
        return [StyledSpan("→ ", .dim), StyledSpan(previewText(of: text), .string)]
    }
}

extension TextBuffer {
    /// The expression of the variable that the caret is in or at the end of; `nil` when it is in none.
    var variableAtCaret: String? {
        var column = 0
        for piece in TemplateSpans.pieces(of: lines[caret.line].text) {
            let end = column + piece.text.count
            if piece.isVariable, column < caret.column, caret.column <= end {
                return String(piece.text.dropFirst(2).dropLast(2)).trimmingBlanks
            }
            column = end
        }
        return nil
    }
}
