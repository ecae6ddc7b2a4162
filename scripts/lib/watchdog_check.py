"""Sees that `test_run.py` ends a run whose tests stall, names exactly the tests that were running, and leaves no process behind."""
import os
import pathlib
import subprocess
import sys
import time

BINARY = ".build-mutator/debug/mutationPackageTests.xctest"
WORDS = [sys.executable, "scripts/lib/test_run.py", "--binary", BINARY, "--filter", "StallTests", "--limit"]

stalled = subprocess.run([*WORDS, "3"], env={**os.environ, "STALL": "1"}, capture_output=True, text=True, timeout=60)
problems = []
if stalled.returncode == 0:
    problems.append("a run that stalls passes")
for name, is_named in (("a continuation that nobody resumes", True), ("a thread that is blocked", True), ("a test that ends", False)):
    if (f"StallTests: {name}" in stalled.stderr) != is_named:
        problems.append(f"the test `{name}` should {'' if is_named else 'not '}be named:\n{stalled.stderr}")

# A run that is interrupted leaves no process behind.
interrupted = subprocess.Popen([*WORDS, "60"], env={**os.environ, "STALL": "1"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
for line in interrupted.stdout:
    if "a thread that is blocked" in line:
        break
children = pathlib.Path(f"/proc/{interrupted.pid}/task/{interrupted.pid}/children").read_text().split()
interrupted.terminate()
interrupted.wait(60)
for _ in range(100):
    left = [child for child in children if pathlib.Path(f"/proc/{child}").exists()]
    if not left:
        break
    time.sleep(0.1)
if not children or left:
    problems.append(f"an interrupted run leaves processes behind: {left or 'none was seen'}")
print("  a run that stalls is ended, and its tests are named; one that is interrupted leaves no process behind")
sys.exit("\n".join(problems) or 0)
