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
            var hasTags: Bool?
            var names: Set<String>?
            var captures: Set<String>?
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

    /// Whether any request has a tag.
    func hasTags(_ make: () -> Bool) -> Bool {
        if let known = box.content.withLock({ $0.hasTags }) { return known }
        let made = make()
        box.content.withLock { $0.hasTags = made }
        return made
    }

    /// The names of all requests.
    func names(_ make: () -> Set<String>) -> Set<String> {
        if let known = box.content.withLock({ $0.names }) { return known }
        let made = make()
        box.content.withLock { $0.names = made }
        return made
    }

    /// The names that captures give values.
    func captures(_ make: () -> Set<String>) -> Set<String> {
        if let known = box.content.withLock({ $0.captures }) { return known }
        let made = make()
        box.content.withLock { $0.captures = made }
        return made
    }

    /// Forgets all but the places of files, because a file has other requests.
    ///
    /// Other values of the state keep what they know.
    mutating func forgetRequests() {
        let positions = box.content.withLock { $0.positions }
        box = Box()
        box.content.withLock { $0.positions = positions }
    }
}
