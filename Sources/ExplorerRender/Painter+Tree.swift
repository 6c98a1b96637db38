import CollectionRun
import Explorer
import Screen

extension Painter {
    /// Draws the rows of the tree and its filter.
    mutating func drawTree() {
        let area = layout.treeList(state)
        drawFilter(in: layout.inside(of: .tree))
        if let problem = state.loadProblem {
            drawProblem(problem, in: area)
            return
        }
        guard state.collection != nil else {
            drawEmpty("Reading…", in: area)
            return
        }
        let rows = state.treeRows
        guard !rows.isEmpty else {
            let isFiltered = !state.tree.filter.isEmpty || state.tree.filterInput != nil
            drawEmpty(isFiltered ? "Nothing matches." : Self.emptyTreeText, in: area)
            return
        }
        let first = state.tree.scroll.offset
        for index in first..<min(rows.count, first + area.rows) {
            let row = area.row + index - first
            draw(rows[index], row: row, in: area)
            if index == state.tree.scroll.row {
                mark(row: row, in: area, isFocused: isFocused(.tree))
            }
        }
    }

    private static var emptyTreeText: String {
        "No .http files here. Put one into this folder, then press R to read it again."
    }

    private mutating func draw(_ entry: TreeRow, row: Int, in area: Rectangle) {
        var spans = [StyledSpan(String(repeating: "  ", count: entry.indent))]
        let fold = entry.isFolded.map { $0 ? "▸ " : "▾ " } ?? "  "
        switch entry.kind {
        case .folder:
            spans += [StyledSpan(fold, .dim), StyledSpan(entry.title + "/", .folder)]
        case .file(let path):
            spans += [StyledSpan(fold, .dim), StyledSpan(entry.title, .folder)]
            if entry.hasProblem { spans.append(StyledSpan(" ✗", .failure)) }
            if state.isUnsaved(path) { spans.append(StyledSpan(" ●", .modified)) }
        case .request(let key, let method):
            spans += requestSpans(
                key,
                method,
                entry.title,
                columns: area.columns - 2 * entry.indent
            )
        case .problem:
            spans.append(StyledSpan(entry.title, .failure))
        }
        write(spans, row: row, from: area.column, to: area.endColumn)
    }

    /// Method, name and how the request ended last; the name is cut before the mark is.
    private func requestSpans(
        _ key: RequestKey,
        _ method: String,
        _ name: String,
        columns: Int
    ) -> [StyledSpan] {
        let short = method.count > 6 ? String(method.prefix(5)) + "…" : method
        let padded = short + String(repeating: " ", count: max(0, 7 - short.count))
        guard let mark = mark(of: key) else {
            return [StyledSpan(padded, .method), StyledSpan(name)]
        }
        let room = max(1, columns - DisplayWidth.columns(of: padded) - 2)
        return [
            StyledSpan(padded, .method), StyledSpan(DisplayWidth.truncated(name, to: room)), mark,
        ]
    }

    private func mark(of key: RequestKey) -> StyledSpan? {
        if state.isInFlight(key) { return StyledSpan(" …", .warning) }
        return state.outcomes[key].map {
            $0 == .passed ? StyledSpan(" ✓", .success) : StyledSpan(" ✗", .failure)
        }
    }

    private mutating func drawFilter(in area: Rectangle) {
        guard area.rows > 0 else { return }
        let row = area.endRow - 1
        if let input = state.tree.filterInput {
            frame.write("/", row: row, column: area.column, role: .hintKey)
            drawInput(
                input,
                row: row,
                column: area.column + 1,
                columns: area.columns - 1,
                hasCaret: state.popup == nil
            )
        } else if !state.tree.filter.isEmpty {
            write(
                [StyledSpan("/", .hintKey), StyledSpan(state.tree.filter, .match)],
                row: row,
                from: area.column,
                to: area.endColumn
            )
        }
    }

    private mutating func drawProblem(_ text: String, in area: Rectangle) {
        for (index, line) in wrapped(text, to: area.columns - 2).prefix(area.rows).enumerated() {
            frame.write(line, row: area.row + index, column: area.column + 1, role: .failure)
        }
    }

    /// `text` broken at blanks into lines of at most `width` columns.
    func wrapped(_ text: String, to width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            var word = String(word)
            if !line.isEmpty, DisplayWidth.columns(of: line + " " + word) <= width {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while DisplayWidth.columns(of: word) > width {
                let head = DisplayWidth.prefix(of: word, fitting: width).text
                guard !head.isEmpty else { break }
                lines.append(String(head))
                word = String(word[head.endIndex...])
            }
            line = word
        }
        return lines + [line]
    }
}
