"""Compares the settings the services print with the table of the operations page, both ways."""
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("Sources/Docs/Docs.docc/Operations.md")
ROW = re.compile(r"^\| `([\w-]+)` \|", re.M)


def printed(service):
    """The keys of a service's settings."""
    program = pathlib.Path(sys.argv[1]) / f"latchkey-{service}"
    return set(ROW.findall(subprocess.run([program, "settings"], capture_output=True, text=True, check=True).stdout))


page = PAGE.read_text()
table = page[page.index("| setting | values |"):].split("\n\n")[0]
documented = set(ROW.findall(table))
settings = printed("auth") | printed("vault")
problems = [f"{PAGE} does not contain the setting {key}" for key in sorted(settings - documented)]
problems += [f"{PAGE} contains the setting {key}, which no service has" for key in sorted(documented - settings)]
print(f"  {len(settings)} settings")
sys.exit("\n".join(problems) or (0 if settings else "no setting was printed"))
