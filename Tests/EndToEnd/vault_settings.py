"""The vault's settings of sizes and of backups: what `vault.info` shows, what is refused, and what `doctor` says."""
import contextlib
import json
import sqlite3
import tempfile
import time
import uuid

from checks import check, equal, holds
from doctor import DAY_MS, Installation, until
from patience import patiently
from person import Device, Refused

BODY = 64 << 10  # the largest body, in bytes
MEBIBYTE = 1 << 20


def note(size):
    """Returns params of secret.add for a note whose body has this many bytes."""
    empty = len(json.dumps({"text": "", "title": "n"}, separators=(",", ":")))
    return {"kind": "note", "body": {"title": "n", "text": "x" * (size - empty)}, "id": str(uuid.uuid4()), "requestId": str(uuid.uuid4())}


def limit_of(action):
    """Returns the name of the limit that refuses an action; None if the action succeeds."""
    try:
        patiently(action)
    except Refused as refused:
        equal(refused.fault, "limitReached", str(refused))
        return refused.error["data"]["limit"]
    return None


def registered(own, name):
    device = Device(own.auth_url, own.vault_url, name)
    device.register(own.new_phone(), "home", own)
    return device


@check("the vault's settings: account-items, account-mebibytes and vault-mebibytes refuse what is one past them, and backup-days is what doctor compares with")
def sizes(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-vault-settings-") as folder:
        own = Installation(pair.bin, folder)
        own.settings["vault"] |= {"account-items": 17, "account-mebibytes": 1, "backup-days": 7}
        with own:
            many, large = registered(own, "many"), registered(own, "large")
            limits = patiently(lambda: many.mine("vault.info"))["limits"]
            equal((limits["itemsPerAccount"], limits["bytesPerAccount"]), (17, MEBIBYTE), "limits in vault.info")
            account_bytes(large)
            all_bytes(own, many, large)
            account_items(many)
            backups(own)


def account_bytes(large):
    """Leaves the account with one byte less than the limit."""
    for _ in range(15):
        equal(limit_of(lambda: large.mine("secret.add", note(BODY))), None, "a note within the limit")
    equal(large.mine("vault.info")["bytes"], 15 * BODY, "bytes of the account")
    equal(limit_of(lambda: large.mine("secret.add", note(BODY))), None, "a note up to the limit")
    equal(large.mine("vault.info")["bytes"], MEBIBYTE, "bytes of the account")
    equal(limit_of(lambda: large.mine("secret.add", note(30))), "bytesPerAccount", "a note past the limit")
    last = large.mine("secret.list", {"limit": 1})["secrets"][0]
    large.mine("secret.delete", {"id": last["id"], "force": True, "requestId": str(uuid.uuid4())})
    equal(limit_of(lambda: large.mine("secret.add", note(BODY - 1))), None, "a note below the limit")
    equal(large.mine("vault.info")["bytes"], MEBIBYTE - 1, "bytes of the account")


def all_bytes(own, many, large):
    """The vault measures its size at its start, and counts what it adds from then on."""
    own.stop("vault")
    own.settings["vault"]["vault-mebibytes"] = 1
    own.start("vault")
    own.wait_ready("vault")
    until(lambda: own.metric("vault", "vault_item_bytes") == MEBIBYTE - 1, "the vault has measured its size")
    equal(own.metric("vault", "vault_limit_bytes"), MEBIBYTE, "vault_limit_bytes")
    equal(limit_of(lambda: many.mine("secret.add", note(30))), None, "one byte is free")
    equal(limit_of(lambda: many.mine("secret.add", note(30))), "bytesOfAllAccounts", "nothing is free")
    patiently(lambda: large.mine("vault.pull"))
    own.settings["vault"]["vault-mebibytes"] = 2
    own.restarted("vault")
    until(lambda: own.metric("vault", "vault_item_bytes") == MEBIBYTE + 29, "the vault has measured its size")


def account_items(many):
    for _ in range(16):
        equal(limit_of(lambda: many.mine("secret.add", note(30))), None, "a note within the limit")
    equal(many.mine("vault.info")["items"], 17, "items of the account")
    equal(limit_of(lambda: many.mine("secret.add", note(30))), "itemsPerAccount", "a note past the limit")


def backups(own):
    """A wrapping key is in use for eight days, while backups are kept for other times."""
    with own.stopped("vault"), contextlib.closing(sqlite3.connect(own.data / "vault.sqlite")) as link, link:
        link.execute("UPDATE vault_key SET since = ?", (int(time.time() * 1000) - 8 * DAY_MS,))
    for days, is_late in ((7, True), (9, False), (3650, False), (1, True)):
        own.settings["vault"]["backup-days"] = days
        found = own.findings("vault").get("wrapping-keys", "")
        equal(f"longer than {days} days" in found, is_late, f"{days} days: {found!r}")
        holds(is_late or not found, found)
