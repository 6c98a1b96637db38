import Synchronization

/// What was worked out from a collection once, so that a key in a large tree costs no more than in a
/// small one.
///
/// A cache and no part of the state: one is equal to any other. It belongs to one value of the
/// collection; whoever changes that makes a new one.
struct CollectionMemo: Equatable, Sendable {
    private final class Box: Sendable {
        struct Content {
            var filter = ""
            var folded: Set<String> = []
            var rows: [TreeRow]?
            var positions: [String: Int]?
        }

        let content = Mutex(Content())
    }

    private var box = Box()

    static func == (left: CollectionMemo, right: CollectionMemo) -> Bool { true }

    /// The rows of the tree for a filter and a set of folded paths; made unless they were the last.
    func rows(filter: String, folded: Set<String>, _ make: () -> [TreeRow]) -> [TreeRow] {
        let known = box.content.withLock { content in
            content.filter == filter && content.folded == folded ? content.rows : nil
        }
        if let known { return known }
        let rows = make()
        box.content.withLock { content in
            content.filter = filter
            content.folded = folded
            content.rows = rows
        }
        return rows
    }

    /// Where the file with a path is among `paths`, which are made once.
    func position(of path: String, in paths: () -> [String]) -> Int? {
        let known = box.content.withLock { $0.positions }
        if let known { return known[path] }
        let positions = Dictionary(
            paths().enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        box.content.withLock { $0.positions = positions }
        return positions[path]
    }

    /// Forgets the rows, which show what is not part of the collection too.
    ///
    /// Other values of the state keep theirs.
    mutating func forgetRows() {
        let positions = box.content.withLock { $0.positions }
        box = Box()
        box.content.withLock { $0.positions = positions }
    }
}
