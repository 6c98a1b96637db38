package import ClientCore
package import CollectionRun
package import Documents
import HTTPModel

/// The response pane: the tab, and what came back for each request.
package struct ResponsePaneState: Equatable, Sendable {
    /// The tab; it stays when another request is opened.
    package var tab = ResponseTab.body
    /// What came back last, by request.
    package var records: [RequestKey: ResponseRecord] = [:]
    /// The requests with a record, the latest last.
    package var recency: [RequestKey] = []
    /// Present responses while one of the past is shown in their place.
    var covered: [RequestKey: ResponseRecord] = [:]
    /// The search text while it is typed.
    package var searchInput: TextBuffer?
    /// The status or failure of the what-if; `nil` for none.
    package var whatIf: ErrorMapping.Fact?

    /// How many responses are kept.
    private static let limit = 32

    /// Creates a pane without responses.
    package init() {}

    /// Keeps a record, and lets go of the oldest when there are too many.
    mutating func keep(_ record: ResponseRecord, for key: RequestKey) {
        records[key] = record
        recency.removeAll { $0 == key }
        recency.append(key)
        if recency.count > Self.limit { records[recency.removeFirst()] = nil }
    }

    /// Lets go of the record of a request.
    mutating func forget(_ key: RequestKey) {
        records[key] = nil
        covered[key] = nil
        recency.removeAll { $0 == key }
    }
}

/// What came back for a request, and how it is looked at.
package struct ResponseRecord: Equatable, Sendable {
    /// What came of it.
    package var result: RunResult
    /// The body, whole or as far as it came; `nil` when there is none.
    package var document: ResponseDocument?
    /// The cursor in each tab.
    package var scrolls: [ResponseTab: Scroll] = [:]
    /// The entry of the history that it is; `nil` for a present response.
    package var past: PastResponse?
    /// The first column shown.
    package var firstColumn = 0
    /// What was searched for and found.
    package var search: Search?
    /// The fixture that a snapshot writes, as far as prepared, and where it was written.
    package var snapshot: SnapshotRecord?

    /// What was searched for and found.
    package struct Search: Equatable, Sendable {
        /// The text.
        package var text: String
        /// Where it stands in the body, in order; in other tabs the numbers of the rows.
        package var matches: [Range<Int>]
        /// The match that has the cursor.
        package var current: Int
        /// The tab that was searched.
        package var tab: ResponseTab
    }

    /// Creates the record of a result.
    package init(_ result: RunResult, document: ResponseDocument?) {
        self.result = result
        self.document = document
    }

    /// The view of what `result` received; made where the work may take time.
    ///
    /// - Returns: `nil` when nothing was received.
    package static func document(of result: RunResult) -> ResponseDocument? {
        guard let exchange = result.exchange else { return nil }
        if let response = exchange.response {
            guard !response.body.isEmpty else { return nil }
            return ResponseDocument(body: response.body, mediaType: response.head.mediaType)
        }
        guard let failure = exchange.failure, !failure.partialBody.isEmpty else { return nil }
        return ResponseDocument(
            body: failure.partialBody,
            mediaType: failure.partialHead?.mediaType
        )
    }
}

/// A fixture on its way to disk.
package struct SnapshotRecord: Equatable, Sendable {
    /// The paths written, relative to the collection; empty before.
    package var savedPaths: [String]
}

extension ExplorerState {
    /// What came back for the open request.
    package var record: ResponseRecord? {
        get { request.key.flatMap { response.records[$0] } }
        set {
            guard let key = request.key, let newValue else { return }
            response.records[key] = newValue
        }
    }

    /// The exchange in flight of the open request.
    package var currentSending: Sending? {
        request.key.flatMap { sends[$0] }
    }
}
