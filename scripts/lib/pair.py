"""Runs both services for scripts and tests: one instance of each on SQLite, or several on PostgreSQL behind nginx.

As a module: `Pair(bin, data).start_all()`. As a program: `pair.py --bin DIR --data DIR --keep` starts one on the
usual ports and runs until Ctrl-C; SIGUSR1 and SIGUSR2 kill auth or the vault with SIGKILL and start it again.
"""
import argparse
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

from postgres_server import PostgresServer
from load_balancer import LoadBalancer

SERVICES = ("auth", "vault")
USUAL_PORTS = {"auth": (7601, 7621, 7611), "vault": (7602, 7622, 7612)}


# One for each port that this process has been given, so that no other process is given it meanwhile.
reservations = []


def free_ports(count):
    """Returns ports on which nothing listens, below the range from which the system gives ports to outgoing connections.

    Other processes that call this function are not given these ports before this process ends.
    """
    callers = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()
    top = max(int(callers[0]), 12_000)
    candidates, ports = random.sample(range(top - 10_000, top), 10_000), []
    while len(ports) < count:
        port, reservation = candidates.pop(), socket.socket(socket.AF_UNIX)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
                reservation.bind(f"\0latchkey-test-port-{port}")
            except OSError:
                reservation.close()
                continue
        reservations.append(reservation)
        ports.append(port)
    return ports


def end_on_signals():
    """Makes the first SIGTERM or SIGHUP raise SystemExit, so that what this program started is stopped before it ends."""
    def end(number, _):
        for one in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(one, signal.SIG_IGN)
        sys.exit(128 + number)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


def in_postgres(query):
    """Translates a query from SQLite's dialect to PostgreSQL's."""
    query = re.sub(r"\bx'([0-9a-f]*)'", r"'\\x\1'", query)
    query = re.sub(r"\bhex\(([a-z_]+)\)", r"upper(encode(\1, 'hex'))", query)
    return query.replace("json_group_array(json_array(k, v))", "coalesce(json_agg(json_build_array(k, v)), '[]')")


class NoMessage(RuntimeError):
    """No text message arrived in time."""


