"""The link between the services under attack: nothing that an impostor or a relay says is believed.

`run.py` runs these checks; each starts a pair of its own, because the attackers stand in its link.
"""
import contextlib
import hashlib
import json
import pathlib
import tempfile
import time
import uuid

import jwt
from cryptography.hazmat.primitives.asymmetric import ec

from certificates import CertificateAuthority
from checks import check, equal, holds
from pace import within
from pair import Pair
from patience import UNAVAILABLE, patiently, until_refused, until_served
from person import Device, b64url, fault_of, new_secret
from relay import Impostor, Relay, Wire

# What a token signed by an attacker may be answered with: while the vault's keys are fresh it knows that none of them signed it.
NOTHING = {UNAVAILABLE, ("loginRequired", 401)}


@contextlib.contextmanager
def linked(pair, settings):
    """Starts a pair with its own data folder; `settings(pair)` returns the settings of each service once the ports are known."""
    with tempfile.TemporaryDirectory(prefix="latchkey-link-") as folder:
        other = Pair(pair.bin, pathlib.Path(folder) / "data")
        other.settings = settings(other)
        with other:
            yield other


def registered(pair):
    """Returns a device with one secret in the vault."""
    device = Device(pair.auth_url, pair.vault_url)
    device.register(pair.new_phone(), "demo")
    patiently(lambda: device.mine("secret.add", new_secret()))
    return device


def forged_key():
    """Returns a key of the attacker's and its public half as `keys.current` lists it."""
    key = ec.generate_private_key(ec.SECP256R1())
    numbers = key.public_key().public_numbers()
    jwk = {"kty": "EC", "crv": "P-256", "x": b64url(numbers.x.to_bytes(32, "big")), "y": b64url(numbers.y.to_bytes(32, "big"))}
    thumbprint = json.dumps({name: jwk[name] for name in sorted(jwk)}, separators=(",", ":")).encode()
    return key, {**jwk, "use": "sig", "alg": "ES256", "kid": b64url(hashlib.sha256(thumbprint).digest())}


def forged_token(device, key, kid):
    """Returns a token with the device's claims, signed by the attacker."""
    claims = jwt.decode(device.token, options={"verify_signature": False})
    return jwt.encode({**claims, "exp": int(time.time()) + 300}, key, algorithm="ES256", headers={"kid": kid, "typ": "at+jwt"})


def outcomes(action, seconds):
    """Repeats an action and returns what it was refused with each time, None for a success."""
    until, found = time.monotonic() + seconds, []
    while time.monotonic() < until:
        found.append(fault_of(action))
        time.sleep(0.05)
    return found


@check("an impostor on auth's port without its key file gets nothing believed, and learns nothing under a new session")
def impostor(pair):
    with linked(pair, lambda _: {}) as own:
        device = registered(own)
        key, jwk = forged_key()
        token = forged_token(device, key, jwk["kid"])
        session = {"active": True, "gate": "full", "tsv": "1", "approval": "approvedForSyncing", "feedEpoch": str(uuid.UUID(int=1)), "asOf": "0"}
        feed = {"feedEpoch": str(uuid.UUID(int=1)), "floor": "0", "head": "0", "events": []}
        own.stop("auth")
        stopped = time.monotonic()
        thief = Impostor(own.ports["auth"][1], {"token.introspect": session, "revocation.poll": feed, "keys.current": {"keys": [jwk]}},
                         pathlib.Path(own.data) / "impostor.log")
        try:
            # The lease of a session that is known lasts 1.5 s from the last poll that auth itself answered.
            until_refused(lambda: device.mine("vault.pull"), UNAVAILABLE, 2, since=stopped)
            equal(set(outcomes(lambda: device.mine("vault.pull"), 3)), {UNAVAILABLE}, "pulls while the impostor answers")
            holds(set(outcomes(lambda: device.call("vault.pull", token=token), 2)) <= NOTHING, "a token that the impostor signed")
            holds(len(thief.calls) > 3, f"the vault called the impostor: {thief.calls}")
            late = {method for method, _ in thief.calls[3:]}
            equal(late, {"service.authenticate"}, "calls after the cached session was dropped")
            holds(device.session["accountId"] not in json.dumps(thief.calls[3:]), "the account's id")
        finally:
            thief.close()
        own.start("auth")
        own.wait_ready()
        until_served(lambda: device.mine("vault.pull"), 15)


