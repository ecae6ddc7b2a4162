"""The mutations of the product: listed by the program `mutator`, sampled, and compared with the list of equivalent ones."""
import dataclasses
import hashlib
import json
import pathlib
import re
import subprocess
import sys

PACKAGE = pathlib.Path("Tests/Mutation")
BUILD_FOLDER = pathlib.Path(".build-mutator")
EQUIVALENT = pathlib.Path("Tests/Mutants/equivalent.txt")
RESTS_ON = "    Rests on "
CRITICAL = pathlib.Path("Tests/Mutants/critical.txt")
MODULES = (
    "AuthService AuthStore VaultService VaultStore ServiceHost DPoP PIN ServiceAuth Tokens Domain JSONRPC RPCServer RPCClient SQLite "
    "Postgres LatchkeyDevice").split()


@dataclasses.dataclass(frozen=True)
class Mutation:
    """A mistake that can be planted; `index` counts the mutations of its file."""
    file: str
    index: int
    kind: str
    line: int
    function: str
    hash: str
    ordinal: int
    original: str
    mutated: str

    @property
    def module(self):
        return self.file.split("/")[1]

    @property
    def key(self):
        """Identifies the mutation as long as its function stays as it is."""
        return f"{self.file} {self.function} {self.hash} {self.kind} #{self.ordinal}: {self.original} -> {self.mutated}"

    @property
    def place(self):
        """Identifies it also when other lines of its function change."""
        return self.key.replace(f" {self.hash} ", " ", 1)

    def __str__(self):
        name = f"{pathlib.Path(self.file).name}:{self.line} {self.kind}"
        return f"{name}: {self.original[:90]} -> {self.mutated[:60] or 'nothing'}"


def build_mutator():
    """Builds the program `mutator`, for which the first time takes some minutes; returns its path."""
    built = subprocess.run(
        ["swift", "build", "--package-path", str(PACKAGE), "--scratch-path", str(BUILD_FOLDER), "--product", "mutator"],
        stdout=subprocess.PIPE, text=True)
    if built.returncode:
        sys.exit(f"{built.stdout}\nthe program of {PACKAGE} does not build")
    return str(BUILD_FOLDER / "debug/mutator")


def files(paths):
    """The Swift files in these files and folders."""
    found = []
    for path in map(pathlib.Path, paths):
        if not path.exists():
            sys.exit(f"there is no file or folder {path}")
        found += sorted(path.rglob("*.swift")) if path.is_dir() else [path]
    return [str(path) for path in found]


def critical_files():
    return [line for line in CRITICAL.read_text().splitlines() if line and not line.startswith("#")]


def listed(mutator, paths):
    """Every mutation of these files and folders, in their order."""
    printed = subprocess.run([mutator, "list", ".", *files(paths)], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [Mutation(**json.loads(line)) for line in printed.splitlines()]


def changed_since(commit, mutations):
    """Those of the mutations that are on lines that differ from a commit."""
    lines = changed_lines(subprocess.run(
        ["git", "diff", "--unified=0", "--no-color", "--no-ext-diff", commit, "--", "Sources"], stdout=subprocess.PIPE, text=True, check=True).stdout)
    return [mutation for mutation in mutations if mutation.line in lines.get(mutation.file, ())]


def changed_lines(difference):
    """The numbers of the new and changed lines of each file, from a unified difference without context."""
    lines, file = {}, None
    for text in difference.splitlines():
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", text)
        if text.startswith("+++ b/"):
            file = text.removeprefix("+++ b/")
        elif hunk and file:
            first, count = int(hunk.group(1)), int(hunk.group(2) or 1)
            lines.setdefault(file, set()).update(range(first, first + count))
    return lines


def equivalent():
    """The keys of mutations that change nothing, each with the reason; keys that follow one another share the reason after them."""
    reasons, keys = {}, []
    for line in EQUIVALENT.read_text().splitlines():
        if line.startswith(RESTS_ON):
            continue
        if line.startswith(" "):
            reasons |= {key: f"{reasons[key]} {line.strip()}".strip() for key in keys}
        elif line and not line.startswith("#"):
            keys = [line] if any(reasons.get(key) for key in keys) else [*keys, line]
            reasons[line] = ""
    return reasons


def foundations():
    """The declarations outside the mutations' own functions on which the reasons rest, each as its file, its name and its hash."""
    lines = (line.removeprefix(RESTS_ON) for line in EQUIVALENT.read_text().splitlines() if line.startswith(RESTS_ON))
    return {tuple(line.split(" ")) for line in lines}


def shuffled(mutations, seed):
    """The mutations in the order of a hash of the seed and of each one's place.

    A change of other code does not change the order of the mutations that stay. So the same seed draws nearly the same sample from a
    later commit, and the results can be compared.
    """
    return sorted(mutations, key=lambda mutation: (hashlib.sha256(f"{seed} {mutation.place}".encode()).digest(), mutation.key))


def check():
    """Every entry of the list of equivalent mutations names one of the present code, and says why it changes nothing."""
    reasons, rests = equivalent(), foundations()
    present = listed(build_mutator(), sorted({key.split(" ", 1)[0] for key in reasons} | {file for file, _, _ in rests}))
    keys = {mutation.key for mutation in present}
    functions = {(mutation.file, mutation.function, mutation.hash) for mutation in present}
    missing = [path for path in critical_files() if not pathlib.Path(path).exists()]
    problems = [f"{CRITICAL}: there is no {path}" for path in missing]
    problems += [f"lapsed, because its function changed: {key}" for key in reasons if key not in keys]
    problems += [f"a reason rests on {function} of {file}, which has changed" for file, function, hash in rests - functions]
    problems += [f"no reason: {key}" for key, reason in reasons.items() if not reason]
    print(f"  {len(reasons)} mutations are argued to change nothing")
    sys.exit("\n".join(problems) or 0)
