"""Restores the databases of running services by the commands `backup` and `restore`, with three devices of one person.

`restores.py [--bin DIR] [--engine sqlite|postgres] [WORD…]`: without words it restores the vault, auth, and both, each
twice in a row. One device is offline from the backup to the end. Afterwards every device shows what any of them held, what
was deleted after the backup stays deleted, and the account that was deleted after the backup stays deleted with its keys.
Further checks put copies back by hand, one of the whole folder with its keys, start a restored service without its peer, and give the commands wrong files and keys.
"""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "scripts" / "lib"), str(pathlib.Path(__file__).parent)]

import checks  # noqa: E402
from checks import check, equal, holds  # noqa: E402
from key_command import keys as keys_command, until_done  # noqa: E402
from pair import NoMessage, Pair  # noqa: E402
from person import Device, fault_of as refused_with, new_secret  # noqa: E402
from postgres_server import PostgresServer  # noqa: E402
from profiles import CommandFailed, Profiles  # noqa: E402

ENTRY = "otpauth://totp/{issuer}:ada?secret={secret}&issuer={issuer}"
SECRET = "JBSWY3DPEHPK3PX"


class World:
    """A pair of services, the devices of Ada, and a second person whose account is deleted after the backup."""

    def __init__(self, pair, bin):
        self.pair, self.bin = pair, pathlib.Path(bin)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="restores-", dir=pair.data))
        self.devices = Profiles(bin, self.folder, pair)
        self.ada, self.dora = pair.new_phone(), pair.new_phone()
        self.made = 0

    def settle(self):
        """Registers both people, gives Ada three devices with the same two entries, and Dora one entry."""
        self.devices.register("phone", self.ada, "demo")
        for issuer in ("Bank", "Base"):
            self.add("phone", issuer)
        self.sync("phone")
        for name in ("tablet", "offline"):
            self.devices.join(name, self.ada, admitting="phone")
            self.sync(name)
        self.devices.register("dora", self.dora, "demo")
        self.add("dora", "Diary")
        self.sync("dora")
        self.leave_code_open()

    def leave_code_open(self):
        """Requests a code on a device that never uses it."""
        time.sleep(1.1)
        self.devices.run("visitor", "login", self.ada)
        self.pair.code_for(self.ada)

    def open_sessions_and_codes(self):
        is_not_void = "begun_in >= (SELECT COALESCE(MAX(generation), 0) FROM older_copy)"
        return (self.pair.rows("auth", f"SELECT count(*) FROM session WHERE ended IS NULL AND {is_not_void}"),
                self.pair.rows("auth", f"SELECT count(*) FROM otp_challenge WHERE used_at IS NULL AND ended_at IS NULL AND {is_not_void}"))

    def add(self, device, issuer):
        self.made += 1
        secret = SECRET + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[self.made % 26]
        return self.devices.run(device, "add", ENTRY.format(issuer=issuer, secret=secret))

    def sync(self, *devices):
        return [self.devices.patiently(device, "sync") for device in devices]

    def change(self, turn):
        """Makes the changes that the restored backup does not contain; returns the labels everybody must end with."""
        self.add("phone", f"Mail{turn}")
        self.sync("phone", "tablet")
        self.devices.run("tablet", "edit", f"Mail{turn}", "--issuer", f"MailNew{turn}")
        self.add("tablet", f"Chat{turn}")
        self.sync("tablet")
        self.add("phone", f"Train{turn}")
        self.sync("phone")  # the phone now has the new name; rename once more, so that the tablet holds the older version
        self.devices.run("phone", "edit", f"MailNew{turn}", "--issuer", f"MailNewest{turn}")
        self.sync("phone")
        return [f"{name}{turn}" for name in ("MailNewest", "Chat", "Train")]

    def delete_entry(self, device, issuer):
        self.devices.run(device, "delete", issuer)
        self.sync(device)

    def delete_dora(self):
        keys, purged = self.data_keys(), self.purged_vaults()
        time.sleep(1.1)
        self.devices.run("dora", "delete-account")
        self.devices.run("dora", "delete-account", self.pair.code_for(self.dora), "--delete")
        until = time.monotonic() + 30
        while self.purged_vaults() == purged and time.monotonic() < until:
            time.sleep(0.1)
        equal((self.purged_vaults(), self.data_keys()), (purged + 1, keys - 1), "Dora's vault is purged, keys included")

    def purged_vaults(self):
        return self.pair.rows("vault", "SELECT count(*) FROM vault_head WHERE state = 'purged'")

    def data_keys(self):
        return self.pair.rows("vault", "SELECT count(*) FROM vault_dek")

    def command(self, service, *words, wrong=False):
        """Runs an administrator's command of a service and returns its output; with `wrong` it must fail in one line."""
        where = ["--data", str(self.pair.data)]
        if self.pair.cluster:
            where += ["--database", self.pair.cluster.url(service, direct=True)]
        done = subprocess.run([self.bin / f"latchkey-{service}", *words, *where], capture_output=True, text=True, timeout=120)
        text = (done.stdout + done.stderr).strip()
        equal(done.returncode != 0, wrong, f"latchkey-{service} {' '.join(words)}: {text}")
        return text

    def backup(self, service, name):
        """Takes a backup of a running service: by its command, or on PostgreSQL with the database's own tool."""
        file = self.folder / f"{service}-{name}"
        if self.pair.cluster:
            subprocess.run(["pg_dump", "-Fc", "-U", "postgres", "-h", self.pair.cluster.folder, "-f", file, service], check=True)
        else:
            text = self.command(service, "backup", "--to", str(file))
            holds("the running service makes the copy" in text, f"who makes the copy: {text}")
            equal(file.stat().st_mode & 0o777, 0o600, "the backup's mode")
            text = self.command(service, "backup", "--to", str(file), wrong=True)
            holds("exists" in text, f"a backup replaces no file: {text}")
            other = self.folder / f"{service}-{name}.reported"
            report = json.loads(self.command(service, "backup", "--json", "--to", str(other)))
            equal((report["done"], report["bytes"]), (True, other.stat().st_size), "the report of a backup with --json")
        return file

    def restore(self, without_deletion_file=False, **files):
        """Restores backups while both services are stopped, then starts both; returns what `restore` printed, by service."""
        for service in ("vault", "auth"):
            self.pair.stop(service)
        if without_deletion_file:
            (self.pair.data / "keys" / "auth.deletions").unlink()
        reports = self.put_back(**files)
        for service in ("auth", "vault"):
            self.pair.start(service)
        self.pair.wait_ready()
        return reports

    def put_back(self, **files):
        """Restores backups of stopped services by their commands."""
        reports = {}
        for service, file in files.items():
            peer = ["--set", f"peer-url={self.pair.url('auth' if service == 'vault' else 'vault', 'internal')}"]
            if self.pair.cluster:
                subprocess.run(["pg_restore", "--clean", "--if-exists", "-U", "postgres", "-h", self.pair.cluster.folder, "-d", service, file],
                               check=True)
                reports[service] = self.command(service, "restore", *peer)
            else:
                reports[service] = self.command(service, "restore", "--from", str(file), *peer)
        return reports

    def log_in_again(self, *devices):
        """Logs in on devices whose sessions a restored auth does not know; each keeps its entries meanwhile."""
        for device in devices:
            before = self.devices.labels(device)
            try:
                self.devices.patiently(device, "sync")
            except CommandFailed as failed:
                equal(failed.fault, "loginRequired", f"{failed}")
            equal(self.devices.labels(device), before, f"{device} keeps its entries")
            self.devices.login(device, self.ada)

    def everybody_shows(self, wanted, devices):
        issuers = {name: [label[0] for label in self.devices.labels(name)] for name in devices}
        equal(issuers, {name: sorted(wanted) for name in issuers}, "what the devices show")


