"""Replaces the signing and nonce keys of running services with their own command, under load."""
import os
import subprocess
import threading
import time

import jwt
import requests

from checks import check, equal, holds
from person import Device, Refused


def keys(pair, *words):
    """Runs `latchkey-auth keys` at the first instance; returns what it printed. Raises if it fails."""
    done = subprocess.run([str(pair.bin / "latchkey-auth"), "keys", *words, "--data", str(pair.data)],
                          capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise Refused({"message": done.stderr.strip(), "data": {"fault": "keyRefused"}}, done.returncode)
    return done.stdout.strip()


def refusal(pair, *words):
    """Returns the line with which the command refuses."""
    try:
        keys(pair, *words)
    except Refused as refused:
        return refused.error["message"]
    raise AssertionError(f"keys {' '.join(words)} was not refused")


def until_done(action, seconds=20):
    """Repeats an action while it is refused."""
    end = time.monotonic() + seconds
    while True:
        try:
            return action()
        except Refused:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def refresh(device):
    device.session |= device.call("session.refresh", {"refreshToken": device.session["refreshToken"]})


def kid(token):
    return jwt.get_unverified_header(token)["kid"]


class Load:
    """A person who refreshes, reads at auth and reads at the vault without a pause; every refusal is kept."""

    def __init__(self, pair, name):
        self.pair, self.device, self.refused, self.calls, self.kids = pair, Device(pair.auth_url, pair.vault_url, name), [], 0, set()
        self.device.register(pair.new_phone(), "home", pair)
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        while not self.ended.is_set():
            try:
                refresh(self.device)
                token = self.device.session["accessToken"]
                self.kids.add(kid(token))
                self.device.call("session.status", token=token)
                self.device.call("vault.info", token=token)
                self.calls += 3
            except Refused as refused:
                self.refused.append(str(refused))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


@check("signing and nonce keys are replaced under load, and no token and no proof is refused")
def replaced(pair):
    listed = keys(pair, "list")
    holds("signing-1 is active" in listed and "nonce-1 is active" in listed, listed)
    holds("auth.signing-2.pem is missing" in refusal(pair, "activate", "signing-2"), "a key without a file")
    with Load(pair, "ada") as ada, Load(pair, "bob") as bob:
        for number in range(2, 6):
            for kind in ("signing", "nonce"):
                key = f"{kind}-{number}"
                keys(pair, "publish", key)
                # Once a second an instance reads the states; a signing key waits for the setting key-lead-seconds.
                until_done(lambda: keys(pair, "activate", key))
            time.sleep(1)
        holds("is active" in refusal(pair, "retire", "signing-5"), "the active key")
        holds("can be changed in" in refusal(pair, "retire", "signing-1"), "tokens of the former key are still valid")
        calls = ada.calls + bob.calls
    equal(ada.refused + bob.refused, [], "refused calls")
    holds(calls > 100, f"{calls} calls")
    holds(len(ada.kids | bob.kids) == 5, f"{len(ada.kids | bob.kids)} keys have signed")
    published = requests.get(pair.auth_url.replace("/rpc", "/.well-known/jwks.json"), timeout=5).json()["keys"]
    equal(len(published), 5, "published keys")
    exported = keys(pair, "export")
    equal(exported.count("BEGIN PUBLIC KEY"), 5, "exported keys")


# After a restart of auth the vault answers `unavailable` until it has reached auth again.
@check("an instance that is killed and started again signs with the key that is active")
def restarted(pair):
    device = Device(pair.auth_url, pair.vault_url, "grace")
    device.register(pair.new_phone(), "home", pair)
    keys(pair, "publish", "signing-6")
    until_done(lambda: keys(pair, "activate", "signing-6"))
    pair.kill9("auth")
    pair.start("auth")
    pair.wait_ready("auth")
    refresh(device)
    fresh = kid(device.session["accessToken"])
    refresh(device)
    equal(kid(device.session["accessToken"]), fresh, "the key after the restart")
    until_done(lambda: device.call("vault.info", token=device.session["accessToken"]))
    file = pair.data / "keys" / "auth.signing-6.pem"
    kept = file.read_bytes()
    pair.stop("auth")
    file.chmod(0o600)
    file.unlink()
    pair.start("auth")
    equal(pair.processes["auth"].wait(30) != 0, True, "auth does not start without the active key")
    holds("auth.signing-6.pem" in pair.log("auth"), pair.log("auth"))
    with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as out:
        out.write(kept)
    pair.start("auth")
    pair.wait_ready(["auth", "vault"])
    refresh(device)
    until_done(lambda: device.call("vault.info", token=device.session["accessToken"]))
