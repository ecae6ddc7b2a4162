"""Repeated calls with one token at one instance of the vault, and the link between the services, which can be cut and slowed down."""
import collections
import contextlib
import threading
import time

import requests

from instances import at
from patience import UNAVAILABLE
from person import fault_of
from relay import Relay

NO_ANSWER = ("no answer", 0)  # the instance is being started again
UNDECIDED = {None, UNAVAILABLE, NO_ANSWER}
Call = collections.namedtuple("Call", "sent answered outcome")


class Watch:
    """Calls an instance of the vault with a person's token until it is closed.

    `calls` has the moments of each call and its outcome: None if it was served, otherwise its fault and HTTP status.
    """

    def __init__(self, pair, member, person, pause=0.004, call=lambda device: device.mine("vault.info")):
        self.member, self.person, self.calls, self.pause, self._call = member, person, [], pause, call
        self._device, self._ends = at(pair, member, person), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._ends.wait(self.pause):
            self._device.session = self.person.session  # the present token, which a refresh replaces
            sent = time.monotonic()
            try:
                outcome = fault_of(lambda: self._call(self._device))
            except requests.RequestException:
                outcome = NO_ANSWER
            self.calls.append(Call(sent, time.monotonic(), outcome))

    def served_since(self, moment):
        """Returns the calls sent after a moment and served."""
        return [call for call in list(self.calls) if call.sent > moment and call.outcome is None]

    def first_refusal(self):
        """Returns the first call that was refused because the session has ended; None if there is none yet."""
        return next((call for call in list(self.calls) if call.outcome not in UNDECIDED), None)

    def refusals(self):
        """Returns the faults and HTTP statuses of the refused calls, without those that were answered `unavailable`."""
        return {call.outcome for call in list(self.calls)} - UNDECIDED

    def close(self):
        self._ends.set()
        self._thread.join()


@contextlib.contextmanager
def watching(pair, people, pause=0.004, **how):
    """Watches the sessions of people at both instances of the vault."""
    watches = [Watch(pair, member, person, pause, **how) for person in people for member in ("vault", "vault-2")]
    try:
        yield watches
    finally:
        for watch in watches:
            watch.close()


class Link(Relay):
    """The link from the vaults to auth. While `is_cut`, no call and no answer passes; `delay` is the time in seconds that each answer
    of the revocation feed is held back."""

    def __init__(self):
        super().__init__()
        self.is_cut, self.delay = False, 0
        self.alter = self._hold_back

    def forward(self, request, body):
        if self.is_cut:
            raise ConnectionAbortedError("the link is cut")
        answer = super().forward(request, body)
        if self.is_cut:
            raise ConnectionAbortedError("the link is cut")
        return answer

    def _hold_back(self, method, status, headers, body):
        if self.delay and method == "revocation.poll":
            time.sleep(self.delay)
        return status, headers, body
