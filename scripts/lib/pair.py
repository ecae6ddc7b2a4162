"""Starts, kills and questions a pair of real services on SQLite; used by scripts and by the end-to-end checks.

As a program: `pair.py --bin DIR --data DIR --keep` runs a pair on the usual ports until Ctrl-C.
"""
import argparse
import glob
import itertools
import os
import pathlib
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

SERVICES = ("auth", "vault")
USUAL = {"auth": (7601, 7621, 7611), "vault": (7602, 7622, 7612)}


def free_ports(count):
    links = [socket.socket() for _ in range(count)]
    for link in links:
        link.bind(("127.0.0.1", 0))
    ports = [link.getsockname()[1] for link in links]
    for link in links:
        link.close()
    return ports


class Pair:
    """Two services in one data folder. `env` is added to both processes' environment, `extra` to their arguments."""

    def __init__(self, bin, data, env=None, usual_ports=False, extra=()):
        self.bin, self.data = pathlib.Path(bin), pathlib.Path(data)
        self.env, self.extra = dict(env or {}), list(extra)
        ports = free_ports(6)
        self.ports = USUAL if usual_ports else {"auth": tuple(ports[:3]), "vault": tuple(ports[3:])}
        self.processes = {}
        self.spool = self.data / "spool"
        self.used = set()
        self._phones = itertools.count(int(time.time()) % 1_000_000 * 1000)
        self.data.mkdir(parents=True, exist_ok=True)

    def url(self, service, door=0, path="/rpc"):
        return f"http://127.0.0.1:{self.ports[service][door]}{path}"

    @property
    def auth_url(self):
        return self.url("auth")

    @property
    def vault_url(self):
        return self.url("vault")

    def command(self, service):
        listen = [f"127.0.0.1:{port}" for port in self.ports[service]]
        peer = "vault" if service == "auth" else "auth"
        command = [
            str(self.bin / f"latchkey-{service}"), "serve", "--demo", "--data", str(self.data), "--listen", listen[0],
            "--internal-listen", listen[1], "--operations-listen", listen[2], "--peer-url", self.url(peer, 1)]
        if service == "auth":
            command += ["--sms", f"spool:{self.spool}", "--set", "sends-per-address=100000"]
        return command + self.extra

    def start(self, service, env=None):
        with open(self.data / f"{service}.log", "ab") as log:
            self.processes[service] = subprocess.Popen(
                self.command(service), stdout=log, stderr=log, env={**os.environ, **self.env, **(env or {})})

    def wait_ready(self, seconds=30):
        deadline = time.monotonic() + seconds
        for service in SERVICES:
            while True:
                if self.processes[service].poll() is not None:
                    tail = (self.data / f"{service}.log").read_text(errors="replace").splitlines()[-5:]
                    raise RuntimeError(f"latchkey-{service} ended with {self.processes[service].returncode}: " + "\n".join(tail))
                try:
                    if urllib.request.urlopen(self.url(service, 2, "/readyz"), timeout=2).status == 200:
                        break
                except (urllib.error.URLError, OSError):
                    pass
                if time.monotonic() > deadline:
                    raise RuntimeError(f"latchkey-{service} was not ready within {seconds} s; see {self.data}/{service}.log")
                time.sleep(0.02)

    def kill9(self, service):
        self.processes[service].send_signal(signal.SIGKILL)
        self.processes[service].wait()

    def stop(self, seconds=15):
        for process in self.processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self.processes.values():
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()

    def new_phone(self):
        """A number nobody has used; each in a block of its own, so that block limits never meet."""
        return f"+49151{next(self._phones) * 1009 % 10_000_000_000:010}"

    def code_for(self, phone, seconds=10):
        """The newest code sent to a number that was not asked for before."""
        deadline = time.monotonic() + seconds
        digits = re.sub(r"\D", "", phone)
        while time.monotonic() < deadline:
            fresh = [path for path in glob.glob(f"{self.spool}/{digits}.*.sms") if path not in self.used]
            if fresh:
                newest = max(fresh, key=os.path.getmtime)
                self.used.update(fresh)
                return re.search(r"\b(\d{6})\b", pathlib.Path(newest).read_text().split("\n\n", 1)[1]).group(1)
            time.sleep(0.01)
        raise RuntimeError(f"no message for {phone} within {seconds} s")

    def operator(self, *arguments):
        """Runs a command of latchkey-auth on this pair's socket; returns what it prints."""
        done = subprocess.run(
            [str(self.bin / "latchkey-auth"), *arguments, "--data", str(self.data)], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip())
        return done.stdout

    def approve(self, phone):
        return self.operator("approve", "yes", phone)

    def metrics_text(self, service):
        return urllib.request.urlopen(self.url(service, 2, "/metrics"), timeout=5).read().decode()

    def metric(self, service, name):
        return sum(
            float(line.rsplit(" ", 1)[1]) for line in self.metrics_text(service).splitlines()
            if re.match(rf"{name}(\{{| )", line))

    def rows(self, service, query):
        """The first column of the first row of a read-only question to a service's database."""
        link = sqlite3.connect(f"file:{self.data}/{service}.sqlite?mode=ro", uri=True, timeout=10)
        try:
            return link.execute(query).fetchone()[0]
        finally:
            link.close()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--data", default="data")
    arguments.add_argument("--keep", action="store_true")
    chosen = arguments.parse_args()
    pair = Pair(chosen.bin, chosen.data, usual_ports=True)
    for service in SERVICES:
        pair.start(service)
    try:
        pair.wait_ready()
        print(f"auth  {pair.auth_url}\nvault {pair.vault_url}\ncodes are files in {pair.spool}\nCtrl-C stops both")
        signal.pause()
    except KeyboardInterrupt:
        pass
    except RuntimeError as error:
        sys.exit(str(error))
    finally:
        pair.stop()


if __name__ == "__main__":
    main()
