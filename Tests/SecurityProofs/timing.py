"""Measures whether the time of an answer tells if a number has an account, has none, or is blocked."""
import gc
import itertools
import json
import pathlib
import socket
import statistics
import tempfile
import time

from cryptography.hazmat.primitives.asymmetric import ec

from pair import Pair
from person import Device, b64url, fault_of
from pins import PINDevice
from roc import area, standard_error
from table import Table

BOUND = (0.45, 0.55)
PLANTED = 200_000  # nanoseconds that one class of measurements is made longer by
CLASSES = ("unknown", "known", "blocked")
METHODS = {"otp.request": {"purpose": "login"}, "registration.start": {"group": "home"}}
SETTINGS = {
    "trusted-proxies": "127.0.0.0/8", "call-log": "false", "otp-resend-seconds": 1, "sends-per-number": 100, "sends-per-address": 100_000,
    "sends-per-block": 10_000, "sends-per-day": 10_000_000, "writing-calls-per-minute": 1_000_000, "max-invalid-login-attempts": 1}


def prove(bin, extent, draw):
    numbers, rounds = (90, 45) if extent == "full" else (60, 40)
    memory = pathlib.Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="latchkey-timing-", dir=memory if memory.is_dir() else None) as folder:
        with Pair(bin, folder, settings={"auth": SETTINGS}) as pair:
            phones = people(pair, numbers, draw)
            times = measure(pair, phones, rounds, draw)
    table = Table(f"timing: {numbers * rounds // 2} answers of each class and method, in random order")
    for method, by_class in times.items():
        for name, found in by_class.items():
            table.note(f"{method}, {name}: median {statistics.median(found) / 1e6:.3f} ms, quartiles "
                       + " and ".join(f"{quartile / 1e6:.3f}" for quartile in statistics.quantiles(found)[::2]))
        for low, high in itertools.combinations(CLASSES, 2):
            compare(table, f"{method}: {low} and {high}", by_class[low], by_class[high], lambda found: BOUND[0] <= found <= BOUND[1])
        compare(table, f"{method}: planted 200 µs are detected", by_class["unknown"], by_class["planted"], lambda found: found > BOUND[1])
    return table.holds()


def compare(table, what, low, high, is_good):
    found = area(low, high)
    table.row(what, f"area {found:.3f} ± {1.96 * standard_error(low, high):.3f}", is_good(found))


def people(pair, count, draw):
    """Makes the numbers of each class, each with a prefix of its own; one code has been sent to each."""
    prefixes = draw.sample(range(100, 1000), 4 * count)
    phones = {name: [f"+49{prefixes.pop()}{draw.randrange(10**7):07}" for _ in range(count)] for name in (*CLASSES, "planted")}
    stranger = proxied(Device(pair.auth_url, pair.vault_url))
    for name, those in phones.items():
        for phone in those:
            if name not in ("known", "blocked"):
                stranger.call("otp.request", {"phone": phone, "purpose": "login"})
                continue
            owner = proxied(PINDevice(pair))
            owner.register(phone, "home", pair)
            owner.enrol_pin("4829")
            if name == "blocked":
                fault = fault_of(lambda: owner.prove_pin("1111"))[0]
                if fault != "blocked":
                    raise AssertionError(f"one wrong PIN was answered {fault}")
    return phones


def proxied(device, address="203.0.113.9"):
    """Makes a device send its network address as a proxy does."""
    device.http.headers["X-Forwarded-For"] = address
    return device


class Client:
    """Sends each request by a new device key from a network of its own, and measures until the whole answer has arrived."""

    def __init__(self, pair):
        self.device = proxied(Device(pair.auth_url, pair.vault_url))
        self.device.call("registration.state", {"phone": "+4915112345678"})
        self.port = pair.ports["auth"][0]
        self.link = socket.create_connection(("127.0.0.1", self.port))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sent = 0

    def ask(self, method, phone, pause=0):
        """Returns the nanoseconds that an answer took, `pause` of which the client waits."""
        request = self.request(method, {"phone": phone, **METHODS[method]})
        began = time.perf_counter_ns()
        self.link.sendall(request)
        answer = self.link.recv(65536)
        arrived = time.perf_counter_ns()
        while time.perf_counter_ns() < arrived + pause:
            pass
        took = time.perf_counter_ns() - began
        head, _, body = answer.partition(b"\r\n\r\n")
        if b'"result"' not in body:
            raise AssertionError(f"{method} was answered {answer}")
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"dpop-nonce:"):
                self.device.nonce = line.split(b":", 1)[1].strip().decode()
        return took

    def request(self, method, params):
        self.sent += 1
        self.device.key = ec.generate_private_key(ec.SECP256R1())
        numbers = self.device.key.public_key().public_numbers()
        self.device.jwk |= {"x": b64url(numbers.x.to_bytes(32, "big")), "y": b64url(numbers.y.to_bytes(32, "big"))}
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": self.sent}).encode()
        address = f"{11 + self.sent // 65536}.{self.sent // 256 % 256}.{self.sent % 256}.9"
        return "\r\n".join([
            "POST /rpc HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", f"X-Forwarded-For: {address}",
            f"DPoP: {self.device.proof(method, body, self.device.auth_url)}", f"Content-Length: {len(body)}", "", ""]).encode() + body


def measure(pair, phones, rounds, draw):
    """Returns the times of each method and class. In each round every number is asked for once, in random order."""
    client, last = Client(pair), {}
    time.sleep(1.1)  # the shortest time between two codes to one number
    times = {method: {name: [] for name in phones} for method in METHODS}
    gc.disable()
    for turn in range(rounds):
        asked = [(name, phone, list(METHODS)[(turn + number) % 2]) for name, those in phones.items() for number, phone in enumerate(those)]
        draw.shuffle(asked)
        for name, phone, method in asked:
            time.sleep(max(0.002, last.get(phone, 0) + 1.05 - time.monotonic()))
            last[phone] = time.monotonic()
            times[method][name].append(client.ask(method, phone, PLANTED if name == "planted" else 0))
    gc.enable()
    return times
