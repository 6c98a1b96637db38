/// Which request of the collection: its file and its place in the file.
package struct RequestKey: Hashable, Sendable {
    /// The file, relative to the root of the collection.
    package var file: String
    /// The place of the request in its file, from 0.
    package var index: Int

    /// Creates a key.
    package init(file: String, index: Int) {
        self.file = file
        self.index = index
    }
}

/// The identity of one exchange, so that late messages about another are ignored.
package struct ExchangeID: RawRepresentable, Hashable, Sendable {
    /// A number that is never used twice.
    package let rawValue: Int

    /// Creates an identity.
    package init(rawValue: Int) { self.rawValue = rawValue }
}

/// The identity of one piece of work that reports back: a snapshot, an edit in another program.
package struct WorkID: RawRepresentable, Hashable, Sendable {
    /// A number that is never used twice.
    package let rawValue: Int

    /// Creates an identity.
    package init(rawValue: Int) { self.rawValue = rawValue }
}

/// The three panes.
package enum Pane: String, CaseIterable, Hashable, Sendable {
    /// The folders, files and requests.
    case tree
    /// The request that is open.
    case request
    /// What came back.
    case response
}

/// The tabs of the request pane, in order.
package enum RequestTab: String, CaseIterable, Hashable, Sendable {
    case params = "Params"
    case headers = "Headers"
    case body = "Body"
    case token = "Token"
    case options = "Options"
    case docs = "Docs"
    case tests = "Tests"
}

/// The tabs of the response pane, in order.
package enum ResponseTab: String, CaseIterable, Hashable, Sendable {
    case body = "Body"
    case headers = "Headers"
    case timing = "Timing"
    case errors = "Errors"
    case sent = "Sent"
    case fixture = "Fixture"
    case cookies = "Cookies"
    case tls = "TLS"
    case diff = "Diff"
}

/// Which row of a list has the cursor, and which is shown first.
package struct Scroll: Hashable, Sendable {
    /// The row with the cursor, from 0.
    package var row: Int
    /// The row at the top of the area.
    package var offset: Int
    /// Where rows go on in further lines: the line of the cursor's row that has it, from 0.
    package var line = 0
    /// Where rows go on in further lines: the first line shown of the row at the top.
    package var offsetLine = 0

    /// Creates a scroll state.
    package init(row: Int = 0, offset: Int = 0) {
        self.row = row
        self.offset = offset
    }

    /// Moves the cursor by `count` rows, held inside a list of `total` rows.
    package mutating func move(by count: Int, of total: Int) {
        row = min(max(0, row + count), max(0, total - 1))
    }

    /// Holds both numbers in range and scrolls as little as needed to show the cursor.
    package mutating func settle(total: Int, height: Int) {
        row = min(max(0, row), max(0, total - 1))
        guard height > 0 else { return }
        if row < offset { offset = row }
        if row >= offset + height { offset = row - height + 1 }
        offset = min(max(0, offset), max(0, total - height))
    }
}
