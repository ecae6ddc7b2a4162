"""Checks release programs: none needs a Swift library or ICU at run time, and each has at most 30 MB without symbols."""
import pathlib
import re
import subprocess
import sys
import tempfile

MOST = 30_000_000
problems = []
for program in sys.argv[1:]:
    needed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    shared = re.findall(r"lib(?:swift|Foundation|_Foundation|icu|dispatch|BlocksRuntime)\S*", needed)
    problems += [f"{program} needs {name}: build it with --static-swift-stdlib" for name in shared]
    with tempfile.NamedTemporaryFile() as stripped:
        subprocess.run(["strip", "-o", stripped.name, program], check=True)
        size = pathlib.Path(stripped.name).stat().st_size
    print(f"  {pathlib.Path(program).name}: {size / 1e6:.1f} MB without symbols, {needed.count('=>')} shared libraries, none of Swift's")
    if size > MOST:
        problems.append(f"{program} has {size} bytes without symbols, over {MOST}")
sys.exit("\n".join(problems) or 0)
