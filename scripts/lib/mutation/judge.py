"""Decides whether tests see a mutation: those of its module, then all Swift tests, then the stores on PostgreSQL, then the programs."""
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from test_run import GROUPS, NO_TEST, TestRun, end_group, end_groups_when_interrupted, readable  # noqa: E402, F401

ON_POSTGRES = "AuthStore VaultStore AuthService VaultService Story".split()
# Longer than any test takes; a test with a limit of its own of one minute can fail before.
STALL = 100
# The same for the tests of one suite.
STALL_ALONE = 30
# How often a run that kills nothing is repeated without the tests that stalled or failed only once.
REPEATS = 3
# The most seconds that a program of the last stage may take.
PROGRAM_LIMIT = 1200
# The checks of the programs, each with its command.
PROGRAMS = {
    "end-to-end": ["python3", "Tests/EndToEnd/run.py"],
    "stories": ["python3", "scripts/lib/stories.py"],
    "restores": ["python3", "Tests/EndToEnd/restores.py"],
    "restores on PostgreSQL": ["python3", "Tests/EndToEnd/restores.py", "--engine", "postgres"],
}


class Judge:
    """Runs tests of the copy in which the mutations are planted."""

    def __init__(self, copy, targets, count):
        self.copy = copy.resolve()
        self.binary = str(self.copy / ".build/debug/latchkeyPackageTests.xctest")
        self.targets, self.count = targets, count
        self.reach, self.seconds = {}, {}
        self.lock = threading.Lock()

    def environment(self, folder, mutant=None, postgres=False, reached=None):
        values = {**os.environ, "TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no"}
        values |= {"MUTANT": str(mutant)} if mutant is not None else {}
        values |= {"LATCHKEY_TEST_ENGINE": "postgres"} if postgres else {}
        return values | ({"MUTANT_REACHED": str(reached)} if reached else {})

    def run(self, pattern, stop=True, skip=None, limit=STALL, **environment):
        folder = tempfile.mkdtemp(prefix="mutation-")
        try:
            with open(os.path.join(folder, "output"), "wb") as output:
                return TestRun(pattern, binary=self.binary, environment=self.environment(folder, **environment), limit=limit,
                               skip=skip, stop_at_failure=stop, output=output, cwd=self.copy)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def run_program(self, name, **environment):
        """True if a program succeeds, False if it fails, None if it does not end; then its services are ended with it."""
        folder = tempfile.mkdtemp(prefix="mutation-")
        process = subprocess.Popen(PROGRAMS[name], cwd=self.copy, env=self.environment(folder, **environment),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        GROUPS[process.pid] = folder
        try:
            return process.wait(PROGRAM_LIMIT) == 0
        except subprocess.TimeoutExpired:
            return None
        finally:
            end_group(process.pid)
            process.wait()
            del GROUPS[process.pid]
            shutil.rmtree(folder, ignore_errors=True)

    def observe(self, stage, show):
        """Runs what belongs to a stage once without a mutation, and remembers which mutations it reaches."""
        if stage == "end-to-end":
            groups = [(name, None, False) for name in PROGRAMS]
        elif stage == "postgres":
            groups = [(f"{target} on PostgreSQL", target, True) for target in ON_POSTGRES]
        else:
            groups = [(target, target, False) for target in self.targets]
        for name, target, postgres in groups:
            if name not in self.reach:
                self.reach[name] = self._observe(name, target, postgres)
                show(f"  {name}: reaches {sum(self.reach[name])} of {self.count} mutations, {self.seconds[name]:.1f} s")

    def _observe(self, name, target, postgres):
        with tempfile.NamedTemporaryFile(prefix="mutation-") as reached:
            reached.write(bytes(self.count))
            reached.flush()
            if target is None:
                began = os.times().elapsed
                passed, failed = self.run_program(name, reached=reached.name), [name]
                self.seconds[name] = os.times().elapsed - began
            else:
                run = self.run(pattern(target), stop=False, postgres=postgres, reached=reached.name)
                if not run.passed:
                    run = self.run(pattern(target), stop=False, postgres=postgres, reached=reached.name)
                passed, failed, self.seconds[name] = run.passed, run.failed or list(run.running), run.seconds
            if not passed:
                sys.exit(f"{name} fails without any mutation: {', '.join(map(readable, failed))}")
            return pathlib.Path(reached.name).read_bytes()

    def judge(self, stage, number, module):
        """The result of one stage: the test that killed the mutation or None, the tests that ran when a run stalled, the tests that failed
        only once, and whether any of the tests reaches the mutation."""
        result = {"killed": None, "hung": [], "unstable": [], "reached": False}
        for name, arguments in self._groups(stage, module):
            if not self.reach[name][number]:
                continue
            result["reached"] = True
            killer = self._program(name, number, result) if stage == "end-to-end" else self._tests(stage, name, arguments, number, result)
            if killer:
                result["killed"] = killer
                break
        return result

    def _groups(self, stage, module):
        if stage == "module":
            return [(module, (pattern(module), False))] if module in self.targets else []
        if stage == "swift":
            others = sorted((target for target in self.targets if target != module), key=lambda target: self.seconds[target])
            return [(target, (pattern(target), False)) for target in others]
        if stage == "postgres":
            return [(f"{target} on PostgreSQL", (pattern(target), True)) for target in ON_POSTGRES]
        return [(name, None) for name in PROGRAMS]

    def _tests(self, stage, name, arguments, number, result):
        tests, postgres = arguments
        skipped, hung = [], []
        for _ in range(1 + REPEATS):
            run = self.run(tests, skip="|".join(map(exactly, skipped)) or None, mutant=number, postgres=postgres)
            if run.passed or not (run.stalled or run.crashed or run.count):
                break
            seen = list(run.running) if run.stalled else run.failed or list(run.running)
            if run.stalled:
                hung += seen
                result["hung"] += [readable(test) for test in seen]
            else:
                killer = self._killer(name, run, seen, number, postgres, tests, result)
                if killer:
                    return killer
            if not seen or run.stalled and stage != "module":
                return None
            # Tests that never end may keep others from beginning, and a test that failed once has ended the run before the others.
            skipped += [test for test in seen if test != NO_TEST]
        return self._alone(name, hung, number, postgres, result)

    def _alone(self, name, hung, number, postgres, result):
        """The test that kills if each suite of the tests that never ended runs alone; beside the others, it may not even have begun."""
        for suite in dict.fromkeys(test.split("/")[0] for test in hung):
            tests = "^" + re.sub(r"[^A-Za-z0-9]", ".", suite) + "/"
            run = self.run(tests, mutant=number, postgres=postgres, limit=STALL_ALONE)
            if run.failed and not run.stalled:
                killer = self._killer(name, run, run.failed, number, postgres, tests, result)
                if killer:
                    return killer
        return None

    def _killer(self, name, run, seen, number, postgres, tests, result):
        """The first of the tests that failed, if they fail again with the mutation and pass without it."""
        named = [test for test in seen if test != NO_TEST]
        only = "|".join(sorted(map(exactly, named))) if named else tests
        if not self.run(only, mutant=number, postgres=postgres).passed and self.run(only, postgres=postgres).passed:
            if named:
                return readable(named[0]) + (" (ends the process)" if run.crashed else "")
            return f"{name}: " + ("an expectation outside any test" if seen else "the process ends at once")
        result["unstable"] += [readable(test) for test in named]
        return None

    def _program(self, name, number, result):
        for _ in range(2):
            succeeds = self.run_program(name, mutant=number)
            if succeeds is None:
                result["hung"].append(name)
            if succeeds is not False:
                return None
        return name if self.run_program(name) else None


def pattern(target):
    return rf"^{target}Tests\."


def exactly(test):
    """A pattern for one test; its signs are left open because two languages would quote them differently."""
    return re.sub(r"[^A-Za-z0-9]", ".", test.rsplit("/", 1)[0])


def median(values):
    return statistics.median(values) if values else 0
