"""Makes and reads the vault's sealed rows by their formats, without the product: AES-256-GCM with length-prefixed additional data.

The bodies and data keys that it makes are real, so that the running service wraps and seals them anew like those of people.
"""
import hashlib
import os
import struct

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

ACCOUNTS_AT_ONCE = 25  # a statement is an argument of psql, which may have 128 KiB


def prefixed(*parts):
    """Each part with its length before it, as four bytes, most significant first."""
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def number(value):
    return struct.pack(">q", value)


def seal(key, plain, data):
    nonce = os.urandom(12)
    return nonce + AESGCM(key).encrypt(nonce, plain, data)


def opened(key, sealed, data):
    """Returns the text, or None if it does not open."""
    try:
        return AESGCM(key).decrypt(sealed[:12], sealed[12:], data)
    except InvalidTag:
        return None


def key_data(kek, account, version):
    return prefixed(b"latchkey/dek/1", kek.encode(), account, number(version))


def body_data(account, item, rev, version, kind=b"note"):
    return prefixed(b"latchkey/item/1", account, item, kind, number(1), number(rev), number(version))


def identifier(turn, what):
    return hashlib.blake2b(f"{what}-{turn}".encode(), digest_size=16).digest()


def text(turn, rev):
    """The body of the made account with this number, at a rev."""
    return b'{"text":"account %d, rev %d"}' % (turn, rev)


def fill(cluster, accounts, kek, key):
    """Adds accounts with a secret, a former version of it, and a data key wrapped with the wrapping key `kek`."""
    for low in range(0, accounts, ACCOUNTS_AT_ONCE):
        heads, keys, items, versions = [], [], [], []
        for turn in range(low, min(accounts, low + ACCOUNTS_AT_ONCE)):
            account, item, dek = identifier(turn, "account"), identifier(turn, "item"), os.urandom(32)
            blob = [f"'\\x{part.hex()}'" for part in (
                account, identifier(turn, "epoch"), item, seal(key, dek, key_data(kek, account, 1)),
                seal(dek, text(turn, 1), body_data(account, item, 1, 1)), seal(dek, text(turn, 2), body_data(account, item, 2, 1)))]
            heads.append(f"({blob[0]}, {blob[1]}, 2, 0, 0, 0, 1, 1, 30, 'live', 1, {2**62})")
            keys.append(f"({blob[0]}, 1, '{kek}', {blob[3]}, 1)")
            items.append(f"({blob[0]}, {blob[2]}, 'note', 'live', 2, 1, 1, 2, {blob[5]}, {blob[1]}, 30, 1, 1, {blob[1]})")
            versions.append(f"({blob[0]}, {blob[2]}, 1, 'note', 1, 1, 1, {blob[4]}, {blob[1]}, 30, 1, {blob[1]})")
        cluster.query("vault", "; ".join([
            "INSERT INTO vault_head (account, epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at, due_at)"
            " VALUES " + ", ".join(heads),
            "INSERT INTO vault_dek (account, version, kek, wrapped, created_at) VALUES " + ", ".join(keys),
            "INSERT INTO vault_item (account, id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at,"
            " updated_at, updated_by) VALUES " + ", ".join(items),
            "INSERT INTO vault_version (account, id, rev, kind, schema, dek_version, body_rev, sealed, content_mac, size, updated_at,"
            " updated_by) VALUES " + ", ".join(versions)]))


def read(cluster, accounts, kek_of):
    """Opens everything of the made accounts. Returns the versions of their data keys, and the accounts with something that does not open.

    `kek_of` returns the bytes of a wrapping key, or None if its file is gone.
    """
    def rows(query):
        return [line.split("|") for line in cluster.query("vault", query).splitlines()]

    deks, versions, bad = {}, {}, set()
    for account, version, kek, wrapped in rows("SELECT encode(account, 'hex'), version, kek, encode(wrapped, 'hex') FROM vault_dek"):
        owner, key = bytes.fromhex(account), kek_of(kek)
        deks[owner, int(version)] = key and opened(key, bytes.fromhex(wrapped), key_data(kek, owner, int(version)))
        versions.setdefault(owner, []).append(int(version))
    stored = {}
    for table in ("vault_item", "vault_version"):
        for account, item, rev, version, sealed in rows(
                f"SELECT encode(account, 'hex'), encode(id, 'hex'), body_rev, dek_version, encode(sealed, 'hex') FROM {table}"
                " WHERE kind = 'note' AND sealed IS NOT NULL"):
            stored[bytes.fromhex(account), int(rev)] = bytes.fromhex(item), int(version), bytes.fromhex(sealed)
    for turn in range(accounts):
        account = identifier(turn, "account")
        for rev in (1, 2):
            item, version, sealed = stored.get((account, rev), (b"", 0, b""))
            dek = deks.get((account, version))
            if not dek or opened(dek, sealed, body_data(account, item, rev, version)) != text(turn, rev):
                bad.add(turn)
    return [versions.get(identifier(turn, "account"), []) for turn in range(accounts)], bad