def play(pair, bin, services, first):
    """Backs up, changes, restores and syncs, twice in a row; `first` syncs first after the first restore."""
    world = World(pair, bin)
    world.settle()
    files = {service: world.backup(service, "before") for service in services}
    sessions, codes = world.open_sessions_and_codes()
    holds(sessions >= 4 and codes >= 1, f"the backup holds sessions and a code: {sessions}, {codes}")
    wanted = ["Bank"]
    world.delete_entry("tablet", "Base")  # confirmed after the backup: it must stay deleted
    world.delete_dora()
    accounts = world.pair.rows("auth", "SELECT count(*) FROM account")
    keys, purged = world.data_keys(), world.purged_vaults()
    for turn in (1, 2):
        wanted += world.change(turn)
        order = ["phone", "tablet"] if first == "phone" else ["tablet", "phone"]
        # Without the file auth has to learn of Dora's deletion from the vault.
        is_lost = turn == 2 and services == ["auth"]
        reports = world.restore(without_deletion_file=is_lost, **files)
        if not world.pair.cluster:
            for service in services:
                kept = [str(file) for file in pair.data.glob(f"{service}.sqlite.before-restore-*") if not file.name.endswith(("-wal", "-shm"))]
                holds(len(kept) >= turn and all(name in reports[service] for name in kept), f"the kept databases that restore names: {reports[service]}")
                holds(all(f"{name}*" in pair.log(service, lines=500) for name in kept), "the start names the kept databases")
        if "auth" in services:
            counts = dict(line.split(": ") for line in reports["auth"].splitlines() if line.count(": ") == 1)
            equal([counts.get(name) for name in ("sessionsEnded", "codesEnded", "accountsDeletedAgain")],
                  [str(sessions), str(codes), "0" if is_lost else "1"], "what restore reports")
            equal(world.pair.rows("auth", "SELECT count(*) FROM account"), accounts, "Dora's account is deleted again")
            world.log_in_again(*order)
            world.pair.operator("audit", "state")  # fails if the audit log does not continue the recorded end
        if "vault" in services:
            world.pair.vault_administrator("audit", "verify")  # reaches the end that restore has recorded, or fails
            world.pair.vault_administrator("audit", "state")
        first_round = world.sync(*order)
        equal([answer.get("gone", []) for answer in first_round], [[], []], "nothing is asked about")
        world.sync(*order)
        first = "tablet" if first == "phone" else "phone"
        equal((world.purged_vaults(), world.data_keys()), (purged, keys), "Dora's vault stays purged, keys included")
        world.everybody_shows(wanted, order)
    # The third device was offline from the backup on. It syncs last and must neither lose nor bring back anything.
    if "auth" in services:
        world.log_in_again("offline")
    world.sync("offline", "phone", "tablet", "offline")
    world.everybody_shows(wanted, ("phone", "tablet", "offline"))
    if "auth" in services:
        try:
            world.devices.login("dora", world.dora)
        except (CommandFailed, NoMessage):
            return
        raise AssertionError("the deleted account can be opened again")


