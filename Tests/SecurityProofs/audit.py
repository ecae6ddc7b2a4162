"""Kills auth while people use it, and compares the audit log with the effects in the database, one for one."""
import contextlib
import pathlib
import sqlite3
import subprocess
import tempfile
import threading
import time

import requests
from pair import Pair
from patience import patiently
from person import Device, Refused
from postgres_server import PostgresServer
from table import Table

GROWTH = 5  # seconds in which the chain must reach every row that was written before

# Each effect as it is counted in its own table, and in the audit log. One statement counts all of them, so that it sees one snapshot.
EFFECTS = {
    "sessions opened": ("SELECT count(*) FROM session", "kind = 'session'"),
    "sessions ended": ("SELECT count(*) FROM revocation_event WHERE session IS NOT NULL AND ended IS NOT NULL", "kind = 'sessionEnd'"),
    "TokenSecrets replaced": ("SELECT count(*) FROM revocation_event WHERE tsv IS NOT NULL", "kind = 'tokenSecret'"),
    "attempts at codes": ("SELECT coalesce(sum(tries), 0) FROM otp_challenge", "kind = 'attempt'"),
    "registrations": ("SELECT count(*) FROM account", "kind = 'account'"),
    "devices admitted": ("SELECT count(*) FROM device WHERE ever_admitted = 1", "kind = 'device'"),
}
COUNTS = "SELECT " + ", ".join(f"({effect}), (SELECT count(*) FROM audit WHERE {row})" for effect, row in EFFECTS.values())

# What an intruder does who can write to the database and knows no key, and who also mends the record of the chain.
TAMPERINGS = {
    "altered": ["UPDATE audit SET detail = 'pin' WHERE number = {middle}"],
    "removed": ["DELETE FROM audit WHERE number = {middle}"],
    "exchanged": ["UPDATE audit SET number = -1 WHERE number = {middle}", "UPDATE audit SET number = {middle} WHERE number = {middle} + 1",
                  "UPDATE audit SET number = {middle} + 1 WHERE number = -1"],
    "cut off": ["DELETE FROM audit WHERE number > {middle}",
                "UPDATE audit_chain SET head = {middle}, head_hash = (SELECT chain_hash FROM audit WHERE number = {middle})"],
}


def prove(bin, extent, draw, kills=None, engines=("sqlite", "postgres")):
    kills = kills or {"quick": 3, "default": 10, "full": 100}[extent]
    return all([prove_on(engine, bin, kills, draw) for engine in engines])


def prove_on(engine, bin, kills, draw):
    with contextlib.ExitStack() as stack:
        cluster = stack.enter_context(contextlib.closing(PostgresServer())) if engine == "postgres" else None
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="latchkey-audit-"))
        settings = {"auth": {"sends-per-address": 100_000, "writing-calls-per-minute": 1_000_000}}
        pair = stack.enter_context(Pair(
            bin, pathlib.Path(folder) / "data", settings=settings, cluster=cluster, instances=2 if cluster else 1))
        log = Log(pair)
        table = Table(f"audit: {kills} kills of auth on {engine}, {2 if cluster else 1} instances")
        instances = [member for member in pair.members if member.startswith("auth")]
        over = threading.Event()
        people = [threading.Thread(target=live, args=(pair, over), daemon=True) for _ in range(4)]
        for one in people:
            one.start()
        wrong, broken, stood = [], [], 0
        for turn in range(kills):
            time.sleep(draw.uniform(0.2, 1))
            victim = instances[turn % len(instances)]
            pair.kill9(victim)
            if cluster:
                stood += not log.grows()
            pair.start(victim)
            pair.wait_ready(victim)
            wrong += log.differences()
            broken += log.broken()
        over.set()
        for one in people:
            one.join(60)
        wrong += log.differences()
        broken += log.broken()
        counts = log.counts()
        table.row("effects and their rows", "; ".join(wrong) or f"{sum(counts[::2])} of each", not wrong and min(counts) > 0)
        table.row("audit verify", "; ".join(broken) or f"holds after each kill, {log.head()} rows", not broken)
        if cluster:
            table.row("the chain grows while one instance is down", f"{kills - stood} of {kills} times", stood == 0)
        log.grows()
        planted(table, pair, log)
        return table.holds()


