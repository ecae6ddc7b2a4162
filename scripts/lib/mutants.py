"""Applies each patch of Tests/Mutants to a scratch copy, builds it there, and runs the tests that must fail then.

A patch begins with two lines: the mistake it makes, and `Caught by:` with the test targets that must catch it, and the races, as in
`Caught by: AuthStoreTests, race I1`; those are played by `scripts/prove races I1`.
`mutants.py [NAME…]` tries all or some; `mutants.py --check` only sees that every patch applies and names its tests.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from test_run import BINARY, TestRun

FOLDER = pathlib.Path("Tests/Mutants")
COPY = pathlib.Path(".build-mutants/source")


def patches():
    """Name, mistake, test targets with races, and path of each patch."""
    for path in sorted(FOLDER.glob("*.patch")):
        mistake, caught_by = path.read_text().split("\n", 2)[:2]
        targets = re.findall(r"\w+Tests\b|race I\d+\b", caught_by) if caught_by.startswith("Caught by: ") else []
        yield path.stem, mistake, targets, path.resolve()


def applies(patch, *options, within="."):
    return subprocess.run(["git", "apply", *options, str(patch)], cwd=within, capture_output=True, text=True)


def check():
    problems, count = [], 0
    sources = "".join(path.read_text() for path in pathlib.Path("Tests/Races").glob("*.py"))
    races = {f"race {name}" for name in re.findall(r'@invariant\("(I\d+)"', sources)}
    for name, mistake, targets, path in patches():
        count += 1
        if not mistake.endswith(".") or not targets:
            problems.append(f"{name}: its first two lines must say the mistake and which tests catch it")
        problems += [f"{name}: there are no tests {target}" for target in targets
                     if target not in races and not pathlib.Path("Tests", target).is_dir()]
        done = applies(path, "--check")
        if done.returncode:
            problems.append(f"{name} does not apply any more: {done.stderr.strip()}")
    print(f"  {count} patches")
    sys.exit("\n".join(problems) or (0 if count else "there are no patches"))


def copy_sources():
    """Brings the scratch copy to the state of the repository; unchanged files keep their times, so builds are incremental."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True, check=True).stdout.split("\n")
    wanted = {name for name in listed if name and pathlib.Path(name).is_file()}
    for name in wanted:
        target = COPY / name
        if not target.is_file() or target.read_bytes() != pathlib.Path(name).read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(name, target)
            shutil.copymode(name, target)
    for path in [*COPY.glob("Sources/**/*"), *COPY.glob("Tests/**/*")]:
        if path.is_file() and str(path.relative_to(COPY)) not in wanted:
            path.unlink()
    if not (COPY / ".git").exists():
        subprocess.run(["git", "init", "-q"], cwd=COPY, check=True)


def is_race(target):
    return target.startswith("race ")


def builds(targets=()):
    """Builds the scratch copy; without the tests if only races need it."""
    options = [] if targets and all(map(is_race, targets)) else ["--build-tests"]
    return subprocess.run(["swift", "build", *options], cwd=COPY, stdout=subprocess.DEVNULL).returncode == 0


def passes(targets):
    return passes_tests([target for target in targets if not is_race(target)]) and all(map(passes_race, filter(is_race, targets)))


def passes_race(target):
    """Plays a race against the programs of the scratch copy, on both engines."""
    words = [sys.executable, "Tests/SecurityProofs/prove.py", "races", target.split()[1], "--bin", str(COPY / ".build/debug")]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode and f"  FAILS: {target.split()[1]} on" not in done.stdout:
        sys.exit(f"{target} was not played:\n{done.stdout}")
    return done.returncode == 0


def passes_tests(targets):
    if not targets:
        return True
    pattern = "^(" + "|".join(targets) + r")\."
    with tempfile.TemporaryFile() as output:
        run = TestRun(pattern, binary=(COPY / BINARY).resolve(), cwd=COPY, stop_at_failure=True, output=output)
    if not run.count and not run.crashed:
        sys.exit(f"{pattern} ran no test")
    return run.passed


def main():
    wanted = set(sys.argv[1:])
    chosen = [patch for patch in patches() if not wanted or patch[0] in wanted]
    if not chosen:
        sys.exit(f"there is no patch of that name in {FOLDER}")
    copy_sources()
    if not builds([target for _, _, targets, _ in chosen for target in targets]):
        sys.exit("the sources do not build without any patch: correct that first")
    sound, missed = {}, []
    for name, mistake, targets, path in chosen:
        key = tuple(targets)
        if key not in sound:
            # The last build had the previous patch.
            sound[key] = builds(targets) and passes(targets)
        if not sound[key]:
            sys.exit(f"{', '.join(targets)} fail without any patch: correct that first")
        done = applies(path, within=COPY)
        if done.returncode:
            sys.exit(f"{name} does not apply: {done.stderr.strip()}")
        try:
            if not builds(targets):
                sys.exit(f"{name} does not build: a mutant has to be a mistake the compiler does not find")
            caught = [target for target in targets if not passes([target])]
        finally:
            applies(path, "--reverse", within=COPY)
        print(f"  {name}: {'caught by ' + ', '.join(caught) if len(caught) == len(targets) else 'NOT CAUGHT by ' + ', '.join(set(targets) - set(caught))}", flush=True)
        if len(caught) < len(targets):
            missed.append(name)
    print(f"{len(chosen)} mutants, {len(chosen) - len(missed)} caught")
    sys.exit(f"not caught: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else main()
