"""The command `doctor` against real services: faults are planted one by one, and it must name each, and nothing else."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time

import requests

from certificates import CertificateAuthority
from checks import check, equal, holds
from deployed import create_keys
from pair import Pair
from person import Device, fault_of

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


class Installation(Pair):
    """Both services with key files of `keys init` and without `--demo`; auth has a settings file."""
    flags = ()

    def __init__(self, bin, folder):
        super().__init__(bin, pathlib.Path(folder) / "data")
        self.data.chmod(0o700)
        create_keys(self.bin, self.data / "made", self.data / "keys")
        shutil.rmtree(self.data / "made")
        self.file = self.data / "auth.json"
        self.file.write_text('{"countries": "49", "drain-seconds": 0}')
        self.file.chmod(0o600)
        self.settings = {"auth": {}, "vault": {"drain-seconds": 0}}
        self.env["auth"]["LATCHKEY_CALL_LOG"] = "false"

    def options(self, service):
        """The options that `serve` and `doctor` get."""
        peer = "vault" if service == "auth" else "auth"
        public, internal, operations = (f"127.0.0.1:{port}" for port in self.ports[service])
        words = ["--data", self.data, "--listen", public, "--internal-listen", internal, "--operations-listen", operations,
                 "--peer-url", self.url(peer, "internal")]
        if service == "auth":
            words += ["--config", self.file, "--public-url", self.url(service), "--sms-gateway", f"spool:{self.spool}"]
        for key, value in self.settings[service].items():
            words += ["--set", f"{key}={value}"]
        return [str(word) for word in words]

    def start(self, service, env=None):
        with open(self.data / f"{service}.log", "ab") as log:
            self.processes[service] = subprocess.Popen(
                [*self.prefix, str(self.bin / f"latchkey-{service}"), "serve", *self.options(service)], stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, env=os.environ | self.env[service] | (env or {}))

    def run(self, service, *words):
        return subprocess.run([str(self.bin / f"latchkey-{service}"), *words], capture_output=True, text=True, timeout=60)

    def findings(self, service="auth", *more):
        """The names that `doctor` warns of, with what it says; its exit code must say whether one is a fault."""
        done = self.run(service, "doctor", *self.options(service), *more, "--json")
        holds(done.stdout.startswith("["), f"doctor printed {done.stdout!r} {done.stderr!r}")
        found = json.loads(done.stdout)
        severities = {one["severity"] for one in found}
        holds(severities <= {"ok", "warning", "fault"}, severities)
        equal(done.returncode, 1 if "fault" in severities else 0, f"the exit code with {found}")
        return {one["name"]: one["text"] for one in found if one["severity"] != "ok"}

    def expect(self, *names, service="auth", more=()):
        found = self.findings(service, *more)
        equal(set(found), set(names), f"findings {found}")
        return found

    @contextlib.contextmanager
    def stopped(self, service):
        self.stop(service)
        yield
        self.start(service)
        self.wait_ready(service)

    def restarted(self, service):
        self.stop(service)
        self.start(service)
        self.wait_ready(service)

    def alter(self, statement):
        with contextlib.closing(sqlite3.connect(self.data / "auth.sqlite", timeout=10)) as link:
            link.execute(statement)
            link.commit()


@contextlib.contextmanager
def mode(path, bits):
    before = path.stat().st_mode & 0o777
    path.chmod(bits)
    yield
    path.chmod(before)


@contextlib.contextmanager
def content(path, data):
    """Replaces a file's bytes for a while."""
    before, bits = path.read_bytes(), path.stat().st_mode & 0o777
    path.chmod(0o600)
    path.write_bytes(data)
    yield
    path.write_bytes(before)
    path.chmod(bits)


