"""Idempotent calls of several clients without pause, and a count of those that fail."""
import threading
import time

import requests

from person import Refused, new_secret

PATIENCE = 5  # seconds after which a call that is answered `unavailable` is lost


class Load:
    """Calls both services from a thread for each device until it is left.

    A call that is answered `unavailable` is repeated with the same identifiers after the pause that the answer names, as any client
    does, and counted (`postponed`). `lost` lists the calls that failed, with time and reason, among them each one whose answer the
    proxy could not pass on; `added` is the number of entries that were added.
    """

    def __init__(self, devices):
        self.calls, self.added, self.postponed, self.slowest = 0, 0, 0, 0
        self.lost, self.events = [], []
        self._began = time.monotonic()
        self._ends = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._run, args=(device,)) for device in devices]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._ends.set()
        for thread in self._threads:
            thread.join()

    def note(self, event):
        """Writes down when something happened to the instances; printed if a call is lost."""
        self.events.append(f"{time.monotonic() - self._began:.2f} s {event}")

    @property
    def summary(self):
        return f"{self.calls} calls, {self.postponed} postponed, {len(self.lost)} lost, the slowest took {self.slowest:.2f} s"

    @property
    def losses(self):
        """The lost calls and the events; an empty text if none is lost."""
        return f"{len(self.lost)} calls: {self.lost[:3]} … {self.lost[-1:]}, while {self.events}" if self.lost else ""

    def _run(self, device):
        turn = 0
        while not self._ends.is_set():
            turn += 1
            method, params = ("session.status", {}) if turn % 3 == 1 else ("secret.list", {})
            if turn % 3 == 0:
                method, params = "secret.add", new_secret(account=f"{turn}@example.com")
            began = time.monotonic()
            failure = self._call(device, method, params, began)
            with self._lock:
                self.calls += 1
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.added += method == "secret.add" and not failure
                if failure:
                    self.lost.append(f"{began - self._began:.2f} s {method}: {failure}")

    def _call(self, device, method, params, began):
        """Returns why a call failed; None if it was answered."""
        while True:
            try:
                device.mine(method, params)
                return None
            except Refused as refused:
                if refused.fault != "unavailable" or time.monotonic() - began > PATIENCE:
                    return repr(refused)
                with self._lock:
                    self.postponed += 1
                time.sleep(refused.pause)
            except (requests.RequestException, ValueError) as error:
                return repr(error)