def live(pair, over):
    """Registers people, logs them out everywhere, and enters wrong codes, until the end. Calls that a kill interrupts are given up."""
    while not over.is_set():
        with contextlib.suppress(Refused, requests.RequestException, ValueError, KeyError):
            person, phone = Device(pair.auth_url, pair.vault_url), pair.new_phone()
            person.register(phone, "demo")
            challenge = person.call("otp.request", {"phone": phone, "purpose": "login"})["challengeId"]
            with contextlib.suppress(Refused):
                person.call("otp.verify", {"challengeId": challenge, "code": "000000", "deviceName": "python"})
            person.mine("session.logoutEverywhere")


class Log:
    """The audit log of auth, as an administrator sees it with SQL and with the command."""

    def __init__(self, pair):
        self.pair = pair

    def run(self, *statements):
        """Runs statements in one transaction, and returns the first row of the last one."""
        if self.pair.cluster:
            text = self.pair.cluster.query("auth", "; ".join(statements))
            return text.splitlines()[-1].split("|") if text else []
        with contextlib.closing(sqlite3.connect(self.pair.data / "auth.sqlite", timeout=30)) as database, database:
            for statement in statements:
                row = database.execute(statement).fetchone()
            return row or []

    def counts(self):
        return [int(value) for value in self.run(COUNTS)]

    def differences(self):
        counts = self.counts()
        return [f"{effect}: {counts[2 * index]} in the database, {counts[2 * index + 1]} in the log"
                for index, effect in enumerate(EFFECTS) if counts[2 * index] != counts[2 * index + 1]]

    def head(self):
        return int(self.run("SELECT head FROM audit_chain")[0])

    def grows(self):
        """True if the chain reaches, in time, as many rows as the log has now."""
        rows, until = int(self.run("SELECT count(*) FROM audit")[0]), time.monotonic() + GROWTH
        while self.head() < rows and time.monotonic() < until:
            time.sleep(0.05)
        return self.head() >= rows

    def verify(self):
        words = [str(self.pair.bin / "latchkey-auth"), "audit", "verify", "--data", str(self.pair.data)]
        words += ["--database", self.pair.cluster.url("auth")] if self.pair.cluster else []
        return subprocess.run(words, capture_output=True, text=True, timeout=120)

    def broken(self):
        done = self.verify()
        return [] if done.returncode == 0 else [done.stdout.strip() + done.stderr.strip()]


def planted(table, pair, log):
    """Tampers with the log in each way, and expects the command to find it. The database is put back in between."""
    time.sleep(1.5)  # the end of the chain is recorded in the key folder once a second
    middle = log.head() // 2
    log.run("CREATE TABLE audit_copy AS SELECT * FROM audit", "CREATE TABLE audit_chain_copy AS SELECT * FROM audit_chain")
    for name, statements in TAMPERINGS.items():
        log.run(*(statement.format(middle=middle) for statement in statements))
        done = log.verify()
        found = done.stdout.splitlines()[:1] if done.returncode else ["nothing"]
        table.row(f"planted: rows that are {name}", *(found or [done.stderr.strip()]), bool(done.returncode and found))
        log.run("DELETE FROM audit", "INSERT INTO audit SELECT * FROM audit_copy",
                "DELETE FROM audit_chain", "INSERT INTO audit_chain SELECT * FROM audit_chain_copy")
    log.run("DROP TABLE audit_copy", "DROP TABLE audit_chain_copy")
    table.row("put back", "holds" if not log.broken() else "does not hold", not log.broken())
