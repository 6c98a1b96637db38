package import Screen

/// Where everything is on a screen of one size; a pure function of size and state.
///
/// Both `update` (page sizes, mouse) and drawing read it.
package struct Layout: Equatable, Sendable {
    /// How the panes share the screen.
    package enum Arrangement: Equatable, Sendable {
        /// Too small for any pane: one line that says so.
        case tiny
        /// One pane at a time.
        case single
        /// The tree at the left, request above response at the right.
        case stacked
        /// Tree, request and response side by side.
        case columns
    }

    /// The smallest screen that shows panes.
    package static let minimum = Size(rows: 6, columns: 24)
    /// Below this, one pane is shown at a time.
    package static let comfortable = Size(rows: 16, columns: 72)
    /// From this many columns on, the panes stand side by side.
    package static let wideColumns = 150

    /// How the panes share the screen.
    package let arrangement: Arrangement
    /// The whole screen.
    package let screen: Rectangle
    /// The panes that are shown, with their borders.
    package let panes: [Pane: Rectangle]
    /// The line at the bottom.
    package let footer: Rectangle
    /// The popup, with its border.
    package let popup: Rectangle?
    /// How many rows the tabs of a pane take.
    private let tabRows: Int

    /// Lays out `state` on a screen of `size`.
    package init(_ size: Size, _ state: ExplorerState) {
        screen = Rectangle(size)
        let arrangement = Self.arrangement(size, state)
        self.arrangement = arrangement
        let rows = screen.splitRows([.weight(1), .fixed(arrangement == .tiny ? 0 : 1)])
        footer = rows[1]
        panes = Self.panes(in: rows[0], arrangement, state)
        popup = state.popup.map { Self.rectangle(of: $0, in: rows[0]) }
        tabRows = state.isViewing ? 0 : 1
    }

    private static func arrangement(_ size: Size, _ state: ExplorerState) -> Arrangement {
        if size.rows < minimum.rows || size.columns < minimum.columns { return .tiny }
        if size.rows < comfortable.rows || size.columns < comfortable.columns { return .single }
        if state.isZoomed || state.isViewing { return .single }
        return size.columns >= wideColumns ? .columns : .stacked
    }

    private static func panes(
        in area: Rectangle,
        _ arrangement: Arrangement,
        _ state: ExplorerState
    ) -> [Pane: Rectangle] {
        switch arrangement {
        case .tiny:
            return [:]
        case .single:
            return [state.focus: area]
        case .stacked:
            let usual = min(max(area.columns / 4, 26), 40)
            let tree = treeColumns(state, usual, within: area.columns - narrowestPane)
            let columns = area.splitColumns([.fixed(tree), .weight(1)])
            let height = state.memory.paneSizes.requestHeight.map {
                Extent.fixed(cells(of: $0, in: area.rows, least: lowestPane))
            }
            let right = columns[1].splitRows([
                height ?? .weight(9), height == nil ? .weight(13) : .weight(1),
            ])
            return [.tree: columns[0], .request: right[0], .response: right[1]]
        case .columns:
            let tree = treeColumns(state, 40, within: area.columns - 2 * narrowestPane)
            let width = state.memory.paneSizes.requestWidth.map {
                Extent.fixed(cells(of: $0, in: area.columns - tree, least: narrowestPane))
            }
            let columns = area.splitColumns([
                .fixed(tree), width ?? .weight(9), width == nil ? .weight(11) : .weight(1),
            ])
            return [.tree: columns[0], .request: columns[1], .response: columns[2]]
        }
    }

    /// How many columns the tree has: as many as the person wants, else the usual number.
    private static func treeColumns(_ state: ExplorerState, _ usual: Int, within limit: Int) -> Int
    {
        guard let wanted = state.memory.paneSizes.treeColumns else { return usual }
        return max(min(wanted, limit), narrowestTree)
    }

    private static func rectangle(of popup: Popup, in area: Rectangle) -> Rectangle {
        let wide = min(area.columns, max(area.columns * 2 / 3, 72))
        switch popup {
        case .choice(let choice):
            let rows = min(choice.items.count + 3, max(area.rows - 2, min(area.rows, 6)))
            return area.centred(Size(rows: rows, columns: columns(of: choice, within: wide)))
        case .help, .log, .reading:
            return area.centred(Size(rows: max(area.rows - 2, 5), columns: wide))
        case .dialog(let dialog):
            let longest = dialog.lines.map(DisplayWidth.columns(of:)).max() ?? 0
            let answers = dialog.answers.reduce(0) { $0 + DisplayWidth.columns(of: $1.title) + 5 }
            let columns = min(
                max(longest, answers, DisplayWidth.columns(of: dialog.title)) + 6,
                wide
            )
            let lines = dialogLines(dialog, columns: columns - 4)
            return area.centred(Size(rows: lines.count + 4, columns: columns))
        case .input(let input):
            return area.centred(Size(rows: input.problem == nil ? 4 : 5, columns: min(wide, 64)))
        case .history, .run:
            let columns = min(area.columns, max(wide, area.columns - 4))
            return area.centred(Size(rows: max(area.rows - 2, 5), columns: columns))
        case .snapshot(let preview):
            let rows = SnapshotLines.lines(of: preview).count + 2
            return area.centred(Size(rows: min(max(rows, 6), area.rows), columns: wide))
        }
    }
}

