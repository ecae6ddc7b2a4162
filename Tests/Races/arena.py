"""The services that a race is run against, and what disturbs them meanwhile: an instance is killed, or suspended for a moment."""
import concurrent.futures
import contextlib
import pathlib
import signal
import tempfile
import threading
import time
import uuid

import counters
from pair import Pair
from patience import patiently
from person import Refused, b64url
from pins import PINDevice
from postgres_server import PostgresServer
from volley import shot, volley

ENGINES = ("sqlite", "postgres")
CONNECTIONS = 64
SENDS_PER_NUMBER, SENDS_PER_BLOCK = 12, 20
SETTINGS = {
    "call-log": "false", "otp-resend-seconds": 1, "sends-per-number": SENDS_PER_NUMBER, "sends-per-address": 100_000,
    "sends-per-block": SENDS_PER_BLOCK, "sends-per-day": 10_000_000, "writing-calls-per-minute": 1_000_000,
    "wrong-codes-per-hour": 10_000_000}


class Racer(PINDevice):
    """A device whose key, nonce and sessions a test uses in many connections at once."""

    @property
    def key_name(self):
        """The thumbprint of the key as the database names it."""
        return b64url(self.thumbprint)


class Arena:
    """One instance of each service on SQLite, or two on PostgreSQL, which tests address directly and in turn."""

    def __init__(self, bin, engine, draw):
        """`draw` makes the choices at random."""
        self.engine, self.draw, self.slowest = engine, draw, 0.3
        self._folder = tempfile.TemporaryDirectory(prefix="latchkey-races-")
        self.cluster = PostgresServer() if engine == "postgres" else None
        self.pair = Pair(
            bin, pathlib.Path(self._folder.name) / "data", settings={"auth": dict(SETTINGS)}, cluster=self.cluster,
            instances=2 if engine == "postgres" else 1)

    def __enter__(self):
        try:
            self.pair.start_all()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.pair.__exit__()
        if self.cluster:
            self.cluster.close()
        self._folder.cleanup()

    def members(self, service):
        return [member for member in self.pair.members if member.split("-")[0] == service]

    def ports(self, service="auth", listener="public"):
        return [self.pair.ports[member][("public", "internal").index(listener)] for member in self.members(service)]

    # people

    def device(self):
        device = Racer(self.pair)
        patiently(lambda: device.call("service.version"))
        return device

    def devices(self, count):
        """Returns new devices that have the nonce of the first."""
        first = self.device()
        others = [Racer(self.pair) for _ in range(count - 1)]
        for device in others:
            device.nonce = first.nonce
        return [first, *others]

    def person(self, group="demo", pin=None):
        """Registers a person on a device of their own."""
        device = Racer(self.pair)
        device.phone = self.pair.new_phone()
        device.register(device.phone, group, self.pair)
        if pin:
            device.enrol_pin(pin)
        return device

    def sent_code(self, device, phone):
        """Logs a device in by a code. Waits for the time between two codes to one number."""
        asked = {"phone": phone, "purpose": "login"}
        challenge = once_more(lambda: device.call("otp.request", asked), "sendLimit")["challengeId"]
        params = {"challengeId": challenge, "code": self.pair.code_for(phone), "requestId": str(uuid.uuid4())}
        device.session = device.call("otp.verify", params)["session"]

    def when_sent(self, action, refusal):
        """Repeats an action that sends a code, until enough time has passed since the last one; returns None if it is refused."""
        try:
            return once_more(action, "sendLimit")
        except Refused as refused:
            if refused.fault != refusal:
                raise
            return None

    def people(self, count, make):
        """Makes people with `make(number)` in parallel, because some steps of a person wait for a text message."""
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            return list(pool.map(make, range(count)))

    def fresh(self, device):
        """Gives a device a nonce that is good for all instances."""
        device.call("service.version")
        return device

    def copies(self, device, method, params, count=CONNECTIONS, token=None, tag=None):
        """Makes requests with the same content and a proof each, to all instances of auth in turn."""
        ports = self.ports()
        return [shot(device, ports[turn % len(ports)], method, params, token, tag) for turn in range(count)]

    def replies(self, device, method, params=None, token=None, service="auth"):
        """Makes one call at each instance of a service, one after the other, and returns the answers."""
        return [patient_call(device, port, method, params, token) for port in self.ports(service)]

    # disturbances

    def play(self, shots, disturbance=None, service="auth"):
        """Releases requests together and returns the answers once every instance serves again.

        `disturbance` is None, `kill` or `pause`, of an instance of a service.
        """
        with self._disturbing(disturbance, service) as begin:
            answers = volley(shots, begin)
        took = max(answer.answered - answer.sent for answer in answers)
        if not disturbance:
            self.slowest = 0.7 * self.slowest + 0.3 * min(took, 2)
        return answers

    def play_until_count(self, shots):
        """Releases requests to instances one of which dies as soon as it has counted an attempt; then it is started again."""
        member = self.draw.choice(self.members("auth"))
        self.pair.restart(member, {"LATCHKEY_FAILPOINT": "after-count"})
        answers = volley(shots)
        if self.pair.is_running(member):
            until = time.monotonic() + 5
            while self.pair.is_running(member) and time.monotonic() < until:
                time.sleep(0.02)
        self.pair.restart(member)
        return answers

    @contextlib.contextmanager
    def _disturbing(self, kind, service):
        member, wait = self.draw.choice(self.members(service)), self.draw.uniform(0, self.slowest)
        rest = self.draw.uniform(0.2, 3)

        def kill():
            time.sleep(wait)
            self.pair.restart(member)

        def pause():
            time.sleep(wait)
            process = self.pair.processes[member]
            process.send_signal(signal.SIGSTOP)
            time.sleep(rest)
            process.send_signal(signal.SIGCONT)
        thread = threading.Thread(target={"kill": kill, "pause": pause}[kind]) if kind else None
        yield thread.start if thread else lambda: None
        if thread:
            thread.join()
            self.pair.wait_ready(self.pair.members)

    # the database

    def number(self, query, service="auth"):
        """Returns the number that a query counts, or None."""
        return counters.read(self.pair, service, query)


def once_more(action, fault):
    """Repeats an action while it is refused with a fault that passes."""
    until = time.monotonic() + 30
    while True:
        try:
            return patiently(action)
        except Refused as refused:
            if refused.fault != fault or time.monotonic() > until:
                raise
            time.sleep(min(refused.pause, 1))


def patient_call(device, port, method, params=None, token=None, source="127.0.0.1"):
    """Calls one instance until it answers something else than `unavailable`; returns the answer."""
    until = time.monotonic() + 30
    while True:
        answer = volley([shot(device, port, method, params or {}, token, source=source)])[0]
        if not answer.is_unknown or time.monotonic() > until:
            return answer
        time.sleep(0.1)

