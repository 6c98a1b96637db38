package import ClientCore
package import CollectionRun
package import Documents
package import HTTPModel

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
    /// Whether a search that is typed is a regular expression.
    package var searchesByExpression = false
    /// What was searched for before.
    package var searchHistory = InputHistory()
    /// The filter while it is typed.
    package var filterInput: TextBuffer?
    /// The filter that was in force when the typing began; Esc brings it back.
    var filterBefore: BodyFilter?
    /// What was filtered by before.
    package var filterHistory = InputHistory()
    /// Whether lines longer than the pane go on in the next one.
    package var isWrapping = false
    /// The response that others are compared with; `nil` for none.
    package var pinned: ComparedBody?
    /// Fixtures that are being written, and what each was made of.
    var savingFixtures: [WorkID: FixtureSubject] = [:]
    /// Bodies that are being written to files.
    var savingBodies: [WorkID] = []
    /// A text that is being made for the clipboard.
    var copying: WorkID?
    /// Bodies with a structure are read with an index up to so many bytes, longer ones as text.
    package var indexedByteLimit = Int.max
    /// How many bytes of content are kept in responses, beside those of the latest.
    package var keptByteLimit = 1 << 30
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
        var byteCount = recency.reduce(0) { $0 + (records[$1]?.byteCount ?? 0) } - record.byteCount
        while recency.count > 1, recency.count > Self.limit || byteCount > keptByteLimit {
            let oldest = recency.removeFirst()
            byteCount -= records[oldest]?.byteCount ?? 0
            records[oldest] = nil
        }
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
    /// When it had come, by this machine's clock; `nil` when nobody noted it.
    package var receivedAt: HTTPDate?
    /// The cursor in each tab.
    package var scrolls: [ResponseTab: Scroll] = [:]
    /// The file that is looked at in the place of a response; `nil` for responses.
    package var file: ViewedFile?
    /// The entry of the history that it is; `nil` for a present response.
    package var past: PastResponse?
    /// The first column shown.
    package var firstColumn = 0
    /// What was searched for and found.
    package var search: BodySearch?
    /// The filter on the body; `nil` shows all of it.
    package var filter: BodyFilter?
    /// The charset that was chosen for the body; `nil` lets it say so itself.
    package var charset: TextCharset?
    /// How far the whole body is read while its head is shown; `nil` when nothing of it is to be read.
    package var reading: BodyReading?
    /// The layout that is asked for and not there yet.
    var wantedShape: BodyShape?
    /// The work that lays the body out anew.
    package var reshaping: WorkID?
    /// The work that looks for the value of a path.
    var locating: WorkID?
    /// Work whose result is of no use any more.
    var abandoned: [WorkID] = []
    /// The response before, to compare with.
    package var previous: ComparedBody?
    /// The comparison in the Diff tab; `nil` until it is looked at.
    package var comparison: Comparison?
    /// JSONPaths that the person left out of comparisons.
    package var ignoredPaths: [String] = []
    /// The image in the body.
    package var picture: Picture?
    /// The fixture of the request, as far as it is known.
    package var snapshot: SnapshotRecord?

    /// Creates the record of a result.
    package init(_ result: RunResult, document: ResponseDocument?) {
        self.result = result
        self.document = document
        if let document, document.kind == .binary {
            picture = ImageHeader(document.body).map { Picture(header: $0) }
        }
    }

    /// The rows of the Body tab: what the filter selects, else the body.
    package var shown: ResponseDocument? {
        get { filter?.outcome?.document ?? document }
        set {
            guard let newValue else { return }
            if filter?.outcome != nil {
                filter?.outcome?.document = newValue
            } else {
                document = newValue
            }
        }
    }

    /// How many bytes of content it keeps.
    fileprivate var byteCount: Int { document?.body.count ?? 0 }

    /// The media type of what came.
    package var mediaType: MediaType? {
        if let file { return file.mediaType }
        let exchange = result.exchange
        return (exchange?.response?.head ?? exchange?.failure?.partialHead)?.mediaType
    }

    /// The view of what `result` received: of a large body its head, the rest of which is read when the
    /// response is looked at.
    ///
    /// - Parameters:
    ///   - result: What came of the request.
    ///   - view: How the body before was looked at; one of the same kind is looked at so again.
    ///   - draft: What was read of the body while it came.
    /// - Returns: `nil` when nothing was received.
    package static func document(
        of result: RunResult,
        as view: BodyView? = nil,
        draft: JSONTapeDraft? = nil
    ) -> ResponseDocument? {
        guard let exchange = result.exchange else { return nil }
        let body = exchange.response?.body ?? exchange.failure?.partialBody ?? Octets()
        let head = exchange.response?.head ?? exchange.failure?.partialHead
        guard !body.isEmpty else { return nil }
        let document = Self.document(
            of: body,
            head?.mediaType,
            charset: view?.charset,
            draft: draft
        )
        if let view, document.kind == view.kind {
            return document.mode == view.mode ? document : document.changing(mode: view.mode)
        }
        return document
    }

    /// The view of a body, or of the head of a large one.
    static func document(
        of body: Octets,
        _ mediaType: MediaType?,
        charset: TextCharset?,
        draft: JSONTapeDraft? = nil
    ) -> ResponseDocument {
        let document =
            body.count > BodyWork.smallByteCount
            ? ResponseDocument(
                headOf: body,
                mediaType: mediaType,
                charset: charset,
                draft: draft
            )
            : ResponseDocument(body: body, mediaType: mediaType, charset: charset)
        // An image is drawn, or described, until its bytes are asked for.
        let isImage = document.kind == .binary && ImageHeader(body) != nil
        return isImage ? document.changing(mode: .pretty) : document
    }
}

/// The image in a body, and how it looks in characters.
package struct Picture: Equatable, Sendable {
    /// What its first bytes say.
    package var header: ImageHeader
    /// The rows of the picture; empty until it is drawn.
    package var rows: [String] = []
    /// The size in cells that was asked for.
    package var rowLimit = 0
    /// The size in cells that was asked for.
    package var columnLimit = 0
    /// The drawing that has not ended.
    package var work: WorkID?
    /// Why it cannot be drawn.
    package var problem: String?

    /// Creates a picture that was not drawn.
    package init(header: ImageHeader) { self.header = header }
}

/// A fixture of the request, and how the answer stands to it.
package struct SnapshotRecord: Equatable, Sendable {
    /// How an answer stands to a fixture.
    package enum Standing: Equatable, Sendable {
        /// The fixture was made of it.
        case saved
        /// The fixture tells the same, but for what it passes over.
        case same
        /// The fixture tells otherwise.
        case different
        /// The fixture was made of an answer before, or compared with that.
        case earlier
    }

    /// The fixture's files, relative to the collection; at least one.
    package var paths: [String]
    /// How the answer stands to it.
    package var standing: Standing

    /// Creates a record.
    package init(paths: [String], standing: Standing) {
        self.paths = paths
        self.standing = standing
    }
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
