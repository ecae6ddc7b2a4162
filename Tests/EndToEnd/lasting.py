"""The ends of sessions: they outlive the processes, and the settings say when they come."""
import contextlib
import sqlite3

from checks import check, equal
from codes import DistantDevice, running
from pair import SERVICES
from person import Device, fault_of

HOUR_MS = 3_600_000


@check("what has ended stays ended after both services were killed and started again", requirements=["T8"])
def ended(pair):
    everywhere, here, live, waiting = (Device(pair.auth_url, pair.vault_url) for _ in range(4))
    for device in (everywhere, here, live):
        device.register(pair.new_phone(), "demo")
    everywhere.mine("session.logoutEverywhere")
    here.mine("session.logout")
    phone = pair.new_phone()
    started = waiting.call("registration.start", {"phone": phone, "group": "demo"})
    waiting.call("registration.cancel", {"phone": phone})
    for service in SERVICES:
        pair.kill9(service)
        pair.start(service)
    pair.wait_ready()
    for about, device in (("everywhere", everywhere), ("here", here)):
        for method in ("session.status", "vault.info"):
            equal(fault_of(lambda: device.mine(method)), ("sessionRevoked", 401), f"logged out {about}, at {method}")
        refresh = {"refreshToken": device.session["refreshToken"]}
        equal(fault_of(lambda: device.call("session.refresh", refresh)), ("sessionRevoked", 401), f"logged out {about}, refreshed")
    confirm = {"challengeId": started["challengeId"]}
    equal(fault_of(lambda: waiting.call("registration.confirm", confirm)), ("flowError", 200), "a registration that was given up")
    for method in ("session.status", "vault.info"):
        equal(fault_of(lambda: live.mine(method)), None, f"a session that nobody ended, at {method}")


@check("with session-hours = 24 and session-idle-hours = 1 a session lives for a day, and an hour without a refresh", requirements=["T4"])
def lives(pair):
    settings = {"session-hours": 24, "session-idle-hours": 1, "trusted-proxies": "127.0.0.0/8"}
    with running(pair, settings) as other:
        device = DistantDevice(other, "203.0.113.1")
        device.register("+4915100000001", "home", other)
        equal(other.rows("auth", "SELECT expires - created FROM session"), 24 * HOUR_MS, "the life of a session in ms")
        for unused, fault in ((HOUR_MS - 60_000, None), (HOUR_MS, ("sessionExpired", 401))):
            other.stop("auth")
            with contextlib.closing(sqlite3.connect(other.data / "auth.sqlite")) as database, database:
                database.execute("UPDATE session SET last_used = last_used - ?", (unused,))
            other.start("auth")
            other.wait_ready()
            refresh = {"refreshToken": device.session["refreshToken"]}
            equal(fault_of(lambda: device.session.update(device.call("session.refresh", refresh))), fault, f"unused for {unused} ms")
