"""Plants each known mistake in turn, without rebuilding; the tests of the module it is planted in must catch it.

The list is Rehearsal's own; where each is planted is read off the sources, so none can be forgotten.
"""
import os
import subprocess
import sys

from planted import places

# The tests that look at a module: its own, and those of the service that stands on it.
LOOKING = {
    "AuthStore": ["AuthStore", "AuthService"], "AuthService": ["AuthService"], "VaultStore": ["VaultStore", "VaultService"],
    "VaultService": ["VaultService"], "LatchkeyDevice": ["LatchkeyDevice", "Story"],
}


def planted():
    """Each mutant's name and the test filter of the modules it is planted in."""
    for name, modules in places("mutant").items():
        tests = sorted({test for module in modules for test in LOOKING.get(module, [module])})
        yield name, "^(" + "|".join(f"{test}Tests" for test in tests) + r")\."


def passes(filter, mutant=None):
    environment = os.environ | ({"LATCHKEY_MUTANT": mutant} if mutant else {})
    run = subprocess.run(
        ["swift", "test", "--skip-build", "--filter", filter], env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=900)
    if "Test run with 0 tests" in run.stdout or "Test run" not in run.stdout:
        sys.exit(f"{filter} ran no test:\n{run.stdout[-2000:]}")
    return run.returncode == 0


def main():
    wanted = set(sys.argv[1:])
    if subprocess.run(["swift", "build", "--build-tests"]).returncode:
        sys.exit("the tests do not build")
    sound, missed, count = {}, [], 0
    for name, filter in planted():
        if wanted and name not in wanted:
            continue
        if filter not in sound:
            sound[filter] = passes(filter)
        if not sound[filter]:
            sys.exit(f"{filter} fails without any mutant: mend that first")
        caught = not passes(filter, name)
        count += 1
        print(f"  {name}: {'caught' if caught else 'NOT CAUGHT'}", flush=True)
        if not caught:
            missed.append(name)
    print(f"{count} mutants planted, {count - len(missed)} caught")
    sys.exit(f"nothing catches: {', '.join(missed)}" if missed or not count else 0)


main()
