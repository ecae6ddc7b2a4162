"""Searches the PINs of two people and of a child in a copy of auth's database.

With the key files those of the people are found, without them nothing tests a guess. That of the child is found only with the secret of the
child's device.
"""
import base64
import functools
import hashlib
import hmac
import json
import pathlib
import tempfile
import time
import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import pins
from administration import next_code
from checks import equal
from dump import Dump, copy_of
from guesses import Search, search
from pair import Pair
from person import fault_of
from pins import PINDevice
from table import Table

# Where a search is long, only what these columns hold of the account is taken as what a key that is derived from a guess has made;
# all other values are compared with the guess and its hashes.
PIN_COLUMNS = {"pin.salt", "pin.key_sealed", "pin_challenge.id", "pin_challenge.attempt_mac", "unlock_share.share_sealed"}


def prove(bin, extent, draw):
    costly, cheap = {"quick": (40, 3_000), "default": (200, 50_000), "full": (1000, 10**6)}[extent]
    with tempfile.TemporaryDirectory(prefix="latchkey-oracle-") as folder:
        folder = pathlib.Path(folder)
        with Pair(bin, folder / "data", settings={"auth": {"otp-resend-seconds": 1}}) as pair:
            ada = lived(pair, pins.scrypt, [f"{number:04}" for number in draw.sample(range(10_000), 3)])
            mia = lived_as_child(pair, [f"{number:04}" for number in draw.sample(range(10_000), 2)], draw)
            bert = lived(pair, pins.cheap, [f"{number:06}" for number in draw.sample(range(1_000_000), 3)])
        copy = copy_of(folder / "data" / "auth.sqlite", folder / "copy.sqlite")
        dump = Dump(copy)
        opened = dump.opened(folder / "data" / "keys")
        files = [(folder / "data" / name).read_bytes() for name in ("auth.sqlite", "auth.sqlite-wal") if (folder / "data" / name).exists()]
        table = Table(f"the oracle: {len(dump.columns)} columns, {len(dump.values)} values, {len(opened)} decrypted with the key files")
        search_all(table, dump, opened, ada, sampled(4, costly, ada, draw), "scrypt, N = 2^15")
        search_all(table, dump, opened, bert, sampled(6, cheap, bert, draw), "one hash",
                   [value for value in dump.owned[bert["account"]] if dump.values[value] in PIN_COLUMNS])
        every_salt(table, dump, files, (ada, bert), draw)
        planted(table, copy, folder, bert, draw)
        child_pin(table, dump, opened, mia, sampled(4, min(cheap, 10_000), mia, draw))
        return table.holds()


def lived(pair, stretch, chosen):
    """Registers a person who enrols a PIN, enters wrong and right ones, changes it and tries it on a new device.

    Returns the account's identifier, the PIN of the end and its derivation. The third PIN of `chosen` is a wrong one.
    """
    first, last, wrong = chosen
    phone, device = pair.new_phone(), PINDevice(pair, stretch)
    device.register(phone, "home", pair)
    device.enrol_pin(first)
    equal(fault_of(lambda: device.prove_pin(wrong))[0], "pinWrong")
    device.prove_pin(first)
    device.change_pin(first, last)
    other = PINDevice(pair, stretch, "tablet")
    next_code()
    session = other.login(phone, pair)["sessionId"]
    equal(fault_of(lambda: other.prove_pin(wrong, "login", sessionId=session))[0], "pinWrong")
    other.prove_pin(last, "login", sessionId=session)
    equal(fault_of(lambda: device.prove_pin(wrong))[0], "pinWrong")
    device.prove_pin(last, "login")
    return {"account": uuid.UUID(device.session["accountId"]).bytes, "pin": last.encode(), "stretch": stretch}


