"""Limits on one-time codes, from many addresses: a proxy on loopback names them in X-Forwarded-For."""
import contextlib
import datetime
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time
import uuid

from checks import check, equal, holds
from pair import Pair
from person import Device, Refused, fault_of


class DistantDevice(Device):
    """A device at a network address of its choice."""

    def __init__(self, pair, address):
        super().__init__(pair.auth_url, pair.vault_url)
        self.address = address

    def post(self, url, body, headers):
        return super().post(url, body, {**headers, "X-Forwarded-For": self.address})

    def ask(self, phone):
        """Requests a code to log in; returns the fault that refuses it, or None."""
        try:
            self.challenge = self.call("otp.request", {"phone": phone, "purpose": "login"})["challengeId"]
        except Refused as refused:
            holds(refused.fault != "sendLimit" or refused.error["data"]["retryAfterMs"] > 0, str(refused.error))
            return refused.fault
        return None

    def enter(self, code):
        """Logs in with a code; returns the fault that refuses it, or None."""
        try:
            self.call("otp.verify", {"challengeId": self.challenge, "code": code})
        except Refused as refused:
            return refused.fault
        return None


def serve(pair, *settings):
    """Runs `latchkey-auth serve` without --demo in an empty folder and returns the last line of its error."""
    with tempfile.TemporaryDirectory(prefix="latchkey-start-") as folder:
        words = [word for setting in settings for word in ("--set", setting)]
        done = subprocess.run(
            [pair.bin / "latchkey-auth", "serve", "--data", folder, "--sms-gateway", f"spool:{folder}/spool", *words],
            capture_output=True, text=True, timeout=30)
    holds(done.returncode != 0, f"the service started with {settings}")
    return (done.stderr.strip().splitlines() or [""])[-1]


@check("without --demo auth does not start without a list of countries, nor with a test number that has no end", requirements=["O7"])
def starts(pair):
    for settings, named in [
        ((), "countries"), (("countries=all",), "countries"), (("countries=49", "test-numbers=+491700000001=123456"), "test-numbers"),
        (("countries=49", "test-numbers=+491700000001=123456@2020-01-31"), "test-numbers"),
        (("countries=49", "test-numbers=+491700000001=123456@2199-01-31"), "test-numbers"),
        (("countries=49", "sends-per-day=0"), "sends-per-day"), (("countries=49", "wrong-codes-per-hour=0"), "wrong-codes-per-hour"),
        (("countries=49",), "key"),
    ]:
        error = serve(pair, *settings)
        holds(named in error, f"{settings}: {error}")


@check("a flood of requests from one /48 and four IPv4 addresses stays under the limits, and owners get their codes")
def flood(pair):
    seed = random.randrange(2**32)
    print(f"  seed {seed}")
    draw = random.Random(seed)
    with running(pair, {"trusted-proxies": "127.0.0.0/8", "otp-resend-seconds": 1, "call-log": "false", "writing-calls-per-minute": 6000}) as other:
        play(other, draw)


@contextlib.contextmanager
def running(pair, settings):
    """Runs another pair with settings of auth, and keeps its data if a check fails."""
    data = tempfile.mkdtemp(prefix="latchkey-codes-")
    other, good = Pair(pair.bin, data, env=pair.env["auth"], settings={"auth": settings}), False
    try:
        yield other.start_all()
        good = True
    finally:
        other.stop()
        if good:
            shutil.rmtree(data, ignore_errors=True)
        else:
            print(f"logs and databases of the services are in {data}")


def play(pair, draw):
    owners = [DistantDevice(pair, f"203.0.{number}.9" if number % 2 else f"2001:db8:{number + 100:x}::1") for number in range(30)]
    phones = [f"+49151000{number // 3 % 3}{number:04}" for number in range(30)]
    for number, owner in enumerate(owners):
        if number % 3 == 0:  # a known device
            owner.register(phones[number], "home", pair)
        elif number % 3 == 1:  # a known number; the owner then has a new device
            DistantDevice(pair, f"198.51.{number}.9").register(phones[number], "home", pair)
    before, faults = messages(pair), {}
    attackers = [DistantDevice(pair, "") for _ in range(20)]
    for turn in range(1000):
        attacker = draw.choice(attackers)
        site = draw.randrange(8)
        attacker.address = f"192.0.{site}.2" if site < 4 else f"2001:db8:0:{draw.randrange(65536):x}::{draw.randrange(1, 65536):x}"
        country = draw.choice([33, 44, 39, 34, 48, 31, 32, 45, 46, 47])
        phone = f"+4915100000{draw.randrange(1000):03}" if draw.randrange(2) else f"+{country}{draw.randrange(10, 20)}1234{draw.randrange(1000):03}"
        fault = attacker.ask(phone)
        faults[fault] = faults.get(fault, 0) + 1
    equal(set(faults), {None, "sendLimit"}, "faults")
    holds(60 <= faults[None] <= 80, f"40 for the /48 and 10 for each of four addresses: {faults}")
    # Some of the attackers' numbers are owners' numbers. Their messages must have arrived, or one of them would be taken for an owner's.
    await_messages(pair, before + faults[None])
    pair.ignore_messages()
    for number, owner in enumerate(owners):
        if number % 3 == 2:
            owner.register(phones[number], "home", pair)
        else:
            owner.login(phones[number], pair)
    await_messages(pair, before + faults[None] + 30)


