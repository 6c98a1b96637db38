import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// Moves the cursor of the response pane by lines; `Int.max` and its negative lead to the ends.
func moveInResponse(by count: Int, _ state: inout ExplorerState) {
    guard state.record != nil || state.arrivingBody != nil else { return }
    let width = Layout(state.size, state).responseList(state).columns
    let total = state.responseRowCount(width: width)
    var scroll = state.responseScroll
    if state.response.tab == .body { state.record?.reading?.isToEnd = count == .max }
    if abs(count) == .max {
        scroll.row = count > 0 ? max(0, total - 1) : 0
        scroll.line = count > 0 ? .max : 0
    } else if state.wrapsBody {
        scroll.move(byLines: count, of: total, state.bodyLineCount(width: width))
    } else {
        scroll.move(by: count, of: total)
    }
    setResponseScroll(scroll, &state)
}

/// Notes where the cursor of the response pane is.
func setResponseScroll(_ scroll: Scroll, _ state: inout ExplorerState) {
    guard let key = state.request.key else { return }
    if state.arrivingBody != nil, let arriving = state.sends[key]?.arriving {
        // At the end of a stream, the cursor goes on with it.
        let follows = arriving.isStream && scroll.row >= arriving.rowCount - 1
        state.sends[key]?.arriving.scroll = follows ? nil : scroll
    } else {
        let tab = state.response.tab
        state.record?.scrolls[tab] = scroll
    }
}

/// Holds the cursor of the response pane inside its tab, and the scroll offset near it.
func settleResponseScroll(in area: Rectangle, _ state: inout ExplorerState) {
    let total = state.responseRowCount(width: area.columns)
    var scroll = state.responseScroll
    if state.wrapsBody {
        scroll.settle(
            byLines: total,
            height: area.rows,
            state.bodyLineCount(width: area.columns)
        )
    } else {
        (scroll.line, scroll.offsetLine) = (0, 0)
        scroll.settle(total: total, height: area.rows)
    }
    let isFollowing = state.arrivingBody != nil && state.currentSending?.arriving.scroll == nil
    if !isFollowing { setResponseScroll(scroll, &state) }
}

extension ExplorerState {
    /// How many lines a row of the body in view takes.
    func bodyLineCount(width: Int) -> (Int) -> Int {
        guard wrapsBody, let document = bodyInView else { return { _ in 1 } }
        return { BodyLines.count(ofRow: $0, of: document, columns: width) }
    }

    /// Where the body in view is scrolled to; for one that follows a stream, its end.
    package func bodyScroll(height: Int) -> Scroll {
        var scroll = responseScroll
        guard arrivingBody != nil, currentSending?.arriving.scroll == nil else { return scroll }
        scroll.settle(total: bodyRowCount, height: height)
        return scroll
    }

    /// Which row, and which line of it, stands on a line of the response pane's list.
    func responsePlace(onLine number: Int, in size: Size) -> (row: Int, line: Int)? {
        if let document = bodyInView {
            let lines = BodyLines.lines(
                of: document,
                from: bodyScroll(height: size.rows),
                size: size,
                rowCount: bodyRowCount,
                wraps: wrapsBody
            )
            return lines.indices.contains(number) ? (lines[number].row, lines[number].line) : nil
        }
        let row = responseScroll.offset + number
        return row < responseRowCount(width: size.columns) ? (row, 0) : nil
    }

    /// Whether the line of a search is shown below the response.
    package var showsSearchLine: Bool { response.searchInput != nil || record?.search != nil }

    /// Whether the line of a filter is shown below the response.
    package var showsFilterLine: Bool {
        response.tab == .body && (response.filterInput != nil || record?.filter != nil)
    }
}