@check("doctor finds each of 29 planted faults by name, while the service runs and while it is stopped, and none in a sound installation")
def planted(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-doctor-") as folder:
        own = Installation(pair.bin, folder)
        with own:
            play(own, pathlib.Path(folder))


def play(own, folder):
    own.expect("backup")
    own.expect("backup", service="vault")
    for service in ("auth", "vault"):
        done = own.run(service, "backup", "--data", str(own.data), "--to", str(folder / f"{service}.sqlite"))
        equal(done.returncode, 0, done.stderr)
        own.expect(service=service)
    while_running(own, folder)
    own.expect()
    while_stopped(own, folder)
    own.expect()
    own.expect(service="vault")
    other_issuer(own)


def other_issuer(own):
    """A vault that expects another issuer: nobody is logged out, and both /readyz and doctor say what to set."""
    device = Device(own.auth_url, own.vault_url)
    device.register("+4915112345678", "home", own)
    until(lambda: fault_of(lambda: device.mine("vault.info")) is None, "the vault serves")
    own.stop("vault")
    own.settings["vault"]["issuer"] = "https://other.example"
    own.start("vault")
    until(lambda: "the vault's setting issuer is https://other.example" in unready(own, "vault"), "/readyz names the issuer")
    until(lambda: fault_of(lambda: device.mine("vault.info")) == ("unavailable", 200), "the token is not refused")
    found = own.expect("service", "peer", service="vault")
    holds("set issuer to the same in both services" in found["peer"], found)


def while_running(own, folder):
    keys = own.data / "keys"
    own.expect("settings", more=["--set", "thread=1"])
    found = own.expect("settings", more=["--set", "message-language=de"])["settings"]
    holds("message-language" in found and "only en is built in" in found, found)
    with mode(own.data, 0o777):
        own.expect("data-folder")
    with mode(keys / "auth.index-1.key", 0o644):
        own.expect("key-files", "key-canary")
    with content(keys / "auth.index-1.key", os.urandom(32)):
        holds("index-1 holds another key" in own.expect("key-canary")["key-canary"], "the file of a key in use is compared")
    authority = CertificateAuthority(folder / "ca")
    one, other = authority.issue("one", "127.0.0.1"), authority.issue("other", "127.0.0.1")

    def link(key):
        return ["--set", f"internal-certificate={one.certificate}", "--set", f"internal-key={key}", "--set", f"internal-client-ca={authority.certificate}"]
    own.expect("certificate", more=link(other.key))
    own.expect("certificate-expiry", more=link(one.key))
    with mode(own.spool, 0o777):
        own.expect("gateway")
    wrong = ["--set", f"public-url={own.url('vault')}", "--set", "trusted-proxies=none"]
    holds("something else" in own.expect("public-url", more=wrong)["public-url"], "the vault is not auth")
    nowhere = ["--set", "public-url=http://127.0.0.1:1/rpc", "--set", "trusted-proxies=none"]
    holds("cannot be reached" in own.expect("public-url", more=nowhere)["public-url"], "nothing listens")
    kept = own.data / f"auth.sqlite.before-restore-{int(time.time() * 1000) - 31 * DAY_MS}"
    kept.touch()
    own.expect("kept-databases")
    kept.rename(own.data / f"auth.sqlite.before-restore-{int(time.time() * 1000) - 29 * DAY_MS}")
    own.expect()
    (own.data / f"auth.sqlite.before-restore-{int(kept.name.rsplit('-', 1)[1]) + 2 * DAY_MS}").unlink(missing_ok=True)
    for left in own.data.glob("*.before-restore-*"):
        left.unlink()
    backup = own.data / "auth.backup"
    with content(backup, str(int(time.time() * 1000) - 49 * HOUR_MS).encode()):
        own.expect("backup")

    equal(own.run("auth", "keys", "publish", "signing-2", "--data", str(own.data)).returncode, 0, "keys publish")
    own.expect()
    # An instance on another host that has read no key: its row counts for a few seconds after it was seen.
    own.alter(f"INSERT INTO instance (id, name, keys, seen) VALUES (x'{os.urandom(16).hex()}', 'other-host:1', '', {int(time.time() * 1000)})")
    holds("other-host:1" in own.expect("key-distribution")["key-distribution"], "the instance is named")
    own.alter("DELETE FROM instance WHERE name = 'other-host:1'")

    with content(keys / "auth.audit-head", f"999999:{'5a' * 32}\n".encode()):
        holds("accept-end" in own.expect("audit-end")["audit-end"], "the remedy is named")
    for service in ("auth", "vault"):
        until((keys / f"{service}.audit-head").exists, f"{service} records the end of its audit log")
        with content(keys / f"{service}.audit-head", b"damaged\n"):
            holds("accept-end" in own.findings(service).get("audit-end", ""), f"the damaged file of {service} is named")
    until(lambda: not (keys / "auth.audit-head").read_text().startswith("0:"), "the end of the audit log is recorded")
    own.alter("UPDATE audit SET at = -at WHERE number = 1")
    holds("row 1 was altered" in own.expect("audit-retention")["audit-retention"], "the row is named")
    own.alter("UPDATE audit SET at = -at WHERE number = 1")
    own.expect()

    parent = Device(own.auth_url, own.vault_url)
    parent.register("+4915112345677", "home", own)
    child = parent.mine("child.add", {"name": "Mia"})["childId"]
    own.expect()
    own.alter("CREATE TABLE kept AS SELECT * FROM child_parent")
    own.alter("DELETE FROM child_parent")
    found = own.expect("children-without-parent")["children-without-parent"]
    holds(found.startswith("a parent is missing for 1 child: latchkey-auth child list --without-parent"), found)
    own.alter("INSERT INTO child_parent SELECT * FROM kept")
    own.alter("DROP TABLE kept")
    own.expect()
    tablet = Device(own.auth_url, own.vault_url)
    ticket = tablet.call("invite.verify", {"code": parent.mine("child.invite", {"childId": child})["code"]})["ticket"]
    tablet.call("device.bind", {"ticket": ticket, "deviceName": "Mia's tablet"})
    own.expect()
    # A binding of an earlier generation than the latest older copy, as after a restore.
    own.alter("UPDATE child_binding SET begun_in = begun_in - 1000")
    found = own.expect("children-locked-by-restore")["children-locked-by-restore"]
    holds("for 1 child: latchkey-auth child list --locked-by-restore" in found and "latchkey parent unlock NAME" in found, found)
    own.alter("UPDATE child_binding SET begun_in = begun_in + 1000")
    own.expect()

    with content(own.file, b'{"countries": "49", "threads": 65}'):
        own.processes["auth"].send_signal(signal.SIGHUP)
        until(lambda: "SIGHUP: a file is wrong" in own.log("auth", 200), "the log names the wrong file")
    own.expect("reload")
    own.processes["auth"].send_signal(signal.SIGHUP)
    until(lambda: not own.findings(), "the next SIGHUP finds a right file")

    with own.stopped("vault"):
        own.expect("peer")
    with content(keys / "vault.service.pub", another_public_key(own, folder)):
        own.expect("peer-authentication")

    console = own.url("auth", "operations") + "/console"
    equal(requests.get(console, timeout=5).status_code, 200, "the console")
    own.settings["auth"] = {"trusted-proxies": "127.0.0.1", "console-url": "none"}
    own.prefix = ["sh", "-c", 'ulimit -n 512; exec "$@"', "sh"]
    own.restarted("auth")
    equal(requests.post(own.auth_url, json={"jsonrpc": "2.0", "method": "service.version", "id": 1}, timeout=5).status_code, 400, "no client address")
    equal(requests.get(console, timeout=5).status_code, 404, "the console with console-url=none")
    # Without X-Forwarded-For, doctor's own request to public-url is refused too.
    own.expect("client-address", "open-files", "public-url")
    own.settings["auth"], own.prefix = {}, []
    own.restarted("auth")


def while_stopped(own, folder):
    database, keys = own.data / "auth.sqlite", own.data / "keys"
    with own.stopped("auth"):
        own.expect("service")
        with content(keys / "auth.index-1.key", os.urandom(32)):
            own.expect("service", "key-canary")
        with content(keys / "auth.seal-1.key", b"short"):
            own.expect("service", "key-files")
        with socket.socket() as taken:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(("127.0.0.1", own.ports["auth"][0]))
            taken.listen()
            own.expect("service", "listener")
        with mode(database, 0o666):
            own.expect("service", "database")
        with content(database, os.urandom(8192)):
            own.expect("service", "database-integrity")
        own.alter("INSERT INTO schema_migration (id, name) VALUES (9999, 'of a later version')")
        own.expect("service", "database-schema")
        own.alter("DELETE FROM schema_migration WHERE id = 9999")
        with contextlib.closing(sqlite3.connect(database)) as link:
            (saved,) = link.execute("SELECT saved_at FROM lineage").fetchone()
        own.alter(f"UPDATE lineage SET saved_at = {int(time.time() * 1000) + HOUR_MS}")
        own.expect("service", "clock")
        own.alter(f"UPDATE lineage SET saved_at = {saved}")
        with content(database, damaged(database.read_bytes())):
            own.expect("service", "database-integrity")
        own.expect("service")


def damaged(data):
    """Returns the bytes of a database in which the first page of an index was overwritten."""
    page = int.from_bytes(data[16:18], "big")
    with tempfile.NamedTemporaryFile(suffix=".sqlite") as copy:
        copy.write(data)
        copy.flush()
        with contextlib.closing(sqlite3.connect(copy.name)) as link:
            (root,) = link.execute("SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name NOT IN "
                                   "('schema_migration', 'lineage', 'key_canary') ORDER BY rootpage DESC LIMIT 1").fetchone()
    start = (root - 1) * page
    return data[:start] + b"\xff" * page + data[start + page:]


def another_public_key(own, folder):
    equal(own.run("vault", "keys", "init", "--data", str(folder / "stranger")).returncode, 0, "keys init")
    return (folder / "stranger" / "keys" / "vault.service.pub").read_bytes()


def until(condition, what, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        holds(time.monotonic() < end, what)
        time.sleep(0.1)


def unready(pair, member):
    """Returns what /readyz says, or an empty text if the member is ready."""
    try:
        answer = requests.get(pair.url(member, "operations") + "/readyz", timeout=2)
    except requests.ConnectionError:
        return "no answer"
    return "" if answer.status_code == 200 else answer.text
