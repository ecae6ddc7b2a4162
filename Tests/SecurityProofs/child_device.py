"""A child's device in Python: it joins by an invite, makes its PIN, and logs the child in."""
import uuid

from pins import PINDevice

PIN, WRONG_PIN = "4938", "7206"


class ChildDevice(PINDevice):
    """A child's bound device."""

    def prove(self, challenge, purpose, pin=PIN):
        key, proof = self.signed(dict(challenge, subject=challenge["childId"]), pin, challenge["pin"], purpose)
        return {"challengeId": challenge["challengeId"], "proof": proof, "requestId": str(uuid.uuid4())}, key

    def join(self, code):
        """Binds the device and makes its PIN, which logs the child in."""
        ticket = self.call("invite.verify", {"code": code})["ticket"]
        params, key = self.prove(self.call("device.bind", {"ticket": ticket, "requestId": str(uuid.uuid4())}), "enrol")
        self.session = self.call("child.setPIN", params | {"publicKey": key})["session"]

    def log_in(self, pin=PIN):
        """Starts the app and enters a PIN."""
        self.session = self.call("child.verifyPIN", self.prove(self.call("child.challenge"), "login", pin)[0])["session"]
