"""Limits the length of files in lines: sources p90 180 and at most 300, tests p90 250 and at most 400."""
import pathlib
import statistics
import sys

EXEMPT_SOURCES = {
    # a table in the form of its source document
    "Sources/Domain/Users/UserStanding.swift",
}
problems = []


def measure(folder, p90_limit, limit, exempt=frozenset()):
    sizes = sorted(
        (len(path.read_text().splitlines()), str(path))
        for path in pathlib.Path(folder).rglob("*.swift") if str(path) not in exempt)
    counts = [size for size, _ in sizes]
    p90 = counts[int(len(counts) * 0.9) - 1]
    print(f"  {folder}: {len(counts)} files, median {int(statistics.median(counts))}, p90 {p90}, longest {counts[-1]}")
    if p90 > p90_limit:
        problems.append(f"{folder}: p90 is {p90}, over {p90_limit}")
    problems.extend(f"{path}: {size} lines, over {limit}: split it by idea" for size, path in sizes if size > limit)


measure("Sources", 180, 300, EXEMPT_SOURCES)
measure("Tests", 250, 400)
sys.exit("\n".join(problems) or 0)
