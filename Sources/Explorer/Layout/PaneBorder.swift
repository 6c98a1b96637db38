package import Screen

/// A border between panes that can be moved.
package enum PaneBorder: Equatable, Sendable {
    /// Between the tree and what is at its right.
    case besideTree
    /// Between the request and the response below it.
    case belowRequest
    /// Between the request and the response beside it.
    case besideRequest
}

extension Layout {
    /// The fewest columns of the tree.
    static let narrowestTree = 12
    /// The fewest columns of the other panes.
    static let narrowestPane = 24
    /// The fewest rows of a pane above or below another.
    static let lowestPane = 5

    /// The border at a place: the edge of a pane or that of its neighbour.
    package func border(at position: Position) -> PaneBorder? {
        guard panes.count > 1, let tree = panes[.tree], let request = panes[.request],
            position.row < tree.endRow
        else { return nil }
        let column = position.column
        if column == tree.endColumn - 1 || column == tree.endColumn { return .besideTree }
        switch arrangement {
        case .stacked:
            let isOnEdge = position.row == request.endRow - 1 || position.row == request.endRow
            return isOnEdge && column > tree.endColumn ? .belowRequest : nil
        case .columns:
            let isOnEdge = column == request.endColumn - 1 || column == request.endColumn
            return isOnEdge ? .besideRequest : nil
        case .tiny, .single:
            return nil
        }
    }

    /// The border that makes a pane larger or smaller.
    package func border(of pane: Pane) -> PaneBorder? {
        guard panes.count > 1 else { return nil }
        if pane == .tree { return .besideTree }
        return arrangement == .columns ? .besideRequest : .belowRequest
    }

    /// The sizes with a border moved to a row or column of the screen.
    func sizes(moving border: PaneBorder, to position: Position, _ sizes: PaneSizes) -> PaneSizes {
        guard let tree = panes[.tree], let request = panes[.request] else { return sizes }
        var sizes = sizes
        switch border {
        case .besideTree:
            sizes.treeColumns = position.column + 1 - tree.column
        case .belowRequest:
            let rows = position.row + 1 - request.row
            sizes.requestHeight = Self.share(of: rows, in: tree.rows)
        case .besideRequest:
            let columns = position.column + 1 - request.column
            let all = screen.columns - tree.columns
            sizes.requestWidth = Self.share(of: columns, in: all)
        }
        return sizes
    }

    /// Where a border is: its last row or column before the other pane.
    func place(of border: PaneBorder) -> Position {
        let tree = panes[.tree] ?? screen
        let request = panes[.request] ?? screen
        return switch border {
        case .besideTree: Position(row: 0, column: tree.endColumn - 1)
        case .belowRequest: Position(row: request.endRow - 1, column: request.column)
        case .besideRequest: Position(row: 0, column: request.endColumn - 1)
        }
    }

    /// A part in thousandths of the whole, never outside of it.
    private static func share(of part: Int, in whole: Int) -> Int {
        whole > 0 ? min(max(0, (part * 1000 + whole / 2) / whole), 1000) : 500
    }

    /// How many cells a share is, at least `least` on both sides of the border where there is room.
    static func cells(of share: Int, in whole: Int, least: Int) -> Int {
        let wanted = (whole * share + 500) / 1000
        return max(min(wanted, whole - least), min(least, whole / 2))
    }
}
