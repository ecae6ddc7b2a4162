"""The main job of one person with two devices, done while services are killed. Every call is repeated with its own id
until it is answered, and every answer is compared with a model of what was acknowledged."""
import hashlib
import random
import re
import time
import uuid

import requests

from counters import read
from pace import stretched
from person import Device, Refused, b64url

PATIENCE = 60  # seconds without an answer after which the job counts as stuck
PROPAGATION = 10  # seconds in which the vault must learn what auth has acknowledged, including a restart of auth


class Violation(Exception):
    """A promise of the services was broken."""


class Abandoned(Exception):
    """The number has reached a send limit that lasts too long; the walk ends, which is no violation."""


def require(condition, what):
    if not condition:
        raise Violation(what)


def new_id():
    return str(uuid.uuid4())


class PatientDevice(Device):
    """A device that repeats unanswered calls with the same content and identifiers."""

    def __init__(self, pair, name, tally):
        super().__init__(pair.auth_url, pair.vault_url, name)
        self.tally, self.repeated = tally, False
        thumb = f'{{"crv":"P-256","kty":"EC","x":"{self.jwk["x"]}","y":"{self.jwk["y"]}"}}'
        self.thumbprint = b64url(hashlib.sha256(thumb.encode()).digest())
        self.asked_at = 0.0  # when the last try of a call was sent
        self.codes_asked, self.logins, self.refreshes = 0, 0, 0

    def answer(self, method, params=None, token=None):
        """Returns the result of a call or raises its final fault; `repeated` is then true if an earlier try may have taken effect."""
        self.repeated = False
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.asked_at = time.monotonic()
            try:
                return self.call(method, params, token=token)
            except Refused as refused:
                if refused.fault not in ("unavailable", "storageFull"):
                    raise
                require(refused.status != 401, f"{method}: an unavailable service answered 401")
                wait = refused.error.get("data", {}).get("retryAfterMs", 50) / 1000
            except (requests.RequestException, ValueError):
                wait = 0.05
            self.tally["repeated"] += 1
            self.repeated = True
            time.sleep(min(wait, 0.3))
        raise Violation(f"{method} was not answered within {PATIENCE} s")

    def with_session(self, method, params=None):
        """Calls with this device's session, which is refreshed when its access token has expired."""
        try:
            return self.answer(method, params, self.token)
        except Refused as refused:
            if refused.fault != "tokenExpired":
                raise
        self.refresh()
        return self.answer(method, params, self.token)

    def refresh(self):
        spent = {"refreshToken": self.session["refreshToken"], "requestId": new_id()}
        self.session |= self.answer("session.refresh", spent)
        self.refreshes += 1
        if self.refreshes % 2:
            again = self.answer("session.refresh", spent)["refreshToken"]
            require(again == self.session["refreshToken"], "a spent refresh token has two successors")

    def refused(self, method, params=None, token=""):
        """Returns the fault and HTTP status a call is refused with, or None; the default token is this device's."""
        try:
            self.answer(method, params, self.token if token == "" else token)
        except Refused as refused:
            return refused.fault, refused.status
        return None


