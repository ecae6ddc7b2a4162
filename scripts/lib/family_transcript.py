"""Plays a parent's and a child's terminal against a running pair and prints what they show; `--check` compares it with README.md.

Codes, dates and the lines of a PIN are replaced, so that the text is the same every time.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from pair import Pair, end_on_signals  # noqa: E402

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
# What each terminal enters, in order: the person, the words after `latchkey`, and the line that is typed without being shown.
STEPS = [
    ("ada", ["parent", "add", "Mia"], None),
    ("ada", ["parent", "invite", "Mia"], None),
    ("mia", ["child", "join", "CODE"], "4938"),
    ("mia", ["child", "login"], "7391"),
    ("mia", ["child", "login"], "7391"),
    ("mia", ["child", "login"], "7391"),
    ("ada", ["parent", "list"], None),
    ("ada", ["parent", "unlock", "Mia"], None),
    ("mia", ["sync"], "4938"),
    ("ada", ["parent", "revoke", "Mia"], None),
    ("mia", ["child", "login"], "4938"),
    ("mia", ["child", "state"], None),
]
CODE = re.compile(r"\b[A-Z2-7]{4}-[A-Z2-7]{4}\b")
MASKS = [(CODE, "K7QM-3XPA"), (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?"), "2026-11-26 15:04")]


class Terminal:
    """One person's profile."""

    def __init__(self, pair, folder, bin):
        self.words = [str(pathlib.Path(bin).resolve() / "latchkey"), "--profile", str(folder), "--auth", pair.auth_url, "--vault", pair.vault_url]

    def enter(self, words, typed=None):
        """Returns what the command prints, in the order of its outputs; a refusal is printed too."""
        program, *options = self.words
        answer = subprocess.run([program, *words, *options], input=f"{typed}\n" if typed else "", capture_output=True, text=True)
        return (answer.stdout + answer.stderr).rstrip("\n")


def transcript(bin):
    with tempfile.TemporaryDirectory(prefix="latchkey-family-") as data:
        with Pair(bin, data, settings={"auth": {"sends-per-address": 1000}}) as pair:
            folder = pathlib.Path(data)
            people = {name: Terminal(pair, folder / name, bin) for name in ("ada", "mia")}
            for person, name in (("ada", "Ada's phone"), ("mia", "Mia's tablet")):
                people[person].words += ["--name", name]
            phone = "+4915112345678"
            people["ada"].enter(["register", phone, "--group", "home"])
            people["ada"].enter(["confirm", pair.code_for(phone)])
            lines, code = [], None
            for person, words, typed in STEPS:
                output = people[person].enter([code if word == "CODE" else word for word in words], typed)
                if found := CODE.search(output):
                    code = found.group()
                shown = " ".join(code if word == "CODE" else word for word in words)
                lines.append(f"{person}$ latchkey {shown}")
                if typed:
                    lines.append("New PIN, or passphrase: ••••" if "join" in words else "PIN: ••••")
                lines += output.split("\n")
    text = "\n".join(lines)
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=".build/debug")
    parser.add_argument("--check", action="store_true", help="compare the output with the one in README.md")
    arguments = parser.parse_args()
    end_on_signals()
    text = transcript(arguments.bin)
    if not arguments.check:
        print(text)
    elif f"```console\n{text}\n```" not in README.read_text():
        sys.exit(f"README.md does not show this output of scripts/family-transcript:\n{text}")


if __name__ == "__main__":
    main()
