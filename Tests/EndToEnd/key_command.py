"""Runs `latchkey-auth keys` for the checks that replace keys."""
import subprocess
import time

from person import Refused


def keys(pair, *words):
    """Runs `latchkey-auth keys` at the first instance; returns what it printed. Raises if it fails."""
    done = subprocess.run([str(pair.bin / "latchkey-auth"), "keys", *words, "--data", str(pair.data)],
                          capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise Refused({"message": done.stderr.strip(), "data": {"fault": "keyRefused"}}, done.returncode)
    return done.stdout.strip()


def refusal(pair, *words):
    """Returns the line with which the command refuses."""
    try:
        keys(pair, *words)
    except Refused as refused:
        return refused.error["message"]
    raise AssertionError(f"keys {' '.join(words)} was not refused")


def until_done(action, seconds=20):
    """Repeats an action while it is refused."""
    end = time.monotonic() + seconds
    while True:
        try:
            return action()
        except Refused:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
