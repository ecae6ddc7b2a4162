"""Replaces the keys of running services with their own command, under load and while instances are killed."""
import contextlib
import itertools
import json
import os
import re
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import uuid

import jwt
import requests

from checks import check, equal, holds
from doctor import DAY_MS, Installation, until
from key_command import keys, refusal, until_done
from patience import through_a_proxy
from person import Device, Refused, new_secret

# The kinds of keys that are replaced, in the order of the command's help.
KINDS = ("signing", "nonce", "seal", "hash")


def refresh(device):
    device.session |= device.call("session.refresh", {"refreshToken": device.session["refreshToken"]})


def kid(token):
    return jwt.get_unverified_header(token)["kid"]


class Load:
    """A person who refreshes, reads at auth and reads at the vault without a pause; every refusal is kept.

    Where instances are killed, `repeat` repeats a call that is answered `unavailable` or not at all.
    """

    def __init__(self, pair, name, repeat=lambda action: action()):
        self.pair, self.device, self.refused, self.calls, self.kids = pair, Device(pair.auth_url, pair.vault_url, name), [], 0, set()
        self.phone, self.repeat = pair.new_phone(), repeat
        self.device.register(self.phone, "home", pair)
        repeat(lambda: self.device.call("secret.add", new_secret(account=name), token=self.device.session["accessToken"]))
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        while not self.ended.is_set():
            try:
                spent = {"refreshToken": self.device.session["refreshToken"], "requestId": str(uuid.uuid4())}
                self.device.session |= self.repeat(lambda: self.device.call("session.refresh", spent))
                token = self.device.session["accessToken"]
                self.kids.add(kid(token))
                self.repeat(lambda: self.device.call("session.status", token=token))
                me = self.repeat(lambda: self.device.call("account.me", token=token))
                equal(me["phone"], self.phone, "the phone number")
                equal(len(self.repeat(lambda: self.device.call("vault.pull", token=token))["items"]), 1, "the secrets")
                self.calls += 4
            except (Refused, AssertionError, KeyError) as refused:
                self.refused.append(str(refused))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


def all_rewritten(pair):
    """Raises `Refused` while a row is encrypted or indexed with another key than the active one."""
    listed = keys(pair, "list")
    left = [line for line in listed.splitlines() if "seal-" in line and "kept for its rows" in line and "by 0 rows" not in line]
    active = re.search(r"index-(\d+) is active", listed)[1]
    if left or pair.rows("auth", f"SELECT COUNT(*) FROM account WHERE COALESCE(index_key, 1) <> {active}"):
        raise Refused({"message": "\n".join(left), "data": {}}, 0)


@check("keys of every kind are replaced under load, and no token and no proof is refused", requirements=["I22"])
def replaced(pair):
    listed = keys(pair, "list")
    for kind in KINDS:
        holds(f"{kind}-1 is active" in listed, listed)
    holds("auth.signing-2.pem is missing" in refusal(pair, "activate", "signing-2"), "a key without a file")
    with Load(pair, "ada") as ada, Load(pair, "bob") as bob:
        for number in range(2, 6):
            for kind in KINDS:
                key = f"{kind}-{number}"
                keys(pair, "publish", key)
                # Once a second an instance reads the states; a signing key waits for the setting key-lead-seconds.
                until_done(lambda: keys(pair, "activate", key))
            time.sleep(1)
        holds("is active" in refusal(pair, "retire", "signing-5"), "the active key")
        holds("can be changed in" in refusal(pair, "retire", "signing-1"), "tokens of the former key are still valid")
        until_done(lambda: all_rewritten(pair))
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


class SettingsFiles(Installation):
    """An installation in which both services have a settings file, which SIGHUP reads again."""

    def __init__(self, bin, folder):
        super().__init__(bin, folder)
        self.settings["auth"]["writing-calls-per-minute"] = 1_000_000
        self.written = {"auth": json.loads(self.file.read_text()), "vault": {"drain-seconds": 0}}
        self.change("vault")

    def change(self, service, **settings):
        self.written[service] |= {key.replace("_", "-"): value for key, value in settings.items()}
        file = self.data / f"{service}.json"
        file.write_text(json.dumps(self.written[service]))
        file.chmod(0o600)

    def options(self, service):
        more = ["--config", str(self.data / "vault.json")] if service == "vault" else []
        return super().options(service) + more

    def reload(self, service):
        """Sends SIGHUP and waits until the service has read everything again."""
        before = self.metric(service, "settings_reloads_total")
        self.processes[service].send_signal(signal.SIGHUP)
        until(lambda: self.metric(service, "settings_reloads_total") == before + 1, f"{service} reloads")


