"""Everything that a copy of auth's database holds, as an attacker reads it: each value of each column, and what it contains decoded."""
import base64
import binascii
import collections
import contextlib
import json
import re
import sqlite3

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pins import lp

OVERHEAD = 28  # the bytes of nonce and tag around a ciphertext


def rows(file):
    """Yields table, column, value and account of every text and every blob of a SQLite file."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        tables = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in sorted(tables):
            found = database.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in found.description]
            for row in found:
                account = dict(zip(names, row)).get("account")
                for name, value in zip(names, row):
                    if isinstance(value, (str, bytes)):
                        yield table, name, value, account


def copy_of(file, target, plant=None):
    """Copies a SQLite file; `plant` is a column's name and a value, which every row of the table `pin` then has."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source, \
            contextlib.closing(sqlite3.connect(target)) as database:
        source.backup(database)
        if plant:
            name, value = plant
            database.execute(f'ALTER TABLE pin ADD COLUMN "{name}" {"TEXT" if isinstance(value, str) else "BLOB"}')
            database.execute(f'UPDATE pin SET "{name}" = ?', (value,))
        database.commit()
    return target


def forms(value):
    """Yields a value as bytes, and what it is if it is JSON, hexadecimal or base64."""
    raw = value if isinstance(value, bytes) else value.encode()
    yield raw
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return
    if re.fullmatch(r"([0-9a-fA-F]{2}){8,}", text):
        yield bytes.fromhex(text)
    if re.fullmatch(r"[\w+/-]{11,}={0,2}", text):
        with contextlib.suppress(binascii.Error, ValueError):
            yield base64.b64decode(text.replace("-", "+").replace("_", "/").rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    if text[:1] in '{["':
        with contextlib.suppress(ValueError):
            for leaf in leaves(json.loads(text)):
                yield from forms(leaf)


def leaves(value):
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from leaves(part)
    if isinstance(value, str):
        yield value


class Dump:
    """The distinct values of a copy, each with the column that it stands in; those of each account; and the accounts that have a PIN."""

    def __init__(self, file):
        self.values, self.columns, self.owned = {}, set(), collections.defaultdict(set)
        for table, column, value, account in rows(file):
            self.columns.add(f"{table}.{column}")
            for form in forms(value):
                self.values.setdefault(form, f"{table}.{column}")
                self.owned[account].add(form)
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            self.pins = database.execute("SELECT account, generation, salt FROM pin").fetchall()

    def bindings(self, whose=None):
        """Returns the additional authenticated data that ciphertexts of PINs may be bound to; of one account, or of all."""
        found = [b""]
        for account, generation, _ in self.pins:
            if whose not in (None, account):
                continue
            found += [lp(b"latchkey/pin-key/1", account, str(generation).encode()), lp(b"latchkey/unlock-share/1", account)]
        return found

    def opened(self, folder):
        """Returns what the key files of a folder decrypt, with the column and the file."""
        found = {}
        for file in sorted(folder.glob("auth.*.key")):
            if len(file.read_bytes()) != 32:
                continue
            key = AESGCM(file.read_bytes())
            for value, column in self.values.items():
                for binding in self.bindings() if len(value) >= OVERHEAD else ():
                    with contextlib.suppress(InvalidTag):
                        found[key.decrypt(value[:12], value[12:], binding)] = f"{column}, decrypted with {file.name}"
        return found