CHOSEN = {}


@check("vault: restored twice in a row, nothing that a device holds is lost and nothing deleted comes back", requirements=["X3", "U5", "D4"])
def vault(pair):
    play(pair, CHOSEN["bin"], ["vault"], "phone")


@check("auth: restored twice in a row, the devices log in again and lose nothing; the deleted account stays deleted", requirements=["U5", "D4"])
def auth(pair):
    play(pair, CHOSEN["bin"], ["auth"], "tablet")


@check("both: restored together, twice in a row")
def both(pair):
    play(pair, CHOSEN["bin"], ["vault", "auth"], "phone")


@check("refusals: on PostgreSQL backup names its tools, as the running service does")
def refused_on_postgres(pair):
    if not pair.cluster:
        return
    world = World(pair, CHOSEN["bin"])
    for service in ("auth", "vault"):
        text = world.command(service, "backup", "--to", str(world.folder / "copy"), wrong=True)
        equal(len(text.splitlines()), 1, f"one line on PostgreSQL: {text}")
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "backup.create", "params": {"path": str(world.folder / "copy")}})
        done = subprocess.run(
            ["curl", "-sS", "--unix-socket", pair.data / f"{service}.sock", "http://latchkey/rpc", "-H", "content-type: application/json",
             "-d", body], capture_output=True, text=True, check=True)
        holds(json.loads(done.stdout)["error"]["data"]["reason"] in text, f"the service's answer: {done.stdout}")
    equal(list(world.folder.iterdir()), [], "no file is left")


@check("refusals: on PostgreSQL restore refuses a database that a service serves, in one line, and touches nothing")
def refused_while_served(pair):
    if not pair.cluster:
        return
    world = World(pair, CHOSEN["bin"])
    world.devices.register("phone", world.ada, "demo")
    world.add("phone", "Bank")
    world.sync("phone")
    generations, open_before = generations_of(pair), world.open_sessions_and_codes()
    for service in ("auth", "vault"):
        text = world.command(service, "restore", "--json", wrong=True)
        equal(len(text.splitlines()), 1, f"one line while the service runs: {text}")
        holds(f"latchkey-{service} is running" in text and "stop every instance" in text, f"what to do: {text}")
    equal((generations_of(pair), world.open_sessions_and_codes()), (generations, open_before), "generations, and sessions and codes")
    world.sync("phone")
    # A service that was killed is in nobody's way, although it left without a word.
    pair.kill9("vault")
    world.command("vault", "restore")
    pair.start("vault")
    pair.wait_ready()
    equal(generations_of(pair), [generations[0], generations[1] + 1], "the vault begins a generation")
    world.sync("phone")
    world.everybody_shows(["Bank"], ["phone"])


