/// SQLite, opened at first use.
///
/// Only types and constants come from SQLite's header; nothing here is linked against it, so that a
/// start that needs no history does not load it. `sq_load` opens it once and finds its functions, and
/// every other function below needs an `sq_load` that returned 1.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Opens SQLite; later calls return what the first one found. Any thread.
///
/// Returns 1 when it can be used, else 0, and `sq_load_error` says why.
int sq_load(void);

/// Why `sq_load` returned 0, as text that lives for ever; NULL when it did not.
const char *_Nullable sq_load_error(void);

/// Opens a database with the flags `SQLITE_OPEN_…`; a handle may come with a failure, and is closed
/// all the same.
int sq_open(const char *_Nonnull path, sqlite3 *_Nullable *_Nonnull database, int flags);
/// Closes a database whose statements are all finalized.
int sq_close(sqlite3 *_Nullable database);
/// The text of the last failure; valid until the next call on the database.
const char *_Nullable sq_message(sqlite3 *_Nullable database);
/// The library's text for a result code; it lives for ever.
const char *_Nullable sq_code_text(int code);
/// The last failure's code with what makes it special.
int sq_extended_code(sqlite3 *_Nonnull database);
/// How long to wait for other connections before `SQLITE_BUSY`.
int sq_set_patience(sqlite3 *_Nonnull database, int milliseconds);
/// Runs statements without parameters and results.
int sq_execute(sqlite3 *_Nonnull database, const char *_Nonnull sql);
/// How many rows the last change changed.
int sq_changes(sqlite3 *_Nonnull database);
/// The row id of the last insertion.
sqlite3_int64 sq_last_row(sqlite3 *_Nonnull database);

/// Prepares the first statement of `sql`.
int sq_prepare(
    sqlite3 *_Nonnull database, const char *_Nonnull sql,
    sqlite3_stmt *_Nullable *_Nonnull statement);
int sq_finalize(sqlite3_stmt *_Nullable statement);
int sq_step(sqlite3_stmt *_Nonnull statement);

/// Parameters count from 1. Bytes are copied.
int sq_bind_null(sqlite3_stmt *_Nonnull statement, int place);
int sq_bind_integer(sqlite3_stmt *_Nonnull statement, int place, sqlite3_int64 value);
int sq_bind_text(
    sqlite3_stmt *_Nonnull statement, int place, const char *_Nullable bytes, sqlite3_uint64 count);
int sq_bind_blob(
    sqlite3_stmt *_Nonnull statement, int place, const void *_Nullable bytes, sqlite3_uint64 count);

/// Columns count from 0; bytes are valid until the next step.
int sq_is_null(sqlite3_stmt *_Nonnull statement, int column);
sqlite3_int64 sq_integer(sqlite3_stmt *_Nonnull statement, int column);
const void *_Nullable sq_blob(sqlite3_stmt *_Nonnull statement, int column);
int sq_count(sqlite3_stmt *_Nonnull statement, int column);

#endif
