import Fixtures
import Files
import Glibc
import HTTPModel
import Synchronization

/// How much the history keeps; when it is more, the oldest entries go.
package struct HistoryLimits: Hashable, Sendable {
    /// The most entries.
    package var count = 10_000
    /// The most bytes of all entries together.
    package var byteCount = 256 << 20

    /// Creates the usual limits: 10,000 entries and 256 MiB.
    package init() {}
}

/// Exchanges on disk, in one SQLite database that several programs may use at once.
///
/// Safe to share between threads. Calls block, for other programs too, at most as long as the patience;
/// use it where the work may take time. The database is opened by the first call.
package final class HistoryStore: Sendable {
    /// The name of the database in the program's state folder.
    package static let fileName = "history.db"
    /// A row takes about this much besides its texts and contents.
    private static let rowOverhead = 200

    /// The database's file.
    package let path: String
    private let limits: HistoryLimits
    private let patience: Duration
    private let database = Mutex<Database?>(nil)

    /// Creates a store over a file, which need not be there yet.
    ///
    /// `patience` is how long a call waits for other programs.
    package init(
        path: String,
        limits: HistoryLimits = HistoryLimits(),
        patience: Duration = .seconds(2)
    ) {
        self.path = path
        self.limits = limits
        self.patience = patience
    }

    /// Adds an exchange, and removes the oldest when there are too many.
    ///
    /// - Returns: Its number.
    /// - Throws: `HistoryError`; nothing was added then.
    @discardableResult
    package func append(_ record: HistoryRecord) throws(HistoryError) -> Int64 {
        let head = record.exchange.encodedHead
        let values = Self.values(of: record, head: head)
        return try use { (database) throws(HistoryError) in
            try database.transaction { () throws(HistoryError) in
                try database.run(Self.insertion, values)
                let id = database.lastRow
                try removeExcess(in: database)
                return id
            }
        }
    }

    /// The lines that a query asks for, the latest first.
    package func items(_ query: HistoryQuery = HistoryQuery()) throws(HistoryError) -> [HistoryItem]
    {
        let (condition, values) = query.condition
        var sql = "SELECT \(HistoryItem.columns) FROM exchange" + condition + " ORDER BY id DESC"
        if let limit = query.limit { sql += " LIMIT \(max(0, limit))" }
        return try use { (database) throws(HistoryError) in
            try database.rows(sql, values) { HistoryItem($0) }
        }
    }

    /// One exchange; `nil` when there is none of this number, or it cannot be read any more.
    package func entry(_ id: Int64) throws(HistoryError) -> HistoryEntry? {
        let sql = "SELECT \(HistoryItem.columns), head, sent, content FROM exchange WHERE id = ?"
        return try use { (database) throws(HistoryError) in
            let found = try database.rows(sql, [.integer(id)]) { row -> HistoryEntry? in
                let first = HistoryItem.columnCount
                guard
                    let exchange = RedactedExchange(
                        head: row.octets(first),
                        requestContent: row.octets(first + 1),
                        responseContent: row.octets(first + 2)
                    )
                else { return nil }
                return HistoryEntry(item: HistoryItem(row), exchange: exchange)
            }
            return found.first ?? nil
        }
    }

    /// Removes exchanges; numbers that are not there are fine.
    ///
    /// - Returns: How many were removed.
    @discardableResult
    package func remove(_ ids: [Int64]) throws(HistoryError) -> Int {
        try use { (database) throws(HistoryError) in
            var count = 0
            try database.transaction { () throws(HistoryError) in
                for id in ids {
                    count += try database.run(
                        "DELETE FROM exchange WHERE id = ?",
                        [.integer(id)]
                    )
                }
            }
            try Self.shrink(database)
            return count
        }
    }

    /// Removes what a query asks for; its limit does not count.
    ///
    /// - Returns: How many were removed.
    @discardableResult
    package func removeAll(
        _ query: HistoryQuery = HistoryQuery()
    ) throws(HistoryError) -> Int {
        let (condition, values) = query.condition
        return try use { (database) throws(HistoryError) in
            let count = try database.transaction { () throws(HistoryError) in
                try database.run("DELETE FROM exchange" + condition, values)
            }
            try Self.shrink(database)
            return count
        }
    }

    /// Removes the files of the database, also when they are damaged; the next call begins a new one.
    package func reset() throws(HistoryError) {
        let failure = database.withLock { database -> FileError? in
            database = nil
            for file in [path + "-wal", path + "-shm", path] where FileSystem.exists(file) {
                do throws(FileError) { try FileSystem.remove(file) } catch { return error }
            }
            return nil
        }
        if let failure {
            throw HistoryError(.inaccessible, path: path, detail: failure.description)
        }
    }

    // MARK: Parts

    /// Gives the open database to `work`; one that turns out damaged is closed again.
    private func use<Value>(
        _ work: (Database) throws(HistoryError) -> Value
    ) throws(HistoryError) -> Value {
        // `withLock` has no typed errors across its result, so the outcome is carried as a value.
        let outcome = database.withLock { database -> Result<Box<Value>, HistoryError> in
            do throws(HistoryError) {
                let open: Database
                if let present = database {
                    open = present
                } else {
                    open = try self.open()
                    database = open
                }
                return .success(Box(value: try work(open)))
            } catch {
                if error.code == .damaged { database = nil }
                return .failure(error)
            }
        }
        return try outcome.get().value
    }

    private struct Box<Value>: @unchecked Sendable {
        // `@unchecked Sendable`: it is made and taken by the thread that holds the lock.
        let value: Value
    }

    private func open() throws(HistoryError) -> Database {
        // Making the database takes locks for which SQLite does not wait by itself.
        let start = ContinuousClock.now
        let milliseconds = Int32(clamping: Self.microseconds(patience) / 1_000)
        while true {
            do throws(HistoryError) {
                let database = try Database(path: path, patience: milliseconds)
                try database.execute(HistorySchema.settings)
                try HistorySchema.migrate(database)
                return database
            } catch {
                guard error.code == .busy, .now - start < patience else { throw error }
                usleep(20_000)
            }
        }
    }

    /// Gives the room of what was removed back to the file system, as far as nobody reads.
    private static func shrink(_ database: Database) throws(HistoryError) {
        try database.execute("PRAGMA incremental_vacuum")
        do throws(HistoryError) {
            try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            guard error.code == .busy else { throw error }
        }
    }

    private func removeExcess(in database: Database) throws(HistoryError) {
        let totals = try database.rows("SELECT count(*), total(size) FROM exchange") {
            (count: $0.integer(0), size: $0.integer(1))
        }
        guard let totals = totals.first else { return }
        var excessCount = totals.count - Int64(limits.count)
        var excessSize = totals.size - Int64(limits.byteCount)
        guard excessCount > 0 || excessSize > 0 else { return }
        // The newest stays, however large it is.
        let oldest = try database.rows(
            "SELECT id, size FROM exchange WHERE id < ? ORDER BY id",
            [.integer(database.lastRow)]
        ) { (id: $0.integer(0), size: $0.integer(1)) }
        var last: Int64?
        for row in oldest where excessCount > 0 || excessSize > 0 {
            excessCount -= 1
            excessSize -= row.size
            last = row.id
        }
        guard let last else { return }
        try database.run("DELETE FROM exchange WHERE id <= ?", [.integer(last)])
    }

    private static let insertion = """
        INSERT INTO exchange (started_at, root, file, request_id, name, environment, method, url,
            status, failure, outcome, elapsed, received, size, head, sent, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    private static func values(of record: HistoryRecord, head: String) -> [SQLValue] {
        let exchange = record.exchange
        let origin = record.origin
        let sent = exchange.requestContent
        let content = exchange.responseContent
        let url = exchange.exchange.request.target.displayText
        let size = rowOverhead + head.utf8.count + url.utf8.count + sent.count + content.count
        return [
            .integer(record.startedAt), .text(origin.root), .text(origin.file),
            .text(origin.requestID), .text(origin.name), .optional(origin.environmentName),
            .text(exchange.exchange.request.method.rawValue), .text(url),
            exchange.exchange.response.map { .integer(Int64($0.status.rawValue)) } ?? .null,
            .optional(exchange.exchange.failure?.code.rawValue), .text(record.outcome),
            .integer(microseconds(exchange.exchange.elapsed)),
            .integer(Int64(exchange.responseCount ?? content.count)), .integer(Int64(size)),
            .text(head), .blob(sent), .blob(content),
        ]
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let parts = duration.components
        return parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    }
}

extension HistoryItem {
    static let columns = """
        id, started_at, root, file, request_id, name, environment, method, url, status, failure, \
        outcome, elapsed, received
        """
    static let columnCount: Int32 = 14

    /// Reads the row that `columns` select.
    init(_ row: Statement) {
        self.init(
            id: row.integer(0),
            startedAt: row.integer(1),
            origin: HistoryOrigin(
                root: row.text(2),
                file: row.text(3),
                requestID: row.text(4),
                name: row.text(5),
                environmentName: row.optionalText(6)
            ),
            method: row.text(7),
            url: row.text(8),
            statusCode: row.isNull(9) ? nil : Int(row.integer(9)),
            failureCode: row.optionalText(10),
            outcome: row.text(11),
            elapsed: .microseconds(row.integer(12)),
            receivedCount: Int(row.integer(13))
        )
    }
}

extension HistoryQuery {
    /// The part of a statement behind the table, and the values of its parameters.
    var condition: (sql: String, values: [SQLValue]) {
        var parts: [String] = []
        var values: [SQLValue] = []
        if let root {
            parts.append("root = ?")
            values.append(.text(root))
        }
        if let requestID {
            parts.append("request_id = ?")
            values.append(.text(requestID))
        }
        if let name {
            parts.append("name = ?")
            values.append(.text(name))
        }
        if let startedBefore {
            parts.append("started_at < ?")
            values.append(.integer(startedBefore))
        }
        if let path {
            parts.append(
                "(root || '/' || file = ? OR substr(root || '/' || file, 1, length(?)) = ?)"
            )
            let folder = path == "/" ? path : path + "/"
            values += [.text(path), .text(folder), .text(folder)]
        }
        if !text.isEmpty {
            let columns = [
                "method || ' ' || url", "name", "request_id", "coalesce(status, failure)",
                "coalesce(environment, '')", "head", "CAST(sent AS TEXT)", "CAST(content AS TEXT)",
            ]
            let alternatives = columns.map { "\($0) LIKE ? ESCAPE '\\'" }
            parts.append("(" + alternatives.joined(separator: " OR ") + ")")
            values += columns.map { _ in .text("%" + Self.escaped(text) + "%") }
        }
        return (parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND "), values)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character == "%" || character == "_" || character == "\\" { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }
}
