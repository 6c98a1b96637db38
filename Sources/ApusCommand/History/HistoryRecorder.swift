import CollectionRun
import Collections
import Explorer
import Files
import History
import Synchronization

/// Keeps what was sent in the history, and tells once why it cannot.
///
/// Safe to share; calls may wait for other programs that use the history.
final class HistoryRecorder: Sendable {
    /// The history; `nil` when no home is known.
    let store: HistoryStore?
    private let environment: [String: String]
    private let hasComplained = Mutex(false)
    /// Whether the person wants a history; `nil` until somebody asked.
    private let isWanted = Mutex<Bool?>(nil)

    /// Creates a recorder for the history of the person who runs the program.
    ///
    /// `APUS_HISTORY=off` in the environment switches it off, and so does `"history": false` in the
    /// person's configuration, which is read when the first result is there.
    init(environment: [String: String]) {
        self.environment = environment
        store = Self.store(environment)
    }

    private var keepsHistory: Bool {
        isWanted.withLock { isWanted in
            if let isWanted { return isWanted }
            let wish =
                environment["APUS_HISTORY"] != "off"
                && ConfigurationFile.read(environment).keepsHistory
            isWanted = wish
            return wish
        }
    }

    /// The history by the environment; `nil` when not even a home is known.
    static func store(_ environment: [String: String]) -> HistoryStore? {
        Journal.stateFolder(environment).map {
            HistoryStore(path: FilePath.join($0, HistoryStore.fileName))
        }
    }

    /// Keeps a result and what ran for it, unless the collection wants no history.
    ///
    /// - Returns: What to tell the person, at most once; nothing else depends on it.
    func record(
        _ result: RunResult,
        in collection: RequestCollection?,
        environmentName: String?
    ) -> String? {
        guard let store, collection?.settings.keepsHistory ?? true, keepsHistory else { return nil }
        do {
            let records = result.historyRecords(
                in: collection,
                environmentName: environmentName
            )
            for record in records { try store.append(record) }
            return nil
        } catch {
            let isFirst = hasComplained.withLock { hasComplained in
                defer { hasComplained = true }
                return !hasComplained
            }
            return isFirst ? "not kept: \(error)" : nil
        }
    }
}