class Pair:
    """Two services with one data folder: `data/auth.sqlite`, `data/vault.sqlite`, `data/keys`, `data/spool`.

    With `cluster`, a PostgresServer, its databases `auth` and `vault` replace the files. With `instances` above 1 the
    processes are `auth`, `vault`, `auth-2`, `vault-2` …, which share one set of keys, and a load balancer forwards to each
    service's public and internal listeners.
    """
    # Options of `serve`. A subclass without `--demo` has to provide the key files.
    flags = ("--demo",)

    def __init__(self, bin, data, env=None, usual_ports=False, settings=None, prefix=(), cluster=None, instances=1):
        """`settings` are `{service: {key: value}}`, given as `--set key=value`; `env` is added to each process's.

        `prefix` goes before each program, as `("taskset", "-c", "0")`.
        """
        if instances > 1 and not cluster:
            raise RuntimeError("several instances need PostgreSQL: a SQLite file belongs to one process")
        self.bin, self.data = pathlib.Path(bin).resolve(), pathlib.Path(data).resolve()
        self.data.mkdir(parents=True, exist_ok=True)
        self.spool = self.data / "spool"
        self.spool.mkdir(mode=0o700, exist_ok=True)
        self.env = {service: dict(env or {}) for service in SERVICES}
        self.settings = settings or {"auth": {"sends-per-address": 100000, "key-lead-seconds": 1}}
        self.prefix = list(prefix)
        self._phones = itertools.count(int(time.time()) % 1_000_000 * 1000)
        self.cluster, self.balancer, self.balanced_ports = cluster, None, {}
        self.members = [name if turn == 1 else f"{name}-{turn}" for turn in range(1, instances + 1) for name in SERVICES]
        ports = iter(free_ports(3 * len(self.members) + 4))
        self.ports = {member: [next(ports) for _ in range(3)] for member in self.members}
        if instances > 1:
            self.balanced_ports = {name: [next(ports) for _ in range(2)] for name in SERVICES}
        if usual_ports and instances > 1:
            self.balanced_ports = {name: USUAL_PORTS[name][:2] for name in SERVICES}
        elif usual_ports:
            self.ports = dict(USUAL_PORTS)
        # Addresses of auth beside its own that request proofs may name.
        self.other_auth_urls = []
        self.processes, self.taken = {}, set()

    def url(self, service, listener="public"):
        """The URL of a listener: public, internal, or operations (without /rpc); the load balancer's if there is one.

        `auth-2` and the like name the listeners of one instance; `auth` and `vault` name the whole service, except for
        operations, which is the first instance's.
        """
        index = ("public", "internal", "operations").index(listener)
        port = self.balanced_ports[service][index] if service in self.balanced_ports and index < 2 else self.ports[service][index]
        return f"http://127.0.0.1:{port}" + ("" if listener == "operations" else "/rpc")

    @property
    def urls(self):
        """The public URLs of both services."""
        return {service: self.url(service) for service in SERVICES}

    @property
    def auth_url(self):
        return self.url("auth")

    @property
    def vault_url(self):
        return self.url("vault")

    @property
    def socket(self):
        """Auth's Unix socket for the local administrator."""
        return self.data / "auth.sock"

    @property
    def vault_database(self):
        """The database in which the vault's rows can be counted."""
        return self.cluster.url("vault", direct=True) if self.cluster else str(self.data / "vault.sqlite")

    def start(self, service, env=None):
        """Starts one service, or one instance of it, without waiting for it. `env` applies to this start only."""
        kind = service.split("-")[0]
        peer = "vault" if kind == "auth" else "auth"
        public, internal, operations = (f"127.0.0.1:{port}" for port in self.ports[service])
        words = [*self.prefix, str(self.bin / f"latchkey-{kind}"), "serve", *self.flags, "--data", str(self._folder(service)),
                 "--listen", public, "--internal-listen", internal, "--operations-listen", operations,
                 "--peer-url", self.url(peer, "internal")]
        if kind == "auth":
            words += ["--public-url", ",".join([self.url(kind), *self.other_auth_urls]), "--sms-gateway", f"spool:{self.spool}"]
        if self.cluster:
            self.cluster.create(kind)
            words += ["--database", self.cluster.url(kind)]
        for key, value in (self._database() | self.settings.get(kind, {})).items():
            words += ["--set", f"{key}={value}"]
        log = open(self.data / f"{service}.log", "ab")
        self.processes[service] = subprocess.Popen(
            words, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=os.environ | self.env[kind] | (env or {}))
        log.close()

    def _folder(self, member):
        """Returns the data folder of an instance: its own socket, and the shared keys."""
        if member in SERVICES:
            return self.data
        folder = self.data / member
        if not folder.exists():
            folder.mkdir(mode=0o700)
            (folder / "keys").symlink_to(self.data / "keys")
        return folder

    def _database(self):
        """Returns the settings for PostgreSQL: small pools, as instances share a server, and no prepared statements with pgBouncer."""
        return {"database-prepared-statements": "false" if self.cluster.pool else "true", "database-pool": "6"} if self.cluster else {}

    def start_all(self):
        """Starts auth, then the vault, which fetches auth's keys at once; each is ready when this returns."""
        if self.balanced_ports and not self.balancer:
            self.balancer = LoadBalancer({
                self.balanced_ports[name][index]: [self.ports[member][index] for member in self.members if member.startswith(name)]
                for name in SERVICES for index in (0, 1)})
        for member in self.members:
            self.start(member)
            self.wait_ready(member)
        return self

    def is_running(self, service):
        return service in self.processes and self.processes[service].poll() is None

    def wait_ready(self, services=SERVICES, seconds=30):
        """Waits until /readyz answers 200; raises with the end of the log if a service ends or takes too long."""
        for service in [services] if isinstance(services, str) else services:
            until = time.monotonic() + seconds
            while True:
                if not self.is_running(service):
                    raise RuntimeError(f"latchkey-{service} ended at its start:\n{self.log(service)}")
                try:
                    with urllib.request.urlopen(self.url(service, "operations") + "/readyz", timeout=1) as answer:
                        if answer.status == 200:
                            self._note_process(service)
                            break
                except OSError:
                    pass
                if time.monotonic() > until:
                    raise RuntimeError(f"latchkey-{service} is not ready after {seconds} s:\n{self.log(service)}")
                time.sleep(0.02)

    def _note_process(self, service):
        """Writes the process id of a ready service into `data/SERVICE.pid`, in one step."""
        part = self.data / f"{service}.pid.part"
        part.write_text(f"{self.processes[service].pid}\n")
        part.rename(self.data / f"{service}.pid")

    def restart_on_signals(self):
        """Makes SIGUSR1 restart auth and SIGUSR2 the vault, each with SIGKILL.

        If `data/SERVICE.request` says `backup` or `restore`, the service ends in order, its database is copied or the copy is put
        back, and the service starts again. The restart is complete when `data/SERVICE.pid` contains another process id.
        """
        signal.signal(signal.SIGUSR1, lambda *_: self._restart_as_requested("auth"))
        signal.signal(signal.SIGUSR2, lambda *_: self._restart_as_requested("vault"))

    def _restart_as_requested(self, service):
        request = self.data / f"{service}.request"
        if not request.exists():
            return self.restart(service)
        work = request.read_text()
        request.unlink()
        if self.cluster:
            raise RuntimeError("a copy of a database is made and put back on SQLite only")
        self.stop(service)
        kept = self.data / "backup"
        kept.mkdir(exist_ok=True)
        source, target = (self.data, kept) if work == "backup" else (kept, self.data)
        for file in target.glob(f"{service}.sqlite*"):
            if not file.name.endswith(".lock"):
                file.unlink()
        for file in source.glob(f"{service}.sqlite*"):
            if not file.name.endswith(".lock"):
                shutil.copy2(file, target / file.name)
        self.start(service)
        self.wait_ready(service)

    def log(self, service, lines=15):
        """Returns the last lines of a service's log."""
        return "\n".join((self.data / f"{service}.log").read_text(errors="replace").splitlines()[-lines:])

    def stop(self, service=None, seconds=15):
        """Ends a service with SIGTERM and returns its exit status; without a name, ends all."""
        if service is None:
            return self.stop_all()
        process = self.processes.pop(service, None)
        if process is None:
            return None
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise RuntimeError(f"latchkey-{service} did not end within {seconds} s of SIGTERM:\n{self.log(service)}")

    def stop_all(self):
        for service in list(self.processes):
            self.stop(service)
        if self.balancer:
            self.balancer.close()
            self.balancer = None

    def kill9(self, service):
        """Ends a service by SIGKILL."""
        process = self.processes.pop(service, None)
        if process:
            process.kill()
            process.wait()

    def restart(self, service, env=None):
        """Kills a service and starts it again; it is ready when this returns."""
        self.kill9(service)
        self.start(service, env)
        self.wait_ready(service)

    def call(self, service, method, params=None, headers=None, listener="public", timeout=10):
        """Makes one JSON-RPC call and returns the HTTP status and the parsed body."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}).encode()
        request = urllib.request.Request(
            self.url(service, listener), body, {"content-type": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def code_for(self, phone, seconds=10):
        """Waits for a message to a number that no earlier call has seen, and returns the code of the newest one."""
        digits = re.sub(r"\D", "", phone)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            files = [file for file in self.spool.iterdir() if not file.name.startswith(".") and file not in self.taken]
            fresh = [file for file in files if digits in file.name]
            if fresh:
                self.taken.update(fresh)
                newest = max(fresh, key=lambda file: file.stat().st_mtime_ns)
                return re.findall(r"#(\d{6})\b", newest.read_text())[-1]
            time.sleep(0.02)
        raise NoMessage(f"no message to {phone} arrived within {seconds} s:\n{self.log('auth')}")

    def ignore_messages(self):
        """Makes `code_for` wait for messages that arrive from now on."""
        self.taken.update(file for file in self.spool.iterdir() if not file.name.startswith("."))

    def new_phone(self):
        """Returns an unused phone number, each in a prefix of its own, so that limits per prefix do not interfere."""
        return f"+49151{next(self._phones) * 1009 % 10_000_000_000:010}"

    def operator(self, *words):
        """Runs a command of latchkey-auth on this pair's data folder and returns its output."""
        return self._administrator("auth", words)

    def _administrator(self, service, words):
        done = subprocess.run(
            [str(self.bin / f"latchkey-{service}"), *words, "--data", str(self.data)], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip())
        return done.stdout

    def vault_administrator(self, *words):
        """Runs a command of latchkey-vault on this pair's data folder and returns its output."""
        return self._administrator("vault", words)

    def approve(self, phone):
        return self.operator("approve", "yes", phone)

    def command(self, service, *words):
        """Runs a command of a service that calls its administration socket; true if it succeeds."""
        return subprocess.run([str(self.bin / f"latchkey-{service.split('-')[0]}"), *words, "--data", str(self._folder(service))],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60).returncode == 0

    def rows(self, service, query):
        """Returns the first column of the first row of a read-only query on a service's database."""
        if self.cluster:
            found = self.cluster.query(service, in_postgres(query)).split("\n")[0].split("|")[0]
            return int(found) if re.fullmatch(r"-?\d+", found) else found or None
        link = sqlite3.connect(f"file:{self.data}/{service}.sqlite?mode=ro", uri=True, timeout=10)
        try:
            return link.execute(query).fetchone()[0]
        finally:
            link.close()

    def metrics_text(self, service):
        with urllib.request.urlopen(self.url(service, "operations") + "/metrics", timeout=5) as answer:
            return answer.read().decode()

    def metric(self, service, name):
        """Returns the sum of a metric's samples over all labels and all instances."""
        lines = "\n".join(self.metrics_text(member) for member in self.members if member.split("-")[0] == service).splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if re.match(rf"{re.escape(name)}(\{{|\s)", line))

    def __enter__(self):
        return self.start_all()

    def __exit__(self, *_):
        for service in list(self.processes):
            self.kill9(service)
        self.stop_all()


