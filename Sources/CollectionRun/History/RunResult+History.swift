package import ClientCore
package import Collections
import Fixtures
import HTTPModel
package import History

extension RunResult {
    /// What the history keeps of this result: its exchange and those of requests that ran for it.
    ///
    /// Requests that were never sent are not in it, nor are those that say `# @no-log`.
    ///
    /// - Parameters:
    ///   - collection: The collection of the request, whose rules of redaction hold too; `nil` for a
    ///     request of the command line.
    ///   - environmentName: The environment that was in force.
    ///   - end: When the result was there, in microseconds since 1970.
    /// - Returns: Records in the order in which the exchanges took place, secrets replaced.
    package func historyRecords(
        in collection: RequestCollection?,
        environmentName: String?,
        end: Int64 = Timestamp.microsecondsSince1970
    ) -> [HistoryRecord] {
        let sent = (upstream + [self]).filter { $0.isKept(in: collection) }
        var start = end - sent.reduce(0) { $0 + $1.wholeMicroseconds }
        return sent.compactMap { result -> HistoryRecord? in
            defer { start += result.wholeMicroseconds }
            guard let exchange = result.shownExchange else { return nil }
            return HistoryRecord(
                exchange,
                token: result.shownToken,
                secrets: allSecrets.filter { $0.utf8.count >= 3 },
                policy: RedactionPolicy.standard.adding(
                    collection?.settings.redaction ?? RedactionSetting()
                ),
                origin: HistoryOrigin(
                    root: collection?.root ?? "",
                    file: result.file,
                    requestID: result.requestID,
                    name: result.name,
                    environmentName: environmentName
                ),
                startedAt: start,
                outcome: result.outcome.rawValue
            )
        }
    }

    private var wholeMicroseconds: Int64 {
        Int64((exchange?.elapsed ?? .zero) / .microseconds(1))
    }

    private func isKept(in collection: RequestCollection?) -> Bool {
        guard let exchange, !exchange.hops.isEmpty else { return false }
        guard let request = collection?.request(withID: requestID)?.request else { return true }
        return !request.directives.contains { $0.name == "no-log" }
    }
}

extension RunResult {
    /// The result that an entry of the history was, as far as it was kept.
    ///
    /// Assertions and captures are not kept; the outcome is the one of then.
    package init(of entry: HistoryEntry, mapping table: ErrorMapping) {
        let item = entry.item
        self.init(
            named: item.origin.name,
            method: item.method,
            url: item.url,
            requestID: item.origin.requestID
        )
        file = item.origin.file
        exchange = entry.exchange.exchange
        mapping = table.map(entry.exchange.exchange)
        outcome = RunOutcome(rawValue: item.outcome) ?? .error
    }
}
