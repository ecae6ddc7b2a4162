"""Drops each row of each state table in turn, without rebuilding; every drop must fail the tests of the machines."""
import json
import os
import pathlib
import subprocess
import sys

FILTER = "DomainTests"


def passes(dropped=None):
    environment = os.environ | ({"LATCHKEY_DROP_ROW": dropped} if dropped else {})
    run = subprocess.run(
        ["swift", "test", "--skip-build", "--filter", FILTER], env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    if "Test run with" not in run.stdout:
        sys.exit(f"the tests did not run:\n{run.stdout[-2000:]}")
    return run.returncode == 0


def main():
    if subprocess.run(["swift", "build", "--build-tests"]).returncode:
        sys.exit("the tests do not build")
    if not passes():
        sys.exit(f"{FILTER} fail without any drop: mend that first")
    rows = []
    for document in sorted(pathlib.Path("proto-json/machines").glob("*.json")):
        machine = json.loads(document.read_text())
        rows += [f"{machine['machine']}/{move['from']}/{move['event']}" for move in machine.get("moves", [])]
    unseen = []
    for row in rows:
        seen = not passes(row)
        print(f"  {row}: {'its loss is seen' if seen else 'NOBODY MISSES IT'}", flush=True)
        if not seen:
            unseen.append(row)
    print(f"{len(rows)} rows dropped, {len(rows) - len(unseen)} losses seen")
    sys.exit(f"no test misses: {', '.join(unseen)}" if unseen or not rows else 0)


main()
