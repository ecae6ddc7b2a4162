"""Access tokens and request proofs: PyJWT verifies them from the JWKS, and altered ones are refused."""
import base64
import json
import os
import pathlib
import time
import urllib.parse

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric import ec

from checks import check, equal, holds
from person import Device, b64url, fault_of


@check("PyJWT verifies an access token from the published JWKS")
def pyjwt(pair):
    device = Device(pair.auth_url, pair.vault_url)
    device.register(pair.new_phone(), "demo")
    jwks = jwt.PyJWKClient(pair.auth_url.replace("/rpc", "/.well-known/jwks.json"))
    key = jwks.get_signing_key_from_jwt(device.token)
    header = jwt.get_unverified_header(device.token)
    equal((header["alg"], header["typ"]), ("ES256", "at+jwt"))
    audience = jwt.decode(device.token, options={"verify_signature": False})["aud"]
    claims = jwt.decode(device.token, key.key, algorithms=["ES256"], audience=audience,
                        options={"require": ["iss", "aud", "sub", "sid", "dev", "jti", "iat", "nbf", "exp", "tsv", "scope", "role", "amr"]})
    holds(claims["exp"] - claims["iat"] <= 300, "lives at most 300 s")
    equal(claims["sub"], device.session["accountId"])
    equal(claims["sid"], device.session["sessionId"])


def parts(token):
    header, payload, signature = token.split(".")
    load = lambda text: json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return load(header), load(payload), signature


@check("a token altered in a claim, a header member or the signature is refused, and the original still works")
def altered(pair):
    device = Device(pair.auth_url, pair.vault_url)
    device.register(pair.new_phone(), "demo")
    header, claims, signature = parts(device.token)
    dump = lambda value: b64url(json.dumps(value, separators=(",", ":")).encode())
    other = lambda value: value + 1 if isinstance(value, int) else (value + ["x"] if isinstance(value, list) else
                                                                  ({"jkt": "x"} if isinstance(value, dict) else value + "x"))
    forged = {}
    for name in claims:
        forged[f"claim {name} changed"] = f"{dump(header)}.{dump({**claims, name: other(claims[name])})}.{signature}"
        forged[f"claim {name} gone"] = f"{dump(header)}.{dump({k: v for k, v in claims.items() if k != name})}.{signature}"
    for name in header:
        forged[f"header {name} changed"] = f"{dump({**header, name: header[name] + 'x'})}.{dump(claims)}.{signature}"
    forged["alg none"] = f"{dump({**header, 'alg': 'none'})}.{dump(claims)}."
    own = ec.generate_private_key(ec.SECP256R1())
    forged["signed by another key"] = jwt.encode(claims, own, algorithm="ES256", headers={"kid": header["kid"], "typ": "at+jwt"})
    numbers = own.public_key().public_numbers()
    forged["with a jwk of its own"] = jwt.encode(claims, own, algorithm="ES256", headers={
        "kid": header["kid"], "typ": "at+jwt", "jwk": {"kty": "EC", "crv": "P-256", "x": b64url(numbers.x.to_bytes(32, "big")), "y": b64url(numbers.y.to_bytes(32, "big"))}})
    raw = bytearray(base64.urlsafe_b64decode(signature + "=="))
    for index in range(0, 64, 7):
        raw[index] ^= 1
        forged[f"signature byte {index}"] = ".".join(device.token.split(".")[:2] + [b64url(bytes(raw))])
        raw[index] ^= 1
    for name, token in forged.items():
        for method in ("session.status", "vault.info"):
            # a token with an unknown key id may be refused with unavailable, because the service's keys may be out of date
            got = fault_of(lambda: device.call(method, token=token, prove=False))
            allowed = [("loginRequired", 401)] + ([("unavailable", 200)] if "kid" in name else [])
            holds(got in allowed, f"{name} at {method}: {got}")
    equal(fault_of(lambda: device.mine("session.status")), None, "the original")


