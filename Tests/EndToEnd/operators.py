"""The secrets without which an operator decides nothing: a PIN and a second factor, made by a device in Python."""
import time
import uuid

import pyotp

STEP = 30  # seconds for which an authenticator shows a code
PIN = "428613"


def make_secrets(device, pin=PIN):
    """Makes the PIN and the second factor that an operator's first login asks for; returns the authenticator.

    The first code is that of the step before the present one, so the present one is unused.
    """
    device.enrol_pin(pin)
    refresh(device)
    totp = pyotp.TOTP(device.mine("secondFactor.enroll")["secret"])
    device.mine("secondFactor.confirm", {"code": totp.at(int(time.time()) - STEP)})
    refresh(device)
    return totp


def refresh(device):
    device.session = device.call(
        "session.refresh", {"refreshToken": device.session["refreshToken"], "requestId": str(uuid.uuid4())})