@check("by hand: a copy of auth that is put back without the command restore revives neither sessions nor codes")
def by_hand(pair):
    if pair.cluster:
        return
    world = World(pair, CHOSEN["bin"])
    world.devices.register("phone", world.ada, "demo")
    world.devices.join("tablet", world.ada, admitting="phone")
    database = pair.data / "auth.sqlite"
    plain, marked = world.folder / "plain", world.folder / "auth-marked"
    for copy in (plain, marked):
        world.leave_code_open()
        if copy == marked:
            world.backup("auth", "marked")
        pair.stop("auth")
        if copy == plain:
            shutil.copy2(database, plain)
        pair.start("auth")
        pair.wait_ready()
        world.sync("phone", "tablet")
        world.devices.run("phone", "logout", "--everywhere", "--keep")
        await_recorded_end(pair)
        # An interrupted `restore` leaves the same state as the marked copy here: the file is replaced, and nothing more is done.
        # The vault is started anew as well, because it remembers the ended sessions for a while.
        for service in ("vault", "auth"):
            pair.stop(service)
        for file in pair.data.glob("auth.sqlite*"):
            if file.suffix != ".lock":
                file.unlink()
        shutil.copy2(copy, database)
        for service in ("auth", "vault"):
            pair.start(service)
        pair.wait_ready()
        equal(world.open_sessions_and_codes(), (0, 0), f"{copy.name}: open sessions and codes")
        try:
            world.devices.patiently("tablet", "sync")
        except CommandFailed as failed:
            equal(failed.fault, "loginRequired", f"{failed}")
        else:
            raise AssertionError(f"{copy.name}: a session that was ended by logout --everywhere is alive again")
        for device in ("phone", "tablet"):
            world.devices.login(device, world.ada)
        world.devices.run("phone", "status")
        try:
            pair.operator("audit", "state")
        except RuntimeError:
            pair.operator("audit", "accept-end")
            pair.operator("audit", "state")
        else:
            raise AssertionError(f"{copy.name}: nobody misses the end of the audit log")


def await_recorded_end(pair):
    """Waits until the key folder names the last row of the audit log."""
    until = time.monotonic() + 20
    while (recorded := (pair.data / "keys" / "auth.audit-head").read_text().split(":")[0]) != str(pair.rows("auth", "SELECT count(*) FROM audit")):
        holds(time.monotonic() < until, f"the recorded end is {recorded}")
        time.sleep(0.1)


@check("by hand: the data folder with its keys is copied whole and put back; nothing is lost, and deletions stand")
def copied_folder(pair):
    if pair.cluster:
        return
    world = World(pair, CHOSEN["bin"])
    world.devices.register("phone", world.ada, "demo")
    for issuer in ("Bank", "Base", "Book"):
        world.add("phone", issuer)
    world.sync("phone")
    world.devices.join("tablet", world.ada, admitting="phone")
    world.sync("tablet")
    generations = generations_of(pair)
    with services_stopped(pair):
        copy = world.folder / "copy"
        copy.mkdir()
        copy_all(data_files(pair), copy)
    equal(generations_of(pair), generations, "a copy that is only taken changes nothing")
    world.devices.run("phone", "edit", "Bank", "--issuer", "BankNew")
    world.add("phone", "Mail")
    world.sync("phone", "tablet")
    world.delete_entry("tablet", "Base")
    world.devices.run("tablet", "edit", "Book", "--issuer", "BookNew")
    world.sync("tablet", "phone")
    with services_stopped(pair):
        for file in data_files(pair):
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        copy_all(copy.iterdir(), pair.data)
    equal(generations_of(pair), [number + 1 for number in generations], "each service begins a generation")
    # New changes first take the numbers that the lost ones had.
    world.log_in_again("tablet", "phone")
    world.add("tablet", "New")
    world.sync("tablet", "phone", "tablet")
    world.everybody_shows(["BankNew", "BookNew", "Mail", "New"], ("phone", "tablet"))
    with services_stopped(pair):
        pass
    equal(generations_of(pair), [number + 1 for number in generations], "a later start begins no generation")
    with services_stopped(pair):
        for service in ("auth", "vault"):
            text = world.command(service, "restore", wrong=True)
            holds("--in-place" in text, f"restore without --from names the other way: {text}")
            world.command(service, "restore", "--in-place")
    equal(generations_of(pair), [number + 2 for number in generations], "restore --in-place begins a generation")
    world.log_in_again("tablet", "phone")
    world.sync("tablet", "phone")
    world.everybody_shows(["BankNew", "BookNew", "Mail", "New"], ("phone", "tablet"))


