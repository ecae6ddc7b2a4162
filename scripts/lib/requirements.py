"""Writes the page of security requirements and the tests that attack them: `requirements.py [--check]`.

Tests/requirements.json lists the requirements. A test names those it attacks where it is defined: in Swift with
`@Test(.requirement("O3"))`, in Python with the argument `requirements=["O3"]` beside a title.
"""
import ast
import json
import pathlib
import re
import sys

LIST = pathlib.Path("Tests/requirements.json")
PAGE = pathlib.Path("Sources/Docs/Docs.docc/Requirements.md")
TRAIT = pathlib.Path("Tests/Support/RequirementTrait.swift")
DECISIONS = PAGE.parent / "Decisions"
# What a requirement has: `open` says what of it is not built yet and why, `decision` names the page that says why a part is left out.
MEMBERS = {"id", "what", "open", "decision"}
MARK = re.compile(r"@Test\(\s*\.requirement\(([^()]*)\)")
TEST = re.compile(r"@Test\b|\bfunc\s+(`[^`]+`|\w+)")
TYPE = re.compile(r"^(?:@\w+ )*(?:final )?(?:struct|class|enum|actor|extension) (`[^`]+`|\w+)", re.M)
HEAD = """# Requirements

The security requirements on one-time codes, PINs, tokens, sessions, registration, families, deletion, operators, the audit log and the
vault, and the tests that attack them.

## Overview

`scripts/dev docs` writes this page from `Tests/requirements.json` and from the marks at the tests. A marked test fails when the
product stops keeping the requirement. `scripts/check documents` fails if the page is not up to date, if a requirement has no test,
or if a mark names none: <doc:Testing#Requirements>.
"""


def swift_marks(path, problems):
    """Yields the requirements, the suite and the name of each marked test of a Swift file."""
    text = path.read_text()
    marks = list(MARK.finditer(text))
    if len(marks) != text.count(".requirement("):
        problems.append(f"{path}: write a mark as @Test(.requirement(\"O3\"), …), the first trait of a test")
    for mark in marks:
        name = TEST.search(text, mark.end())
        if not name or not name[1]:
            problems.append(f"{path}: no function follows the mark {mark[1]}")
            continue
        suites = [suite[1] for suite in TYPE.finditer(text, 0, mark.start())]
        yield re.findall(r'"([^"]*)"', mark[1]), (suites or [path.stem])[-1].strip("`"), name[1].strip("`")


def python_marks(path):
    """Yields the requirements, the file and the title of each marked check of a Python file."""
    for call in ast.walk(ast.parse(path.read_text())):
        for argument in call.keywords if isinstance(call, ast.Call) else []:
            if argument.arg == "requirements":
                yield ast.literal_eval(argument.value), path.name, ast.literal_eval(call.args[0])


def collect(problems):
    """Returns the tests of each requirement, as pairs of suite and name in the order of the files."""
    tests = {}
    for path in sorted(pathlib.Path("Tests").rglob("*")):
        if path.suffix == ".swift" and path != TRAIT:
            found = swift_marks(path, problems)
        elif path.suffix == ".py":
            found = python_marks(path)
        else:
            continue
        for identifiers, suite, name in found:
            for identifier in identifiers:
                tests.setdefault(identifier, []).append((suite, name))
    return tests


def cell(tests):
    """Formats the tests of one requirement, by suite."""
    suites = {}
    for suite, name in tests:
        suites.setdefault(suite, []).append(name)
    return "; ".join(f"**{suite}**: " + "; ".join(names) for suite, names in suites.items()).replace("|", "\\|")


def page(groups, tests):
    """Returns the page's text."""
    parts = [HEAD]
    for group in groups:
        rows = ["| requirement | what | tests |", "|---|---|---|"]
        for row in group["requirements"]:
            decision = f" See <doc:{row['decision']}>." if "decision" in row else ""
            missing = f" *Open:* {row['open']}" if "open" in row else ""
            rows.append(f"| {row['id']} | {row['what']}{decision}{missing} | {cell(tests.get(row['id'], []))} |")
        parts.append(f"\n## {group['title']}\n\n" + "\n".join(rows) + "\n")
    return "".join(parts)


def check_list(groups, tests, problems):
    """Adds what is wrong with the list: rows without a test, repeated rows, members of other names, marks of no row."""
    rows = [row for group in groups for row in group["requirements"]]
    known = [row["id"] for row in rows]
    problems += [f"{LIST}: {name} is there twice" for name in sorted(set(known)) if known.count(name) > 1]
    problems += [f"{LIST}: {row['id']} has the member {name}" for row in rows for name in sorted(set(row) - MEMBERS)]
    decisions = [row["decision"] for row in rows if "decision" in row]
    problems += [f"{LIST}: there is no decision {name}" for name in decisions if not (DECISIONS / f"{name}.md").is_file()]
    problems += [f"{row['id']} has no test: mark one that attacks it" for row in rows if not tests.get(row["id"])]
    problems += [f"the mark {name} at {tests[name][0][1]!r} names no requirement of {LIST}" for name in sorted(set(tests) - set(known))]


problems = []
groups = json.loads(LIST.read_text())["groups"]
tests = collect(problems)
check_list(groups, tests, problems)
text = page(groups, tests)
if "--check" not in sys.argv[1:]:
    PAGE.write_text(text)
elif not PAGE.is_file() or PAGE.read_text() != text:
    problems.append(f"stale: {PAGE}: write it with: scripts/dev docs")
marked = len({test for row in tests.values() for test in row})
print(f"  {sum(len(group['requirements']) for group in groups)} requirements, {marked} marked tests")
sys.exit("\n".join(problems) or 0)
