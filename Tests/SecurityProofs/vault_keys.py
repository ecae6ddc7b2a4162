"""Replaces the wrapping keys of two instances of the vault under load, renews the data keys of many accounts, and kills instances meanwhile."""
import contextlib
import pathlib
import re
import subprocess
import tempfile
import threading
import time
import uuid

import requests

import sealed_rows
from instances import at, registered_person
from pair import Pair
from patience import through_a_proxy
from person import Refused, new_secret
from postgres_server import PostgresServer
from table import Table

PAUSE = 2  # seconds from one wrapping key to the next
PATIENCE = 90  # seconds; a killed instance counts as running for 15 s, in which no key becomes active
EXTENTS = {"quick": (12, 150, 3), "default": (30, 2000, 8), "full": (60, 10_000, 20)}  # seconds, accounts, kills


def prove(bin, extent, draw, kills=None, accounts=None):
    seconds, some, few = EXTENTS[extent]
    accounts, kills = accounts or some, few if kills is None else kills
    with contextlib.closing(PostgresServer()) as cluster, tempfile.TemporaryDirectory(prefix="latchkey-vault-keys-") as folder:
        settings = {"auth": {"sends-per-address": 100_000, "writing-calls-per-minute": 1_000_000}}
        with Pair(bin, pathlib.Path(folder) / "data", settings=settings, cluster=cluster, instances=2) as pair:
            table = Table(f"vault keys: {seconds} s of new wrapping keys, {accounts} accounts, {kills} kills, two instances on postgres")
            wrapping = WrappingKeys(pair)
            sealed_rows.fill(cluster, accounts, "kek-1", wrapping.bytes_of("kek-1"))
            under_load(table, pair, wrapping, seconds)
            with_kills(table, pair, wrapping, accounts, kills, draw)
            afterwards(table, pair, wrapping, cluster, accounts)
            return table.holds()


