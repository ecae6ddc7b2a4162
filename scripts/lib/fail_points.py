"""Compares the table of fail points in Sources/FaultInjection with the calls in the sources, both ways."""
import pathlib
import re
import sys

TABLE = pathlib.Path("Sources/FaultInjection/FailPoint.swift")
USE = re.compile(r'FailPoint\.reached\("([\w-]+)"\)')


def names():
    """The fail points of the table."""
    return set(re.findall(r'^\s+\("([\w-]+)",', TABLE.read_text(), re.MULTILINE))


def problems():
    used = {}
    for path in pathlib.Path("Sources").rglob("*.swift"):
        for name in USE.findall(path.read_text()):
            used.setdefault(name, path)
    for name in sorted(used.keys() - names()):
        yield f"{used[name]} uses the fail point “{name}”: add it to {TABLE}"
    for name in sorted(names() - used.keys()):
        yield f"{TABLE} lists the fail point “{name}”, which no source reaches: remove it"


if __name__ == "__main__":
    found = list(problems())
    print(*found or [f"  {len(names())} fail points"], sep="\n")
    sys.exit(1 if found or not names() else 0)