def lived_as_child(pair, chosen, draw):
    """A child of a new parent whose device makes its PIN, and enters a wrong and a right one; the second of `chosen` is wrong.

    Returns the account's identifier, the PIN, its derivation, and the secret of the device.
    """
    right, wrong = chosen
    parent, device = PINDevice(pair), PINDevice(pair, name="tablet", secret=draw.randbytes(32))
    parent.register(pair.new_phone(), "home", pair)
    child = parent.mine("child.add", {"name": "Mia"})["childId"]
    code = parent.mine("child.invite", {"childId": child})["code"]
    ticket = device.call("invite.verify", {"code": code})["ticket"]
    given = device.call("device.bind", {"ticket": ticket, "deviceName": "tablet"})

    def proof(pin, purpose):
        key, signature = device.signed(given | {"subject": child}, pin, given["pin"], purpose)
        return key, {"challengeId": given["challengeId"], "proof": signature}
    key, params = proof(right, "enrol")
    device.call("child.setPIN", params | {"publicKey": key})
    given = device.call("child.challenge")
    equal(fault_of(lambda: device.call("child.verifyPIN", proof(wrong, "login")[1]))[0], "pinWrong")
    given = device.call("child.challenge")
    device.call("child.verifyPIN", proof(right, "login")[1])
    return {"account": uuid.UUID(child).bytes, "pin": right.encode(), "stretch": device.stretch, "secret": device.secret}


def salt_of(dump, person):
    return next(salt for account, _, salt in dump.pins if account == person["account"])


def sampled(digits, count, person, draw):
    """Returns that many PINs, the right one among them, in random order."""
    guesses = {f"{number:0{digits}}".encode() for number in draw.sample(range(10**digits), count)} - {person["pin"]}
    guesses = [*sorted(guesses)[:count - 1], person["pin"]]
    draw.shuffle(guesses)
    return guesses


def search_all(table, dump, opened, person, guesses, cost, near=None):
    """Tries guesses against the dump and what the key files decrypt: only the right one may match, and only the latter."""
    began = time.monotonic()
    # A value that stands in the copy as it is counts as found without the key files.
    values = dump.values | {value: place for value, place in opened.items() if value not in dump.values}
    prepared = Search(values, dump.bindings(person["account"]), near)
    found = search(prepared, [(pin, salt_of(dump, person), person["stretch"]) for pin in guesses])
    took, digits = time.monotonic() - began, len(person["pin"])
    keyed = [match for match in found if "decrypted" in match[1]]
    what = f"{len(guesses)} PINs of {digits} digits, {cost}"
    right = person["pin"].decode()
    table.row(f"with the key files, {what}", f"{sorted({pin for pin, _, _ in keyed})}, the right one is {right}",
              {pin for pin, _, _ in keyed} == {right}, f"{took:.1f} s")
    bare = [match for match in found if match not in keyed]
    table.row(f"without them, the same {len(guesses)}", f"{bare[:3] or 'no match'}", not bare, "")


def every_salt(table, dump, files, people, draw):
    """Tries the right PIN and a wrong one with every value of the dump as the salt, and in the bytes of the file itself."""
    began = time.monotonic()
    prepared, tries, found = Search(dump.values, dump.bindings(), [value for value, place in dump.values.items() if place in PIN_COLUMNS]), [], []
    for person in people:
        wrong = f"{draw.randrange(10**len(person['pin'])):0{len(person['pin'])}}".encode()
        tries += salted(dump, person, (person["pin"], wrong))
        salt = salt_of(dump, person)
        stretched = person["stretch"](person["pin"], salt)
        seed = pins.seed_of(stretched, salt)
        for secret in (person["pin"], stretched, seed, pins.public_key(seed)):
            for how, derived in prepared.derived(secret, salt):
                found += [("the file", how) for file in files if derived[:16] in file]
    found += search(prepared, draw.sample(tries, len(tries)))
    table.row("every column as the salt, and deleted rows", f"{found[:3] or 'no match'}", not found,
              f"{len(tries)} tries, {time.monotonic() - began:.1f} s")
    sealed = [value for value, place in dump.values.items() if place == "pin.key_sealed"]
    table.row("the bytes of the file are read", f"{len(sealed)} known ciphertexts are in them", all(any(value in file for file in files) for value in sealed))


