#!/usr/bin/env bash
# Creates Latchkey's roles and databases on a PostgreSQL server. A second run creates what is missing and resets the rest.
#
#   setup.sh auth|vault|backup …   run as a superuser of the server, which PGHOST, PGPORT and PGUSER name as for psql
#
# `auth` and `vault` are the databases of the services, each with a role of its own; `backup` is the role latchkey_backup,
# which may run pg_basebackup and read no table. AUTH_PASSWORD_FILE, VAULT_PASSWORD_FILE and BACKUP_PASSWORD_FILE name
# files whose first line becomes the role's password; without them the role has none and must authenticate in another way
# (peer, certificate). The services create their tables themselves (`latchkey-auth migrate`, or at the start of `serve`).
# A service is given --set database-password-file=FILE and, over a network, the URL
#   --database 'postgres://latchkey_auth@HOST/auth?sslmode=verify-full&sslrootcert=/etc/latchkey/tls/postgres-ca.pem'
# Only verify-full proves to the service that the server is HOST. Without sslmode libpq takes whoever answers, with TLS or
# without. latchkey.conf and pg_hba.conf in this folder configure the server for it.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,13p' "$0" >&2; exit 2; }

# Sets a role's password from the first line of a file. The password is sent through the standard input and is not written
# to the server's log, because others could read it there and among the arguments of a process.
set_password() {
    local role=$1 file=$2 password
    password=$(head -n 1 "$file" | tr -d '\r')
    [ -n "$password" ] || { echo "error: $file is empty" >&2; exit 1; }
    printf "SET log_statement = 'none'; SET log_min_error_statement = 'panic'; ALTER ROLE %s PASSWORD '%s';\n" \
        "$role" "${password//\'/\'\'}" | psql -qXv ON_ERROR_STOP=1 -d postgres
}

for service in "$@"; do
    case $service in
        auth) password_file=${AUTH_PASSWORD_FILE:-} ;;
        vault) password_file=${VAULT_PASSWORD_FILE:-} ;;
        backup) password_file=${BACKUP_PASSWORD_FILE:-} ;;
        *) echo "error: $service is neither auth nor vault nor backup" >&2; exit 2 ;;
    esac
    role=latchkey_$service
    if [ "$service" = backup ]; then
        psql -qXv ON_ERROR_STOP=1 -v role="$role" -d postgres <<'SQL'
SELECT format('CREATE ROLE %I LOGIN REPLICATION NOSUPERUSER NOCREATEDB NOCREATEROLE', :'role')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec
SQL
        [ -z "$password_file" ] || set_password "$role" "$password_file"
        echo "$service: role $role"
        continue
    fi
    psql -qXv ON_ERROR_STOP=1 -v role="$role" -v name="$service" -d postgres <<'SQL'
SET client_min_messages = warning;
SELECT format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION', :'role')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec
SELECT format('CREATE DATABASE %I OWNER %I TEMPLATE template0 ENCODING ''UTF8'' LC_COLLATE ''C'' LC_CTYPE ''C''', :'name', :'role')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
-- Neither service reads the other's database.
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE :"name" TO :"role";
-- What the service asks for itself, for whoever else comes in with its role.
ALTER ROLE :"role" SET synchronous_commit = on;
ALTER ROLE :"role" SET idle_in_transaction_session_timeout = '5s';
ALTER ROLE :"role" SET lock_timeout = '1500ms';
ALTER ROLE :"role" SET statement_timeout = '2s';
SQL
    psql -qXv ON_ERROR_STOP=1 -v role="$role" -d "$service" <<'SQL'
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO :"role";
-- Which history of the data the server is on: how a restore or a fail-over is noticed.
GRANT EXECUTE ON FUNCTION pg_control_system() TO :"role";
SQL
    [ -z "$password_file" ] || set_password "$role" "$password_file"
    echo "$service: role $role, database $service"
done
