"""Finds top-level type names that two modules of Sources declare: a name must have one meaning."""
import sys

from swift_files import modules, types

places = {}
for folder, files in modules():
    for path in files:
        for name in types(path):
            places.setdefault(name, {}).setdefault(folder.name, path)
problems = [f"{name} is declared in {' and '.join(str(path) for path in by_module.values())}: rename one"
            for name, by_module in sorted(places.items()) if len(by_module) > 1]
print(f"  {len(places)} type names, {len(problems)} in two modules")
sys.exit("\n".join(problems) or 0)