def generations_of(pair):
    return [pair.rows(service, "SELECT count(*) FROM generation") for service in ("auth", "vault")]


@contextlib.contextmanager
def services_stopped(pair):
    for service in ("vault", "auth"):
        pair.stop(service)
    yield
    for service in ("auth", "vault"):
        pair.start(service)
    pair.wait_ready()


def data_files(pair):
    """The databases and the key folder."""
    return [pair.data / "keys"] + [file for name in ("auth", "vault") for file in pair.data.glob(f"{name}.sqlite*")]


def copy_all(files, folder):
    subprocess.run(["cp", "-a", *files, folder], check=True)


@check("auth: people who registered after the backup are listed as unknown accounts of the vault")
def unknown_accounts(pair):
    world = World(pair, CHOSEN["bin"])
    file = world.backup("auth", "before")
    late = Device(pair.auth_url, pair.vault_url)
    late.register(pair.new_phone(), "demo")
    late.mine("secret.add", new_secret())
    vault = world.backup("vault", "before")
    account = late.session["accountId"]
    for service in ("vault", "auth"):
        pair.stop(service)
    world.put_back(auth=file)
    peer = ["--set", f"peer-url={pair.url('auth', 'internal')}"]
    text = world.command("vault", "unknown-accounts", *peer, wrong=True)
    holds(len(text.splitlines()) == 1 and "auth does not answer" in text, f"without auth: {text}")
    holds("unreachable(" not in text and "ConnectionError" not in text, f"no words of the program: {text}")
    report = world.put_back(vault=vault)["vault"]
    holds("auth does not answer" in report and "latchkey-vault unknown-accounts" in report, f"restore without auth: {report}")
    # Auth waits for the vault before it is ready; its internal listener answers meanwhile.
    pair.start("auth")
    until = time.monotonic() + 20
    while readiness(pair, "auth")[0] is None and time.monotonic() < until:
        time.sleep(0.05)
    text = world.command("vault", "unknown-accounts", *peer)
    equal(text.splitlines(), ["unknownAccounts: 1", f"auth does not know {account}"], "what the command lists")
    found = {"unknownAccounts": 1, "accounts": [account]}
    equal(json.loads(world.command("vault", "unknown-accounts", "--json", *peer)), found, "the same in JSON")
    report = world.put_back(vault=vault)["vault"]
    holds(f"auth does not know {account}" in report, f"restore lists it too: {report}")
    text = world.command("vault", "restore", "--json", *peer, *([] if pair.cluster else ["--in-place"]))
    report = json.loads(next(line for line in text.splitlines() if line.startswith("{")))  # a warning precedes it
    equal({name: report[name] for name in found} | {"notes": report["notes"]}, found | {"notes": []}, "restore's JSON")
    pair.start("vault")
    pair.wait_ready()


@check("auth: an account that was deleted after its index key was replaced stays deleted in a copy from before", requirements=["D4"])
def deleted_under_another_key(pair):
    world = World(pair, CHOSEN["bin"])
    phone, person = pair.new_phone(), Device(pair.auth_url, pair.vault_url)
    person.register(phone, "home", pair)
    person.mine("secret.add", new_secret())
    account, file = person.session["accountId"], world.backup("auth", "before")
    keys_command(pair, "publish", "index-2")
    until_done(lambda: keys_command(pair, "activate", "index-2"))
    pair.stop("vault")
    time.sleep(1.1)  # the shortest pause between two codes
    challenge = person.call("otp.request", {"phone": phone, "purpose": "deleteAccount"})["challengeId"]
    person.mine("account.delete", {"challengeId": challenge, "code": pair.code_for(phone), "requestId": str(uuid.uuid4())})
    pair.stop("auth")
    world.put_back(auth=file)
    for service in ("auth", "vault"):
        pair.start(service)
    pair.wait_ready()
    equal(pair.rows("auth", f"SELECT count(*) FROM account WHERE id = x'{uuid.UUID(account).hex}'"), 0, "the deleted account")
    until_purged = time.monotonic() + 20
    vault = f"SELECT state FROM vault_head WHERE account = x'{uuid.UUID(account).hex}'"
    while pair.rows("vault", vault) != "purged":
        holds(time.monotonic() < until_purged, f"the vault is {pair.rows('vault', vault)}")
        time.sleep(0.1)
    again = Device(pair.auth_url, pair.vault_url)
    time.sleep(1.1)
    again.register(phone, "home", pair)
    holds(again.session["accountId"] != account, "the number begins afresh")


