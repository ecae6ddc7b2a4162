"""Passes the test runner's output on, shortened: failures whole, a dot of progress every hundred passes, the count at the end."""
import re
import sys

passes = 0
shown = ""
for line in sys.stdin:
    if re.match(r"^\S+\s+Test .* passed after|^\S+ +Suite .* (started|passed)|^\S+ +Test .* started|.*Test Case .* (started|passed)", line):
        passes += " passed after" in line
        if " passed after" in line and passes % 100 == 0:
            print(f"  {passes} tests so far", flush=True)
        continue
    sys.stdout.write(line)
    if "Test run with" in line:
        shown = line
match = re.search(r"Test run with (\d+) tests?.* (passed|failed)", shown)
if not match or match.group(2) != "passed" or int(match.group(1)) == 0:
    sys.exit("the test run did not pass")
print(f"tests: {match.group(1)}")
