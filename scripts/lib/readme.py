"""Finds paths and scripts the README names that do not exist."""
import pathlib
import re
import sys

text = pathlib.Path("README.md").read_text()
paths = set(re.findall(r"`((?:Sources|Tests|scripts|proto-json|deploy|\.ci)/[\w./-]*)", text))
paths |= set(re.findall(r"\]\(((?:Sources|Tests|scripts|proto-json|deploy)[\w./-]*)\)", text))
missing = sorted(path for path in paths if not pathlib.Path(path).exists())
print(f"  {len(paths)} paths")
sys.exit("\n".join(f"README.md names {path}, which does not exist" for path in missing) or (0 if paths else "README names no path"))
