"""Drops each row of the state tables in turn, without rebuilding, and runs stories and service tests: `rows.py [TABLE…]`.

The tables are the machines Registration, KeyLife, ParentSession, ChildAccess and PINLockout, and the rows of UserStanding; TABLE limits the run to the named ones. Each drop
must be caught: a story or a test fails without the row. The stories that are marked as showing the row are played first. The tests
that compare a table with its copy are not run.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from shown import shown  # noqa: E402
from test_run import TestRun, end_groups_when_interrupted  # noqa: E402

STORIES = r"StoryPlayTests/.*plays as written"
# The first filter that fails has caught the drop.
FILTERS = {
    "ChildAccess": [r"LatchkeyDeviceTests\..*(ChildAccess|ChildBinding|ChildRevocation)", r"AuthServiceTests\..*(child|Child)", "StoryTests"],
    "KeyLife": ["AuthServiceTests", "StoryTests"],
    "PINLockout": [r"AuthServiceTests\..*(child|Child)", r"LatchkeyDeviceTests\..*ChildAccess"],
    "ParentSession": [r"LatchkeyDeviceTests\..*ParentSession", "StoryTests"],
    "Registration": [r"AuthServiceTests\..*(Registration|AccountDelete)", "AuthServiceTests", "StoryTests"],
    "UserStanding": ["StoryTests"],
}


def passes(pattern, environment):
    run = TestRun(pattern, environment=os.environ | environment, stop_at_failure=True, output=subprocess.DEVNULL)
    if run.count == 0:
        sys.exit(f"no test matches {pattern}: build the tests first")
    return run.passed


def rows_of(table, marked):
    """Returns the rows of a table as LATCHKEY_DROP_ROW names them, each with the stories that show it."""
    document = json.loads(pathlib.Path(f"proto-json/machines/{table}.json").read_text())
    if "moves" in document:
        words = {"ParentSession": "parent session", "ChildAccess": "child access", "PINLockout": "pin lockout"}.get(table, table.lower())
        named = [(move["from"], move["event"], f"{words} {move['from']} {move['event']}") for move in document["moves"]]
    else:
        # A row with a cell that does not apply is the impossible one, which is absent in any case.
        rows = [(number, row) for number, row in enumerate(document["rows"], 1) if row["token present"] != "N/A"]
        named = [(row["login status"], row["approval status"], f"user states {number}") for number, row in rows]
    stories = {name: [story for mark, by in marked.items() if mark.split(".")[0] == name for story in by] for *_, name in named}
    return {f"{table}/{state}/{event}": list(dict.fromkeys(stories[name])) for state, event, name in named}


def caught_by(row, stories):
    dropped = {"LATCHKEY_DROP_ROW": row}
    for story in stories:
        if not passes(STORIES, dropped | {"LATCHKEY_TEST_STORY": story}):
            return f"the story {story}"
    for pattern in FILTERS[row.split("/")[0]]:
        if not passes(pattern, dropped):
            return pattern
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(FILTERS))
    tables = parser.parse_args().tables or list(FILTERS)
    if unknown := [name for name in tables if name not in FILTERS]:
        parser.error(f"there is no table {', '.join(unknown)}")
    end_groups_when_interrupted()
    for pattern in dict.fromkeys(pattern for table in tables for pattern in FILTERS[table]):
        if not passes(pattern, {}):
            sys.exit(f"{pattern} fail without any drop: correct that first")
    _, marked, errors = shown()
    if errors:
        sys.exit("scripts/lib/shown.py names wrong marks: correct them first")
    rows = {row: stories for table in tables for row, stories in rows_of(table, marked).items()}
    missed = []
    for row, stories in rows.items():
        catcher = caught_by(row, stories)
        print(f"  {row}: {f'caught by {catcher}' if catcher else 'NOT CAUGHT'}", flush=True)
        if not catcher:
            missed.append(row)
    print(f"{len(rows)} rows: {len(rows) - len(missed)} caught, {len(missed)} survive")
    sys.exit(f"no test or story fails without: {', '.join(missed)}" if missed else 0)


main()
