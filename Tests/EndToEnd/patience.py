"""Repeats calls that are answered `unavailable`, and waits until a call is refused or served as a check expects."""
import time

import requests

from checks import holds
from pace import within
from person import Refused, fault_of

UNAVAILABLE = ("unavailable", 200)
PATIENCE = 30  # seconds after which a call is not repeated any more
PASSING = 0.25  # seconds that two processes and a proxy take to pass a refusal on


def patiently(action, unanswered=()):
    """Repeats an action that is answered `unavailable`, after the pause the fault names. The action must be idempotent.

    `unanswered` are errors of the connection after which it is repeated too.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return action()
        except unanswered:
            pause = 0.05
            if time.monotonic() > until:
                raise
        except Refused as refused:
            pause = refused.pause
            if refused.fault != "unavailable" or time.monotonic() > until:
                raise
        time.sleep(pause)


def through_a_proxy(action):
    """Repeats an action as `patiently` does, also after a lost connection: the proxy may have chosen an instance just killed."""
    return patiently(action, requests.RequestException)


def until_refused(call, wanted, promised, since=None):
    """Repeats a call until it is refused as wanted, within the promised seconds since the moment `since`, or since now.

    Until then it may be served or answered `unavailable`. A call that is sent after the promised seconds must not be served,
    however slow the machine is.
    """
    began = since or time.monotonic()
    while True:
        sent = time.monotonic() - began
        got = fault_of(call)
        if got == wanted:
            return within(sent, promised, f"refused with {wanted[0]}")
        holds(got in (None, UNAVAILABLE), f"{got} before {wanted}")
        holds(got or sent < promised, f"served {sent:.1f} s after it should be {wanted[0]}")
        within(sent, promised, f"still {got} instead of {wanted[0]}")
        time.sleep(0.02)


def until_served(call, promised, meanwhile=UNAVAILABLE, since=None):
    """Repeats a call until it is served, within the promised seconds; until then it may be refused with `meanwhile` or `unavailable`."""
    began = since or time.monotonic()
    while True:
        sent = time.monotonic() - began
        got = fault_of(call)
        if got is None:
            return within(sent, promised, "it was served")
        holds(got in (meanwhile, UNAVAILABLE), f"{got} instead of an answer")
        within(sent, promised, f"still {got}")
        time.sleep(0.02)
