/// The tables of the database, and how an older database becomes a present one.
enum HistorySchema {
    /// What each version adds to the one before it; the first makes the tables.
    ///
    /// Contents stand at the end of a row, so that lists are read without them.
    static let steps = [
        """
        CREATE TABLE exchange (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started_at INTEGER NOT NULL,
            root TEXT NOT NULL,
            file TEXT NOT NULL,
            request_id TEXT NOT NULL,
            name TEXT NOT NULL,
            environment TEXT,
            method TEXT NOT NULL,
            url TEXT NOT NULL,
            status INTEGER,
            failure TEXT,
            outcome TEXT NOT NULL,
            elapsed INTEGER NOT NULL,
            received INTEGER NOT NULL,
            size INTEGER NOT NULL,
            head TEXT NOT NULL,
            sent BLOB NOT NULL,
            content BLOB NOT NULL
        );
        CREATE INDEX exchange_request ON exchange (root, request_id, id);
        CREATE INDEX exchange_size ON exchange (size);
        """
    ]

    /// The present version.
    static var version: Int64 { Int64(steps.count) }

    /// Settings of a connection.
    ///
    /// With a write-ahead log readers and a writer do not wait for each other, and a program that is
    /// killed leaves whole entries. What is removed is overwritten, so that it is gone from the file.
    static let settings = """
        PRAGMA auto_vacuum = INCREMENTAL;
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA secure_delete = ON;
        PRAGMA temp_store = MEMORY;
        PRAGMA journal_size_limit = 4194304;
        """

    /// Brings a database to the present version.
    ///
    /// - Throws: `HistoryError` with code `.newerVersion` for one that a later program has changed.
    static func migrate(_ database: Database) throws(HistoryError) {
        guard try version(of: database) != version else { return }
        try database.transaction { () throws(HistoryError) in
            // Another program may have been faster.
            let present = try version(of: database)
            for step in steps.dropFirst(Int(present)) { try database.execute(step) }
            if present < version { try database.execute("PRAGMA user_version = \(version)") }
        }
    }

    private static func version(of database: Database) throws(HistoryError) -> Int64 {
        let found = try database.rows("PRAGMA user_version") { $0.integer(0) }.first ?? 0
        guard found <= version else {
            throw HistoryError(
                .newerVersion,
                path: database.path,
                detail: "version \(found) of the tables, this one knows \(version)"
            )
        }
        return found
    }
}