class WrappingKeys:
    """The wrapping keys of a running pair, as its administrator replaces them."""

    def __init__(self, pair):
        self.pair, self.number, self.first = pair, 1, 1

    def run(self, *words):
        """Runs `latchkey-vault keys` at the first instance; raises `Refused` with its line if it fails."""
        done = subprocess.run([str(self.pair.bin / "latchkey-vault"), "keys", *words, "--data", str(self.pair.data)],
                              capture_output=True, text=True, timeout=90)
        if done.returncode:
            raise Refused({"message": done.stderr.strip(), "data": {}}, done.returncode)
        return done.stdout.strip()

    def patiently(self, *words):
        """Runs the command until it succeeds: another instance reads a new key within a second, and one may be starting."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self.run(*words)
            except Refused:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def file(self, key):
        return self.pair.data / "keys" / f"vault.{key}.key"

    def bytes_of(self, key):
        """The bytes of a wrapping key, None if its file is gone."""
        file = self.file(key)
        return file.read_bytes() if file.exists() else None

    def replace(self):
        """Makes a new key the active one."""
        key = f"kek-{self.number + 1}"
        self.patiently("publish", key)
        self.patiently("activate", key)
        self.number += 1

    def retire_former(self):
        """Retires every former key, each as soon as no data key needs it, and destroys its file."""
        for number in range(self.first, self.number):
            self.patiently("retire", f"kek-{number}")
            self.file(f"kek-{number}").unlink()
        self.first = self.number


class Load:
    """A person who adds, edits, reads and deletes secrets without a pause; every refusal and every wrong answer is kept."""

    def __init__(self, pair, name, repeat=lambda action: action()):
        self.person, self.name, self.repeat = registered_person(pair), name, repeat
        self.cursor = None
        self.calls, self.wrong, self.ended, self.refreshed = 0, [], threading.Event(), time.monotonic()
        self.thread = threading.Thread(target=self._run)

    def call(self, method, params=None):
        self.calls += 1
        return self.repeat(lambda: self.person.mine(method, params))

    def _run(self):
        turn = 0
        while not self.ended.is_set():
            turn += 1
            try:
                self._round(f"{self.name}-{turn}")
            except (Refused, AssertionError, KeyError, requests.RequestException) as wrong:
                self.wrong.append(f"{type(wrong).__name__}: {wrong}"[:200])

    def _round(self, account):
        if time.monotonic() - self.refreshed > 100:  # a token is valid for 300 s
            self.refreshed = time.monotonic()
            spent = {"refreshToken": self.person.session["refreshToken"], "requestId": str(uuid.uuid4())}
            self.person.session |= self.repeat(lambda: self.person.call("session.refresh", spent))
        added = self.call("secret.add", new_secret(account=account))
        secret = added["secret"]["id"] if "secret" in added else added["id"]
        page = self.call("vault.pull", {"cursor": self.cursor} if self.cursor else {})
        self.cursor = page["cursor"]
        items = [item for item in page["items"] if item["state"] == "live"]
        assert [item["body"]["accountName"] for item in items] == [account], f"{items}"
        rev = items[0]["rev"]
        self.call("secret.delete", {"id": secret, "rev": rev, "requestId": str(uuid.uuid4())})

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


def under_load(table, pair, wrapping, seconds):
    """No call may be refused while nothing is killed, not even with `unavailable`."""
    with Load(pair, "ada") as ada, Load(pair, "bob") as bob:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            begun = time.monotonic()
            wrapping.replace()
            time.sleep(max(0, begun + PAUSE - time.monotonic()))
        wrapping.retire_former()
        calls = ada.calls + bob.calls
    wrong = ada.wrong + bob.wrong
    # A slower machine replaces a key every four seconds.
    table.row("wrapping keys made active, one after the other", f"{wrapping.number - 1}", wrapping.number - 1 >= seconds / 4)
    table.row("calls meanwhile that failed", f"{len(wrong)} of {calls}", not wrong and calls > 10, "; ".join(wrong[:2]))


def progress(wrapping):
    """The accounts that wait for a new data key, and the former data keys that are left."""
    found = re.search(r"(\d+) accounts? waits? for a new data key, and (\d+) former", wrapping.patiently("list"))
    return int(found[1]), int(found[2])


def with_kills(table, pair, wrapping, accounts, kills, draw):
    """A killed instance may lose calls, which a client repeats; nothing else may be refused."""
    with Load(pair, "carol", through_a_proxy) as carol, Load(pair, "dave", through_a_proxy) as dave:
        wrapping.patiently("rotate-data")
        turning = threading.Event()
        turner = threading.Thread(target=turn_keys, args=(wrapping, turning))
        turner.start()
        for turn in range(kills):
            member = draw.choice(["vault", "vault-2"])
            time.sleep(draw.uniform(0.05, 1))
            pair.kill9(member)
            pair.start(member)
            pair.wait_ready(member)
        turning.set()
        turner.join()
        until = time.monotonic() + 30 + accounts / 10
        while (left := progress(wrapping)) != (0, 0) and time.monotonic() < until:
            time.sleep(0.5)
        wrapping.retire_former()
        calls = carol.calls + dave.calls
    wrong = carol.wrong + dave.wrong
    table.row(f"data keys that wait, and former ones, after {kills} kills", f"{left}", left == (0, 0))
    table.row("calls that a client could not repeat with success", f"{len(wrong)} of {calls}", not wrong and calls > 10, "; ".join(wrong[:2]))


def turn_keys(wrapping, ended):
    while not ended.is_set():
        wrapping.replace()
        ended.wait(PAUSE)


def afterwards(table, pair, wrapping, cluster, accounts):
    """Opens every row with the wrapping keys that still have a file, in a program of its own, and lets new processes serve."""
    versions, bad = sealed_rows.read(cluster, accounts, wrapping.bytes_of)
    table.row("accounts with a body that does not open", f"{len(bad)} of {accounts}", not bad)
    table.row("accounts with one data key, which is a new one", f"{sum(len(one) == 1 and one[0] > 1 for one in versions)}",
              all(len(one) == 1 and one[0] > 1 for one in versions))
    moved = cluster.query("vault", f"SELECT count(*) FROM vault_head WHERE due_at = {2**62} AND (seq <> 2 OR touched_at <> 1)")
    table.row("accounts whose rev or time has moved", moved, moved == "0")
    files = sorted(path.name for path in (pair.data / "keys").glob("vault.kek-*.key"))
    table.row("files of wrapping keys that are left", ", ".join(files), files == [f"vault.kek-{wrapping.number}.key"])
    person = registered_person(pair)
    person.mine("secret.add", new_secret(account="erin"))
    for member in ("vault", "vault-2"):
        pair.restart(member)
        pair.wait_ready(member)
    direct = [at(pair, member, person) for member in ("vault", "vault-2")]
    served = [len(through_a_proxy(lambda: one.mine("vault.pull"))["items"]) for one in direct]
    table.row("secrets that both instances serve after a restart", f"{served}", served == [1, 1])
    planted = "UPDATE vault_dek SET wrapped = decode(repeat('00', 60), 'hex') WHERE account = '\\x%s'" % sealed_rows.identifier(0, "account").hex()
    cluster.query("vault", planted)
    _, bad = sealed_rows.read(cluster, accounts, wrapping.bytes_of)
    table.row("planted: a damaged data key", f"noticed at {len(bad)} account", bad == {0})
