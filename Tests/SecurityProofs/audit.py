"""Kills auth while people use it, and compares the audit log with the effects in the database, one for one."""
import contextlib
import pathlib
import sqlite3
import subprocess
import tempfile
import time

import lives
from pair import Pair
from person import Device
from postgres_server import PostgresServer
from table import Table

SETTLING = 60  # seconds in which the people have done everything once
GROWTH = 5  # seconds in which the chain must reach every row that was written before
RECORDING = 2.5  # seconds in which each instance has compared the log with the recorded end
ALARM = "the audit log does not continue the end"  # what auth logs when the log contradicts the recorded end



def rows(condition):
    """How many rows of the audit log meet a condition, as an expression of the one statement that counts everything."""
    return f"(SELECT count(*) FROM audit WHERE {condition})"


def notices(kind):
    """How many notices of a kind an account has about itself: a child's notice is counted once, and not again for each parent."""
    return f"SELECT count(*) FROM notice WHERE kind = '{kind}' AND (child IS NULL OR child = account)"


# Each effect as it is counted in its own table, and in the audit log. One statement counts all of them, so that it sees one snapshot.
EFFECTS = {
    # An admission raises a waiting session; an operator's first one is raised by the PIN and by the second factor.
    "sessions opened or raised": (
        "SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM decision WHERE kind = 'deviceAdmitted')"
        " + (SELECT count(*) FROM pin JOIN account ON id = account WHERE kind = 'operator')"
        " + (SELECT count(*) FROM second_factor WHERE confirmed = 1)",
        rows("kind = 'session'")),
    "sessions ended": (
        "SELECT count(*) FROM revocation_event WHERE session IS NOT NULL AND ended IS NOT NULL", rows("kind = 'sessionEnd'")),
    "TokenSecrets replaced": ("SELECT count(*) FROM revocation_event WHERE tsv IS NOT NULL", rows("kind = 'tokenSecret'")),
    "attempts at codes": ("SELECT coalesce(sum(tries), 0) FROM otp_challenge", rows("kind = 'attempt' AND detail = 'code'")),
    "registrations": (
        "SELECT count(*) FROM account WHERE kind <> 'operator'", rows("kind = 'account' AND detail IN ('registered', 'childAdded')")),
    "devices admitted": (
        "SELECT count(*) FROM device WHERE ever_admitted = 1",
        rows("kind = 'device' AND detail IN ('firstDeviceAdmitted', 'deviceAdmitted', 'childDeviceBound')")),
    "decisions": (
        "SELECT (SELECT count(*) FROM decision) + (SELECT count(*) FROM group_decision)", rows("kind = 'decision'")),
    "approvals set": ("SELECT count(*) FROM revocation_event WHERE approval IS NOT NULL", rows("kind = 'approval'")),
    "moves to another group": (
        "SELECT count(*) FROM decision WHERE kind = 'groupMoved'", rows("kind = 'account' AND detail = 'groupMoved'")),
    "devices bound": ("SELECT count(*) FROM child_binding", rows("kind = 'device' AND detail = 'childDeviceBound'")),
    "bindings ended": (
        "SELECT count(*) FROM child_binding WHERE ended_at IS NOT NULL", rows("kind = 'device' AND detail = 'childAccessRevoked'")),
    "accesses locked, and not unlocked": (
        "SELECT count(*) FROM child_binding WHERE state = 'CHILD_ACCESS_LOCKED'",
        rows("kind = 'lock' AND detail = 'childAccessLocked'") + " - " + rows("kind = 'lock' AND detail = 'childAccessUnlocked'")),
    "accesses unlocked": (notices("childAccessUnlocked"), rows("kind = 'lock' AND detail = 'childAccessUnlocked'")),
}
COUNTS = "SELECT " + ", ".join(f"({effect}), {row}" for effect, row in EFFECTS.values())

# What an intruder does who can write to the database and knows no key, and who also mends the record of the chain.
TAMPERINGS = {
    "altered": ["UPDATE audit SET detail = CASE detail WHEN 'pin' THEN 'code' ELSE 'pin' END WHERE number = {middle}"],
    "removed": ["DELETE FROM audit WHERE number = {middle}"],
    "exchanged": ["UPDATE audit SET number = -1 WHERE number = {middle}", "UPDATE audit SET number = {middle} WHERE number = {middle} + 1",
                  "UPDATE audit SET number = {middle} + 1 WHERE number = -1"],
    "cut off": ["DELETE FROM audit WHERE number > {middle}",
                "UPDATE audit_chain SET head = {middle}, head_hash = (SELECT chain_hash FROM audit WHERE number = {middle})"],
}

# Further ones, which are left out by the checks of every change.
MORE_TAMPERINGS = {
    "made to look old": ["UPDATE audit SET at = at - 86400000000 WHERE number = {middle}"],
    "given a number below the floor": ["UPDATE audit SET number = -1 WHERE number = {middle}"],
    "deleted below a forged floor": [
        "UPDATE audit_chain SET floor = {middle}, floor_hash = (SELECT chain_hash FROM audit WHERE number = {middle}), floor_mac = head_hash",
        "DELETE FROM audit WHERE number <= {middle}"],
    "chained by somebody else": ["UPDATE audit SET chain_hash = mac WHERE number = {middle}"],
    "without the record of the chain": ["DELETE FROM audit_chain"],
}


def prove(bin, extent, draw, kills=None, engines=("sqlite", "postgres")):
    kills = kills or {"quick": 3, "default": 10, "full": 100}[extent]
    tamperings = TAMPERINGS if extent == "quick" else TAMPERINGS | MORE_TAMPERINGS
    return all([prove_on(engine, bin, kills, draw, tamperings) for engine in engines])