def curl_lines(pair):
    """Returns curl commands for this pair, to paste into a shell."""
    def line(url, method, more=""):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method})
        return f"curl -sS {more}-H 'content-type: application/json' {url} -d '{body}'"
    auth, vault = pair.url("auth"), pair.url("vault")
    return [
        "# which release, which contract", line(auth, "service.version"), line(vault, "service.version"),
        "# the methods a service has", line(auth, "rpc.discover") + """ | grep -o '"name": "[a-z]*[.][A-Za-z]*"' | sort -u""",
        "# the groups a person may join", line(auth, "group.list"),
        "# a 401: HTTP status, challenge and the JSON-RPC error that says what to do",
        line(vault, "vault.info", "-i -H 'authorization: Bearer nonsense' "),
        "# health and metrics", f"curl -sS {pair.url('auth', 'operations')}/readyz",
        f"curl -sS {pair.url('vault', 'operations')}/metrics | grep -v '^#' | grep -v bucket",
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="the folder of the programs")
    parser.add_argument("--data", required=True, help="the data folder, made if it is missing")
    parser.add_argument("--keep", action="store_true", help="run until Ctrl-C, on the usual ports")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--instances", type=int, default=1, help="how many of each; more than one only on PostgreSQL")
    arguments = parser.parse_args()
    cluster = PostgresServer() if arguments.database == "postgres" else None
    pair = Pair(arguments.bin, arguments.data, usual_ports=arguments.keep, settings={"auth": {"otp-resend-seconds": 1, "sends-per-address": 1000}}, cluster=cluster,
                instances=arguments.instances)
    pair.restart_on_signals()
    end_on_signals()
    try:
        pair.start_all()
        print("Both services are ready. Messages go to", pair.spool, "\nTry:\n")
        print("\n".join(curl_lines(pair)))
        print("\nCtrl-C ends both.", flush=True)
        while arguments.keep:
            time.sleep(1)
            for service in pair.members:
                if not pair.is_running(service):
                    raise RuntimeError(f"latchkey-{service} has ended:\n{pair.log(service)}")
    except KeyboardInterrupt:
        print("\nEnding both.")
    except RuntimeError as error:
        sys.exit(str(error))
    finally:
        pair.stop_all()
        if cluster:
            cluster.close()


if __name__ == "__main__":
    main()
