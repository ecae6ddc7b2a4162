"""Compares each target's dependencies in Package.swift with the imports in its files, both ways."""
import json
import pathlib
import subprocess
import sys

from swift_files import imports

package = json.loads(subprocess.run(["swift", "package", "dump-package"], capture_output=True, text=True, check=True).stdout)
names = {target["name"] for target in package["targets"]}


def declared(target):
    """The modules a target depends on."""
    for dependency in target["dependencies"]:
        for kind in ("byName", "target", "product"):
            if kind in dependency:
                yield dependency[kind][0]


modules = names | {module for target in package["targets"] for module in declared(target)}
problems = []
for target in package["targets"]:
    folder = pathlib.Path(target.get("path") or f"Sources/{target['name']}")
    files = list(folder.rglob("*.swift"))
    if not files:
        continue
    used = set().union(*(imports(path) for path in files)) & modules - {target["name"]}
    problems += [f"{target['name']} declares {name} and does not import it: remove it" for name in sorted(set(declared(target)) - used)]
    problems += [f"{target['name']} imports {name} and does not declare it: add it" for name in sorted(used - set(declared(target)))]
print(f"  {len(package['targets'])} targets, {len(problems)} differences")
sys.exit("\n".join(problems) or 0)
