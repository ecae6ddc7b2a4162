// The embedded engine's C interface as Swift can see it: macros that are casts, and variadic calls, need a function.
#ifndef LATCHKEY_CSQLITE_H
#define LATCHKEY_CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

// Binds a copy of a text; length in bytes. An empty text is '' and never NULL, whatever the pointer.
static inline int latchkey_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t length) {
    return sqlite3_bind_text64(statement, index, length ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Binds a copy of some bytes. No bytes are x'' and never NULL, whatever the pointer.
static inline int latchkey_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, size_t length) {
    if (!length) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// Turns one of the boolean options of sqlite3_db_config on or off.
static inline int latchkey_sqlite_configure(sqlite3 *database, int option, int on) {
    return sqlite3_db_config(database, option, on, (int *)0);
}

// The errno behind the last I/O error. SQLite remembers it for most calls; for a failed COMMIT only the log's file knows.
static inline int latchkey_sqlite_errno(sqlite3 *database) {
    int number = sqlite3_system_errno(database);
    sqlite3_file *log = 0;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (!number && log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number);
    return number;
}

// Whether some deferred foreign key is violated at this point of the transaction.
static inline int latchkey_sqlite_owes_foreign_keys(sqlite3 *database) {
    int current = 0, highest = 0;
    sqlite3_db_status(database, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0);
    return current;
}

#endif
