"""Writes man pages and shell completions of the three programs: `man.py [--bin DIR] [--services] [--check] [FOLDER]`.

Commands and options come from the programs themselves, which print them as JSON. The rest of a page, such as its exit status and
files, is in `scripts/lib/man/PROGRAM.mdoc`. With `--check` nothing is kept: every command and option must be in the page as mandoc
shows it, mandoc must warn of nothing, and each completion must be a script that its shell reads, as far as the shell is installed.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import man_page

SECTIONS = {"latchkey": 1, "latchkey-auth": 8, "latchkey-vault": 8}
# Where Debian's /usr/share has the completions of each shell.
COMPLETIONS = {
    "bash": "bash-completion/completions/{}",
    "zsh": "zsh/vendor-completions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}
HERE = pathlib.Path(__file__).parent


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def description(bin, program):
    """The commands of a program with their options, as the program describes them."""
    return json.loads(output(bin / program, "--experimental-dump-help"))["command"]


def page_path(folder, program):
    return folder / "man" / f"man{SECTIONS[program]}" / f"{program}.{SECTIONS[program]}"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def write_all(bin, folder, programs=tuple(SECTIONS)):
    for program in programs:
        text = (HERE / "man" / f"{program}.mdoc").read_text()
        write(page_path(folder, program), man_page.page(description(bin, program), SECTIONS[program], text))
        for shell, path in COMPLETIONS.items():
            write(folder / path.format(program), output(bin / program, "--generate-completion-script", shell))


def page_problems(command, path):
    """What is wrong with a page: warnings, and commands and options of the program that it does not show."""
    linted = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", path], capture_output=True, text=True)
    problems = (linted.stdout + linted.stderr).splitlines()
    shown = output("mandoc", "-T", "utf8", "-O", "width=200", path)
    sections = by_heading(re.sub(r".\x08", "", shown))
    for words, each in man_page.commands(command):
        section = sections.get(" ".join(words))
        if section is None:
            problems.append(f"{path.name} has no heading “{' '.join(words)}”")
            continue
        for option in filter(man_page.is_option, each.get("arguments", [])):
            flag = f"--{option['preferredName']['name']}"
            if not re.search(rf"{flag}\b", section) and not re.search(rf"{flag}\b", sections["OPTIONS"].split("Many commands")[0]):
                problems.append(f"{path.name} does not show {flag} of {' '.join(words)}")
    return problems


def by_heading(text):
    """The text of a formatted page under each heading of both levels."""
    sections, heading = {}, None
    for line in text.splitlines():
        if re.match(r"( {3})?\S", line):
            heading = line.strip()
            sections[heading] = ""
        elif heading:
            sections[heading] += line + "\n"
    return sections


# Completes the word after some words, as bash does when a person presses Tab.
COMPLETE = """source "$1"; shift; COMP_WORDS=("$@" ""); COMP_CWORD=$#; COMP_LINE="$* "; COMP_POINT=${#COMP_LINE}
"_$1" "$1" "" "${!#}"; printf '%s\\n' "${COMPREPLY[@]}" """


def completed(path, words):
    return set(output("bash", "--norc", "-c", COMPLETE, "complete", str(path), *words).split())


def completion_problems(command, shell, path):
    """What is wrong with a completion: a script that the shell does not read, or a command of the program that it does not complete."""
    if shutil.which(shell):
        read = subprocess.run([shell, "-n", path], capture_output=True, text=True)
        if read.returncode:
            return [f"{path.name}: {shell} does not read it: {read.stderr.strip()}"]
    text = set(re.findall(r"[\w-]+", path.read_text()))
    below = {}
    for names, _ in man_page.commands(command):
        for at in range(1, len(names)):
            below.setdefault(names[:at], set()).add(names[at])
    return [f"{path.name} does not complete {' '.join(names)} {each}" for names, wanted in below.items()
            for each in sorted(wanted - (completed(path, names) if shell == "bash" else text))]


def check(bin, folder):
    problems, number = [], 0
    for program in SECTIONS:
        command = description(bin, program)
        number += len(list(man_page.commands(command)))
        problems += page_problems(command, page_path(folder, program))
        for shell, path in COMPLETIONS.items():
            problems += completion_problems(command, shell, folder / path.format(program))
    print(f"  {number} commands of {len(SECTIONS)} programs in man pages and {len(COMPLETIONS)} completions")
    return problems


parser = argparse.ArgumentParser()
parser.add_argument("folder", nargs="?", type=pathlib.Path, default=pathlib.Path(".build/share"))
parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path(".build/debug"))
parser.add_argument("--services", action="store_true")
parser.add_argument("--check", action="store_true")
options = parser.parse_args()
if options.check:
    with tempfile.TemporaryDirectory(prefix="latchkey-man-") as folder:
        write_all(options.bin.resolve(), pathlib.Path(folder))
        sys.exit("\n".join(check(options.bin.resolve(), pathlib.Path(folder))) or 0)
programs = [program for program in SECTIONS if SECTIONS[program] == 8 or not options.services]
write_all(options.bin.resolve(), options.folder, programs)
print(f"Wrote {len(programs)} man pages, and completions for {', '.join(COMPLETIONS)}, to {options.folder}")
