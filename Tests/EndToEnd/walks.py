"""The main job of one person and two devices, walked while services die: every call is repeated under its own id until
it is answered, and every answer goes into a model that the services are held to."""
import hashlib
import random
import re
import time
import uuid

import requests

from counters import read
from pace import stretched
from person import Device, Refused, b64url

PATIENCE = 60  # seconds without an answer after which the job counts as not finishing
HEARD = 10  # seconds in which the vault has to know what auth has acknowledged, a restart of auth included


class Violation(Exception):
    """What was promised does not hold."""


class Abandoned(Exception):
    """A limit of the design stands in the way of this number for long; the walk is given up, which is no violation."""


def hold(condition, what):
    if not condition:
        raise Violation(what)


def new_id():
    return str(uuid.uuid4())


class Patient(Device):
    """A device that repeats what was not answered, content and identifiers unchanged."""

    def __init__(self, pair, name, tally):
        super().__init__(pair.auth_url, pair.vault_url, name)
        self.tally, self.repeated = tally, False
        thumb = f'{{"crv":"P-256","kty":"EC","x":"{self.jwk["x"]}","y":"{self.jwk["y"]}"}}'
        self.thumbprint = b64url(hashlib.sha256(thumb.encode()).digest())
        self.asked_at = 0.0  # when the call that was answered last was sent
        self.codes_asked, self.logins, self.refreshes = 0, 0, 0

    def ask(self, method, params=None, token=None):
        """The answer, or the fault that is one; `repeated` then says whether an earlier try may have taken effect."""
        self.repeated = False
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.asked_at = time.monotonic()
            try:
                return self.call(method, params, token=token)
            except Refused as refused:
                if refused.fault not in ("unavailable", "storageFull"):
                    raise
                hold(refused.status != 401, f"{method}: doubt was answered with 401")
                wait = refused.error.get("data", {}).get("retryAfterMs", 50) / 1000
            except (requests.RequestException, ValueError):
                wait = 0.05
            self.tally["repeated"] += 1
            self.repeated = True
            time.sleep(min(wait, 0.3))
        raise Violation(f"{method} was not answered within {PATIENCE} s")

    def own(self, method, params=None):
        """With this device's session, refreshed when its access token has run out."""
        try:
            return self.ask(method, params, self.token)
        except Refused as refused:
            if refused.fault != "tokenExpired":
                raise
        self.refresh()
        return self.ask(method, params, self.token)

    def refresh(self):
        spent = {"refreshToken": self.session["refreshToken"]}
        self.session |= self.ask("session.refresh", spent)
        self.refreshes += 1
        if self.refreshes % 2:
            again = self.ask("session.refresh", spent)["refreshToken"]
            hold(again == self.session["refreshToken"], "a spent refresh token has two successors")

    def refused(self, method, params=None, token=""):
        """The fault and HTTP status a call is refused with, None if it is not; with this device's token if none is given."""
        try:
            self.ask(method, params, self.token if token == "" else token)
        except Refused as refused:
            return refused.fault, refused.status
        return None


