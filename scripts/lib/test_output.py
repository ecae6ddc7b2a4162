"""Shortens the test runner's output to failures, a line for each hundred passed tests, and the count; fails if the run did."""
import re
import sys

passes, closing, showing = 0, "", True
for line in sys.stdin:
    if "Test run with" in line:
        closing = line
        sys.stdout.write(line)
        continue
    symbol = line[:1]
    if symbol in "◇✔":
        showing = False
        if symbol == "✔" and " passed after" in line and " Suite " not in line:
            passes += 1
            if passes % 100 == 0:
                print(f"  {passes} tests so far", flush=True)
    elif symbol in "✘↳" or line.startswith(("error", "warning")):
        showing = True
    if showing:
        sys.stdout.write(line)
match = re.search(r"Test run with (\d+) tests?.* passed", closing)
if not match or int(match.group(1)) == 0:
    sys.exit("the test run did not pass")
print(f"tests: {match.group(1)}")