@check("a refresh token or a request proof is refused as an access token")
def wrong_kinds(pair):
    device = Device(pair.auth_url, pair.vault_url)
    device.register(pair.new_phone(), "demo")
    proof = device.proof("vault.info", b"{}", pair.vault_url)
    for name, token in (("refresh", device.session["refreshToken"]), ("proof", proof)):
        for method in ("session.status", "vault.info"):
            equal(fault_of(lambda: device.call(method, token=token, prove=False)), ("loginRequired", 401), name)


@check("a request proof replayed, stale, for another body, method or key is proofRefused, never 401")
def proofs(pair):
    device = Device(pair.auth_url, pair.vault_url)
    phone = pair.new_phone()
    device.register(phone, "demo")
    body = json.dumps({"jsonrpc": "2.0", "method": "registration.state", "params": {"phone": phone}, "id": 1}).encode()

    def send(**changed):
        method = changed.pop("mth_arg", "registration.state")
        headers = {"DPoP": device.proof(method, body, pair.auth_url, **changed)}
        reply = device.post(pair.auth_url, body, headers)
        return reply.status_code, reply.json().get("error", {}).get("data", {}).get("fault"), headers

    status, fault, headers = send()
    equal((status, fault), (200, None), "a fresh proof")
    equal(device.post(pair.auth_url, body, headers).json()["result"]["state"], "REGISTERED", "a read may be repeated with its proof")
    request = json.dumps({"jsonrpc": "2.0", "method": "otp.request", "params": {"phone": pair.new_phone(), "purpose": "login"}, "id": 1}).encode()
    headers = {"DPoP": device.proof("otp.request", request, pair.auth_url)}
    holds("result" in device.post(pair.auth_url, request, headers).json(), "a call with an effect")
    reply = device.post(pair.auth_url, request, headers)
    equal((reply.status_code, reply.json()["error"]["data"]["fault"]), (200, "proofRefused"), "replayed")
    holds("DPoP-Nonce" in reply.headers, "a fresh nonce comes with the refusal")
    for name, changed in {"stale nonce": {"nonce": "AAAA"}, "other body": {"bh": b64url(os.urandom(32))}, "other method": {"mth": "otp.verify"},
                          "other url": {"htu": "https://evil.example/rpc"}, "other verb": {"htm": "GET"}}.items():
        equal(send(**changed)[:2], (200, "proofRefused"), name)
    reply = device.post(pair.auth_url, body, {})
    equal((reply.status_code, reply.json()["error"]["data"]["fault"]), (200, "proofRefused"), "no proof at all")
    thief = Device(pair.auth_url, pair.vault_url)
    thief.nonce = device.nonce
    equal(fault_of(lambda: thief.call("session.logoutEverywhere", token=device.token))[0], "proofRefused", "another key with the token")


@check("a token in the query string of a call is no credential at either service, and is in no log", requirements=["T12"])
def token_in_url(pair):
    device = Device(pair.auth_url, pair.vault_url)
    device.register(pair.new_phone(), "demo")
    for method, url in (("session.status", pair.auth_url), ("vault.info", pair.vault_url)):
        for name in ("access_token", "token", "authorization", "Authorization", "bearer", "bearer_token", "jwt"):
            for value in (device.token, f"Bearer {device.token}", f"DPoP {device.token}"):
                address = f"{url}?{urllib.parse.urlencode({name: value})}"
                body = json.dumps({"jsonrpc": "2.0", "method": method, "params": {}, "id": 1}).encode()
                headers = {"DPoP": device.proof(method, body, url, device.token)} if url == pair.auth_url else {}
                reply = device.post(address, body, headers)
                fault = reply.json()["error"]["data"]["fault"]
                equal((reply.status_code, fault), (401, "loginRequired"), f"{method} with the token as {name}")
        equal(fault_of(lambda: device.mine(method)), None, "the token in the header")
    for log in pathlib.Path(pair.data).glob("*.log"):
        text = log.read_text(errors="replace")
        holds(device.token not in text and device.token.split(".")[2] not in text, f"no token in {log.name}")
