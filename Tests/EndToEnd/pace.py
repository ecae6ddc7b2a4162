"""How much slower this machine is than the one on which the promised seconds were measured.

A promise in seconds is held to its number. Only where it was missed, and a fixed piece of work takes longer here than on
the reference, is the number stretched by as much, and that is printed.
"""
import hashlib
import os
import statistics
import tempfile
import time

from checks import holds

REFERENCE = 0.03  # seconds the work takes with two cores and a disk to itself
MOST = 6  # slower than so many times, a machine can prove nothing in seconds
at_start = 1.0


def work():
    """Digests, plain steps and durable writes, as services have to do; gives the seconds they took."""
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
    """How many times longer the work takes now than on the reference; at least 1."""
    return min(MOST, max(1.0, statistics.median(work() for _ in range(5)) / REFERENCE))


def begin():
    """Measures once, before anything else is busy, and says it."""
    global at_start
    at_start = slowness()
    print(f"pace: fixed work takes {at_start:.1f} times as long as on the reference machine", flush=True)


def stretched(promised):
    """What so many promised seconds are on a machine as slow as this one was at the start or is now."""
    factor = max(at_start, slowness())
    print(f"  {promised} s are missed; this machine is {factor:.1f} times slower than the reference: held to {promised * factor:.1f} s", flush=True)
    return promised * factor


def within(took, promised, what):
    """Holds what took so many seconds to what was promised."""
    holds(took < promised or took < stretched(promised), f"{what}: {took:.1f} s, and {promised} s were promised")