def await_messages(pair, count, seconds=20):
    """Waits until the spool has as many messages, and fails if it then has more."""
    until = time.monotonic() + seconds
    while messages(pair) < count and time.monotonic() < until:
        time.sleep(0.05)
    equal(messages(pair), count, "messages")


def messages(pair):
    return len(list(pathlib.Path(pair.spool).glob("*.sms")))


@check("strangers' reads and refused calls write nothing, and an address with too many writing calls has to wait")
def strangers(pair):
    with running(pair, {"trusted-proxies": "127.0.0.0/8", "call-log": "false", "writing-calls-per-minute": 60}) as other:
        owner = DistantDevice(other, "203.0.113.1")
        owner.register("+4915100000001", "home", other)
        before = recorded_proofs(other)
        for number in range(300):
            DistantDevice(other, f"198.51.{number % 100}.{number // 100}").call("registration.state", {"phone": "+4915100000001"})
        for number in range(200):
            stranger = DistantDevice(other, f"198.51.{number % 100}.{number // 100}")
            fault = fault_of(lambda: stranger.call("session.logout", {}, token=owner.session["accessToken"]))
            equal(fault, ("proofRefused", 200), "a logout with another person's token")
        equal(recorded_proofs(other), before, "recorded proofs")

        hasty, faults = DistantDevice(other, "192.0.2.1"), []
        while len(faults) < 30 and faults[-1:] != [("rateLimited", 200)]:
            faults.append(fault_of(lambda: hasty.call("otp.verify", {"challengeId": str(uuid.uuid4()), "code": "123456"})))
        holds(10 <= len(faults) < 30 and set(faults[:-1]) == {("codeExpired", 200)}, f"ten calls at once, the first of which was repeated with a nonce, then a wait: {faults}")
        hasty.call("registration.state", {"phone": "+4915100000001"})
        hasty.address = "192.0.3.1"
        equal(fault_of(lambda: hasty.call("otp.verify", {"challengeId": str(uuid.uuid4()), "code": "123456"})), ("codeExpired", 200), "another address")
        hasty.address = "192.0.2.1"
        time.sleep(1.1)
        equal(fault_of(lambda: hasty.call("otp.verify", {"challengeId": str(uuid.uuid4()), "code": "123456"})), ("codeExpired", 200), "after the wait")


def recorded_proofs(pair):
    with contextlib.closing(sqlite3.connect(f"file:{pair.data / 'auth.sqlite'}?mode=ro", uri=True)) as database:
        return database.execute("SELECT count(*) FROM proof_seen").fetchone()[0]


@check("the settings on countries, test numbers, codes per hour and wrong codes are applied")
def applied(pair):
    last_day = datetime.date.today() + datetime.timedelta(days=300)
    settings = {
        "otp-resend-seconds": 1, "trusted-proxies": "127.0.0.0/8", "countries": "49,43", "sends-per-hour": 20,
        "wrong-codes-per-hour": 1, "sends-per-number": 1, "test-numbers": f"+491700000001=123456@{last_day}"}
    if time.time() % 3600 > 3580:  # the counts of an hour begin again at the full hour
        time.sleep(3601 - time.time() % 3600)
    with running(pair, settings) as other:
        tester = DistantDevice(other, "203.0.100.1")
        equal(tester.ask("+33612345678"), "destinationRefused", "a number of a country that is not listed")
        started = tester.call("registration.start", {"phone": "+491700000001", "group": "home"})
        tester.call("registration.confirm", {"challengeId": started["challengeId"], "code": "123456"})
        equal(messages(other), 0, "messages to a test number")

        # Of 20 codes an hour 2 are for known devices and 2 are a reserve; the test number's was one of the other 16.
        devices = [DistantDevice(other, f"203.0.{number}.1") for number in range(20)]
        phones = [f"+4915{number:02}0000000" for number in range(20)]
        asked = [device.ask(phone) for device, phone in zip(devices, phones)]
        equal(asked, [None] * 17 + ["sendLimit"] * 3, "codes per hour")
        equal(DistantDevice(other, "203.0.101.1").ask(phones[0]), "sendLimit", "a second code to one number")

        codes = [other.code_for(phone) for phone in phones[:2]]
        wrong = next(code for code in ("000000", "111111") if code != codes[0])
        equal([devices[0].enter(code) for code in (wrong, codes[0])], ["codeWrong", "codeWait"], "a device key with a wrong code")
        equal(devices[1].enter(codes[1]), "notRegistered", "a right code of somebody else")
