import ClientCore
package import CollectionRun
package import Collections
package import Documents
import HTTPModel
import Screen

/// What a response is compared with.
package enum ComparisonBase: String, CaseIterable, Hashable, Sendable {
    /// The response of this request before.
    case previous
    /// The response that was pinned, perhaps of another request or environment.
    case pinned
    /// The fixture that answers the request.
    case fixture
}

/// A body to compare with.
package struct ComparedBody: Equatable, Sendable {
    /// What it is, such as `201 Created · 38 ms`.
    package var title: String
    /// The body; `nil` when it has none.
    package var document: ResponseDocument?

    /// Creates a body to compare with.
    package init(title: String, document: ResponseDocument?) {
        self.title = title
        self.document = document
    }

    /// Larger bodies are not kept after the next one came.
    static let keptByteCount = 32 << 20
}

/// The Diff tab of a response.
package struct Comparison: Equatable, Sendable {
    /// What it is compared with.
    package var base: ComparisonBase
    /// The body it is compared with, once it is there.
    package var other: ComparedBody?
    /// The paths that are left out, beside those of the person: volatile ones of a fixture.
    package var volatilePaths: [String] = []
    /// The work that has not ended.
    package var work: WorkID?
    /// What is different.
    package var difference: BodyDifference?
    /// Why there is no comparison.
    package var problem: String?

    /// Creates a comparison that is still to be made.
    package init(base: ComparisonBase) { self.base = base }
}

/// Two bodies to compare.
package struct ComparisonOrder: Equatable, Sendable {
    /// The older body.
    package var old: ResponseDocument
    /// The newer body.
    package var new: ResponseDocument
    /// JSONPaths that are left out.
    package var ignoring: [String]

    /// Creates an order.
    package init(old: ResponseDocument, new: ResponseDocument, ignoring: [String] = []) {
        self.old = old
        self.new = new
        self.ignoring = ignoring
    }

    /// Compares by structure where both are JSON, else line by line.
    package func compare() -> BodyDifference {
        // Bodies that nobody looked at are known by their heads only.
        let (old, new) = (old.whole, new.whole)
        if let old = old.tape, let new = new.tape, old.fault == nil, new.fault == nil {
            let paths = ignoring.compactMap { try? JSONPath($0) }
            return .structure(DocumentDiff(old, new, ignoring: paths))
        }
        if old.kind == .binary || new.kind == .binary {
            return old.body == new.body
                ? .lines(LineDiff(.init(), .init()))
                : .bytes(old: old.body.count, new: new.body.count)
        }
        return .lines(LineDiff(old.content, new.content))
    }
}

/// What is different in two bodies.
package enum BodyDifference: Equatable, Sendable {
    /// By the structure of JSON.
    case structure(DocumentDiff)
    /// By lines.
    case lines(LineDiff)
    /// The bytes of two bodies that are no text, of these lengths.
    case bytes(old: Int, new: Int)

    /// How many differences there are.
    package var count: Int {
        switch self {
        case .structure(let diff): diff.changes.count
        case .lines(let diff): diff.count
        case .bytes: 1
        }
    }

    /// The number of rows.
    package var rowCount: Int {
        switch self {
        case .structure(let diff): diff.rowCount
        case .lines(let diff): diff.rows.count
        case .bytes: 1
        }
    }

    /// The row at `index`.
    package func row(_ index: Int) -> DocumentRow {
        switch self {
        case .structure(let diff): return diff.row(index)
        case .lines(let diff): return diff.row(index)
        case .bytes(let old, let new):
            let text =
                "~ the bytes differ: \(Formatting.bytes(old)) → \(Formatting.bytes(new))"
            return DocumentRow(spans: [DocumentSpan(text, .text)], byteRange: 0..<0)
        }
    }

    /// The row of the next difference after `row`, or of the last before it; `nil` at the end.
    package func next(from row: Int, by step: Int) -> Int? {
        switch self {
        case .structure(let diff):
            let next = row + step
            return diff.changes.indices.contains(next) ? next : nil
        case .lines(let diff):
            return step > 0
                ? diff.starts.first { $0 > row } : diff.starts.last { $0 < row }
        case .bytes:
            return nil
        }
    }
}

/// The fixture of a request to look for.
package struct FixtureOrder: Equatable, Sendable {
    /// What came of the request.
    package var result: RunResult
    /// The collection that has the fixtures.
    package var collection: RequestCollection

    /// Creates an order.
    package init(result: RunResult, collection: RequestCollection) {
        self.result = result
        self.collection = collection
    }
}
