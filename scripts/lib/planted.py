"""Rehearsal's table and the sources agree, both ways, on what is planted: mutants and fail points."""
import pathlib
import re
import sys

TABLE = pathlib.Path("Sources/FaultInjection/Planted.swift")
USES = {"mutant": r'Mutant\.isPlanted\("([\w-]+)"\)', "fail point": r'FailPoint\.reached\("([\w-]+)"\)'}


def places(kind):
    """Each name of the table with the modules it is planted in; ends the program where table and sources differ."""
    tables = dict(zip(USES, TABLE.read_text().split("failPoints"), strict=True))
    found = {name: set() for name in re.findall(r'\("([\w-]+)",', tables[kind])}
    for path in pathlib.Path("Sources").rglob("*.swift"):
        for name in re.findall(USES[kind], path.read_text()):
            if name not in found:
                sys.exit(f"{path} plants {kind} “{name}”, which is not in {TABLE}")
            found[name].add(path.parts[1])
    nowhere = [name for name, modules in found.items() if not modules]
    if nowhere or not found:
        sys.exit(f"{kind}s in {TABLE} and planted nowhere: {', '.join(nowhere) or 'the table is empty'}")
    return found


if __name__ == "__main__":
    print("  " + ", ".join(f"{len(places(kind))} {kind}s" for kind in USES))
