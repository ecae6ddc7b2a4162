"""Reads numbers that may only grow from both databases between kills, and compares them with every earlier reading.

Queries are in SQLite's dialect; `Pair.rows` translates them for PostgreSQL.
"""
import json
import sqlite3
import time

from postgres_server import DatabaseAway

# service, description, and a query that returns rows of a name and a number, which must never decrease
GROWING = [
    ("auth", "tries of a code", "SELECT hex(id), tries FROM otp_challenge"),
    ("auth", "use of a code", "SELECT hex(id), used_at IS NOT NULL FROM otp_challenge"),
    ("auth", "end of a code", "SELECT hex(id), ended_at IS NOT NULL FROM otp_challenge"),
    ("auth", "generation of a session", "SELECT hex(id), generation FROM session"),
    ("auth", "wrong digits of a session", "SELECT hex(id), admit_tries FROM session"),
    ("auth", "end of a session", "SELECT hex(id), ended IS NOT NULL FROM session"),
    ("auth", "tsv of an account", "SELECT hex(id), tsv FROM account"),
    ("auth", "approval version of an account", "SELECT hex(id), approval_version FROM account"),
    ("auth", "events of an account", "SELECT hex(id), ordinal FROM account"),
    ("auth", "last number of the feed", "SELECT hex(epoch), last FROM feed"),
    ("auth", "attempts of a send", "SELECT hex(id), attempts FROM outbox"),
    ("auth", "end of a send", "SELECT hex(id), state IN ('sent', 'dead', 'dropped') FROM outbox"),
    ("auth", "deletions", "SELECT 'all', count(*) FROM deletion"),
    ("vault", "head of an account", "SELECT hex(account), seq FROM vault_head"),
    ("vault", "purge of an account", "SELECT hex(account), state = 'purged' FROM vault_head"),
    ("vault", "rev of a secret", "SELECT hex(id), rev FROM vault_item"),
]
# the same for values that must never change
FIXED = [
    ("auth", "epoch of the feed", "SELECT id, hex(epoch) FROM feed"),
    ("auth", "number of an event", "SELECT hex(account) || ordinal, seq FROM revocation_event WHERE seq IS NOT NULL"),
    ("vault", "epoch of an account", "SELECT hex(account), hex(epoch) FROM vault_head"),
    ("vault", "outcome of an operation", "SELECT hex(op_id), outcome || coalesce(CAST(rev AS TEXT), '') FROM vault_op"),
]


def read(pair, service, query, seconds=10):
    """Returns pair.rows, repeated for `seconds` while a killed or starting service locks the file or the server does not answer."""
    until = time.monotonic() + seconds
    while True:
        try:
            return pair.rows(service, query)
        except (sqlite3.OperationalError, DatabaseAway):
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


class Counters:
    """All numbers read so far; `complain` is called with a sentence for each that decreased."""

    def __init__(self, pair, complain):
        self.pair, self.complain = pair, complain
        self.known, self.samples = {}, 0

    def sample(self):
        for kinds, is_fixed in ((GROWING, False), (FIXED, True)):
            for service, what, query in kinds:
                rows = read(self.pair, service, f"WITH counted (k, v) AS ({query}) SELECT json_group_array(json_array(k, v)) FROM counted")
                self.compare(what, json.loads(rows), is_fixed)
        self.samples += 1

    def compare(self, what, rows, is_fixed=False):
        for key, value in rows:
            before = self.known.setdefault((what, key), value)
            if value != before and (is_fixed or value < before):
                self.complain(f"{what} {key} went from {before} to {value}")
            self.known[what, key] = value


def detects_violations():
    """Shows that the comparison finds a decreased number and a changed value."""
    complaints = []
    counters = Counters(None, complaints.append)
    counters.compare("number", [["a", 2], ["b", 1]])
    counters.compare("number", [["a", 3]])
    counters.compare("number", [["a", 2], ["b", 1]])
    counters.compare("epoch", [["a", "x"]], True)
    counters.compare("epoch", [["a", "y"]], True)
    return complaints == ["number a went from 3 to 2", "epoch a went from x to y"]
