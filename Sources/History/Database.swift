import CSQLite
import Files
import Glibc
import HTTPModel

/// An open SQLite database.
///
/// Used by one thread at a time; the store that owns it holds a lock during every use.
@safe final class Database: @unchecked Sendable {
    // `@unchecked Sendable`: `HistoryStore` uses it with its lock held.

    private let raw: OpaquePointer
    /// The file.
    let path: String

    /// Opens a database that is there, or makes one; a new one can be read by its owner alone.
    init(path: String, patience: Int32) throws(HistoryError) {
        guard sq_load() == 1 else {
            let detail = unsafe sq_load_error().map { unsafe String(cString: $0) }
            throw HistoryError(.noLibrary, path: path, detail: detail ?? "unknown reason")
        }
        try Self.prepareFile(path)
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let result = unsafe sq_open(path, &handle, flags)
        guard let opened = unsafe handle, result == SQLITE_OK else {
            let text = unsafe sq_code_text(result).map { unsafe String(cString: $0) }
            unsafe sq_close(handle)
            throw HistoryError(result: result, path: path, detail: text ?? "error \(result)")
        }
        unsafe raw = opened
        self.path = path
        unsafe sq_set_patience(raw, patience)
    }

    deinit { unsafe sq_close(raw) }

    /// Makes folder and file with rights for the owner alone; SQLite gives its other files the same.
    private static func prepareFile(_ path: String) throws(HistoryError) {
        do {
            try FileSystem.createDirectories(FilePath.directory(of: path), mode: 0o700)
        } catch {
            throw HistoryError(.inaccessible, path: path, detail: error.description)
        }
        if let mode = FileSystem.mode(of: path) {
            // By path: closing a descriptor of the file would drop SQLite's locks in this process.
            if mode & 0o077 != 0 { unsafe chmod(path, mode & 0o700) }
            return
        }
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Runs statements without parameters and results.
    func execute(_ sql: String) throws(HistoryError) {
        let result = unsafe sq_execute(raw, sql)
        guard result == SQLITE_OK else { throw error(result) }
    }

    /// Runs one statement and drops its rows.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws(HistoryError) -> Int {
        let statement = try Statement(sql, values, in: self)
        while try statement.step() {}
        return unsafe Int(sq_changes(raw))
    }

    /// Runs one statement and reads each of its rows.
    func rows<Row>(
        _ sql: String,
        _ values: [SQLValue] = [],
        _ read: (Statement) -> Row
    ) throws(HistoryError) -> [Row] {
        let statement = try Statement(sql, values, in: self)
        var rows: [Row] = []
        while try statement.step() { rows.append(read(statement)) }
        return rows
    }

    /// Does `work` as one change that happens as a whole or not at all.
    ///
    /// The lock for writing is taken at once, so that what was read still holds when it writes.
    func transaction<Value>(
        _ work: () throws(HistoryError) -> Value
    ) throws(HistoryError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try work()
            try execute("COMMIT")
            return value
        } catch {
            // After some failures SQLite has ended the transaction itself.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// The id of the row that was inserted last.
    var lastRow: Int64 { unsafe sq_last_row(raw) }

    fileprivate func prepare(_ sql: String) throws(HistoryError) -> OpaquePointer {
        var statement: OpaquePointer?
        let result = unsafe sq_prepare(raw, sql, &statement)
        guard let prepared = unsafe statement, result == SQLITE_OK else { throw error(result) }
        return unsafe prepared
    }

    fileprivate func error(_ result: Int32) -> HistoryError {
        let text = unsafe sq_message(raw).map { unsafe String(cString: $0) } ?? "error \(result)"
        return HistoryError(result: result, path: path, detail: text)
    }
}

/// A value of a parameter.
enum SQLValue {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// A text.
    case text(String)
    /// Bytes.
    case blob(Octets)

    /// The text, or nothing.
    static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
}

/// A statement with its parameters, on its way through its rows.
@safe final class Statement {
    private let raw: OpaquePointer
    private let database: Database

    /// Prepares a statement and sets its parameters in order.
    init(_ sql: String, _ values: [SQLValue], in database: Database) throws(HistoryError) {
        self.database = database
        unsafe raw = try database.prepare(sql)
        for (index, value) in values.enumerated() {
            let result = bind(value, at: Int32(index + 1))
            guard result == SQLITE_OK else { throw database.error(result) }
        }
    }

    deinit { unsafe sq_finalize(raw) }

    private func bind(_ value: SQLValue, at place: Int32) -> Int32 {
        switch value {
        case .null:
            return unsafe sq_bind_null(raw, place)
        case .integer(let number):
            return unsafe sq_bind_integer(raw, place, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    unsafe sq_bind_text(
                        raw,
                        place,
                        characters.baseAddress,
                        UInt64(characters.count)
                    )
                }
            }
        case .blob(let octets):
            return unsafe octets.withUnsafeBytes { bytes in
                unsafe sq_bind_blob(raw, place, bytes.baseAddress, UInt64(bytes.count))
            }
        }
    }

    /// Goes to the next row; `false` behind the last.
    func step() throws(HistoryError) -> Bool {
        let result = unsafe sq_step(raw)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw database.error(result)
        }
    }

    /// Whether a column of the row holds nothing.
    func isNull(_ column: Int32) -> Bool { unsafe sq_is_null(raw, column) != 0 }

    /// A column of the row as a whole number; 0 for what is none.
    func integer(_ column: Int32) -> Int64 { unsafe sq_integer(raw, column) }

    /// A column of the row as bytes.
    func octets(_ column: Int32) -> Octets {
        guard let start = unsafe sq_blob(raw, column) else { return Octets() }
        let count = unsafe Int(sq_count(raw, column))
        return unsafe Octets(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// A column of the row as text.
    func text(_ column: Int32) -> String { octets(column).text }

    /// A column of the row as text, or nothing.
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}
