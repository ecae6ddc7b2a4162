"""The calls between both services: introspection, the revocation feed, a lost peer, deletion, and what their logs contain."""
import base64
import os
import pathlib
import re
import time

from checks import check, equal, holds
from pace import within
from patience import UNAVAILABLE, patiently, until_refused, until_served
from person import Device, fault_of, new_secret

IDLE = 20  # seconds after which the vault closes an unused connection


@check("1000 uncached vault calls open at most 4 connections to auth, and a known session costs no call")
def connections(pair):
    devices = []
    for _ in range(1000):
        device = Device(pair.auth_url, pair.vault_url)
        device.http = devices[0].http if devices else device.http
        device.register(pair.new_phone(), "demo")
        devices.append(device)

    def introspections(some):
        """Serves these devices once each and returns how many introspections that took."""
        before = pair.metric("vault", "vault_introspections_total")
        for device in some:
            patiently(lambda: device.mine("vault.info"))
        return pair.metric("vault", "vault_introspections_total") - before

    began, before = time.monotonic(), pair.metric("vault", "curl_connections_opened_total")
    holds(introspections(devices) >= 1000, "every first call of a session is introspected")
    opened = pair.metric("vault", "curl_connections_opened_total") - before
    most = 4 * (1 + (time.monotonic() - began) // IDLE)  # a connection that is idle for so long is closed, and may be opened again
    holds(opened <= most, f"{opened} connections opened, {most:.0f} at most")
    # An introspection may be correct here: once more for a session whose login event arrived during its first introspection,
    # and whenever a busy machine lets a poll take so long that the lease runs out. So the sessions of a group that needed an
    # introspection are served again one by one, until a call needs none.
    again = 0
    for start in range(0, 1000, 50):
        group = devices[start:start + 50]
        for device in group if introspections(group) else []:
            costs = [introspections([device])]
            while costs[-1] and len(costs) < 20:
                costs.append(introspections([device]))
            equal(costs[-1], 0, f"inside the lease a known session costs no call; introspections of one session, call by call: {costs}")
            again += 1
    if again:
        print(f"  {again} sessions were served again one by one, because their group needed an introspection")


@check("a session ended by logout everywhere is 401 sessionRevoked at the vault within 2 s", requirements=["T7"])
def revocation(pair):
    phone = pair.new_phone()
    first = Device(pair.auth_url, pair.vault_url)
    first.register(phone, "demo")
    secret = new_secret()
    patiently(lambda: first.mine("secret.add", secret))
    first.mine("session.logoutEverywhere")
    until_refused(lambda: first.mine("vault.info"), ("sessionRevoked", 401), 2)


@check("with auth down the vault answers unavailable, never 401, and recovers by itself", requirements=["T9"])
def auth_down(pair):
    device = Device(pair.auth_url, pair.vault_url)
    device.register(pair.new_phone(), "demo")
    secret = new_secret()
    added = patiently(lambda: device.mine("secret.add", secret))
    pair.kill9("auth")
    try:
        until_refused(lambda: device.mine("vault.info"), UNAVAILABLE, 2)
        began = time.monotonic()
        equal(fault_of(lambda: device.mine("secret.add", new_secret())), UNAVAILABLE)
        within(time.monotonic() - began, 3, "unavailable was answered")
    finally:
        pair.start("auth")
        pair.wait_ready()
    until_served(lambda: device.mine("vault.info"), 15)
    equal([s["id"] for s in patiently(lambda: device.mine("secret.list"))["secrets"]], [added["id"]], "nothing lost")


@check("with the vault down, deletion is recorded and finished later", requirements=["D1"])
def vault_down(pair):
    phone = pair.new_phone()
    device = Device(pair.auth_url, pair.vault_url)
    device.register(phone, "fieldwork", pair)
    pair.approve(phone)
    until_served(lambda: device.mine("vault.info"), 2, meanwhile=("waitingForApproval", 200))
    secret = new_secret()
    patiently(lambda: device.mine("secret.add", secret))
    pair.kill9("vault")
    challenge = device.call("otp.request", {"phone": phone, "purpose": "deleteAccount"})["challengeId"]
    device.mine("account.delete", {"challengeId": challenge, "code": pair.code_for(phone)})
    equal(fault_of(lambda: device.mine("session.status")), ("accountDeleted", 401))
    pair.start("vault")
    pair.wait_ready()
    deadline = time.monotonic() + 60
    left = "SELECT count(*) FROM vault_head h JOIN vault_dek d ON d.account = h.account WHERE h.state = 'purged'"
    while pair.rows("vault", "SELECT count(*) FROM vault_head WHERE state = 'purged'") == 0 or pair.rows("vault", left) != 0 \
            or pair.rows("auth", "SELECT count(*) FROM outbox WHERE kind='purge' AND state IN ('ready','sending')") != 0:
        holds(time.monotonic() < deadline, "the vault was not emptied within 60 s")
        time.sleep(0.2)


def forms(text):
    raw = text if isinstance(text, bytes) else text.encode()
    return {"raw": raw, "hex": raw.hex().encode(), "HEX": raw.hex().upper().encode(),
            "base64": base64.b64encode(raw).rstrip(b"="), "base64url": base64.urlsafe_b64encode(raw).rstrip(b"=")}


def scan(pair, text):
    """Returns the databases, logs and metrics that contain a text, as it is or in hex or base64."""
    places = []
    files = {str(path): path.read_bytes() for path in pathlib.Path(pair.data).rglob("*")
             if path.is_file() and "spool" not in path.parts and not path.name.endswith((".key", ".pem"))}
    for service in ("auth", "vault"):
        files[f"{service} metrics"] = pair.metrics_text(service).encode()
    for name, content in files.items():
        places += [f"{name} ({form})" for form, needle in forms(text).items() if needle in content]
    return places


@check("a scan finds a planted canary, and no code, seed, number, token or proof", requirements=["O9", "T12"])
def canary(pair):
    phone = pair.new_phone()
    device = Device(pair.auth_url, pair.vault_url, name="scan")
    started = device.call("registration.start", {"phone": phone, "group": "clinic"})
    code = pair.code_for(phone)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    attempt = {"challengeId": started["challengeId"], "code": wrong}
    equal(fault_of(lambda: device.call("registration.confirm", attempt))[0], "codeWrong")
    device.register(pair.new_phone(), "demo")
    seed = base64.b32encode(os.urandom(20)).decode().rstrip("=")
    secret = new_secret(secret=seed, issuer="Canary-Issuer-9f3", account="canary-account-77a")
    patiently(lambda: device.mine("secret.add", secret))
    token, refresh = device.token, device.session["refreshToken"]
    following = device.call("session.refresh", {"refreshToken": refresh})["refreshToken"]
    newest = device.call("session.refresh", {"refreshToken": following})["refreshToken"]
    proof = device.proof("session.status", b"{}", pair.auth_url)
    fault_of(lambda: device.call("session.status", token=token, prove=False))
    equal(fault_of(lambda: device.call("session.refresh", {"refreshToken": refresh}))[0], "refreshSuperseded")
    time.sleep(10.1)  # for 10 s after a refresh the spent token may be another process of the device
    equal(fault_of(lambda: device.call("session.refresh", {"refreshToken": refresh}))[0], "refreshReused")
    canary = b"canary-" + os.urandom(8).hex().encode()
    for form, value in forms(canary).items():
        path = pathlib.Path(pair.data) / "planted"
        path.write_bytes(b"x" + value + b"y")
        holds(scan(pair, canary), f"the scan sees a canary in {form}")
        path.unlink()
    for name, text in {"seed": seed, "raw seed": base64.b32decode(seed + "=" * (-len(seed) % 8)),
                       "number": phone, "national number": phone[3:], "token": token, "signature": token.split(".")[2],
                       "reused refresh token": refresh,
                       "following refresh token": following, "newest refresh token": newest, "proof": proof, "issuer": "Canary-Issuer-9f3", "accountName": "canary-account-77a"}.items():
        equal(scan(pair, text), [], f"{name} was found")
    # Databases and identifiers contain six digits by chance, so codes are searched for as whole words of logs and metrics.
    texts = [path.read_text(errors="replace") for path in pathlib.Path(pair.data).rglob("*.log")]
    texts += [pair.metrics_text(service) for service in ("auth", "vault")]
    for name, digits in {"right": code, "wrong": wrong}.items():
        holds(not any(re.search(rf"(?<![\w-]){digits}(?![\w-])", text) for text in texts), f"the {name} code was found")
