"""A device that shares no code with the Swift one: P-256 keys, request proofs and JSON-RPC with public Python packages."""
import base64
import hashlib
import itertools
import json
import os
import time
import uuid

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric import ec

_ids = itertools.count(1)


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Refused(Exception):
    """A JSON-RPC error, with the name of its fault and the HTTP status."""

    def __init__(self, error, status):
        self.error, self.status = error, status
        self.fault = error.get("data", {}).get("fault", "")
        super().__init__(f"{self.fault} (HTTP {status}): {error.get('message')}")

    @property
    def pause(self):
        """The seconds after which the call may be repeated."""
        return self.error.get("data", {}).get("retryAfterMs", 100) / 1000


class Device:
    """One device key, its nonce, and the session it holds."""

    def __init__(self, auth_url, vault_url, name="python"):
        self.auth_url, self.vault_url, self.name = auth_url, vault_url, name
        self.key = ec.generate_private_key(ec.SECP256R1())
        numbers = self.key.public_key().public_numbers()
        self.jwk = {"kty": "EC", "crv": "P-256", "x": b64url(numbers.x.to_bytes(32, "big")), "y": b64url(numbers.y.to_bytes(32, "big"))}
        self.http = requests.Session()
        self.nonce = None
        self.session = None

    def proof(self, method, body, url, token=None, **changed):
        claims = {
            "jti": b64url(os.urandom(16)), "htm": "POST", "htu": url, "iat": int(time.time()), "mth": method,
            "bh": b64url(hashlib.sha256(body).digest())}
        if self.nonce:
            claims["nonce"] = self.nonce
        if token:
            claims["ath"] = b64url(hashlib.sha256(token.encode()).digest())
        claims.update(changed)
        return jwt.encode(claims, self.key, algorithm="ES256", headers={"typ": "dpop+jwt", "jwk": self.jwk})

    def post(self, url, body, headers):
        reply = self.http.post(url, data=body, headers={"Content-Type": "application/json", **headers}, timeout=40)
        self.nonce = reply.headers.get("DPoP-Nonce", self.nonce)
        return reply

    def call(self, method, params=None, token=None, prove=True, url=None):
        """Calls auth (with a proof) or the vault (with the token alone); repeats once after `proofRefused`, which brings a new nonce."""
        to_vault = method.split(".")[0] in ("vault", "secret")
        url = url or (self.vault_url if to_vault else self.auth_url)
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params or {}, "id": next(_ids)}).encode()
        for attempt in (1, 2):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            if prove and not to_vault:
                headers["DPoP"] = self.proof(method, body, url, token)
            reply = self.post(url, body, headers)
            answer = reply.json()
            if "result" in answer:
                return answer["result"]
            refused = Refused(answer["error"], reply.status_code)
            if refused.fault != "proofRefused" or attempt == 2:
                raise refused

    def register(self, phone, group, pair=None):
        """Registers with start, the code if the group needs one, and confirm; keeps the session."""
        started = self.call("registration.start", {"phone": phone, "group": group, "deviceName": self.name})
        params = {"challengeId": started["challengeId"]}
        if started["state"] != "ACTIVATED":
            params["code"] = pair.code_for(phone)
        self.session = self.call("registration.confirm", params)["session"]
        return self.session

    def login(self, phone, pair, repeating=lambda action: action()):
        """Logs in with a code and keeps the session. `repeating` carries out each call and may repeat it with the same requestId."""
        request = {"phone": phone, "purpose": "login", "requestId": str(uuid.uuid4())}
        challenge = repeating(lambda: self.call("otp.request", request))["challengeId"]
        answer = {"challengeId": challenge, "code": pair.code_for(phone), "deviceName": self.name, "requestId": str(uuid.uuid4())}
        self.session = repeating(lambda: self.call("otp.verify", answer))["session"]
        return self.session

    @property
    def token(self):
        return self.session["accessToken"]

    def mine(self, method, params=None, **kw):
        """Calls with this device's session."""
        return self.call(method, params, token=self.token, **kw)


def new_secret(secret="JBSWY3DPEHPK3PXP", issuer="Example", account="ada@example.com"):
    """Returns params of secret.add; sent twice they add one secret."""
    body = {"accountName": account, "issuer": issuer, "type": "totp", "secret": secret, "algorithm": "SHA1", "digits": 6, "period": 30}
    return {"kind": "otp", "body": body, "id": str(uuid.uuid4()), "requestId": str(uuid.uuid4())}


def fault_of(action):
    """Returns the fault and HTTP status an action is refused with; None if it succeeds."""
    try:
        action()
    except Refused as refused:
        return refused.fault, refused.status
    return None