class Walk:
    """One person's main job. The model holds what was acknowledged and nothing else."""

    def __init__(self, pair, dice, tally, deleted):
        self.pair, self.dice, self.tally, self.deleted = pair, dice, tally, deleted
        self.phone = pair.new_phone()
        self.a, self.b = Patient(pair, "A", tally), Patient(pair, "B", tally)
        self.items, self.seq, self.epoch = {}, 0, None
        self.pushed = None
        self.overdue = 0  # messages that count as lost
        self.step = "start"

    def go(self):
        for step in (self.register, self.wait, self.approve, self.fill, self.second_device, self.change,
                     self.compare_all, self.log_out_everywhere, self.log_in_again, self.compare_all, self.delete):
            self.step = step.__name__
            step()
        self.tally["jobs"] += 1

    # codes

    def code(self, device, challenge, purpose):
        """The code of a challenge; where its message was lost, which is allowed, of the next one."""
        for _ in range(6):
            for _ in range(2):
                device.ask("service.version")  # a message can only come while auth is up
                try:
                    return challenge, self.pair.code_for(self.phone, 1)
                except RuntimeError:
                    pass
            self.tally["lost messages"] += 1
            self.overdue += 1
            challenge = self.request_code(device, purpose)
        raise Violation("no message came, six times over")

    def next_code(self, device, challenge, purpose):
        """The code after one that was wrong: a message that counted as lost may come before its successor after all."""
        self.overdue -= 1
        self.tally["late messages"] += 1
        return self.code(device, challenge, purpose)

    def request_code(self, device, purpose):
        device.codes_asked += 1
        request = {"phone": self.phone, "requestId": new_id()}
        method = "registration.restart" if purpose == "registration" else "otp.request"
        if purpose != "registration":
            request["purpose"] = purpose
        while True:
            try:
                made = device.ask(method, request)["challengeId"]
                break
            except Refused as refused:
                self.wait_for_send(refused)
        if self.dice.random() < 0.3:
            again = device.ask(method, request)["challengeId"]
            hold(again == made, f"{method}: the same request made challenge {made}, then {again}")
        return made

    def wait_for_send(self, refused):
        if refused.fault != "sendLimit":
            raise refused
        wait = refused.error["data"].get("retryAfterMs", 1000) / 1000
        if wait > 5:
            raise Abandoned("the number has had its messages for this hour")
        time.sleep(wait)

    def guess_wrong(self, device, method, challenge, code):
        """A wrong guess; whatever was answered as compared must have been counted."""
        wrong = f"{(int(code) + self.dice.randrange(1, 999_999)) % 1_000_000:06}"
        fault = device.refused(method, {"challengeId": challenge, "code": wrong, "requestId": new_id()}, token=None)
        hold(fault and fault[0] == "codeWrong", f"{method} with a wrong code: {fault}")
        tries = read(self.pair, "auth", f"SELECT tries FROM otp_challenge WHERE id = x'{challenge.replace('-', '')}'")
        hold(tries >= 1, "a wrong guess was answered and never counted")

    def enter(self, device, method, challenge, purpose, more=None):
        """Confirms or verifies; a new code where attempts that were cut off used this one's up."""
        challenge, code = self.code(device, challenge, purpose)
        if self.dice.random() < 0.3:
            self.guess_wrong(device, method, challenge, code)
            if self.dice.random() < 0.5:
                challenge, code = self.code(device, self.request_code(device, purpose), purpose)
        for _ in range(4):
            try:
                request = {"challengeId": challenge, "code": code, "requestId": new_id()} | (more or {})
                device.session = device.ask(method, request)["session"]
                device.logins += 1
                device.refreshes = 0
                if self.dice.random() < 0.3:
                    again = device.ask(method, request)["session"]["sessionId"]
                    hold(again == device.session["sessionId"], f"{method}: the same request opened two sessions")
                return
            except Refused as refused:
                if refused.fault == "codeWrong" and self.overdue:
                    challenge, code = self.next_code(device, challenge, purpose)
                elif refused.fault == "tooManyAttempts":
                    challenge, code = self.code(device, self.request_code(device, purpose), purpose)
                else:
                    raise
        raise Violation("four codes were used up by attempts that were never answered")

    # steps of the job

    def register(self):
        request = {"phone": self.phone, "group": "fieldwork", "deviceName": "A", "requestId": new_id()}
        self.a.codes_asked += 1
        challenge = self.a.ask("registration.start", request)["challengeId"]
        self.enter(self.a, "registration.confirm", challenge, "registration")
        self.account = self.a.session["accountId"]

    def wait(self):
        hold(self.a.refused("vault.info") == ("waitingForApproval", 200), "a person who waits does not sync")

    def approve(self):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.pair.approve(self.phone)
                break
            except RuntimeError as error:
                hold(time.monotonic() < until, f"the operator could not approve: {error}")
                time.sleep(0.1)
        self.heard(self.a, "waitingForApproval")
        hold(self.a.own("account.me")["approval"] == "approvedForSyncing", "an approval that was acknowledged is gone")
        self.epoch = self.a.own("vault.info")["epoch"]

    def heard(self, device, fault):
        """The vault learns within seconds what auth has acknowledged, though auth may have died since."""
        began = time.monotonic()
        while device.refused("vault.info") == (fault, 200):
            took = time.monotonic() - began
            hold(took < HEARD or took < stretched(HEARD), f"the vault still says {fault} after {took:.1f} s")
            time.sleep(0.02)
        self.tally["slowest word ms"] = max(self.tally["slowest word ms"], round(1000 * (time.monotonic() - began)))

    def fill(self):
        self.push(self.a, [self.create() for _ in range(3)])
        for _ in range(self.dice.randrange(1, 3)):
            self.add(self.a)
        self.change_one(self.a)
        self.a.refresh()

    def second_device(self):
        self.enter(self.b, "otp.verify", self.request_code(self.b, "login"), "login", {"deviceName": "B"})
        hold("digits" in self.b.session, "a code alone let a new device in")
        hold(self.b.refused("vault.pull") is not None, "a device nobody admitted pulled")
        waiting = [s for s in self.a.own("session.list")["sessions"] if s["isPending"]]
        hold([s["sessionId"] for s in waiting] == [self.b.session["sessionId"]], f"waiting sessions: {waiting}")
        self.a.own("session.admit", {"sessionId": waiting[0]["sessionId"], "digits": waiting[0]["digits"], "requestId": new_id()})
        self.b.refresh()
        hold("sync" in self.b.session["scope"], f"admitted, and allowed {self.b.session['scope']}")
        self.heard(self.b, "newDeviceProofRequired")

    def change(self):
        for _ in range(self.dice.randrange(2, 5)):
            self.change_one(self.b)
        for device in (self.a, self.b):
            for _ in range(self.dice.randrange(1, 3)):
                device.refresh()
        self.push(self.a, [self.create()])
        if self.pushed:
            self.push_again()

    def log_out_everywhere(self):
        self.count_rows()
        old = self.a.token, self.b.token
        try:
            ended = self.b.own("session.logoutEverywhere", {"requestId": new_id()})["ended"]
            hold(ended == 2, f"{ended} sessions ended instead of 2")
        except Refused as refused:
            hold(self.b.repeated and refused.fault == "sessionRevoked", f"logout everywhere: {refused}")
        began = time.monotonic()
        hold(self.a.refused("session.status", token=old[0]) == ("sessionRevoked", 401), "auth still serves an ended session")
        while (got := self.a.refused("vault.info", token=old[0])) is None:
            hold(self.a.asked_at - began < 2, "the vault serves an ended session after 2 s")
        hold(got == ("sessionRevoked", 401), f"an ended session at the vault: {got}")
        self.old = old

    def log_in_again(self):
        self.enter(self.a, "otp.verify", self.request_code(self.a, "login"), "login", {"deviceName": "A"})
        hold("sync" in self.a.session["scope"], "an approval that was acknowledged is gone after a login")
        self.b.session = None
        for token in self.old:
            hold(self.a.refused("session.status", token=token) == ("sessionRevoked", 401), "an ended session came back")

    def delete(self):
        self.count_rows()
        challenge, code = self.code(self.a, self.request_code(self.a, "deleteAccount"), "deleteAccount")
        while True:
            try:
                self.a.own("account.delete", {"challengeId": challenge, "code": code, "requestId": new_id()})
                break
            except Refused as refused:
                if refused.fault == "codeWrong" and self.overdue:
                    challenge, code = self.next_code(self.a, challenge, "deleteAccount")
                    continue
                if refused.fault == "tooManyAttempts":
                    challenge, code = self.code(self.a, self.request_code(self.a, "deleteAccount"), "deleteAccount")
                    continue
                hold(self.a.repeated and refused.fault == "accountDeleted", f"deletion: {refused}")
                break
        self.deleted.append(self.account)
        hold(self.a.refused("session.status") == ("accountDeleted", 401), "a deleted account is still served by auth")
        began = time.monotonic()
        while (got := self.a.refused("vault.info")) is None:
            hold(self.a.asked_at - began < 2, "the vault serves a deleted account after 2 s")
        hold(got == ("accountDeleted", 401), f"a deleted account at the vault: {got}")

    # secrets

    def body(self):
        return {"accountName": f"ada{self.dice.randrange(1000)}@example.com", "issuer": f"Example {self.dice.randrange(10**9)}",
                "type": "totp", "secret": "JBSWY3DPEHPK3PXP", "algorithm": "SHA1", "digits": 6, "period": 30}

    def create(self):
        return {"opId": new_id(), "type": "create", "id": new_id(), "kind": "otp", "body": self.body(), "knownSeq": str(self.seq)}

    def push(self, device, ops):
        answer = device.own("vault.push", {"ops": ops})
        for op, result in zip(ops, answer["results"], strict=True):
            outcome = result["outcome"]
            if outcome == "replayed" and device.repeated:
                outcome = result["first"]
            hold(outcome == "applied", f"a pushed {op['type']} that nobody hinders: {result}")
            self.applied(op["id"], result["rev"], op.get("body"))
        self.pushed = (device, ops, answer["results"])

    def push_again(self):
        """The same operations after all that came since: the first results, and no change."""
        device, ops, results = self.pushed
        for first, result in zip(results, device.own("vault.push", {"ops": ops})["results"], strict=True):
            hold(result["outcome"] == "replayed" and result["first"] == "applied" and result["rev"] == first["rev"],
                 f"an operation sent again: {result}")

    def add(self, device):
        request = {"kind": "otp", "body": self.body(), "requestId": new_id()}
        made = device.own("secret.add", request)
        hold(made["epoch"] == self.epoch, "the epoch changed")
        self.applied(made["id"], made["rev"], request["body"])
        if self.dice.random() < 0.5:
            again = device.own("secret.add", request)
            hold(again == made, f"secret.add with one requestId: {made}, then {again}")

    def change_one(self, device):
        """An add, or an edit or deletion of something live, by push or by a simple call."""
        live = [id for id, item in self.items.items() if item["state"] == "live"]
        if not live or self.dice.random() < 0.2:
            return self.add(device)
        id = self.dice.choice(live)
        rev, edits = str(self.items[id]["rev"]), self.dice.random() < 0.7
        body = self.body() if edits else None
        if self.dice.random() < 0.5:
            op = {"opId": new_id(), "type": "update" if edits else "delete", "id": id, "knownSeq": str(self.seq),
                  "base": {"epoch": self.epoch, "rev": rev}} | ({"body": body} if edits else {})
            return self.push(device, [op])
        method = "secret.edit" if edits else "secret.delete"
        request = {"id": id, "rev": rev, "requestId": new_id()} | ({"body": body} if edits else {})
        made = device.own(method, request)
        self.applied(id, made["rev"], body)

    def applied(self, id, rev, body):
        """Every change takes exactly the next number: none is lost, none counted twice."""
        hold(int(rev) == self.seq + 1, f"a change got rev {rev} after {self.seq}")
        self.seq = int(rev)
        self.items[id] = {"rev": self.seq, "state": "live" if body else "deleted", "body": body}

    # comparisons

    def compare_all(self):
        for device in (self.a, self.b):
            if device.session:
                self.compare(device)

    def compare(self, device):
        got, cursor = {}, None
        while True:
            page = device.own("vault.pull", {"limit": 3} | ({"cursor": cursor} if cursor else {}))
            hold(page["epoch"] == self.epoch, "the epoch changed")
            hold(int(page["head"]) == self.seq, f"head {page['head']}, and {self.seq} changes were acknowledged")
            for item in page["items"]:
                got[item["id"]] = {"rev": int(item["rev"]), "state": item["state"], "body": item.get("body")}
            cursor = page["cursor"]
            if not page["more"]:
                break
        hold(got == self.items, f"a complete pull differs from what was acknowledged:\n{got}\n{self.items}")
        listed = {s["id"]: (int(s["rev"]), s["body"]) for s in device.own("secret.list", {"reveal": True})["secrets"]}
        live = {id: (item["rev"], item["body"]) for id, item in self.items.items() if item["state"] == "live"}
        hold(listed == live, "secret.list differs from what was acknowledged")

    def count_rows(self):
        """Each request took effect once: as many challenges, sessions and rotations as were asked for."""
        for device in (self.a, self.b):
            if not device.session:
                continue
            ours = f"thumbprint = '{device.thumbprint}'"
            made = read(self.pair, "auth", f"SELECT count(*) FROM otp_challenge WHERE {ours}")
            hold(made == device.codes_asked, f"{device.codes_asked} codes were asked for, {made} were made")
            opened = read(self.pair, "auth", f"SELECT count(*) FROM session WHERE {ours}")
            hold(opened == device.logins, f"{device.logins} logins, {opened} sessions")
            turned = read(self.pair, "auth", f"SELECT max(generation) FROM session WHERE {ours} AND ended IS NULL")
            hold(turned == device.refreshes, f"{device.refreshes} refreshes, generation {turned}")


def doubled_messages(pair):
    """Codes that were carried to one number more than once."""
    seen, doubled = set(), []
    for file in pair.spool.glob("*.sms"):
        message = re.sub(r"\W+", " ", file.read_text())
        doubled += [file.name] if message in seen else []
        seen.add(message)
    return doubled, len(seen)
