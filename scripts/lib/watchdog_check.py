"""Sees that `test_run.py` ends a run whose tests stall, and names exactly the tests that were running."""
import os
import subprocess
import sys

BINARY = ".build-mutator/debug/mutationPackageTests.xctest"
WORDS = [sys.executable, "scripts/lib/test_run.py", "--binary", BINARY, "--filter", "StallTests", "--limit"]

stalled = subprocess.run([*WORDS, "3"], env={**os.environ, "STALL": "1"}, capture_output=True, text=True, timeout=60)
problems = []
if stalled.returncode == 0:
    problems.append("a run that stalls passes")
for name, is_named in (("a continuation that nobody resumes", True), ("a thread that is blocked", True), ("a test that ends", False)):
    if (f"StallTests: {name}" in stalled.stderr) != is_named:
        problems.append(f"the test `{name}` should {'' if is_named else 'not '}be named:\n{stalled.stderr}")
print("  a run that stalls is ended, and its tests are named")
sys.exit("\n".join(problems) or 0)
