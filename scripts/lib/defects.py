"""Applies each patch of Tests/Simulation/Defects to a scratch copy, builds the simulator there, and runs it until it finds the defect.

A patch begins with two lines: the mistake it makes, and `Breaks:` with the promises of which the simulator must see one broken. A third
line `Engine: postgres` says that only that engine shows it.
`defects.py [NAME…]` tries all or some, each on two cores for at most two minutes, and prints the median and the worst time; `defects.py --check` only sees that every patch applies.
"""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

import mutants

FOLDER = pathlib.Path("Tests/Simulation/Defects")
# The most seconds of processor time for one defect.
LIMIT = 120
PROMISES = pathlib.Path("Tests/Simulation/Simulation/Oracle/Violation.swift")


def patches():
    """Name, mistake, promises, engine and path of each patch."""
    for path in sorted(FOLDER.glob("*.patch")):
        mistake, breaks, engine = path.read_text().split("\n", 3)[:3]
        promises = re.findall(r"\w+", breaks.removeprefix("Breaks:")) if breaks.startswith("Breaks: ") else []
        yield path.stem, mistake, promises, engine.removeprefix("Engine: ") or "sqlite", path.resolve()


def check():
    problems, count, known = [], 0, PROMISES.read_text()
    for name, mistake, promises, engine, path in patches():
        count += 1
        if not mistake.endswith(".") or not promises:
            problems.append(f"{name}: its first two lines must say the mistake and which promises it breaks")
        if engine not in ("sqlite", "postgres"):
            problems.append(f"{name}: its third line must be empty or name the engine")
        problems += [f"{name}: there is no promise {promise}" for promise in promises if not re.search(rf"\b{promise}\b", known)]
        done = mutants.applies(path, "--check")
        if done.returncode:
            problems.append(f"{name} does not apply any more: {done.stderr.strip()}")
    print(f"  {count} patches")
    sys.exit("\n".join(problems) or (0 if count else "there are no patches"))


def builds():
    return subprocess.run(
        ["swift", "build", "-c", "release", "--product", "simulate"], cwd=mutants.COPY, stdout=subprocess.DEVNULL).returncode == 0


def search(engine):
    """Runs two simulators with different seeds, each for at most two minutes of processor time.

    Returns the broken promise, if any, and the processor time in seconds that the one that found it took.
    """
    runs = [subprocess.Popen(
        [".build/release/simulate", "--engine", engine, "--seed", seed, "--minutes", str(LIMIT // 60), "--no-shrinking"], cwd=mutants.COPY,
        stdout=subprocess.PIPE, text=True, env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}) for seed in ("1", "1000001")]
    left, found = list(runs), (None, LIMIT)
    while left and not found[0]:
        time.sleep(0.1)
        for run in [run for run in left if run.poll() is not None]:
            left.remove(run)
            output = run.stdout.read()
            broken = re.search(r"^seed \d+: (\w+):", output, re.MULTILINE)
            if broken and not found[0]:
                found = (broken.group(1), int(re.search(r"after (\d+) ms", output).group(1)) / 1000)
    for run in left:
        run.kill()
        run.communicate()
    return found


def main():
    wanted = set(sys.argv[1:])
    chosen = [patch for patch in patches() if not wanted or patch[0] in wanted]
    if not chosen:
        sys.exit(f"there is no patch of that name in {FOLDER}")
    mutants.copy_sources()
    missed, times = [], []
    for name, mistake, promises, engine, path in chosen:
        applied = mutants.applies(path, within=mutants.COPY)
        if applied.returncode:
            sys.exit(f"{name} does not apply: {applied.stderr}")
        try:
            broken, seconds = search(engine) if builds() else ("it does not build", 0)
        finally:
            mutants.applies(path, "--reverse", within=mutants.COPY)
        found = broken in promises
        print(f"{'found ' if found else 'MISSED'} {seconds:6.1f} s  {name}: {broken or 'no promise was broken'}", flush=True)
        times.append(seconds)
        if not found:
            missed.append(name)
    print(f"{len(chosen)} defects, {len(chosen) - len(missed)} found; median {statistics.median(times):.1f} s, worst {max(times):.1f} s")
    sys.exit(f"not found: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else main()
