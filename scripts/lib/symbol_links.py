"""Finds links to symbols in Swift comments (``name(_:label:)``) whose last name is declared nowhere with these labels."""
import pathlib
import re
import sys

LINK = re.compile(r"``([^`\n]+)``")
CALLABLE = re.compile(r"\b(?:func (?:`(?P<quoted>[^`]+)`|(?P<name>[\w+\-*/<>=!%&|^~.]+))|(?P<init>init)[?!]?|(?P<subscript>subscript))(?:<[^(]*>)?\(")
NAMED = re.compile(r"\b(?:struct|class|enum|actor|protocol|typealias|associatedtype|func|var|let|case|macro|import) (?:`)?(\w+)")
CASES = re.compile(r"\bcase ([^:=\n]+)$", re.M)
ASSOCIATED = re.compile(r"\b(?:case |, )(\w+)\(")


def parameters(text, start):
    """Returns the text between the parenthesis before `start` and its counterpart."""
    depth = 1
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return text[start:index]
    return text[start:]


def labels(parameters):
    """Returns the labels of a list of parameters as a link names them: `_:label:`."""
    depth, part, parts = 0, "", []
    for character in parameters.replace("->", "  "):
        depth += {"(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += character
    parts = [part for part in [*parts, part] if part.strip()]
    found = [re.match(r"\s*(?:@\w+\s+)*`?(\w+)`?(?:\s+\w+)?\s*:", part) for part in parts]
    return "".join((one[1] if one else "_") + ":" for one in found)


def declarations(path):
    """Returns the names that a file declares, those of functions with their labels."""
    code = "\n".join(line for line in path.read_text().splitlines() if not line.lstrip().startswith("//"))
    names = set(NAMED.findall(code))
    for group in CASES.findall(code):
        names |= set(re.findall(r"\w+", group))
    for found in CALLABLE.finditer(code):
        name = found["quoted"] or found["name"] or found["init"] or found["subscript"]
        names.add(f"{name}({labels(parameters(code, found.end()))})")
    for found in ASSOCIATED.finditer(code):
        names.add(f"{found[1]}({labels(parameters(code, found.end()))})")
    return names


files = {folder: sorted(pathlib.Path(folder).rglob("*.swift")) for folder in ("Sources", "Tests")}
declared = {folder: set().union(*map(declarations, paths)) for folder, paths in files.items()}
# A comment of the sources cannot mean a declaration of the tests.
declared["Tests"] |= declared["Sources"]

problems, links = [], 0
for path in files["Sources"] + files["Tests"]:
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.lstrip().startswith("///"):
            continue
        for link in LINK.findall(line):
            links += 1
            name, parenthesis, labelled = link.partition("(")
            name = re.split(r"[/.]", name)[-1] + parenthesis + labelled
            if name not in declared[path.parts[0]]:
                problems.append(f"{path}:{number}: {name} of the link ``{link}`` is declared nowhere")
print(f"  {links} links to symbols, {len(problems)} to none")
sys.exit("\n".join(problems) or 0)