def refusing(alter, methods=None):
    """Returns a relay's `alter` that changes the JSON result of the given methods and leaves the MAC as it is."""
    def change(method, status, headers, body):
        if methods and method not in methods or b'"result"' not in body:
            return status, headers, body
        answer = json.loads(body)
        alter(method, answer["result"])
        return status, headers, json.dumps(answer, separators=(",", ":")).encode()
    return change


@check("a relay that changes keys, sessions or revocations is not believed; a revoked token ends within 2 s or is unavailable")
def changing_relay(pair):
    relay = Relay()
    with contextlib.closing(relay), linked(pair, lambda _: {"vault": {"peer-url": relay.url}}) as own:
        relay.target = own.ports["auth"][1]
        device = registered(own)
        key, jwk = forged_key()

        def lie(method, result):
            if method == "keys.current":
                result["keys"].append(jwk)
            elif method == "token.introspect":
                result.update(active=True)
                result.pop("ended", None)
            elif method == "revocation.poll":
                result["events"] = []

        relay.alter = refusing(lie, {"keys.current", "token.introspect", "revocation.poll"})
        device.mine("session.logoutEverywhere")
        revoked = time.monotonic()
        token = forged_token(device, key, jwk["kid"])
        answers = []
        while time.monotonic() < revoked + 4:
            found = fault_of(lambda: device.mine("vault.pull"))
            if time.monotonic() > revoked + 2:
                answers.append(found)
            holds(fault_of(lambda: device.call("vault.pull", token=token)) in NOTHING, "a token that the relay signed")
            time.sleep(0.05)
        holds(set(answers) <= {UNAVAILABLE, ("sessionRevoked", 401)}, f"answers to the revoked token: {set(answers)}")
        holds(relay.altered > 0, "the relay changed answers")
        relay.alter = None
        until_refused(lambda: device.mine("vault.pull"), ("sessionRevoked", 401), 15)


@check("an answer without its MAC, with another status, or recorded earlier is no answer")
def replaying_relay(pair):
    relay = Relay()
    with contextlib.closing(relay), linked(pair, lambda _: {"vault": {"peer-url": relay.url}}) as own:
        relay.target = own.ports["auth"][1]
        recorded = {}

        def record(method, status, headers, body):
            recorded.setdefault(method, (status, headers, body))
            return status, headers, body

        relay.alter = record
        device = registered(own)
        until_served(lambda: device.mine("vault.pull"), 5)
        began = time.monotonic()
        while not {"token.introspect", "revocation.poll", "keys.current"} <= set(recorded):
            within(time.monotonic() - began, 10, f"each call between the services is answered; answered were {set(recorded)}")
            time.sleep(0.05)
        lies = {
            "without its MAC": lambda method, status, headers, body: (status, {}, body),
            "with another status": lambda method, status, headers, body: (201, headers, body),
            "recorded earlier": lambda method, status, headers, body: recorded.get(method, (status, headers, body)),
        }
        for name, lie in lies.items():
            relay.alter = lambda method, *answer: answer if method == "service.authenticate" else lie(method, *answer)
            until_refused(lambda: device.mine("vault.pull"), UNAVAILABLE, 2.5)
            equal(set(outcomes(lambda: device.mine("vault.pull"), 1)), {UNAVAILABLE}, name)
            relay.alter = None
            until_served(lambda: device.mine("vault.pull"), 15)


