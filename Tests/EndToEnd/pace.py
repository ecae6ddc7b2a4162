"""Adjusts limits in seconds to the speed of this machine.

A limit holds as it is. Only if it is exceeded, and a fixed piece of work takes longer here than on the reference machine,
it is multiplied by the same factor, and that is printed.
"""
import hashlib
import os
import statistics
import tempfile
import time

from checks import holds

REFERENCE = 0.03  # seconds the work takes with two cores and a disk to itself
MOST = 6  # the largest factor: on a machine that is slower still, a time limit proves nothing
at_start = 1.0


def work():
    """Computes digests, runs a loop and writes durably, as services do; returns the seconds it took."""
    began = time.monotonic()
    block = bytes(65536)
    for _ in range(400):
        hashlib.sha256(block).digest()
    sum(range(300_000))
    with tempfile.TemporaryFile() as file:
        for _ in range(20):
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
    return time.monotonic() - began


def slowness():
    """Returns how many times longer the work takes now than on the reference machine; at least 1."""
    return min(MOST, max(1.0, statistics.median(work() for _ in range(5)) / REFERENCE))


def begin():
    """Measures once, before the machine is busy, and prints the result."""
    global at_start
    at_start = slowness()
    print(f"pace: fixed work takes {at_start:.1f} times as long as on the reference machine", flush=True)


def stretched(promised):
    """Returns the limit for a machine as slow as this one was at the start or is now."""
    factor = max(at_start, slowness())
    print(f"  {promised} s are missed; this machine is {factor:.1f} times slower than the reference: held to {promised * factor:.1f} s", flush=True)
    return promised * factor


def within(took, promised, what):
    """Checks that something took no longer than its limit."""
    holds(took < promised or took < stretched(promised), f"{what}: {took:.1f} s, and {promised} s were promised")
