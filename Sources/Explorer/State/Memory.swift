/// What the program keeps for the next time, beside unsaved edits.
package struct Memory: Equatable, Sendable {
    /// The collections that were opened, the latest first.
    package var collections: [RecentCollection] = []
    /// Whether the first hints were shown.
    package var isWelcomed = false
    /// The theme that was chosen; `nil` for none.
    package var themeName: String?
    /// How the panes share the screen.
    package var paneSizes = PaneSizes()

    /// Creates the memory of a program that never ran.
    package init() {}

    /// How many collections are kept.
    private static let limit = 20

    /// Notes that a collection was opened.
    mutating func note(_ collection: RecentCollection) {
        collections.removeAll { $0.path == collection.path }
        collections.insert(collection, at: 0)
        collections = Array(collections.prefix(Self.limit))
    }
}

/// A collection that was opened.
package struct RecentCollection: Equatable, Sendable {
    /// The absolute path.
    package var path: String
    /// What it calls itself.
    package var name: String

    /// Creates a note of a collection.
    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }
}

/// How the panes share the screen, where the person changed it.
package struct PaneSizes: Equatable, Sendable {
    /// The columns of the tree; `nil` for as many as suit the screen.
    package var treeColumns: Int?
    /// How much of the height the request has above the response, in thousandths.
    package var requestHeight: Int?
    /// How much of the width the request has beside the response, in thousandths.
    package var requestWidth: Int?

    /// Creates the sizes that suit the screen.
    package init() {}
}
