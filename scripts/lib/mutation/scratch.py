"""A copy of the package in which mutations are planted behind a switch, checked by the compiler and built."""
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

FOLDER = pathlib.Path(".build-mutation")
COPY = FOLDER / "source"
BUILD = ["swift", "build", "-debug-info-format", "none"]
SWITCH = re.compile(r"mutant[A-Z]\w*\((\d+)[,)]")
ERROR = re.compile(r"^(/\S[^:]*\.swift):(\d+):(\d+): error: (.*)$", re.M)
# Arguments of a compilation that do not matter to a check of types, without and with a value.
FLAGS = {"-emit-module", "-emit-dependencies", "-emit-objc-header", "-incremental", "-c", "-parseable-output", "-serialize-diagnostics",
          "-enable-batch-mode", "-g", "-warnings-as-errors"}
FLAGS_WITH_VALUE = {"-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path"}


def bring_up_to_date():
    """Copies what changed in the repository, without any mutation; unchanged files keep their times, so builds are incremental."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True, check=True).stdout.split("\n")
    wanted = {name for name in listed if name and pathlib.Path(name).is_file() and not name.startswith("Tests/Mutation/")}
    for name in wanted:
        write(name, package() if name == "Package.swift" else pathlib.Path(name).read_bytes())
        shutil.copymode(name, COPY / name)
    write("Sources/MutationSwitch/MutationSwitch.swift", pathlib.Path("Tests/Mutation/MutationSwitch/MutationSwitch.swift").read_bytes())
    wanted.add("Sources/MutationSwitch/MutationSwitch.swift")
    for path in [*COPY.glob("Sources/**/*"), *COPY.glob("Tests/**/*")]:
        if path.is_file() and str(path.relative_to(COPY)) not in wanted:
            path.unlink()
    if not (COPY / ".git").exists():
        subprocess.run(["git", "init", "-q"], cwd=COPY, check=True)


def write(name, content):
    target = COPY / name
    if not target.is_file() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def package():
    """The manifest with the switch's module in every target, and without errors for warnings."""
    changed = pathlib.Path("Package.swift").read_text()
    for part, replacement in [
            ("dependencies: uses,", 'dependencies: uses + ["MutationSwitch"],'),
            ("dependencies: [.byName(name: subject)] + uses", 'dependencies: [.byName(name: subject), "MutationSwitch"] + uses'),
            (".treatAllWarnings(as: .error)", '.unsafeFlags(["-suppress-warnings"])'),
            ("    targets: [\n", '    targets: [\n        .target(name: "MutationSwitch"),\n')]:
        if part not in changed:
            sys.exit(f"Package.swift has no {part!r}, which the mutation tester expects: see scripts/lib/mutation/scratch.py")
        changed = changed.replace(part, replacement)
    return changed.encode()


