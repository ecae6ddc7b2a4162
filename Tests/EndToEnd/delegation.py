"""What else than the reference device uses a vault: delegated services, exports, and wrapped keys, each by plain HTTP."""
import base64
import os
import tempfile
import uuid

import jwt

from checks import check, equal, holds
from pair import Pair
from patience import patiently, until_refused
from person import Device, fault_of, new_secret

SHOP = "https://shop.example"
NO_SCOPE = ("scopeMissing", 200)


@check("a delegated token does at the vault what its scopes say, and ends with the session; one without scopes does nothing there", requirements=["T7"])
def delegated(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-delegation-") as folder:
        own = Pair(pair.bin, folder, settings={"auth": {"sends-per-address": 100000, "delegate-audiences": SHOP}})
        with own:
            use(own)


def use(own):
    device = Device(own.auth_url, own.vault_url)
    device.register(own.new_phone(), "demo")
    secret = new_secret()
    patiently(lambda: device.mine("secret.add", secret))

    def token(*scopes):
        params = {"audience": SHOP} | ({"scopes": list(scopes)} if scopes else {})
        return device.mine("session.delegate", params)["accessToken"]

    def fault(token, method, **params):
        return fault_of(lambda: patiently(lambda: device.call(method, params, token=token)))

    codes, read, write = token("secrets.codes"), token("secrets.read"), token("secrets.write")
    claims = jwt.decode(codes, options={"verify_signature": False})
    equal((claims["azp"], claims["scope"]), (SHOP, "secrets.codes"), "claims")
    item, change = {"id": secret["id"]}, {"force": True, "requestId": str(uuid.uuid4())}
    # Each method with the tokens that suffice for it.
    table = {
        "secret.code": (item, {"codes"}), "vault.info": ({}, {"read"}), "vault.pull": ({}, {"read"}),
        "secret.list": ({}, {"codes", "read"}), "secret.add": (new_secret(account="shop@example.com"), {"write"}),
        "vault.manifest": ({}, set()), "vault.export": ({"format": "otpauth"}, set()), "vault.keys": ({}, set()),
        "secret.delete": (item | change, {"write"}),
    }
    for method, (params, allowed) in table.items():
        for name, held in (("codes", codes), ("read", read), ("write", write)):
            got = fault(held, method, **params)
            holds((got is None) == (name in allowed), f"{method} with {name}: {got}")
            holds(got in (None, NO_SCOPE, ("loginRequired", 401)), f"{method} with {name}: {got}")
    equal(fault(codes, "secret.list", reveal=True), NO_SCOPE, "whole bodies with codes")
    revealed = device.call("secret.list", {"reveal": True}, token=read)["secrets"]
    equal([one["body"]["accountName"] for one in revealed], ["shop@example.com"], "whole bodies with read")
    for method in ("vault.info", "secret.list"):
        equal(fault(token(), method), ("loginRequired", 401), f"{method} with a token that says only who the person is")
    equal(fault_of(lambda: device.mine("session.delegate", {"audience": "https://other.example"})), ("audienceUnknown", 200), "another service")
    equal(fault(codes, "session.status"), ("loginRequired", 401), "auth refuses the token")
    device.mine("session.logoutEverywhere")
    until_refused(lambda: device.call("secret.list", token=read), ("sessionRevoked", 401), 2)


@check("vault.export serves a session with a fresh login a whole file, after a refresh too")
def exported(pair):
    device = Device(pair.auth_url, pair.vault_url)
    device.register(pair.new_phone(), "demo")
    patiently(lambda: device.mine("secret.add", new_secret()))
    patiently(lambda: device.mine("secret.add", {"kind": "note", "body": {"title": "n", "text": "t"}, "id": str(uuid.uuid4()), "requestId": str(uuid.uuid4())}))
    login = jwt.decode(device.token, options={"verify_signature": False})["auth_time"]
    device.session |= device.call("session.refresh", {"refreshToken": device.session["refreshToken"]})
    equal(jwt.decode(device.token, options={"verify_signature": False})["auth_time"], login, "auth_time after a refresh")
    file = device.mine("vault.export", {"format": "otpauth"})
    equal((file["count"], [one["kind"] for one in file["others"]]), (1, ["note"]), "items of the file")
    holds(file["content"].startswith("otpauth://totp/") and "secret=JBSWY3DPEHPK3PXP" in file["content"], file["content"])


@check("vault.keys keeps wrapped keys for a caller that only speaks HTTP: the first writer wins, and a change names the tag it knows")
def wrapped_keys(pair):
    first, second = Device(pair.auth_url, pair.vault_url), Device(pair.auth_url, pair.vault_url)
    first.register(pair.new_phone(), "demo")
    second.session, second.key, second.jwk, second.nonce = first.session, first.key, first.jwk, first.nonce
    one, other = (base64.urlsafe_b64encode(os.urandom(40)).rstrip(b"=").decode() for _ in range(2))

    def change(device, type, **members):
        answer = patiently(lambda: device.mine("vault.keys", {"ops": [{"type": type, "keyVersion": 1, "wrapId": "recovery", **members}]}))
        return answer["results"][0], [(key["wrapId"], key["wrapped"]) for key in answer["keys"]]

    equal(patiently(lambda: first.mine("vault.keys"))["keys"], [], "keys of a new account")
    put, keys = change(first, "put", wrapped=one)
    equal((put["outcome"], keys), ("applied", [("recovery", one)]), "the first writer")
    equal(change(first, "put", wrapped=one)[0]["outcome"], "noop", "a repetition")
    equal(change(second, "put", wrapped=other), ({"outcome": "conflict", "tag": put["tag"]}, [("recovery", one)]), "the second writer")
    changed, keys = change(second, "put", wrapped=other, base=put["tag"])
    equal((changed["outcome"], keys), ("applied", [("recovery", other)]), "a change that names the tag")
    equal(change(first, "remove", base=put["tag"])[0]["outcome"], "conflict", "a removal that names the former tag")
    equal(change(first, "remove", base=changed["tag"]), ({"outcome": "applied"}, []), "a removal that names the tag")
    equal(fault_of(lambda: first.mine("vault.keys", {"ops": []})), ("invalidParams", 200), "no change at all")
