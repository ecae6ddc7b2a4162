"""Finds names of what does not exist: *.md names in the repository's texts, links of the documentation catalogue, and methods in documents."""
import pathlib
import re
import subprocess
import sys

NAME = re.compile(r"[\w./-]*\w\.md\b")
LINK = re.compile(r"<doc:([\w-]+)[^>]*>")
METHOD = re.compile(r"`(([a-z]\w*)\.([a-z]\w*))`")
DECLARED = re.compile(r'static let name = "((\w+)\.\w+)"')
# the suffixes of file names that look like a method's
FILES = {"pem", "key", "json", "sqlite", "py", "js"}
# the suffixes of the files in which names are looked for
TEXTS = (".swift", ".py", ".md", ".json", ".sh", ".c", ".h", ".yml", ".yaml", "")

tracked = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True, check=True).stdout.split("\n")
files = [pathlib.Path(name) for name in tracked if name and pathlib.Path(name).is_file()]
documents = [path for path in files if path.suffix == ".md"]
stems = {path.stem for path in documents}
methods = {found[1]: found[2] for path in pathlib.Path("Sources/Contracts").rglob("*.swift") for found in DECLARED.finditer(path.read_text())}
nouns = set(methods.values())


def exists(name, within):
    """True if a document is named from the root, from the folder of the naming file, or by its bare file name."""
    if (pathlib.Path(name) in documents) or (within.parent / name).is_file():
        return True
    return "/" not in name and any(path.name == name for path in documents)


problems, named = [], 0
for path in files:
    if path.suffix not in TEXTS or path.parts[0] not in ("Sources", "Tests", "scripts", "proto-json", "deploy", "README.md"):
        continue
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        continue
    for number, line in enumerate(text.splitlines(), 1):
        for name in NAME.findall(line):
            named += 1
            if not exists(name, path):
                problems.append(f"{path}:{number}: there is no document {name}")
        for name, noun, verb in METHOD.findall(line) if path.suffix == ".md" else ():
            named += 1
            if noun in nouns and verb not in FILES and name not in methods:
                problems.append(f"{path}:{number}: there is no method {name}")
        if path.suffix == ".md" or path.suffix == ".swift":
            for name in LINK.findall(line):
                named += 1
                if name not in stems:
                    problems.append(f"{path}:{number}: there is no page {name} in the catalogue")
print(f"  {named} names of documents and methods, {len(problems)} that do not exist")
sys.exit("\n".join(problems) or 0)