@check("the key pairs by which the services know each other are replaced with SIGHUP, and no call is refused")
def link_keys(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-link-keys-") as folder, SettingsFiles(pair.bin, folder) as own:
        keys = own.data / "keys"
        with Load(own, "ada", through_a_proxy) as ada:
            for service, peer in (("auth", "vault"), ("vault", "auth")):
                steps = own.run(service, "keys", "publish", "service-2", "--data", own.data)
                holds(steps.returncode == 0 and "Set service-key to 2" in steps.stdout, steps.stdout + steps.stderr)
                own.reload(peer)
                own.change(service, service_key=2)
                own.reload(service)
                (keys / f"{service}.service.pub").rename(own.data / f"{service}.service.pub")
                own.reload(peer)
                # A new process has no session of the former key, so it introduces itself and is introduced with the new one.
                own.restart("vault")
            calls = ada.calls
            until(lambda: ada.calls > calls + 20, "calls with the new keys")
        equal(ada.refused, [], "refused calls")
        listed = own.run("vault", "keys", "list", *own.options("vault"))
        holds("service-1 is not used" in listed.stdout and "service-2 is active" in listed.stdout, listed.stdout + listed.stderr)

        # Without its public half, auth does not start with the withdrawn key.
        own.change("auth", service_key=1)
        own.stop("auth")
        own.start("auth")
        equal(own.processes["auth"].wait(20) != 0, True, "auth does not start without the public half of its key pair")
        holds("auth.service.pub is missing" in own.log("auth"), own.log("auth"))


@check("the vault's wrapping key is replaced, doctor says when each step is due, and a missing file is seen before the next start fails")
def wrapping_keys(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-wrapping-keys-") as folder, SettingsFiles(pair.bin, folder) as own:
        device = Device(own.auth_url, own.vault_url, "ada")
        device.register(own.new_phone(), "home", own)
        device.mine("secret.add", new_secret())

        def vault(*words):
            done = own.run("vault", "keys", *words, "--data", str(own.data))
            if done.returncode:
                raise Refused({"message": done.stderr.strip(), "data": {}}, done.returncode)
            return done.stdout

        def refused(*words):
            try:
                vault(*words)
            except Refused as refusal:
                return refusal.error["message"]
            raise AssertionError(f"keys {' '.join(words)} was not refused")

        def since(key, ms):
            with own.stopped("vault"), contextlib.closing(sqlite3.connect(own.data / "vault.sqlite")) as link, link:
                link.execute("UPDATE vault_key SET since = ? WHERE id = ?", (ms, key))

        def finding():
            return own.findings("vault").get("wrapping-keys")

        def secrets():
            return len(through_a_proxy(lambda: device.mine("vault.pull"))["items"])

        equal(finding(), None, "a new key")
        since("kek-1", int(time.time() * 1000) - 31 * DAY_MS)
        holds("kek-1 is active since" in finding() and "keys publish kek-2" in finding(), finding())
        first, second = own.data / "keys" / "vault.kek-1.key", own.data / "keys" / "vault.kek-2.key"
        second.write_bytes(first.read_bytes())
        second.chmod(0o600)
        holds("the same key as kek-1" in refused("publish", "kek-2"), "a copy of the former file")
        second.unlink()
        vault("publish", "kek-2")
        right = second.read_bytes()
        second.write_bytes(os.urandom(32))
        holds("published with another key" in refused("activate", "kek-2"), "a file that was overwritten")
        second.write_bytes(right)
        until_done(lambda: vault("activate", "kek-2"))
        second.write_bytes(os.urandom(32))
        holds("vault.kek-2.key does not hold the key" in own.findings("vault")["key-canary"], "doctor compares the files")
        holds("kek-2, which is active, is missing or wrong" in refused("retire", "kek-1"), "the file of the active key is wrong")
        second.write_bytes(right)
        until_done(lambda: vault("retire", "kek-1"))
        listed = own.run("vault", "keys", "list", *own.options("vault")).stdout
        holds("kek-1 is retired" in listed and "needed by 1 data key\n" in listed and "0 accounts wait" in listed, listed)
        equal(finding(), None, "backups need the retired key")
        since("kek-1", int(time.time() * 1000) - 31 * DAY_MS)
        holds(f"shred -u {own.data}/keys/vault.kek-1.key" in finding(), finding())
        (own.data / "keys" / "vault.kek-1.key").unlink()
        equal(finding(), None, "the file is destroyed")
        vault("rotate-data")
        until(lambda: "0 accounts wait for a new data key, and 0 former" in own.run("vault", "keys", "list", *own.options("vault")).stdout,
              "the data keys are renewed")
        own.restart("vault")
        equal(secrets(), 1, "secrets after a restart without the former key")

        file, kept = own.data / "keys" / "vault.kek-2.key", own.data / "kept.key"
        file.rename(kept)
        until(lambda: own.metric("vault", "vault_wrapping_key_files_damaged") == 1, "the file is missed")
        holds("is not read by" in finding(), finding())
        holds("vault.kek-2.key is missing" in own.log("vault"), "the log names the file")
        equal(secrets(), 1, "the running process serves on")
        own.stop("vault")
        own.start("vault")
        equal(own.processes["vault"].wait(30) != 0, True, "the vault does not start without its wrapping key")
        kept.rename(file)
        own.start("vault")
        own.wait_ready("vault")
        equal(secrets(), 1, "secrets with the file back")


def replace_and_kill(pair, rounds, kills):
    """Replaces a key of every kind in each round, and kills instances of auth meanwhile; no call of a person is refused.

    A killed instance counts as running for 15 s, in which no key becomes active, so the kills of a round come together.
    """
    members = [member for member in pair.members if member.startswith("auth")]
    away, phone = Device(pair.auth_url, pair.vault_url, "away"), pair.new_phone()
    away.register(phone, "home", pair)
    with Load(pair, "ada", through_a_proxy) as ada, Load(pair, "bob", through_a_proxy) as bob:
        for turn in range(rounds):
            # Another index key can follow after 25 hours.
            new = [f"{kind}-{20 + turn}" for kind in KINDS] + (["index-2"] if turn == 0 else [])
            commands = [threading.Thread(target=until_done, args=(lambda key=key: keys(pair, "publish", key), 60)) for key in new]
            commands += [threading.Thread(target=until_done, args=(lambda key=key: keys(pair, "activate", key), 60)) for key in new]
            for command in commands:
                command.start()
            for number in range(kills):
                member = members[number % len(members)]
                time.sleep(0.2)
                pair.kill9(member)
                pair.start(member)
                pair.wait_ready(member)
            for command in commands:
                command.join()
            listed = keys(pair, "list")
            holds(all(f"{key} is active" in listed for key in new), listed)
        until_done(lambda: all_rewritten(pair), 40)
        calls = ada.calls + bob.calls
    equal(ada.refused + bob.refused, [], "refused calls")
    holds(calls > 20, f"{calls} calls")
    # The tokens and the number of a person who was not there meanwhile are those of several keys ago.
    refresh(away)
    equal(away.call("account.me", token=away.session["accessToken"])["phone"], phone, "the phone number")


@check("keys are replaced while auth is killed, and no call is refused")
def killed(pair):
    replace_and_kill(pair, rounds=1, kills=2)


@check("instances: keys are replaced while one of two instances is killed twenty times, and no call is refused", requirements=["I22"])
def killed_for_a_minute(pair):
    replace_and_kill(pair, rounds=4, kills=5)


@check("instances: signing keys are replaced every two seconds for a minute, and seal, hash and nonce keys in turn; no call is refused")
def every_two_seconds(pair):
    signing, others = 100, itertools.cycle(("seal", "hash", "nonce"))
    with Load(pair, "ada", through_a_proxy) as ada, Load(pair, "bob", through_a_proxy) as bob:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            next_turn = time.monotonic() + 2
            new = [f"signing-{signing}"] + ([f"{next(others)}-{signing}"] if signing % 3 == 0 else [])
            for key in new:
                keys(pair, "publish", key)
            for key in new:
                until_done(lambda: keys(pair, "activate", key))
            signing += 1
            time.sleep(max(0, next_turn - time.monotonic()))
        until_done(lambda: all_rewritten(pair), 40)
        calls, kids = ada.calls + bob.calls, ada.kids | bob.kids
    equal(ada.refused + bob.refused, [], "refused calls")
    print(f"    {calls} calls under {signing - 100} signing keys, {len(kids)} of which signed a token of the load, none refused", flush=True)
    # A machine that is three times slower than the reference replaces a key every three seconds.
    holds(signing - 100 >= 15 and len(kids) >= 10, f"{signing - 100} signing keys, {len(kids)} seen")