extension Layout {
    /// The columns of a choice's popup: as many as its longest item needs, if they are there.
    private static func columns(of choice: Choice, within wide: Int) -> Int {
        switch choice.subject {
        case .command, .whatIf, .request, .collection, .copiedPart, .comparisonBase, .file:
            return wide
        default:
            return min(wide, max(56, max(choice.columns.title, 10) + choice.columns.detail + 7))
        }
    }

    /// The text of a dialog, broken into lines of at most `columns`.
    package static func dialogLines(_ dialog: Dialog, columns: Int) -> [String] {
        dialog.lines.flatMap { DisplayWidth.wrapped($0, columns: max(1, columns)) }
    }

    /// The inside of a pane's border; empty when the pane is not shown.
    package func inside(of pane: Pane) -> Rectangle {
        panes[pane]?.inset() ?? Rectangle(row: 0, column: 0, rows: 0, columns: 0)
    }

    /// The rows of the tree, without the line of its filter.
    package func treeList(_ state: ExplorerState) -> Rectangle {
        var area = inside(of: .tree)
        if state.tree.filterInput != nil || !state.tree.filter.isEmpty {
            area.rows = max(0, area.rows - 1)
        }
        return area
    }

    /// The line with method and URL.
    package var target: Rectangle {
        var area = inside(of: .request)
        area.rows = min(1, area.rows)
        return area
    }

    /// The tabs of the request pane.
    package var requestTabs: Rectangle {
        let area = inside(of: .request)
        return Rectangle(
            row: area.row + 1,
            column: area.column,
            rows: min(1, area.rows - 1),
            columns: area.columns
        )
    }

    /// The rows below the tabs of the request pane, without the line of a refused edit.
    package func requestList(_ state: ExplorerState) -> Rectangle {
        var area = inside(of: .request)
        area = Rectangle(
            row: area.row + 2,
            column: area.column,
            rows: area.rows - 2,
            columns: area.columns
        )
        if state.request.editing?.problem != nil { area.rows = max(0, area.rows - 1) }
        return area
    }

    /// The tabs of the response pane.
    package var responseTabs: Rectangle {
        var area = inside(of: .response)
        area.rows = min(tabRows, area.rows)
        return area
    }

    /// The rows below the tabs of the response pane, without the line of a search.
    package func responseList(_ state: ExplorerState) -> Rectangle {
        let area = inside(of: .response)
        let note = state.bodyNote == nil ? 0 : 1
        return Rectangle(
            row: area.row + tabRows + note,
            column: area.column,
            rows: max(0, area.rows - tabRows - note - responseInputCount(state)),
            columns: area.columns
        )
    }