@check("by hand: a vault that runs on refuses the sessions that it has cached once auth serves an older copy")
def running_vault(pair):
    if pair.cluster:
        return
    world = World(pair, CHOSEN["bin"])
    device = Device(pair.auth_url, pair.vault_url)
    device.register(world.ada, "demo")
    database = pair.data / "auth.sqlite"
    pair.stop("auth")
    shutil.copy2(database, world.folder / "plain")
    pair.start("auth")
    pair.wait_ready()
    until = time.monotonic() + 10
    while refused_with(lambda: device.mine("vault.pull")) and time.monotonic() < until:
        time.sleep(0.05)
    device.mine("vault.pull")
    pair.stop("auth")
    for file in pair.data.glob("auth.sqlite*"):
        if file.suffix != ".lock":
            file.unlink()
    shutil.copy2(world.folder / "plain", database)
    pair.start("auth")
    pair.wait_ready("auth")
    # The vault may serve what it has cached until its lease ends, 1.5 s after its last question to the former auth.
    ready, late = time.monotonic(), set()
    while time.monotonic() < ready + 4:
        asked = time.monotonic()
        fault = (refused_with(lambda: device.mine("vault.pull")) or ("served", 200))[0]
        if asked > ready + 2:
            late.add(fault)
        time.sleep(0.02)
    equal(late, {"loginRequired"}, "the answers of the running vault")


@check("replay: a restored vault whose auth is down refuses every call, and serves when auth is back")
def replay(pair):
    world = World(pair, CHOSEN["bin"])
    world.devices.register("phone", world.ada, "demo")
    world.add("phone", "Bank")
    world.sync("phone")
    file = world.backup("vault", "before")
    for service in ("vault", "auth"):
        pair.stop(service)
    world.put_back(vault=file)
    pair.start("vault")
    until = time.monotonic() + 30
    status, text = readiness(pair, "vault")
    while status is None and time.monotonic() < until:
        time.sleep(0.05)
        status, text = readiness(pair, "vault")
    equal(status, 503, f"/readyz of the vault: {text}")
    holds("deletions" in text, f"/readyz names the reason: {text}")
    equal(fault_of(pair, "vault", "vault.info"), "unavailable", "a call during the replay")
    pair.start("auth")
    pair.wait_ready()
    equal(fault_of(pair, "vault", "vault.info"), "loginRequired", "a call without a token after the replay")
    world.sync("phone")
    world.everybody_shows(["Bank"], ["phone"])


def readiness(pair, service):
    """Returns the status and the text of /readyz; None if nothing answers."""
    try:
        with urllib.request.urlopen(pair.url(service, "operations") + "/readyz", timeout=2) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        return None, str(error)


def fault_of(pair, service, method):
    """Returns the name of the fault with which a call without a token is answered."""
    return pair.call(service, method)[1]["error"]["data"]["fault"]


# The key files whose canaries are in the databases.
KEY_FILES = {"auth": ("auth.index-1.key", "auth.seal-1.key", "auth.hash-1.key"), "vault": ("vault.index.key", "vault.kek-1.key")}


