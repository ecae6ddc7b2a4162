"""Two instances of each service as an administrator runs them: own key files, PostgreSQL over TLS, a proxy of deploy/ with TLS."""
import itertools
import pathlib
import shutil
import socket
import subprocess
import time

import requests
from requests.adapters import HTTPAdapter

from certificates import CertificateAuthority
from checks import holds
from pair import SERVICES, Pair, free_ports
from patience import PATIENCE, UNAVAILABLE
from person import Device, fault_of
from tls_postgres import TLSPostgresServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOMAIN = ".example.org"
SENDS_PER_ADDRESS = 4

_look_up = socket.getaddrinfo


def lead_to(address):
    """Leads the host names of the shipped configurations to an address."""
    socket.getaddrinfo = lambda host, *more, **names: _look_up(address if str(host).endswith(DOMAIN) else host, *more, **names)


def settled(device):
    """Waits until a person is served eight times in turn; the proxy spreads these calls over both instances."""
    served, until = 0, time.monotonic() + PATIENCE
    while served < 8:
        refusal = fault_of(lambda: device.mine("secret.list"))
        holds(refusal in (None, UNAVAILABLE), f"{refusal} while the instances start")
        holds(time.monotonic() < until, f"still {refusal} after {PATIENCE} s")
        served = 0 if refusal else served + 1


def create_keys(bin, folder, *targets):
    """Makes the key files in `folder/auth/keys` and `folder/vault/keys` as Installing.md says, and copies all of them into each target."""
    folder.mkdir(mode=0o700)
    for service in SERVICES:
        subprocess.run([bin / f"latchkey-{service}", "keys", "init", "--data", folder / service], check=True, stdout=subprocess.DEVNULL)
    for service, peer in (SERVICES, reversed(SERVICES)):
        shutil.copy2(folder / service / "keys" / f"{service}.service.pub", folder / peer / "keys")
    for keys in targets:
        keys.mkdir(mode=0o700, parents=True)
        for file in folder.glob("*/keys/*"):
            shutil.copy2(file, keys / file.name)


class Address(HTTPAdapter):
    """Connects from a given address of this machine, so that one test is several clients."""

    def __init__(self, address):
        self.address = address
        super().__init__()

    def init_poolmanager(self, *arguments, **names):
        super().init_poolmanager(*arguments, source_address=(self.address, 0), **names)


class Deployment(Pair):
    """Both services without `--demo`. `peers` are the ports at which a proxy passes on calls between them, `port` is the proxy's."""
    flags = ()

    def __init__(self, bin, folder):
        self.folder = pathlib.Path(folder)
        self.folder.chmod(0o755)
        lead_to("127.0.0.1")
        self.authority = CertificateAuthority(self.folder / "tls")
        self.certificate = self.authority.issue("proxy", *(service + DOMAIN for service in SERVICES))
        database = TLSPostgresServer(self.authority, self.folder / "postgres", free_ports(1)[0])
        super().__init__(bin, self.folder / "data", instances=2, cluster=database)
        taken = {port for ports in self.ports.values() for port in ports}
        self.port, auth, vault = [port for port in free_ports(30) if port not in taken][:3]
        self.peers = {"auth": auth, "vault": vault}
        self.settings = {service: self._settings(service) for service in SERVICES}
        create_keys(self.bin, self.folder / "keys", self.data / "keys")
        self._clients = itertools.count(10)

    def _settings(self, service):
        self.cluster.create(service)
        settings = {"trusted-proxies": "127.0.0.1", "database-password-file": self.cluster.password_file(service), "call-log": "false"}
        if service == "auth":
            settings |= {"sends-per-address": SENDS_PER_ADDRESS, "public-url": self.url("auth"), "countries": "49"}
        return settings

    def url(self, service, listener="public"):
        if service in SERVICES and listener == "public":
            return f"https://{service}{DOMAIN}:{self.port}/rpc"
        if service in SERVICES and listener == "internal":
            return f"http://127.0.0.1:{self.peers[service]}/rpc"
        return super().url(service, listener)

    def start_all(self):
        """Starts all instances together; a proxy has to run already, because the services call each other through it."""
        for member in self.members:
            self.start(member)
        for member in self.members:
            self.wait_ready(member)
        return self

    def device(self, address=None):
        """Returns a device that connects from an address of its own."""
        device = Device(self.url("auth"), self.url("vault"))
        device.http = self.session(address or f"127.0.1.{next(self._clients)}")
        return device

    def clones(self, device, count):
        """Returns copies of a device, each with connections of its own."""
        copies = [self.device() for _ in range(count)]
        for copy in copies:
            copy.key, copy.jwk, copy.session = device.key, device.jwk, device.session
        return copies

    def session(self, address="127.0.0.1"):
        """Returns an HTTP session that trusts the authority of the proxy's certificate."""
        session = requests.Session()
        session.trust_env = False
        session.verify = str(self.authority.certificate)
        session.mount("https://", Address(address))
        return session
