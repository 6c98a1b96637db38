#include "CSQLite.h"
#include "LibraryLoading.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *const library_name = "libsqlite3.so.0";

/// The functions of SQLite that are used, under their names without `sqlite3_`.
static struct functions {
    int (*open_v2)(const char *path, sqlite3 **database, int flags, const char *vfs);
    int (*close_v2)(sqlite3 *database);
    const char *(*errmsg)(sqlite3 *database);
    const char *(*errstr)(int code);
    int (*extended_errcode)(sqlite3 *database);
    int (*busy_timeout)(sqlite3 *database, int milliseconds);
    int (*exec)(
        sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **), void *context,
        char **message);
    int (*changes)(sqlite3 *database);
    sqlite3_int64 (*last_insert_rowid)(sqlite3 *database);
    int (*prepare_v2)(
        sqlite3 *database, const char *sql, int count, sqlite3_stmt **statement, const char **rest);
    int (*finalize)(sqlite3_stmt *statement);
    int (*step)(sqlite3_stmt *statement);
    int (*bind_null)(sqlite3_stmt *statement, int place);
    int (*bind_int64)(sqlite3_stmt *statement, int place, sqlite3_int64 value);
    int (*bind_text64)(
        sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count,
        void (*destroy)(void *), unsigned char encoding);
    int (*bind_blob64)(
        sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count,
        void (*destroy)(void *));
    int (*column_type)(sqlite3_stmt *statement, int column);
    sqlite3_int64 (*column_int64)(sqlite3_stmt *statement, int column);
    const void *(*column_blob)(sqlite3_stmt *statement, int column);
    int (*column_bytes)(sqlite3_stmt *statement, int column);
} sqlite;

static char load_error[512];
static int is_loaded;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/// Where each function goes in `struct functions`.
#define ENTRY(name) { "sqlite3_" #name, offsetof(struct functions, name) }

static const struct cs_function entries[] = {
    ENTRY(open_v2), ENTRY(close_v2), ENTRY(errmsg), ENTRY(errstr), ENTRY(extended_errcode),
    ENTRY(busy_timeout), ENTRY(exec), ENTRY(changes), ENTRY(last_insert_rowid), ENTRY(prepare_v2),
    ENTRY(finalize), ENTRY(step), ENTRY(bind_null), ENTRY(bind_int64), ENTRY(bind_text64),
    ENTRY(bind_blob64), ENTRY(column_type), ENTRY(column_int64), ENTRY(column_blob),
    ENTRY(column_bytes),
};

static const struct cs_library wanted = {
    .title = "SQLite",
    .hint = "",
    .functions = entries,
    .count = sizeof(entries) / sizeof(entries[0]),
};

static void load(void)
{
    is_loaded =
        cs_open_library(library_name, &wanted, &sqlite, load_error, sizeof(load_error)) != NULL;
}

int sq_load(void)
{
    pthread_once(&load_once, load);
    return is_loaded;
}

const char *sq_load_error(void) { return sq_load() ? NULL : load_error; }

int sq_open(const char *path, sqlite3 **database, int flags)
{
    return sqlite.open_v2(path, database, flags, NULL);
}

int sq_close(sqlite3 *database) { return sqlite.close_v2(database); }

const char *sq_message(sqlite3 *database) { return sqlite.errmsg(database); }

const char *sq_code_text(int code) { return sqlite.errstr(code); }

int sq_extended_code(sqlite3 *database) { return sqlite.extended_errcode(database); }

int sq_set_patience(sqlite3 *database, int milliseconds)
{
    return sqlite.busy_timeout(database, milliseconds);
}

int sq_execute(sqlite3 *database, const char *sql)
{
    return sqlite.exec(database, sql, NULL, NULL, NULL);
}

int sq_changes(sqlite3 *database) { return sqlite.changes(database); }

sqlite3_int64 sq_last_row(sqlite3 *database) { return sqlite.last_insert_rowid(database); }

int sq_prepare(sqlite3 *database, const char *sql, sqlite3_stmt **statement)
{
    return sqlite.prepare_v2(database, sql, -1, statement, NULL);
}

int sq_finalize(sqlite3_stmt *statement) { return sqlite.finalize(statement); }

int sq_step(sqlite3_stmt *statement) { return sqlite.step(statement); }

int sq_bind_null(sqlite3_stmt *statement, int place) { return sqlite.bind_null(statement, place); }

int sq_bind_integer(sqlite3_stmt *statement, int place, sqlite3_int64 value)
{
    return sqlite.bind_int64(statement, place, value);
}

int sq_bind_text(sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count)
{
    return sqlite.bind_text64(
        statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int sq_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count)
{
    return sqlite.bind_blob64(statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

int sq_is_null(sqlite3_stmt *statement, int column)
{
    return sqlite.column_type(statement, column) == SQLITE_NULL;
}

sqlite3_int64 sq_integer(sqlite3_stmt *statement, int column)
{
    return sqlite.column_int64(statement, column);
}

const void *sq_blob(sqlite3_stmt *statement, int column)
{
    return sqlite.column_blob(statement, column);
}

int sq_count(sqlite3_stmt *statement, int column)
{
    return sqlite.column_bytes(statement, column);
}
