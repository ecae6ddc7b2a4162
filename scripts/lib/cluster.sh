#!/usr/bin/env bash
# Private PostgreSQL clusters for tests: socket only, in memory, as user `postgres` (initdb refuses root).
#
#   cluster.sh serve FILE [SETTING…]  makes and starts one, writes its folder into FILE, and removes it all when its own
#                                     standard input ends: with the process that started it, however that one ended
#   cluster.sh start FOLDER           starts it again
#   cluster.sh stop FOLDER [MODE]     stops it (fast; or immediate, as in a crash)
#   cluster.sh follow FOLDER FILE     makes a standby of it, and keeps it as `serve` does
#   cluster.sh promote FOLDER         makes a standby one that writes
#
# Its database is postgres://postgres@/postgres?host=FOLDER. The user `sealed` needs the password `open sesame`.
set -euo pipefail

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1) || true
programs=${programs:-$(pg_config --bindir)}

as_owner() { if [ "$(id -u)" -eq 0 ]; then (cd / && setpriv --reuid=postgres --regid=postgres --init-groups "$@"); else "$@"; fi; }

# In memory, where there is enough of it.
place=${LATCHKEY_TEST_FOLDER:-/dev/shm}
[ "$place" != /dev/shm ] || [ "$(df --output=avail -m /dev/shm | tail -1)" -gt 4000 ] || place=/var/tmp

cluster_make() {
    local folder
    folder=$(as_owner mktemp -d "$place/latchkey-postgres-XXXXXX")
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
    cluster_keep
    "$programs/psql" -qX -h "$folder" -U postgres -d postgres -c "CREATE USER sealed PASSWORD 'open sesame'"
    cluster_tell "$ready"
}

cluster_follow() {
    folder=$(as_owner mktemp -d "$place/latchkey-postgres-XXXXXX")
    as_owner "$programs/pg_basebackup" -D "$folder/data" -h "$1" -U postgres -R -X stream -c fast --no-sync
    echo "unix_socket_directories = '$folder'" | as_owner tee -a "$folder/data/postgresql.conf" >/dev/null
    cluster_keep
    cluster_tell "$2"
}

# Starts what was made and sees to its end.
cluster_keep() {
    trap 'cluster_stop "$folder" immediate || true; rm -rf "$folder"' EXIT
    trap 'exit 1' INT TERM HUP
    cluster_start "$folder"
}

# Tells where it is, then waits for the end of the standard input.
cluster_tell() {
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
