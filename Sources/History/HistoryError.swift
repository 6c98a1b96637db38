import CSQLite

/// Why the history could not be read or written.
package struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, for code to switch over.
    package enum Code: Hashable, Sendable {
        /// SQLite is not there.
        case noLibrary
        /// Another program keeps the database locked.
        case busy
        /// The file is no database, or a damaged one.
        case damaged
        /// A newer version of the program wrote the database.
        case newerVersion
        /// The disk is full.
        case full
        /// The file cannot be opened or written.
        case inaccessible
        /// Something else.
        case other
    }

    /// The kind of fault.
    package var code: Code
    /// The database's file.
    package var path: String
    /// What is specific to this fault, such as the library's text.
    package var detail: String

    /// Creates an error.
    package init(_ code: Code, path: String, detail: String) {
        self.code = code
        self.path = path
        self.detail = detail
    }

    /// The error that a result code of SQLite stands for.
    ///
    /// - SeeAlso: <https://www.sqlite.org/rescode.html>
    init(result: Int32, path: String, detail: String) {
        let code: Code
        switch result & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: code = .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB: code = .damaged
        case SQLITE_FULL: code = .full
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: code = .inaccessible
        default: code = .other
        }
        self.init(code, path: path, detail: detail)
    }

    /// What is wrong, where, and what to do about it.
    package var description: String {
        switch code {
        case .noLibrary:
            "the history needs SQLite: \(detail); install libsqlite3-0"
        case .busy:
            "the history is locked by another program (\(path)); try again when that has ended"
        case .damaged:
            "the history is damaged (\(path): \(detail)); 'apus history clear --all' begins a new one"
        case .newerVersion:
            "the history was written by a newer apus (\(path): \(detail)); it is left as it is"
        case .full:
            "the disk has no room for the history (\(path)); 'apus history clear' makes some"
        case .inaccessible:
            "the history cannot be opened (\(path): \(detail)); look at the rights of the file and "
                + "its folder"
        case .other:
            "the history does not work (\(path): \(detail))"
        }
    }
}
