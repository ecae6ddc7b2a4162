#!/usr/bin/env bash
# Private PostgreSQL servers for tests: Unix socket only; in memory if there is room; under root, as the user `postgres`.
#
#   cluster.sh serve FILE [SETTING…]  makes and starts a server, writes its folder into FILE, and removes the server when
#                                     this script's standard input ends, as it does when the calling process ends
#   cluster.sh start FOLDER           starts the stopped server of the folder
#   cluster.sh stop FOLDER [MODE]     stops it (fast; or immediate, as in a crash)
#   cluster.sh follow FOLDER FILE     makes and starts a standby of it, and removes the standby as `serve` does
#   cluster.sh promote FOLDER         makes a standby accept writes
#
# The database is postgres://postgres@/postgres?host=FOLDER. The user `sealed` needs the password `open sesame`.
set -euo pipefail

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1) || true
programs=${programs:-$(pg_config --bindir)}

as_owner() { if [ "$(id -u)" -eq 0 ]; then (cd / && setpriv --reuid=postgres --regid=postgres --init-groups "$@"); else "$@"; fi; }

# The parent folder of the servers' folders: in memory if 4 GB are free.
parent=${LATCHKEY_TEST_FOLDER:-/dev/shm}
[ "$parent" != /dev/shm ] || [ "$(df --output=avail -m /dev/shm | tail -1)" -gt 4000 ] || parent=/var/tmp

cluster_make() {
    local folder
    folder=$(as_owner mktemp -d "$parent/latchkey-postgres-XXXXXX")
    as_owner "$programs/initdb" -D "$folder/data" -U postgres --encoding=UTF8 --locale=C --auth=trust --no-sync >/dev/null
    as_owner tee "$folder/data/pg_hba.conf" >/dev/null <<HBA
local all sealed scram-sha-256
local all all trust
local replication all trust
HBA
    {
        echo "listen_addresses = ''"
        echo "unix_socket_directories = '$folder'"
        echo "fsync = off"
        echo "max_connections = 300"
        echo "shared_buffers = 64MB"
        printf '%s\n' "$@"
    } | as_owner tee -a "$folder/data/postgresql.conf" >/dev/null
    echo "$folder"
}

cluster_start() { as_owner "$programs/pg_ctl" -D "$1/data" -l "$1/log" -w -s start </dev/null >/dev/null 2>&1; }
cluster_stop() { as_owner "$programs/pg_ctl" -D "$1/data" -m "${2:-fast}" -w -s stop </dev/null >/dev/null 2>&1; }

cluster_promote() { as_owner "$programs/pg_ctl" -D "$1/data" -w -s promote </dev/null >/dev/null 2>&1; }

cluster_serve() {
    local ready=$1
    shift
    folder=$(cluster_make "$@")  # not local: the trap outlives this function
    cluster_start_until_exit
    "$programs/psql" -qX -h "$folder" -U postgres -d postgres -c "CREATE USER sealed PASSWORD 'open sesame'"
    cluster_announce "$ready"
}

cluster_follow() {
    folder=$(as_owner mktemp -d "$parent/latchkey-postgres-XXXXXX")
    as_owner "$programs/pg_basebackup" -D "$folder/data" -h "$1" -U postgres -R -X stream -c fast --no-sync
    echo "unix_socket_directories = '$folder'" | as_owner tee -a "$folder/data/postgresql.conf" >/dev/null
    cluster_start_until_exit
    cluster_announce "$2"
}

# Starts the server in $folder, and stops and removes it when this script ends.
cluster_start_until_exit() {
    trap 'cluster_stop "$folder" immediate || true; rm -rf "$folder"' EXIT
    trap 'exit 1' INT TERM HUP
    cluster_start "$folder"
}

# Writes the server's folder into a file, then waits for the end of the standard input.
cluster_announce() {
    echo "$folder" >"$1.part" && mv "$1.part" "$1"
    cat >/dev/null
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    command=$1
    shift
    case "$command" in
        serve | follow | start | stop | promote) "cluster_$command" "$@" ;;
        *) sed -n '2,12p' "$0" >&2; exit 2 ;;
    esac
fi