def source_hash():
    """A hash of the product's sources."""
    digest = hashlib.sha256(pathlib.Path("Package.swift").read_bytes())
    for path in sorted(pathlib.Path("Sources").rglob("*")):
        if path.is_file():
            digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build(*options):
    return subprocess.run([*BUILD, *options], cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def build_interfaces():
    """Builds the unchanged modules, against which the files with mutations are checked one module at a time."""
    stamp = FOLDER / "interfaces"
    if stamp.is_file() and stamp.read_text() == source_hash():
        return
    built = build()
    if built.returncode:
        sys.exit(f"{built.stdout[-4000:]}\nthe sources do not build without any mutation")
    stamp.write_text(source_hash())


def plant(mutator, numbered):
    """Writes the files of the mutations, each with its mutations behind the switch."""
    lines = "".join(f"{number} {mutation.index} {mutation.file}\n" for number, mutation in numbered)
    subprocess.run([mutator, "plant", ".", str(COPY)], input=lines, text=True, check=True)


def unplant(files):
    for file in files:
        write(file, pathlib.Path(file).read_bytes())


def keep_compiling(mutator, numbered, show):
    """The mutations that the compiler accepts together, and the dropped ones.

    An error may be counted against a mutation that is only near it, so the dropped ones are tried again without the others.
    """
    kept, dropped = drop_refused(mutator, numbered, show)
    again = drop_refused(mutator, dropped, show)[0] if dropped else []
    if again:
        joined = drop_refused(mutator, sorted(kept + again, key=lambda item: item[0]), show)[0]
        kept = max(kept, joined, key=len)
    numbers = {number for number, _ in kept}
    return kept, [mutation for number, mutation in numbered if number not in numbers]


def drop_refused(mutator, numbered, show):
    """Plants the mutations, drops those that the compiler refuses until it accepts the others, and returns both, with their numbers."""
    bring_up_to_date()
    kept, dropped, stale = dict(numbered), [], {mutation.module for _, mutation in numbered}
    while stale:
        plant(mutator, [(number, mutation) for number, mutation in kept.items() if mutation.module in stale])
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            refused = dict(zip(sorted(stale), pool.map(refused_by_compiler, sorted(stale))))
        stale = {module for module, numbers in refused.items() if numbers}
        for number in sorted(set().union(*refused.values())):
            dropped.append((number, kept.pop(number)))
        unplant({mutation.file for _, mutation in dropped})
        if stale:
            show(f"  the compiler refuses {len(dropped)} mutations so far; checking {len(stale)} modules again")
    return list(kept.items()), dropped


def refused_by_compiler(module):
    """The numbers of mutations at which the compiler finds errors."""
    checked = subprocess.run(check_command(module), cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    numbers = numbers_at_errors(checked.stdout)
    if checked.returncode and not numbers:
        sys.exit(f"{checked.stdout[-4000:]}\n{module} does not compile, and no mutation is where the compiler says")
    return numbers


def numbers_at_errors(printed):
    found = (mutation_at_error(file, int(line), int(column), message) for file, line, column, message in ERROR.findall(printed))
    return {number for number in found if number is not None}


def mutation_at_error(file, line, column, message):
    """The number of the mutation that causes an error: the deleted assignment of a variable that has no value, or else the nearest one."""
    unassigned = re.search(r"'(\w+)' used before being initialized", message)
    if unassigned:
        deleted = re.compile(rf"mutantKeeps\((\d+)\) \{{ (?:self\.)?{unassigned.group(1)} = ")
        numbers = deleted.findall("\n".join(pathlib.Path(file).read_text().split("\n")[:line]))
        if numbers:
            return int(numbers[-1])
    return nearest(file, line, column)


def nearest(file, line, column):
    """The number of the mutation that begins last before a place of a file, or else first after it."""
    before, after = None, None
    for number_line, text in enumerate(pathlib.Path(file).read_text().split("\n"), 1):
        for match in SWITCH.finditer(text):
            if (number_line, match.start() + 1) <= (line, column):
                before = (number_line, int(match.group(1)))
            elif after is None:
                after = (number_line, int(match.group(1)))
    if before and (before[0] == line or after is None or line - before[0] <= after[0] - line):
        return before[1]
    return after[1] if after else None


def check_command(module):
    """The compilation of a module, made into a check of it alone."""
    manifest = (COPY / ".build/debug.yaml").read_text()
    found = re.search(rf'"C\.{re.escape(module)}-[^"]*-debug\.module":\n(?:    .*\n)*?    args: (\[.*\])\n', manifest)
    words, result = json.loads(found.group(1)), []
    position = 0
    while position < len(words):
        if words[position] in FLAGS_WITH_VALUE:
            position += 1
        elif words[position] not in FLAGS and not re.fullmatch(r"-j\d+", words[position]):
            result.append(words[position])
        position += 1
    return [*result, "-emit-sil", "-o", "/dev/null", "-wmo", "-suppress-warnings", "-diagnostic-style", "llvm"]


def build_planted(mutator, kept, show):
    """Builds everything with the mutations behind the switch; the few that only now do not compile are returned as dropped."""
    kept, dropped = dict(kept), []
    while True:
        built = build("--build-tests")
        if built.returncode == 0:
            return list(kept.items()), dropped
        numbers = numbers_at_errors(built.stdout) & set(kept)
        if not numbers:
            sys.exit(f"{built.stdout[-4000:]}\nthe copy with the mutations does not build")
        show(f"  {len(numbers)} mutations do not build")
        files = {kept[number].file for number in numbers}
        dropped += [kept.pop(number) for number in numbers]
        unplant(files)
        plant(mutator, [item for item in kept.items() if item[1].file in files])
