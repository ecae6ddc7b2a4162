// libpq as Swift can see it: character macros and callbacks that need a C function. Nothing at all where libpq is not
// installed: the package builds without its trait Postgres then.
#ifndef LATCHKEY_CPOSTGRES_H
#define LATCHKEY_CPOSTGRES_H

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>

// Counts warnings instead of printing them. A COMMIT that warns (a wait for a standby was given up) is not a success.
static inline void latchkey_postgres_count_warning(void *counter, const PGresult *notice) {
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0) ++*(int32_t *)counter;
}

// Hands a connection's notices to a counter that outlives it.
static inline void latchkey_postgres_count_warnings(PGconn *connection, int32_t *counter) {
    PQsetNoticeReceiver(connection, latchkey_postgres_count_warning, counter);
}

// One named part of a server's error; null where it has none.
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
