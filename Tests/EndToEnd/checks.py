"""Collects checks: each function decorated with @check is run once, and its title is printed.

A check names the security requirements that it attacks, by their identifiers in Tests/requirements.json; the table of requirements
and tests is written from the source.
"""
import time
import traceback

CHECKS = []


def check(title, requirements=()):
    def keep(function):
        CHECKS.append((title, function))
        return function
    return keep


def equal(got, wanted, what=""):
    if got != wanted:
        raise AssertionError(f"{what}: got {got!r}, wanted {wanted!r}")


def holds(condition, what):
    if not condition:
        raise AssertionError(what)


def run(pair, only=()):
    """Runs the checks whose title contains one of the words, or without words all that fit the pair's number of instances.

    Returns true if at least one ran and all of them hold, and each word is in some title.
    """
    unknown = [word for word in only if not any(word in title for title, _ in CHECKS)]
    if unknown:
        print(f"no check has a title with: {', '.join(unknown)}")
        return False
    failed, ran = [], 0
    for title, function in CHECKS:
        if only and not any(word in title for word in only):
            continue
        if title.startswith("instances: ") != (len(pair.members) > 2) and not only:
            continue
        ran += 1
        began = time.monotonic()
        try:
            function(pair)
            print(f"  holds: {title} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception:
            failed.append(title)
            print(f"  FAILS: {title}\n{traceback.format_exc()}", flush=True)
    print(f"end-to-end: {ran - len(failed)} of {ran} hold")
    return ran > 0 and not failed