def salted(dump, person, guesses):
    """Returns each guess with each value of the dump as the salt. The full cost is paid for those as long as a salt is."""
    salts = [value for value in dump.values if 8 <= len(value) <= 64]
    costly = [(person["pin"], salt, pins.scrypt) for salt in salts if len(salt) == 16 and person["stretch"] is pins.scrypt]
    return [(pin, salt, pins.cheap) for salt in salts for pin in guesses] + costly


def planted(table, copy, folder, person, draw):
    """Adds a column that tests guesses to copies of the database: the search finds the PIN in each of them."""
    dump = Dump(copy)
    salt, pin = salt_of(dump, person), person["pin"]
    stretched = person["stretch"](pin, salt)
    seed = pins.seed_of(stretched, salt)
    key = pins.public_key(seed)
    challenge = next(value for value, place in dump.values.items() if place == "pin_challenge.id")
    nonce = draw.randbytes(12)
    plants = {
        "the PIN": pin.decode(),
        "its hash": hashlib.sha256(pin).hexdigest(),
        "its hash with the salt": base64.b64encode(hashlib.sha256(salt + pin).digest()).decode(),
        "the hash of the key in JSON": json.dumps({"v": [pins.b64url(hashlib.sha512(key).digest()[:16])]}),
        "the key itself": key,
        "a code by the key": hmac.digest(key, challenge, "sha256"),
        "a ciphertext": nonce + AESGCM(stretched).encrypt(nonce, b"share", None),
        "a signature": Ed25519PrivateKey.from_private_bytes(seed).sign(challenge),
    }
    guesses, missed = sampled(6, 40, person, draw), []
    for number, plant in enumerate(plants.items()):
        with_plant = Dump(copy_of(copy, folder / f"planted-{number}.sqlite", plant))
        found = search(Search(with_plant.values, with_plant.bindings()), [(guess, salt, person["stretch"]) for guess in guesses])
        if {(who, place) for who, place, _ in found} != {(pin.decode(), f"pin.{plant[0]}")}:
            missed.append(plant[0])
    plant = "its hash with another column as the salt", hashlib.sha256(person["account"] + pin).digest()
    plants[plant[0]] = plant[1]
    with_plant = Dump(copy_of(copy, folder / "planted.sqlite", plant))
    found = search(Search(with_plant.values, with_plant.bindings(), []), salted(with_plant, person, [pin]))
    if {place for _, place, _ in found} != {f"pin.{plant[0]}"}:
        missed.append(plant[0])
    table.row(f"planted: {', '.join(plants)}", f"missed: {', '.join(missed)}" if missed else f"{len(plants)} found", not missed, "")


def child_pin(table, dump, opened, child, guesses):
    """Tries guesses at a child's PIN against the dump and what the key files decrypt: they match only with the device's secret."""
    near = [value for value in dump.owned[child["account"]] if dump.values[value] in PIN_COLUMNS]
    values = dump.values | {value: place for value, place in opened.items() if value not in dump.values}
    prepared, salt, right = Search(values, dump.bindings(child["account"]), near), salt_of(dump, child), child["pin"].decode()
    holds_key = any(place.startswith("pin.key_sealed") for value, place in opened.items() if is_key_of(child, salt, value))
    table.row("a child's device PIN: its key is among what the key files decrypt", right, holds_key, "")
    found = search(prepared, [(pin, salt, child["stretch"]) for pin in guesses])
    table.row(f"with the key files, without the device's secret, {len(guesses)} PINs", f"{found[:3] or 'no match'}", not found, "")
    mixed = functools.partial(pins.mixed, child["stretch"], child["secret"])
    found = {pin for pin, _, _ in search(prepared, [(pin, salt, mixed) for pin in guesses])}
    table.row(f"with both, the same {len(guesses)}", f"{sorted(found)}, the right one is {right}", found == {right}, "")


def is_key_of(child, salt, value):
    return value == pins.public_key(pins.seed_of(child["stretch"](child["pin"], salt), salt, child["secret"]))
