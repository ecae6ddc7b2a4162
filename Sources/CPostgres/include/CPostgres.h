// libpq for Swift. Character macros and callbacks are wrapped in functions. The header is empty where libpq is not
// installed, so that the package builds there without its trait Postgres.
#ifndef LATCHKEY_CPOSTGRES_H
#define LATCHKEY_CPOSTGRES_H

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#include <stdint.h>
#include <string.h>

// Counts warnings instead of printing them. A COMMIT with a warning (the wait for a standby was given up) is not a
// success.
static inline void latchkey_postgres_count_warning(void *counter, const PGresult *notice) {
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0) ++*(int32_t *)counter;
}

// Makes a connection count its warnings in a counter that must outlive it.
static inline void latchkey_postgres_count_warnings(PGconn *connection, int32_t *counter) {
    PQsetNoticeReceiver(connection, latchkey_postgres_count_warning, counter);
}

// These return one field of a server's error, or null if it has none.
static inline const char *latchkey_postgres_severity(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
}
static inline const char *latchkey_postgres_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
static inline const char *latchkey_postgres_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
static inline const char *latchkey_postgres_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

#endif
#endif