class Walk:
    """One person's main job. The model contains what was acknowledged and nothing else."""

    def __init__(self, pair, rng, tally, deleted):
        self.pair, self.rng, self.tally, self.deleted = pair, rng, tally, deleted
        self.phone = pair.new_phone()
        self.a, self.b = PatientDevice(pair, "A", tally), PatientDevice(pair, "B", tally)
        self.items, self.seq, self.epoch = {}, 0, None
        self.pushed = None
        self.overdue = 0  # messages that count as lost
        self.step = "start"

    def run(self):
        for step in (self.register, self.wait, self.approve, self.fill, self.second_device, self.change,
                     self.compare_all, self.log_out_everywhere, self.log_in_again, self.compare_all, self.delete):
            self.step = step.__name__
            step()
        self.tally["jobs"] += 1

    # codes

    def code(self, device, challenge, purpose):
        """Returns a challenge and its code: the given challenge, or a new one if its message was lost, which is allowed."""
        for _ in range(6):
            for _ in range(2):
                device.answer("service.version")  # a message can only come while auth is up
                try:
                    return challenge, self.pair.code_for(self.phone, 1)
                except RuntimeError:
                    pass
            self.tally["lost messages"] += 1
            self.overdue += 1
            challenge = self.request_code(device, purpose)
        raise Violation("no message arrived, six times in a row")

    def next_code(self, device, challenge, purpose):
        """Returns a challenge and its code after a wrong one, which was in a message that had counted as lost and arrived late."""
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
                made = device.answer(method, request)["challengeId"]
                break
            except Refused as refused:
                self.wait_for_send(refused)
        if self.rng.random() < 0.3:
            again = device.answer(method, request)["challengeId"]
            require(again == made, f"{method}: the same request made challenge {made}, then {again}")
        return made

    def wait_for_send(self, refused):
        if refused.fault != "sendLimit":
            raise refused
        wait = refused.error["data"].get("retryAfterMs", 1000) / 1000
        if wait > 5:
            raise Abandoned("the number has had its messages for this hour")
        time.sleep(wait)

    def guess_wrong(self, device, method, challenge, code):
        """Enters a wrong code; an attempt that was answered must have been counted."""
        wrong = f"{(int(code) + self.rng.randrange(1, 999_999)) % 1_000_000:06}"
        fault = device.refused(method, {"challengeId": challenge, "code": wrong, "requestId": new_id()}, token=None)
        require(fault and fault[0] == "codeWrong", f"{method} with a wrong code: {fault}")
        tries = read(self.pair, "auth", f"SELECT tries FROM otp_challenge WHERE id = x'{challenge.replace('-', '')}'")
        require(tries >= 1, "a wrong guess was answered and never counted")

    def sign_in(self, device, method, challenge, purpose, more=None):
        """Opens a session with `method`; requests a new code if unanswered attempts have used up the attempts of this one."""
        challenge, code = self.code(device, challenge, purpose)
        if self.rng.random() < 0.3:
            self.guess_wrong(device, method, challenge, code)
            if self.rng.random() < 0.5:
                challenge, code = self.code(device, self.request_code(device, purpose), purpose)
        for _ in range(4):
            try:
                request = {"challengeId": challenge, "code": code, "requestId": new_id()} | (more or {})
                device.session = device.answer(method, request)["session"]
                device.logins += 1
                device.refreshes = 0
                if self.rng.random() < 0.3:
                    again = device.answer(method, request)["session"]["sessionId"]
                    require(again == device.session["sessionId"], f"{method}: the same request opened two sessions")
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
        challenge = self.a.answer("registration.start", request)["challengeId"]
        self.sign_in(self.a, "registration.confirm", challenge, "registration")
        self.account = self.a.session["accountId"]

    def wait(self):
        require(self.a.refused("vault.info") == ("waitingForApproval", 200), "a person who waits does not sync")

    def approve(self):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.pair.approve(self.phone)
                break
            except RuntimeError as error:
                require(time.monotonic() < until, f"the operator could not approve: {error}")
                time.sleep(0.1)
        self.await_vault(self.a, "waitingForApproval")
        require(self.a.with_session("account.me")["approval"] == "approvedForSyncing", "an approval that was acknowledged is gone")
        self.epoch = self.a.with_session("vault.info")["epoch"]

    def await_vault(self, device, fault):
        """Waits until the vault knows what auth has acknowledged, even if auth was killed since."""
        began = time.monotonic()
        while device.refused("vault.info") == (fault, 200):
            took = time.monotonic() - began
            require(took < PROPAGATION or took < stretched(PROPAGATION), f"the vault still says {fault} after {took:.1f} s")
            time.sleep(0.02)
        self.tally["slowest propagation ms"] = max(self.tally["slowest propagation ms"], round(1000 * (time.monotonic() - began)))

    def fill(self):
        self.push(self.a, [self.create() for _ in range(3)])
        for _ in range(self.rng.randrange(1, 3)):
            self.add(self.a)
        self.change_one(self.a)
        self.a.refresh()

    def second_device(self):
        self.sign_in(self.b, "otp.verify", self.request_code(self.b, "login"), "login", {"deviceName": "B"})
        require("digits" in self.b.session, "a code alone let a new device in")
        require(self.b.refused("vault.pull") is not None, "a device that was not admitted could pull")
        waiting = [s for s in self.a.with_session("session.list")["sessions"] if s["isPending"]]
        require([s["sessionId"] for s in waiting] == [self.b.session["sessionId"]], f"waiting sessions: {waiting}")
        self.a.with_session("session.admit", {"sessionId": waiting[0]["sessionId"], "digits": waiting[0]["digits"], "requestId": new_id()})
        self.b.refresh()
        require("sync" in self.b.session["scope"], f"an admitted device has the scope {self.b.session['scope']}")
        self.await_vault(self.b, "newDeviceProofRequired")

    def change(self):
        for _ in range(self.rng.randrange(2, 5)):
            self.change_one(self.b)
        for device in (self.a, self.b):
            for _ in range(self.rng.randrange(1, 3)):
                device.refresh()
        self.push(self.a, [self.create()])
        if self.pushed:
            self.push_again()

    def log_out_everywhere(self):
        self.count_rows()
        old = self.a.token, self.b.token
        try:
            ended = self.b.with_session("session.logoutEverywhere", {"requestId": new_id()})["ended"]
            require(ended == 2, f"{ended} sessions ended instead of 2")
        except Refused as refused:
            require(self.b.repeated and refused.fault == "sessionRevoked", f"logout everywhere: {refused}")
        began = time.monotonic()
        require(self.a.refused("session.status", token=old[0]) == ("sessionRevoked", 401), "auth still serves an ended session")
        while (got := self.a.refused("vault.info", token=old[0])) is None:
            require(self.a.asked_at - began < 2, "the vault serves an ended session after 2 s")
        require(got == ("sessionRevoked", 401), f"an ended session at the vault: {got}")
        self.old = old

    def log_in_again(self):
        self.sign_in(self.a, "otp.verify", self.request_code(self.a, "login"), "login", {"deviceName": "A"})
        require("sync" in self.a.session["scope"], "an approval that was acknowledged is gone after a login")
        self.b.session = None
        for token in self.old:
            require(self.a.refused("session.status", token=token) == ("sessionRevoked", 401), "an ended session came back")

    def delete(self):
        self.count_rows()
        challenge, code = self.code(self.a, self.request_code(self.a, "deleteAccount"), "deleteAccount")
        while True:
            try:
                self.a.with_session("account.delete", {"challengeId": challenge, "code": code, "requestId": new_id()})
                break
            except Refused as refused:
                if refused.fault == "codeWrong" and self.overdue:
                    challenge, code = self.next_code(self.a, challenge, "deleteAccount")
                    continue
                if refused.fault == "tooManyAttempts":
                    challenge, code = self.code(self.a, self.request_code(self.a, "deleteAccount"), "deleteAccount")
                    continue
                require(self.a.repeated and refused.fault == "accountDeleted", f"deletion: {refused}")
                break
        self.deleted.append(self.account)
        require(self.a.refused("session.status") == ("accountDeleted", 401), "a deleted account is still served by auth")
        began = time.monotonic()
        while (got := self.a.refused("vault.info")) is None:
            require(self.a.asked_at - began < 2, "the vault serves a deleted account after 2 s")
        require(got == ("accountDeleted", 401), f"a deleted account at the vault: {got}")

    # secrets

    def body(self):
        return {"accountName": f"ada{self.rng.randrange(1000)}@example.com", "issuer": f"Example {self.rng.randrange(10**9)}",
                "type": "totp", "secret": "JBSWY3DPEHPK3PXP", "algorithm": "SHA1", "digits": 6, "period": 30}

    def create(self):
        return {"opId": new_id(), "type": "create", "id": new_id(), "kind": "otp", "body": self.body(), "knownSeq": str(self.seq)}

    def push(self, device, ops):
        answer = device.with_session("vault.push", {"ops": ops})
        for op, result in zip(ops, answer["results"], strict=True):
            outcome = result["outcome"]
            if outcome == "replayed" and device.repeated:
                outcome = result["first"]
            require(outcome == "applied", f"a pushed {op['type']} without a conflict: {result}")
            self.applied(op["id"], result["rev"], op.get("body"))
        self.pushed = (device, ops, answer["results"])

    def push_again(self):
        """Sends the last operations again: they must return the first results and change nothing."""
        device, ops, results = self.pushed
        for first, result in zip(results, device.with_session("vault.push", {"ops": ops})["results"], strict=True):
            require(result["outcome"] == "replayed" and result["first"] == "applied" and result["rev"] == first["rev"],
                 f"an operation sent again: {result}")

    def add(self, device):
        request = {"kind": "otp", "body": self.body(), "requestId": new_id()}
        made = device.with_session("secret.add", request)
        require(made["epoch"] == self.epoch, "the epoch changed")
        self.applied(made["id"], made["rev"], request["body"])
        if self.rng.random() < 0.5:
            again = device.with_session("secret.add", request)
            require(again == made, f"secret.add with one requestId: {made}, then {again}")

    def change_one(self, device):
        """Adds a secret, or edits or deletes a live one, by vault.push or by a method for one secret."""
        live = [id for id, item in self.items.items() if item["state"] == "live"]
        if not live or self.rng.random() < 0.2:
            return self.add(device)
        id = self.rng.choice(live)
        rev, edits = str(self.items[id]["rev"]), self.rng.random() < 0.7
        body = self.body() if edits else None
        if self.rng.random() < 0.5:
            op = {"opId": new_id(), "type": "update" if edits else "delete", "id": id, "knownSeq": str(self.seq),
                  "base": {"epoch": self.epoch, "rev": rev}} | ({"body": body} if edits else {})
            return self.push(device, [op])
        method = "secret.edit" if edits else "secret.delete"
        request = {"id": id, "rev": rev, "requestId": new_id()} | ({"body": body} if edits else {})
        made = device.with_session(method, request)
        self.applied(id, made["rev"], body)

    def applied(self, id, rev, body):
        """Checks that a change has exactly the next revision: none is lost, none counted twice."""
        require(int(rev) == self.seq + 1, f"a change got rev {rev} after {self.seq}")
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
            page = device.with_session("vault.pull", {"limit": 3} | ({"cursor": cursor} if cursor else {}))
            require(page["epoch"] == self.epoch, "the epoch changed")
            require(int(page["head"]) == self.seq, f"head {page['head']}, and {self.seq} changes were acknowledged")
            for item in page["items"]:
                got[item["id"]] = {"rev": int(item["rev"]), "state": item["state"], "body": item.get("body")}
            cursor = page["cursor"]
            if not page["more"]:
                break
        require(got == self.items, f"a complete pull differs from what was acknowledged:\n{got}\n{self.items}")
        listed = {s["id"]: (int(s["rev"]), s["body"]) for s in device.with_session("secret.list", {"reveal": True})["secrets"]}
        live = {id: (item["rev"], item["body"]) for id, item in self.items.items() if item["state"] == "live"}
        require(listed == live, "secret.list differs from what was acknowledged")

    def count_rows(self):
        """Checks that each request took effect once: the rows in the database equal the requests made."""
        for device in (self.a, self.b):
            if not device.session:
                continue
            ours = f"thumbprint = '{device.thumbprint}'"
            made = read(self.pair, "auth", f"SELECT count(*) FROM otp_challenge WHERE {ours}")
            require(made == device.codes_asked, f"{device.codes_asked} codes were requested, {made} were made")
            opened = read(self.pair, "auth", f"SELECT count(*) FROM session WHERE {ours}")
            require(opened == device.logins, f"{device.logins} logins, {opened} sessions")
            turned = read(self.pair, "auth", f"SELECT max(generation) FROM session WHERE {ours} AND ended IS NULL")
            require(turned == device.refreshes, f"{device.refreshes} refreshes, generation {turned}")


def doubled_messages(pair):
    """Returns the messages that were sent to one number more than once, and the number of different ones."""
    seen, doubled = set(), []
    for file in pair.spool.glob("*.sms"):
        message = re.sub(r"\W+", " ", file.read_text())
        doubled += [file.name] if message in seen else []
        seen.add(message)
    return doubled, len(seen)
