// SQLite's C interface for Swift. Macros that are casts, and variadic functions, are wrapped in functions.
#ifndef LATCHKEY_CSQLITE_H
#define LATCHKEY_CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Binds a copy of a text; length is in bytes. An empty text is bound as '' and never as NULL, even if text is a null
// pointer.
static inline int latchkey_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, size_t length) {
    return sqlite3_bind_text64(statement, index, length ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Binds a copy of some bytes. No bytes are bound as x'' and never as NULL, even if bytes is a null pointer.
static inline int latchkey_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, size_t length) {
    if (!length) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// Turns off the statistics of memory use. It has an effect only before the first database of the process is opened.
static inline int latchkey_sqlite_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Turns one of the boolean options of sqlite3_db_config on or off.
static inline int latchkey_sqlite_configure(sqlite3 *database, int option, int on) {
    return sqlite3_db_config(database, option, on, (int *)0);
}

// Returns the errno of the last I/O error. For a failed COMMIT only the file of the write-ahead log has it.
static inline int latchkey_sqlite_errno(sqlite3 *database) {
    int number = sqlite3_system_errno(database);
    sqlite3_file *log = 0;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (!number && log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number);
    return number;
}

// Returns nonzero if a deferred foreign key is violated at this point of the transaction.
static inline int latchkey_sqlite_has_foreign_key_violations(sqlite3 *database) {
    int current = 0, highest = 0;
    sqlite3_db_status(database, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0);
    return current;
}

// Reads the inode number of a file and the time of its creation, in nanoseconds since 1970. Returns 0 if the kernel or the
// file system stores no such time, or if there is no such file. Swift's Glibc does not import statx.
int latchkey_file_birth(const char *path, uint64_t *inode, int64_t *nanoseconds);

#endif
