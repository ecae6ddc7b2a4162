"""Races about what may be used once over all instances: request proofs, codes of a second factor, and assertions of a service."""
import hashlib
import json
import os
import time

import jwt
import pyotp
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from arena import CONNECTIONS
from invariants import invariant
from person import b64url
from pin_races import PIN, Guess, owner_of_pin
from volley import raw_shot, shot

STEP = 30  # seconds for which a code of a second factor is shown


@invariant("I11", "a request proof, a code of a second factor and an assertion are accepted once", {"quick": 3, "default": 15, "full": 150})
def used_once(arena, record):
    kinds = list(REFUSED)
    people = arena.people((record.rounds + 1) // 3, lambda _: person_with_factor(arena))
    for turn, disturbance in record:
        kind = kinds[turn % 3]
        what = kind.__doc__
        shots = kind(arena, people[turn // 3] if kind is factor_code else None)
        answers = record.count(arena.play(shots, disturbance))
        unknown = record.answered(answers, disturbance)
        accepted = sum(answer.succeeded for answer in answers)
        record.counts[f"{what} accepted"] += accepted
        refusals = {answer.fault for answer in answers if not answer.succeeded and not answer.is_unknown}
        record.holds(refusals <= REFUSED[kind], f"{what} refused with {refusals}")
        record.holds(accepted == 1 or unknown and not accepted, f"{what} accepted {accepted} times")
        if kind is not factor_code:
            # What was accepted stays used, also after a kill. Where every outcome is unknown, it may have been used or not.
            again = arena.play([shots[0].at(port) for port in own_ports(arena, kind)])
            record.holds(accepted + sum(answer.succeeded for answer in again) <= 1, f"{what} accepted again")


def own_ports(arena, kind):
    return arena.ports(listener="internal" if kind is assertion_of_vault else "public")


def request_proof(arena, _):
    """one request proof"""
    device = arena.person()
    ports = arena.ports()
    # Calls that succeed as often as they are made, each with a proof of its own.
    method, params, token = arena.draw.choice((
        ("account.update", {"deviceName": "renamed"}, device.token),
        ("pin.challenge", {"purpose": "enrol", "sessionId": device.session["sessionId"]}, None)))
    one = shot(device, ports[0], method, params, token)
    return [one.at(ports[number % len(ports)]) for number in range(CONNECTIONS)]


def person_with_factor(arena):
    """Registers a person with a second factor and two devices, on each of which a login waits for it."""
    devices = owner_of_pin(arena, others=1)
    made = devices[0].mine("secondFactor.enroll", {})
    devices[0].factor = pyotp.TOTP(made["secret"])
    devices[0].mine("secondFactor.confirm", {"code": devices[0].factor.at(int(time.time()) - STEP)})
    for device in devices:
        device.session = device.call("pin.prove", Guess(device, "login", PIN).params)["session"]
    return devices


def factor_code(arena, devices):
    """one code of a second factor"""
    ports, code = arena.ports(), devices[0].factor.now()
    shots = []
    for number in range(CONNECTIONS):
        device = devices[number % 2]
        shots.append(shot(arena.fresh(device) if number < 2 else device, ports[number // 2 % len(ports)], "secondFactor.verify",
                          {"code": code}, device.token))
    return shots


def assertion_of_vault(arena, _):
    """one assertion of the vault"""
    key = serialization.load_pem_private_key((arena.pair.data / "keys" / "vault.service.pem").read_bytes(), None)
    public = {"crv": "Ed25519", "kty": "OKP", "x": b64url(key.public_key().public_bytes_raw())}
    name = b64url(hashlib.sha256(json.dumps(public, separators=(",", ":")).encode()).digest())
    point, now = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers(), int(time.time())
    claims = {"iss": "vault", "aud": "auth", "iat": now, "exp": now + 60, "jti": b64url(os.urandom(16)),
              "epk": {"kty": "EC", "crv": "P-256", "x": b64url(point.x.to_bytes(32, "big")), "y": b64url(point.y.to_bytes(32, "big"))}}
    assertion = jwt.encode(claims, key, algorithm="EdDSA", headers={"typ": "latchkey-call+jwt", "kid": name})
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "service.authenticate", "params": {"assertion": assertion}}).encode()
    ports = arena.ports(listener="internal")
    return [raw_shot(None, ports[number % len(ports)], body) for number in range(CONNECTIONS)]


REFUSED = {
    request_proof: {"proofRefused"},
    factor_code: {"secondFactorWrong", "secondFactorUnknown", "tooManyAttempts", "codeWait"},
    assertion_of_vault: {"callRefused"},
}
