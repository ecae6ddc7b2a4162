"""Finds words the project no longer uses in sources, tests, scripts and documents; the list is retired_words.txt."""
import pathlib
import re
import subprocess
import sys

LIST = pathlib.Path("scripts/lib/retired_words.txt")
words = [line for line in LIST.read_text().splitlines() if line and not line.startswith("#")]


def pattern(word):
    """Matches the word, and its plural, as a word of its own or as a part of an identifier in camel case."""
    if word[0].isupper():
        return rf"(?<![A-Z]){word}s?(?![a-z])"
    capital = word.capitalize()
    return rf"(?<![A-Za-z])(?:{word}|{capital})s?(?![a-z])|(?<=[a-z0-9]){capital}s?(?![a-z])"


any_word = re.compile("|".join(pattern(word) for word in words))
listed = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard", "Sources", "Tests", "scripts", "proto-json", "deploy", "README.md", ".ci", "Package.swift"],
    capture_output=True, text=True, check=True).stdout.splitlines()
problems = []
for name in listed:
    path = pathlib.Path(name)
    if path == LIST or not path.is_file() or "corpus" in path.parts:
        continue
    try:
        lines = path.read_text().splitlines()
    except UnicodeDecodeError:
        continue
    if found := any_word.search(str(path)):
        problems.append(f"{path}: its name has the retired word {found.group()}")
    for number, line in enumerate(lines, 1):
        if found := any_word.search(line):
            problems.append(f"{path}:{number}: the retired word {found.group()}: {line.strip()[:100]}")
print(f"  {len(words)} words, {len(listed)} files")
shown = problems[:40] + ([f"and {len(problems) - 40} more"] if len(problems) > 40 else [])
sys.exit("\n".join(shown) or 0)