    /// The lines at the bottom of the response pane: a filter, then a search.
    private func responseInputCount(_ state: ExplorerState) -> Int {
        (state.showsFilterLine ? 1 : 0) + (state.showsSearchLine ? 1 : 0)
    }

    /// The rows of the popup's list or text.
    package func popupList(_ state: ExplorerState) -> Rectangle {
        guard var area = popup?.inset(rows: 1, columns: 2) else {
            return Rectangle(row: 0, column: 0, rows: 0, columns: 0)
        }
        switch state.popup {
        case .choice, .history, .run:
            area.row += 1
            area.rows = max(0, area.rows - 1)
        default:
            break
        }
        return area
    }

    /// Where each tab's title stands in a row of tabs: two blanks between, one before the first.
    ///
    /// Where there is no room for all, the first ones are left out until the selected one is whole;
    /// what is left out has no columns.
    package static func tabColumns(
        _ titles: [String],
        selected: Int = 0,
        in row: Rectangle
    ) -> [Range<Int>] {
        let widths = titles.map { DisplayWidth.columns(of: $0) + 2 }
        let selected = min(max(0, selected), titles.count - 1)
        // One column before the first title, one after the last for the mark that more follow.
        let room = row.columns - 2
        var first = 0
        func needed(_ range: ClosedRange<Int>) -> Int { widths[range].reduce(0, +) - 2 }
        if needed(0...(titles.count - 1)) > room + 1 {
            while first < selected, needed(first...min(selected + 1, titles.count - 1)) > room {
                first += 1
            }
        }
        var column = row.column + 1
        var isFull = false
        return titles.indices.map { index in
            guard index >= first, !isFull else { return row.column..<row.column }
            let end = column + widths[index] - 2
            if end > row.endColumn, index > selected || column >= row.endColumn {
                isFull = true
                return row.column..<row.column
            }
            defer { column = end + 2 }
            return column..<min(end, max(row.endColumn, column))
        }
    }

    /// What stands at the right end of the request pane's top edge, and its cells; `nil` without room.
    ///
    /// Where room is short, the environment is left out, then the chosen variant: that answers come from
    /// fixtures is told as long as there is any.
    package func environmentLabel(_ state: ExplorerState) -> (text: String, area: Rectangle)? {
        guard let pane = panes[.request] else { return nil }
        let name = state.environmentName.map { "env: \($0)" } ?? "no env"
        let variant = state.request.key.flatMap { state.offlineVariants[$0] }
        var texts = [name]
        if state.isOffline {
            texts = [name + " · offline", "offline"]
            if let variant {
                texts = ["\(name) · offline: \(variant)", "offline: \(variant)"] + texts
            }
        }
        let fitting = texts.first { DisplayWidth.columns(of: $0) + 2 < pane.columns / 2 }
        guard let text = fitting else { return nil }
        let columns = DisplayWidth.columns(of: text) + 2
        let area = Rectangle(
            row: pane.row,
            column: pane.endColumn - 2 - columns,
            rows: 1,
            columns: columns
        )
        return (text, area)
    }

    /// The pane at a place, if any.
    package func pane(at position: Position) -> Pane? {
        panes.first { $0.value.contains(position) }?.key
    }
}

extension Layout {
    /// The columns that line numbers take at the left of the body editor, the blank included.
    package static func gutterColumns(lineCount: Int) -> Int {
        max(3, String(lineCount).count + 1)
    }

    /// Where each answer of a dialog stands in the last row of its popup.
    package static func answerColumns(_ dialog: Dialog, in area: Rectangle) -> [Range<Int>] {
        var column = area.column
        return dialog.answers.map { answer in
            let end = column + DisplayWidth.columns(of: answer.title) + 4
            defer { column = end + 1 }
            return column..<end
        }
    }
}