def refused_files(world, service, good, foreign):
    """Restores from files that are no whole copies of this service's database; each is refused in one line."""
    half, pipe, folder, armed, newer = (world.folder / f"{service}-{name}" for name in ("half", "pipe", "folder", "armed", "newer"))
    half.write_bytes(good.read_bytes()[:20_000])
    os.mkfifo(pipe)
    folder.mkdir()
    for copy, change in ((armed, "CREATE TRIGGER more AFTER UPDATE ON generation BEGIN DELETE FROM generation; END"),
                         (newer, "INSERT INTO schema_migration (id, name) VALUES (1000, 'of a later version')")):
        shutil.copy2(good, copy)
        with sqlite3.connect(copy) as link:
            link.execute(change)
        link.close()
    for what, file, said in (("the other service's", foreign, "another service"), ("a truncated", half, ""), ("no", world.folder / "missing", ""),
                             ("a named pipe as", pipe, ""), ("a folder as", folder, ""), ("a changed", armed, "trigger more"),
                             ("a newer version's", newer, "start the newer version")):
        with untouched(world.pair, service, f"{what} file"):
            text = world.command(service, "restore", "--from", str(file), wrong=True)
        holds(len(text.splitlines()) == 1 and said in text, f"one line for {what} file: {text}")


@contextlib.contextmanager
def untouched(pair, service, what):
    """Compares the files of a stopped service's database and the key folder before and after."""
    def contents():
        files = [file for file in [*pair.data.glob(f"{service}.sqlite*"), *(pair.data / "keys").rglob("*")] if file.is_file()]
        return {str(file.relative_to(pair.data)): file.read_bytes() for file in files if file.suffix != ".lock"}
    before = contents()
    yield
    after = contents()
    changed = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    equal(changed, [], f"{service}, {what}: files that the refused command changed")


def refused_keys(world, service, good):
    """Exchanges each key file in turn: `restore` and the start of the service are refused in one line that names the file."""
    pair = world.pair
    for name in KEY_FILES[service]:
        file = pair.data / "keys" / name
        aside, mode = file.read_bytes(), file.stat().st_mode & 0o777
        file.chmod(0o600)
        file.write_bytes(bytes(32))
        with untouched(pair, service, f"another {name}"):
            text = world.command(service, "restore", "--from", str(good), wrong=True)
        equal(len(text.splitlines()), 1, f"one line for another {name}: {text}")
        log = pair.data / f"{service}.log"
        began = log.stat().st_size
        pair.start(service)
        status = pair.processes.pop(service).wait(30)
        lines = log.read_bytes()[began:].decode().splitlines()
        for said in (text, lines[0] if lines else ""):
            holds(f"the key file {name} " in said and "restore it from its safe copy" in said, f"a plain sentence: {said}")
        holds(status != 0 and len(lines) == 1, f"the start with another {name}: {status}, {lines}")
        file.write_bytes(aside)
        file.chmod(mode)


@check("refusals: backup and restore refuse what they must, in one line, and touch nothing")
def refusals(pair):
    if pair.cluster:
        return
    world = World(pair, CHOSEN["bin"])
    world.devices.register("phone", world.ada, "demo")
    good = {service: world.backup(service, "good") for service in ("auth", "vault")}
    for service in good:
        text = world.command(service, "backup", "--to", str(world.folder / "missing" / "copy"), wrong=True)
        equal(len(text.splitlines()), 2, f"who makes the copy, and why it does not: {text}")
        text = world.command(service, "restore", "--from", str(good[service]), wrong=True)
        equal(len(text.splitlines()), 1, f"one line while the service runs: {text}")
    for service in ("vault", "auth"):
        pair.stop(service)
    for service, foreign in (("auth", "vault"), ("vault", "auth")):
        before = (pair.data / f"{service}.sqlite").read_bytes()
        refused_files(world, service, good[service], good[foreign])
        refused_keys(world, service, good[service])
        equal((pair.data / f"{service}.sqlite").read_bytes(), before, f"{service}: the database is untouched")
    left = [file.name for file in pair.data.iterdir() if ".restor" in file.name or ".draft" in file.name]
    equal(left, [], "nothing of a refused restore is left")
    for service in ("auth", "vault"):
        pair.start(service)
    pair.wait_ready()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(root / ".build" / "debug"))
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("only", nargs="*")
    chosen = parser.parse_args()
    CHOSEN["bin"] = chosen.bin
    cluster = PostgresServer() if chosen.engine == "postgres" else None
    try:
        with tempfile.TemporaryDirectory(prefix="latchkey-restores-") as folder:
            settings = {"auth": {"otp-resend-seconds": 1, "sends-per-address": 100000}}
            with Pair(chosen.bin, folder, settings=settings, cluster=cluster) as pair:
                sys.exit(0 if checks.run(pair, chosen.only) else 1)
    finally:
        if cluster:
            cluster.close()


if __name__ == "__main__":
    main()
