"""Compares guesses at a PIN with every value of a dump: as salt, key, public key, hash, code, ciphertext and signature."""
import concurrent.futures
import hashlib
import hmac
import os

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from dump import OVERHEAD
from pins import public_key, seed_of

WINDOW = 8  # bytes of a derived value that must be found; 2^64 values do not meet by chance
HASHES = [hashlib.sha256, hashlib.sha512, hashlib.sha1, hashlib.md5, hashlib.blake2b]


class Search:
    """The values of a dump, prepared for many guesses."""

    def __init__(self, values, bindings, near=None):
        """`values` maps each value to its place. Each is also taken as what a derived key has authenticated, encrypted or
        signed; with `near` only those that it contains."""
        self.values, self.bindings = values, bindings
        self.windows = {}
        for value, place in values.items():
            for start in range(max(1, len(value) - WINDOW + 1)):
                self.windows.setdefault(value[start:start + WINDOW], place)
        self.near = list(values if near is None else near)
        # A text is not what a cipher or a signature yields: decoded, it is another value.
        binary = [value for value in self.near if not value.isascii()]
        self.ciphertexts = [value for value in binary if len(value) >= OVERHEAD]
        self.signatures = [value for value in binary if len(value) == 64]

    def matches(self, pin, salt, stretch):
        """Yields where a guess can be told from a wrong one, and by what."""
        if pin in self.values:
            yield self.values[pin], "the PIN itself"
        stretched = stretch(pin, salt)
        seed = seed_of(stretched, salt)
        key = public_key(seed)
        for name, secret in {"PIN": pin, "stretched PIN": stretched, "seed": seed, "public key": key}.items():
            for how, derived in self.derived(secret, salt):
                if place := self.windows.get(derived[:WINDOW]):
                    yield place, how.format(name)
            for value in self.near:
                if place := self.windows.get(hmac.digest(secret, value, "sha256")[:WINDOW]):
                    yield place, f"a code by the {name}"
            for value in self.ciphertexts if len(secret) == 32 else ():
                if self.decrypts(secret, value):
                    yield self.values[value], f"encrypted with the {name}"
        for value in self.signatures:
            if self.signed(key, value):
                yield self.values[value], "a signature by the PIN's key"

    def derived(self, secret, salt):
        """Yields what an unkeyed column could hold of a secret; a secret as short as a PIN is compared as a whole."""
        if len(secret) >= WINDOW:
            yield "the {}", secret
        for function in HASHES:
            for text in (secret, secret + salt, salt + secret):
                yield "a hash of the {}", function(text).digest()
        yield "a code of the {} by the salt", hmac.digest(salt, secret, "sha256")
        yield "a code of the salt by the {}", hmac.digest(secret, salt, "sha256")

    def decrypts(self, secret, value):
        cipher = AESGCM(secret)
        for binding in self.bindings:
            try:
                cipher.decrypt(value[:12], value[12:], binding)
                return True
            except InvalidTag:
                pass
        return False

    def signed(self, key, signature):
        known = Ed25519PublicKey.from_public_bytes(key)
        for value in self.near:
            try:
                known.verify(signature, value)
                return True
            except InvalidSignature:
                pass
        return False


_search = None


def _prepare(search):
    global _search
    _search = search


def _try(guesses):
    return [(pin.decode(), place, how) for pin, salt, stretch in guesses for place, how in _search.matches(pin, salt, stretch)]


def search(prepared, guesses):
    """Tries guesses, each a PIN with a salt and a derivation, on all cores; returns the matches: the PIN, the place and what was found there."""
    size = max(1, min(2000, len(guesses) // (4 * os.cpu_count())))
    parts = [guesses[start:start + size] for start in range(0, len(guesses), size)]
    with concurrent.futures.ProcessPoolExecutor(initializer=_prepare, initargs=(prepared,)) as pool:
        return [match for found in pool.map(_try, parts) for match in found]