def prove_on(engine, bin, kills, draw, tamperings):
    with contextlib.ExitStack() as stack:
        cluster = stack.enter_context(contextlib.closing(PostgresServer())) if engine == "postgres" else None
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="latchkey-audit-"))
        settings = {"auth": {"sends-per-address": 100_000, "writing-calls-per-minute": 1_000_000, "otp-resend-seconds": lives.RESEND}}
        pair = stack.enter_context(Pair(
            bin, pathlib.Path(folder) / "data", settings=settings, cluster=cluster, instances=2 if cluster else 1))
        log = Log(pair)
        table = Table(f"audit: {kills} kills of auth on {engine}, {2 if cluster else 1} instances")
        instances = [member for member in pair.members if member.startswith("auth")]
        wrong, broken, stood = [], [], 0
        with lives.lived(pair, [lives.person] * 4 + [lives.family] * 2 + [lives.Operator(pair)]):
            until = time.monotonic() + SETTLING
            while min(log.counts()) == 0 and time.monotonic() < until:
                time.sleep(1)
                broken += log.broken()
            table.row("audit verify under load, before the first kill", "; ".join(broken) or f"holds, {log.head()} rows", not broken)
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
        wrong += log.differences()
        broken += log.broken()
        counts = log.counts()
        none = [f"no {effect}" for effect, number in zip(EFFECTS, counts[::2]) if number == 0]
        table.row("effects and their rows", "; ".join(wrong + none) or f"{sum(counts[::2])} of each", not wrong + none)
        table.row("audit verify", "; ".join(broken) or f"holds after each kill, {log.head()} rows", not broken)
        if cluster:
            table.row("the chain grows while one instance is down", f"{kills - stood} of {kills} times", stood == 0)
        log.grows()
        time.sleep(RECORDING)
        alarms = [member for member in instances if log.alarms(member) or log.command("state", member).returncode]
        table.row("each instance finds that the log continues the recorded end", ", ".join(alarms) or "no false alarm", not alarms)
        planted(table, log, tamperings)
        accepted(table, pair, log, instances)
        return table.holds()


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

    def command(self, word, member="auth"):
        """Runs a command of the audit log at one instance."""
        folder = self.pair.data if member == "auth" else self.pair.data / member
        words = [str(self.pair.bin / "latchkey-auth"), "audit", word, "--data", str(folder)]
        words += ["--database", self.pair.cluster.url("auth")] if self.pair.cluster else []
        return subprocess.run(words, capture_output=True, text=True, timeout=120)

    def verify(self):
        return self.command("verify")

    def alarms(self, member):
        """How often an instance has logged that the log contradicts the recorded end."""
        return (self.pair.data / f"{member}.log").read_text(errors="replace").count(ALARM)

    def broken(self):
        done = self.verify()
        return [] if done.returncode == 0 else [done.stdout.strip() + done.stderr.strip()]


def planted(table, log, tamperings):
    """Tampers with the log in each way, and expects the command to find it. The database is put back in between."""
    middle = log.head() // 2
    log.run("CREATE TABLE audit_copy AS SELECT * FROM audit", "CREATE TABLE audit_chain_copy AS SELECT * FROM audit_chain")
    for name, statements in tamperings.items():
        log.run(*(statement.format(middle=middle) for statement in statements))
        done = log.verify()
        found = done.stdout.splitlines()[:1] if done.returncode else ["nothing"]
        table.row(f"planted: rows that are {name}", *(found or [done.stderr.strip()]), bool(done.returncode and found))
        log.run("DELETE FROM audit", "INSERT INTO audit SELECT * FROM audit_copy",
                "DELETE FROM audit_chain", "INSERT INTO audit_chain SELECT * FROM audit_chain_copy")
    log.run("DROP TABLE audit_copy", "DROP TABLE audit_chain_copy")
    table.row("put back", "holds" if not log.broken() else "does not hold", not log.broken())


def accepted(table, pair, log, instances):
    """Cuts the log off, lets it grow past the recorded end, and expects the end to stay recorded until the administrator accepts another."""
    time.sleep(RECORDING)
    file, before = pair.data / "keys" / "auth.audit-head", {member: log.alarms(member) for member in instances}
    recorded, middle = file.read_text(), log.head() // 2
    log.run(*(statement.format(middle=middle) for statement in TAMPERINGS["cut off"]))
    time.sleep(RECORDING)
    while log.head() <= int(recorded.split(":")[0]):
        person = Device(pair.auth_url, pair.vault_url)
        person.register(pair.new_phone(), "demo")
        time.sleep(0.2)
    time.sleep(RECORDING)
    kept, done = file.read_text() == recorded, log.verify()
    found = done.stdout.splitlines()[:1] if done.returncode else ["nothing"]
    table.row("planted: a log that has grown past the end that was cut off", *(found or [done.stderr.strip()]), bool(done.returncode and found))
    table.row("the recorded end stays", "yes" if kept else file.read_text().strip(), kept)
    named = [member for member in instances if log.alarms(member) == before[member] + 1 and log.command("state", member).returncode]
    table.row("each instance has logged it once, and audit state fails", ", ".join(named), named == instances)
    done = log.command("accept-end")
    time.sleep(RECORDING)
    held = done.returncode == 0 and not log.broken() and log.command("state").returncode == 0
    table.row("audit accept-end, and audit verify after it", "holds" if held else done.stderr.strip() or "does not hold", held)
