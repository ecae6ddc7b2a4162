"""Drops each row of the state tables Registration and KeyLife in turn, without rebuilding, and runs service tests and stories.

A row that a running service can fire must be caught: some test or story fails without it. The rows that no
service can fire yet are printed with the feature that will fire them. The tests that compare the table with its copy are
not run.
"""
import json
import os
import pathlib
import subprocess
import sys

# The first filter that fails has caught the drop; the stories run only if the service tests pass.
FILTERS = [
    r"AuthServiceTests\.(Registration|AccountDelete)",
    "AuthServiceTests",
    "StoryTests",
]
WAITING = {}


def passes(test_filter, dropped=None):
    environment = os.environ | ({"LATCHKEY_DROP_ROW": dropped} if dropped else {})
    run = subprocess.run(
        ["swift", "test", "--skip-build", "--filter", test_filter], env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    if "Test run with" not in run.stdout:
        sys.exit(f"the tests did not run:\n{run.stdout[-2000:]}")
    return run.returncode == 0


def caught_by(row):
    for test_filter in FILTERS:
        if not passes(test_filter, row):
            return test_filter
    return None


def main():
    if subprocess.run(["swift", "build", "--build-tests"]).returncode:
        sys.exit("the tests do not build")
    for test_filter in FILTERS[1:]:
        if not passes(test_filter):
            sys.exit(f"{test_filter} fail without any drop: correct that first")
    rows = []
    for document in sorted(pathlib.Path("proto-json/machines").glob("*.json")):
        machine = json.loads(document.read_text())
        rows += [f"{machine['machine']}/{move['from']}/{move['event']}" for move in machine.get("moves", [])]
    unknown = sorted(set(WAITING) - set(rows))
    if unknown or not rows:
        sys.exit(f"the table has no row {', '.join(unknown)}" if unknown else "the table has no rows")
    missed = []
    for row in rows:
        if row in WAITING:
            print(f"  {row}: waiting for {WAITING[row]}", flush=True)
            continue
        test_filter = caught_by(row)
        print(f"  {row}: {f'caught by {test_filter}' if test_filter else 'NOT CAUGHT'}", flush=True)
        if not test_filter:
            missed.append(row)
    print(f"{len(rows)} rows: {len(rows) - len(WAITING) - len(missed)} caught, {len(WAITING)} waiting")
    sys.exit(f"no test or story fails without: {', '.join(missed)}" if missed else 0)


main()
