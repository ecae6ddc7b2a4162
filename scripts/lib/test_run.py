"""Runs the built Swift tests as a process of its own and watches it from outside.

`test_run.py [--filter REGEX] [--limit SECONDS] [--binary PATH]` ends the whole process group when no test began or ended for
SECONDS, and names the tests that were running. A time limit inside the process cannot do that: it does not end a test that waits for
a continuation which nobody resumes, and it does not pass either while every thread is blocked.
"""
import argparse
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BINARY = ".build/debug/latchkeyPackageTests.xctest"
# The longest test takes 13 seconds, and on a busy machine several times that; a wait of a test gives up after a minute by itself.
LIMIT = 240
# In place of a test's name, for an expectation that failed outside any test's task, as on a thread of a database.
NO_TEST = "no test"
# The process groups that have not ended, each with the folder that is to be removed with it; None without one.
GROUPS = {}
# Eight tests at a time keep the processors busy; many more at a time would delay each other beyond their time limits.
WIDTH = 8


class TestRun:
    """One run of the tests whose names match a pattern.

    failed: the tests that recorded an issue, in that order. running: the tests that had begun and not ended. stalled: true if the run
    was ended because nothing happened any more. crashed: true if the process ended by itself before the run did.
    """

    def __init__(self, pattern=None, *, binary=BINARY, environment=None, limit=LIMIT, skip=None, stop_at_failure=False, output=None,
                 cwd=None):
        self.failed, self.running, self.count = [], {}, 0
        # In memory, as the tests want it; removed here because a process that is killed removes nothing.
        scratch = tempfile.mkdtemp(prefix="latchkey-tests-", dir="/dev/shm")
        os.chmod(scratch, 0o711)  # for the servers of tests, which run as another user
        self.stalled = self.ended = self.stopped = False
        began = time.monotonic()
        reading, writing = os.pipe()
        words = [binary, "--testing-library", "swift-testing", "--experimental-maximum-parallelization-width", str(WIDTH),
                 "--event-stream-output-path", f"/dev/fd/{writing}", "--event-stream-version", "0"]
        words += ["--filter", pattern] if pattern else []
        words += ["--skip", skip] if skip else []
        process = subprocess.Popen(
            words, pass_fds=[writing], env={**(environment or os.environ), "NO_COLOR": "1", "TEST_SCRATCH": scratch},
            stdin=subprocess.DEVNULL, stdout=output, cwd=cwd, stderr=subprocess.STDOUT if output else None, start_new_session=True)
        os.close(writing)
        GROUPS[process.pid] = scratch
        try:
            self._read(process, reading, limit, stop_at_failure)
        finally:
            os.close(reading)
            if self.stalled or self.stopped or process.poll() is None and not self._exits(process, limit):
                end_group(process.pid)
            self.status = process.wait()
            del GROUPS[process.pid]
            shutil.rmtree(scratch, ignore_errors=True)
        self.crashed = not (self.ended or self.stalled or self.stopped)
        self.seconds = time.monotonic() - began

    @property
    def passed(self):
        return self.ended and not self.failed and self.status == 0 and self.count > 0

    def _read(self, process, reading, limit, stop_at_failure):
        selector, rest = selectors.DefaultSelector(), b""
        selector.register(reading, selectors.EVENT_READ)
        # A child of the tests may keep the pipe open after their process has crashed, so its end is watched as well.
        process_end = os.pidfd_open(process.pid)
        selector.register(process_end, selectors.EVENT_READ)
        try:
            self._read_events(selector, reading, rest, limit, stop_at_failure)
        finally:
            os.close(process_end)

    def _read_events(self, selector, reading, rest, limit, stop_at_failure):
        while not self.ended:
            ready = [key.fd for key, _ in selector.select(limit)]
            if not ready:
                self.stalled = True
                return
            chunk = os.read(reading, 1 << 16) if reading in ready else b""
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if line:
                    self._take(json.loads(line))
            if stop_at_failure and self.failed:
                self.stopped = True
                return

    def _take(self, record):
        event, test = record["payload"], record["payload"].get("testID")
        if record["kind"] != "event":
            return
        if event["kind"] == "testStarted" and "/" in test:
            self.running[test] = True
            self.count += 1
        elif event["kind"] == "testEnded":
            self.running.pop(test, None)
        elif event["kind"] == "issueRecorded" and test not in self.failed:
            if not event["issue"].get("isKnown") and event["issue"].get("severity") != "warning":
                self.failed.append(test or NO_TEST)
        elif event["kind"] == "runEnded":
            self.ended = True

    def _exits(self, process, limit):
        """True if the process ends by itself after its last test."""
        try:
            process.wait(limit)
            return True
        except subprocess.TimeoutExpired:
            self.stalled = True
            return False


def end_group(number):
    try:
        os.killpg(number, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_groups_when_interrupted():
    """Lets SIGINT and SIGTERM end the runs of this process with it; their process groups are not that of the terminal."""
    def end(number, frame):
        for group, folder in list(GROUPS.items()):
            end_group(group)
            if folder:
                shutil.rmtree(folder, ignore_errors=True)
        os._exit(128 + number)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def readable(test):
    """The name of a test as a person reads it: without the place in the file and the marks around a sentence."""
    return test.split("/")[0] + ": " + test.split("/", 1)[-1].rsplit("/", 1)[0].replace("`", "").removesuffix("()")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--filter")
    parser.add_argument("--limit", type=float, default=LIMIT)
    parser.add_argument("--binary", default=BINARY)
    arguments = parser.parse_args()
    end_groups_when_interrupted()
    run = TestRun(arguments.filter, binary=arguments.binary, limit=arguments.limit)
    if run.stalled:
        print(f"error: no test began or ended for {arguments.limit:.0f} s, so the run was ended; these tests were running:", file=sys.stderr)
        for test in run.running:
            print(f"error:   {readable(test)}", file=sys.stderr)
    elif run.crashed:
        print(f"error: the test process ended with status {run.status} while these tests were running:", file=sys.stderr)
        for test in run.running:
            print(f"error:   {readable(test)}", file=sys.stderr)
    elif run.count == 0:
        print(f"error: no test matches {arguments.filter}: a filter is a regular expression over Target.Suite/test", file=sys.stderr)
    sys.exit(0 if run.passed else 1)


if __name__ == "__main__":
    main()
