"""Compares the settings the services print, and the names of what `doctor` finds, with the tables of the operations page, both ways."""
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
found = re.findall(r"^    case (\w+)(?: = \"([\w-]+)\")?$", pathlib.Path("Sources/ServiceHost/Doctor/FindingName.swift").read_text(), re.M)
names = {raw or case for case, raw in found}
findings = page[page.index("| name | found |"):].split("\n\n")[0]
listed = {name for row in re.findall(r"^\| (`.*?) \|", findings, re.M) for name in re.findall(r"`([\w-]+)`", row)}
problems += [f"{PAGE} does not contain the finding {name}" for name in sorted(names - listed)]
problems += [f"{PAGE} contains the finding {name}, which doctor does not have" for name in sorted(listed - names)]
print(f"  {len(settings)} settings, {len(names)} findings of doctor")
sys.exit("\n".join(problems) or (0 if settings else "no setting was printed"))
