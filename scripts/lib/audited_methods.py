"""Checks that each method of auth that changes something leaves a row in the audit log, or is listed here with the reason why not.

The tests of auth append lines `method<TAB>+audited` or `method<TAB>+unaudited` to the ledger of faults, for each call that succeeded of
a method that the catalogue does not mark as a read.
"""
import os
import pathlib
import sys

UNRECORDED = {
    "pin.challenge": "a challenge changes nothing that anybody sees; each attempt to prove a PIN by it is recorded",
    "registration.cancel": "gives up what nothing was made of",
    "registration.restart": "sends another code; each attempt at it, and the registration, are recorded",
    "registration.start": "sends a code; each attempt at it, and the registration, are recorded",
    "session.refresh": "gives new tokens of a session whose opening is recorded; a token that is used again, which ends it, is recorded",
}

ledger, seen = pathlib.Path(os.environ["LATCHKEY_FAULT_LEDGER"]), {}
for path in ledger.glob("*"):
    for line in path.read_text().splitlines():
        method, _, word = line.partition("\t")
        seen.setdefault(method, set()).add(word)
problems = []
for method in sorted(seen.keys() | UNRECORDED.keys()):
    words = seen.get(method, set())
    if method in UNRECORDED:
        # A row may also be of another call at the same time, so one that is counted is no contradiction.
        if "+unaudited" not in words:
            problems.append(f"{method}: is listed as unrecorded, and no call of it changed something without a row")
    elif "+unaudited" in words and "+audited" not in words:
        problems.append(f"{method}: changes something and leaves no row in the audit log")
recorded = sum("+audited" in words for words in seen.values())
print(f"  {recorded} methods leave rows in the audit log, {len(UNRECORDED)} need none")
sys.exit("\n".join(problems) or (0 if recorded else "the ledger is empty: run the tests first"))
