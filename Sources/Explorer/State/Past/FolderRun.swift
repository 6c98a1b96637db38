package import CollectionRun
package import Collections
package import Documents

/// Requests to run one after the other, as `apus run` does.
package struct RunOrder: Equatable, Sendable {
    /// The collection as it is on the screen, edits included.
    package var collection: RequestCollection
    /// Which requests, in order.
    package var keys: [RequestKey]
    /// The environment in force.
    package var environmentName: String?
    /// Whether answers come from fixtures.
    package var isOffline: Bool

    /// Creates an order.
    package init(
        collection: RequestCollection,
        keys: [RequestKey],
        environmentName: String?,
        isOffline: Bool = false
    ) {
        self.collection = collection
        self.keys = keys
        self.environmentName = environmentName
        self.isOffline = isOffline
    }
}

/// A run of the requests of a folder, a file or a tag, with what came of them so far.
package struct FolderRun: Equatable, Sendable {
    /// How far a request is.
    package enum Phase: Equatable, Sendable {
        /// It was not its turn yet, or the run was stopped before.
        case waiting
        /// It is being sent.
        case running
        /// It ended.
        case ended(RunResult, ResponseDocument?)
    }

    /// A request of the run.
    package struct Row: Equatable, Sendable {
        /// Which request.
        package var key: RequestKey
        /// Its name and file, such as `bookings.http#create`.
        package var name: String
        /// Its method as written.
        package var method: String
        /// How far it is.
        package var phase = Phase.waiting

        /// What came of it; `nil` before its end.
        package var result: RunResult? {
            if case .ended(let result, _) = phase { result } else { nil }
        }

        /// Whether it ended and did not pass.
        package var isFailed: Bool { result.map { $0.outcome != .passed } ?? false }
    }

    /// The work that runs it, or ran it last.
    package var work: WorkID
    /// What is run, such as `bookings.http` or `tag smoke`.
    package var title: String
    /// The environment it runs in.
    package var environmentName: String?
    /// The requests, in the order in which they run.
    package var rows: [Row]
    /// Whether it is going on.
    package var isRunning = true
    /// Whether it was asked to stop.
    package var isStopping = false
    /// How long it has taken.
    package var elapsed = Duration.zero
    /// Whether requests that did not pass come first in the list.
    package var putsFailedFirst = false
    /// The selected row of the list and the one at its top.
    package var scroll = Scroll()
    /// Whether the cursor goes along with the run; it does until the person moves it.
    var isFollowing = true
    /// The content that the rows hold, in bytes.
    var keptByteCount = 0

    /// Above this much content, that of requests that passed is let go.
    static let keptByteLimit = 64 << 20

    /// How many requests ended with this outcome.
    package func count(_ outcome: RunOutcome) -> Int {
        rows.count { $0.result?.outcome == outcome }
    }

    /// How many requests ended.
    package var endedCount: Int { rows.count { $0.result != nil } }

    /// The rows as the list shows them: their numbers.
    package var order: [Int] {
        guard putsFailedFirst else { return Array(rows.indices) }
        return rows.indices.filter { rows[$0].isFailed }
            + rows.indices.filter { !rows[$0].isFailed }
    }

    /// The selected row.
    package var selected: Row? {
        let order = order
        return order.indices.contains(scroll.row) ? rows[order[scroll.row]] : nil
    }
}
