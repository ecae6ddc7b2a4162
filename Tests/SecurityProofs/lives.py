"""What people, families and operators do while auth is killed: each life is lived again and again, until a call of it is lost or refused."""
import contextlib
import itertools
import json
import threading
import time
import uuid

import requests
from child_device import WRONG_PIN, ChildDevice
from operators import make_secrets, refresh
from pair import NoMessage
from person import Device, Refused
from pins import PINDevice

GROUPS = ("clinic", "fieldwork")
RESEND = 1  # seconds between two codes to one number, as the settings say
GIVEN_UP = (Refused, NoMessage, requests.RequestException, ValueError, KeyError)


def person(pair, turn):
    """A person registers, enters a wrong code, and logs out everywhere."""
    device, phone = Device(pair.auth_url, pair.vault_url), pair.new_phone()
    device.register(phone, "demo")
    challenge = device.call("otp.request", {"phone": phone, "purpose": "login"})["challengeId"]
    with contextlib.suppress(Refused):
        device.call("otp.verify", {"challengeId": challenge, "code": "000000", "deviceName": "python"})
    device.mine("session.logoutEverywhere")


def family(pair, turn):
    """A child joins and locks its access by wrong PINs. Every second one is unlocked, logs in, and then loses the access."""
    parent, tablet = PINDevice(pair), ChildDevice(pair)
    parent.register(pair.new_phone(), "home", pair)
    child = {"childId": parent.mine("child.add", {"name": "Mia"})["childId"]}
    tablet.join(parent.mine("child.invite", child | {"kind": "link"})["code"])
    for _ in range(3):
        with contextlib.suppress(Refused):
            tablet.log_in(WRONG_PIN)
    if turn % 2 == 0:
        parent.mine("child.unlock", child)
        tablet.log_in()
        parent.mine("child.revoke", child)


class Operator:
    """An operator of two groups, who decides about people until the 50 decisions of an hour are made."""

    def __init__(self, pair):
        self.device, phone = PINDevice(pair), pair.new_phone()
        groups = [word for group in GROUPS for word in ("--group", group)]
        secret = json.loads(pair.operator("operator", "create", "--phone", phone, "--json", *groups))["enrolmentSecret"]
        challenge = self.device.call("otp.request", {"phone": phone, "purpose": "login"})["challengeId"]
        entered = {"challengeId": challenge, "code": pair.code_for(phone), "enrolmentSecret": secret}
        self.device.session = self.device.call("otp.verify", entered)["session"]
        make_secrets(self.device)

    def __call__(self, pair, turn):
        """A person registers, is approved, logs in on a further device, which the operator admits, and is moved to the other group."""
        phone = pair.new_phone()
        first, second = Device(pair.auth_url, pair.vault_url), Device(pair.auth_url, pair.vault_url)
        first.register(phone, GROUPS[turn % 2], pair)
        about = {"accountId": first.session["accountId"]}
        refresh(self.device)
        version = self.decide("approval.decide", about, version=1, status="approvedForSyncing")["version"]
        time.sleep(RESEND)
        waiting = second.login(phone, pair)
        self.decide("user.admit", about, sessionId=waiting["sessionId"], digits=waiting["digits"])
        self.decide("user.moveGroup", about, version=version, group=GROUPS[(turn + 1) % 2])

    def decide(self, method, about, **params):
        return self.device.mine(method, about | params | ({} if method == "user.admit" else {"requestId": str(uuid.uuid4())}))


@contextlib.contextmanager
def lived(pair, lives):
    """Lives all lives at once, each in a thread of its own."""
    over = threading.Event()
    threads = [threading.Thread(target=live, args=(pair, life, over), daemon=True) for life in lives]
    for one in threads:
        one.start()
    try:
        yield
    finally:
        over.set()
        for one in threads:
            one.join(60)


def live(pair, life, over):
    """Repeats a life until the end. One of which a call is lost or refused is given up, and the next one begins."""
    for turn in itertools.count():
        if over.is_set():
            return
        with contextlib.suppress(*GIVEN_UP):
            life(pair, turn)