@check("a forged success of vault.purge does not settle a deletion")
def forged_purge(pair):
    relay = Relay()
    with contextlib.closing(relay), linked(pair, lambda _: {"auth": {"peer-url": relay.url}}) as own:
        relay.target = own.ports["vault"][1]
        phone = own.new_phone()
        device = Device(own.auth_url, own.vault_url)
        device.register(phone, "fieldwork", own)
        own.approve(phone)
        until_served(lambda: device.mine("vault.info"), 5, meanwhile=("waitingForApproval", 200))
        patiently(lambda: device.mine("secret.add", new_secret()))
        relay.answer = lambda method: json.dumps({"jsonrpc": "2.0", "result": {}, "id": 1}).encode() if method == "vault.purge" else None
        challenge = device.call("otp.request", {"phone": phone, "purpose": "deleteAccount"})["challengeId"]
        device.mine("account.delete", {"challengeId": challenge, "code": own.code_for(phone)})
        open_purges = "SELECT count(*) FROM outbox WHERE kind='purge' AND state IN ('ready','sending')"
        deadline = time.monotonic() + 10
        while relay.altered == 0:
            holds(time.monotonic() < deadline, "auth called vault.purge within 10 s")
            time.sleep(0.05)
        time.sleep(0.5)
        equal(own.rows("auth", open_purges), 1, "purges that are not settled")
        relay.answer = None
        deadline = time.monotonic() + 60
        while own.rows("auth", open_purges):
            holds(time.monotonic() < deadline, "the deletion was settled within 60 s of the honest answers")
            time.sleep(0.1)
        equal(own.rows("vault", "SELECT count(*) FROM vault_head WHERE state = 'purged'"), 1, "purged vaults")


@check("under TLS a listener between the services reads nothing, and a certificate of another authority is refused")
def tls(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-ca-") as files, contextlib.closing(Wire()) as wire:
        ours, other = CertificateAuthority(f"{files}/ours"), CertificateAuthority(f"{files}/other")
        hosts = ("localhost", "127.0.0.1")
        auth, vault, stranger = ours.issue("auth", *hosts), ours.issue("vault", *hosts), other.issue("stranger", *hosts)

        def settings(own):
            wire.target = own.ports["auth"][1]
            return {
                "auth": {"internal-certificate": auth.certificate, "internal-key": auth.key, "internal-client-ca": ours.certificate,
                         "peer-url": f"https://127.0.0.1:{own.ports['vault'][1]}/rpc",
                         "peer-certificate": auth.certificate, "peer-key": auth.key, "peer-ca": ours.certificate},
                "vault": {"internal-certificate": vault.certificate, "internal-key": vault.key, "internal-client-ca": ours.certificate,
                          "peer-url": f"https://127.0.0.1:{wire.port}/rpc",
                          "peer-certificate": vault.certificate, "peer-key": vault.key, "peer-ca": ours.certificate},
            }

        with linked(pair, settings) as own:
            device = registered(own)
            until_served(lambda: device.mine("vault.pull"), 5)
            for word in (b"jsonrpc", b"Latchkey", b"token.introspect", device.session["accountId"].encode()):
                holds(word not in wire.seen, f"{word} on the wire")
            holds(len(wire.seen) > 1000, "the listener saw the connection")
            good = own.settings["vault"]
            wrong = {
                "a client certificate of another authority": {"peer-certificate": stranger.certificate, "peer-key": stranger.key},
                "a server certificate of another authority": {"peer-ca": other.certificate},
            }
            for name, change in wrong.items():
                own.stop("vault")
                own.settings["vault"] = good | change
                own.start("vault")
                own.wait_ready("vault")
                equal(set(outcomes(lambda: device.mine("vault.pull"), 2)), {UNAVAILABLE}, name)
            holds("refused a TLS connection" in own.log("auth", 1000), "auth's log names the refused client")
            holds("TLS failed" in own.log("vault", 1000), "the vault's log names the refused server")
            own.stop("vault")
            own.settings["vault"] = good
            own.start("vault")
            own.wait_ready("vault")
            until_served(lambda: device.mine("vault.pull"), 5)


@check("the services find each other over Unix sockets that only their user may use")
def unix_sockets(pair):
    def settings(own):
        sockets = {name: pathlib.Path(own.data) / f"{name}.internal.sock" for name in ("auth", "vault")}
        return {name: {"internal-listen": f"unix:{sockets[name]}", "peer-url": f"unix:{sockets[peer]}"}
                for name, peer in (("auth", "vault"), ("vault", "auth"))}

    with linked(pair, settings) as own:
        device = registered(own)
        until_served(lambda: device.mine("vault.pull"), 5)
        for name in ("auth", "vault"):
            equal((pathlib.Path(own.data) / f"{name}.internal.sock").stat().st_mode & 0o777, 0o600, "the socket's mode")
