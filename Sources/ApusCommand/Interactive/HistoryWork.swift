import ClientCore
import CollectionRun
import Collections
import Explorer
import Fixtures
import History
import HTTPModel

/// Reads and removes entries of the history for the explorer.
///
/// Safe to share; each call may wait for other programs.
struct HistoryWork: Sendable {
    private let store: HistoryStore?

    /// Creates the work on the history of the person who runs the program.
    init(environment: [String: String]) {
        store = HistoryRecorder.store(environment)
    }

    /// Reads lines.
    func list(_ query: HistoryQuery, _ id: WorkID) -> Message {
        report(id) { store throws(HistoryError) in
            let today = LocalTime.text(Timestamp.microsecondsSince1970).prefix(10)
            return .historyListed(
                id,
                try store.items(query).map { item in
                    HistoryLine(item, time: Self.time(item.startedAt, today: today))
                }
            )
        }
    }

    /// Reads an entry whole.
    func open(_ entry: Int64, _ id: WorkID) -> Message {
        report(id) { store throws(HistoryError) in
            guard let found = try store.entry(entry) else {
                return .historyFailed(id, reason: "The history has no entry \(entry) any more.")
            }
            let result = RunResult(of: found, mapping: .standard)
            return .historyOpened(id, found, ResponseRecord.document(of: result))
        }
    }

    /// Removes entries.
    func remove(_ entries: [Int64], _ id: WorkID) -> Message {
        report(id) { store throws(HistoryError) in
            try store.remove(entries)
            return .historyRemoved(id, entries)
        }
    }

    private func report(
        _ id: WorkID,
        _ work: (HistoryStore) throws(HistoryError) -> Message
    ) -> Message {
        guard let store else {
            return .historyFailed(
                id,
                reason: "No place for the history is known: neither XDG_STATE_HOME nor HOME is set."
            )
        }
        do throws(HistoryError) {
            return try work(store)
        } catch {
            return .historyFailed(id, reason: error.description)
        }
    }

    /// The time of day, with the day when it is another than today.
    private static func time(_ microseconds: Int64, today: Substring) -> String {
        let text = LocalTime.text(microseconds)
        return text.hasPrefix(today)
            ? String(text.dropFirst(11)) : String(text.dropFirst(5).prefix(11))
    }
}

extension HistoryRecorder {
    /// Keeps a result and says so, or tells the person once why that is not possible.
    func record(
        _ result: RunResult,
        in collection: RequestCollection,
        _ environmentName: String?,
        _ inbox: Inbox<Message>
    ) {
        let problem = record(result, in: collection, environmentName: environmentName)
        if let problem { inbox.post(.noticed(Notice(.problem, problem))) }
        inbox.post(.historyGrew)
    }

    /// Keeps a result when the processors have nothing more urgent to do, in the order of the calls.
    func recordLater(
        _ result: RunResult,
        in collection: RequestCollection,
        _ environmentName: String?,
        _ inbox: Inbox<Message>
    ) {
        Task.detached(executorPreference: WorkThreads.patient) {
            self.record(result, in: collection, environmentName, inbox)
        }
    }
}
