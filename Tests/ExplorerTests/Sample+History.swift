import CollectionRun
import Explorer
import Fixtures
import HTTPModel
import History

extension Sample {
    /// Three lines about the request `create`, the latest first.
    static var historyLines: [HistoryLine] {
        func line(_ id: Int64, _ status: Int?, _ failure: String?, _ time: String) -> HistoryLine {
            HistoryLine(
                HistoryItem(
                    id: id,
                    startedAt: 1_764_486_000_000_000 + id,
                    origin: HistoryOrigin(
                        root: "/samples",
                        file: "bookings.http",
                        requestID: "bookings.http#create",
                        name: "create",
                        environmentName: id == 1 ? "production" : "local"
                    ),
                    method: "POST",
                    url: "http://127.0.0.1:8080/bookings",
                    statusCode: status,
                    failureCode: failure,
                    outcome: status == 201 ? "passed" : "failed",
                    elapsed: .milliseconds(38),
                    receivedCount: 87
                ),
                time: time
            )
        }
        return [
            line(3, 201, nil, "12:05:09"), line(2, 503, nil, "11-29 18:30"),
            line(1, nil, "receive.reset", "11-28 09:00"),
        ]
    }

    /// The entry of a line, as it is read from the history.
    static func historyEntry(_ id: Int64, in state: ExplorerState) throws -> HistoryEntry {
        let line = historyLines.first { $0.item.id == id } ?? historyLines[0]
        let result = result(of: createKey, status: line.item.statusCode ?? 200, in: state)
        guard let exchange = result.exchange else { fatalError("the sample was not sent") }
        return HistoryEntry(item: line.item, exchange: RedactedExchange(redacting: exchange))
    }
}
