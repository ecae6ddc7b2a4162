"""The PIN of an account in Python: two derivations of its key, and a device that enrols, proves and changes a PIN."""
import base64
import hashlib
import hmac
import json
import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from person import Device, b64url


def lp(*parts):
    """Joins parts, each preceded by its length in four bytes, as every text is joined that the services sign or encrypt."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def scrypt(pin, salt):
    """Stretches a PIN as every device does, at full cost: 32 MiB and a tenth of a second."""
    return hashlib.scrypt(pin, salt=lp(b"latchkey/pin/1", salt), n=2**15, r=8, p=1, maxmem=2**26, dklen=32)


def cheap(pin, salt):
    """Stretches a PIN by one hash. No device does; the service cannot tell, because it only sees the public key."""
    return hashlib.sha256(lp(b"latchkey/pin/1", salt) + pin).digest()


def seed_of(stretched, salt, device_secret=b""):
    """Derives the seed of the Ed25519 key: HKDF-SHA-256 with one block of output."""
    extracted = hmac.digest(salt, stretched + device_secret, "sha256")
    return hmac.digest(extracted, b"latchkey/pin/ed25519/1\x01", "sha256")


def mixed(stretch, device_secret, pin, salt):
    """Stretches a PIN and appends the secret of a child's device, as its key is derived from both."""
    return stretch(pin, salt) + device_secret


def public_key(seed):
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def unpadded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PINDevice(Device):
    """A device of a person that enters PINs; `stretch` is the derivation that it uses, `secret` that of a child's device."""

    def __init__(self, pair, stretch=cheap, name="python", secret=b""):
        super().__init__(pair.auth_url, pair.vault_url, name)
        self.stretch, self.secret = stretch, secret

    @property
    def thumbprint(self):
        members = json.dumps({name: self.jwk[name] for name in sorted(self.jwk)}, separators=(",", ":")).encode()
        return hashlib.sha256(members).digest()

    def challenge(self, purpose, **whose):
        return self.call("pin.challenge", {"purpose": purpose, **(whose or {"sessionId": self.session["sessionId"]})})

    def signed(self, challenge, pin, parameters, purpose):
        """Returns the public key of a PIN and its signature of a challenge."""
        salt = unpadded(parameters["salt"])
        key = Ed25519PrivateKey.from_private_bytes(seed_of(self.stretch(pin.encode(), salt), salt, self.secret))
        message = lp(
            b"latchkey/pin-proof/1", challenge["issuer"].encode(), challenge["challengeId"].encode(),
            unpadded(challenge["challenge"]), challenge["subject"].encode(), str(parameters["generation"]).encode(),
            self.thumbprint, purpose.encode())
        return b64url(key.public_key().public_bytes_raw()), b64url(key.sign(message))

    def enrol_pin(self, pin):
        challenge = self.challenge("enrol")
        key, proof = self.signed(challenge, pin, challenge["newPin"], "enrol")
        return self.mine("pin.enroll", {
            "challengeId": challenge["challengeId"], "publicKey": key, "proof": proof, "requestId": str(uuid.uuid4())})

    def prove_pin(self, pin, purpose="unlock", **whose):
        challenge = self.challenge(purpose, **(whose or {"accountId": self.session["accountId"]}))
        _, proof = self.signed(challenge, pin, challenge["pin"], purpose)
        return self.call("pin.prove", {
            "challengeId": challenge["challengeId"], "proof": proof, "requestId": str(uuid.uuid4())})

    def request_pin(self, new, code_challenge, code):
        """Asks for a new PIN in place of a forgotten one, confirmed by the code of a message."""
        challenge = self.challenge("change")
        key, proof = self.signed(challenge, new, challenge["newPin"], "enrol")
        return self.mine("pin.requestReset", {
            "challengeId": challenge["challengeId"], "newPublicKey": key, "newProof": proof, "codeChallengeId": code_challenge,
            "code": code, "requestId": str(uuid.uuid4())})

    def change_pin(self, pin, new):
        challenge = self.challenge("change")
        _, proof = self.signed(challenge, pin, challenge["pin"], "change")
        key, new_proof = self.signed(challenge, new, challenge["newPin"], "enrol")
        return self.mine("pin.change", {
            "challengeId": challenge["challengeId"], "proof": proof, "newPublicKey": key, "newProof": new_proof,
            "requestId": str(uuid.uuid4())})
