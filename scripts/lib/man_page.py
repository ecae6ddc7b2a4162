"""A man page in mdoc, made from what a program says about its commands and options."""
import collections
import datetime
import itertools
import os
import re

# An option that this many commands have, described alike, is described once for all of them.
SHARED = 5
# Characters for which mdoc has names; others outside ASCII are written by number.
NAMED = {"\\": r"\e", "“": r"\(lq", "”": r"\(rq", "’": r"\(cq", "–": r"\(en", "…": r"\&..."}
PLACE = '.\\" COMMANDS\n'  # the line of the text that the options and commands take the place of


def escaped(text):
    """Text that mdoc prints as it is. A hyphen stays an ASCII hyphen, so that an option can be copied from the page."""
    text = "".join(NAMED.get(each, each if ord(each) < 128 else rf"\[u{ord(each):04X}]") for each in text)
    return text.replace("-", r"\-")


def word(text):
    """An argument of a macro. What would be read as a macro or as punctuation there is protected."""
    text = escaped(text)
    return r"\&" + text if re.fullmatch(r"[A-Z%][A-Za-z0-9]{1,2}|[.,:;()\[\]?!|]", text) else text


def line(text):
    """A line of text, which no macro begins."""
    return (r"\&" if text[:1] in (".", "'") else "") + escaped(text)


def paragraphs(text):
    """A text in paragraphs, each sentence on a line of its own. Indented lines stay as they are, as an example."""
    lines = []
    for part in filter(None, re.split(r"\n\s*\n", text.strip("\n"))):
        if part.startswith("  "):
            lines += [".Bd -literal -offset indent", *(line(each.strip()) for each in part.splitlines()), ".Ed"]
        else:
            sentences = re.split(r"(?<=[.!?:]) (?=[A-Z'“-])", " ".join(part.split()))
            lines += [".Pp", *map(line, sentences)]
    return lines


def commands(command, before=()):
    """Each command of a program that does something itself, with the words that name it."""
    words, below = (*before, command["commandName"]), [each for each in command.get("subcommands", []) if each["shouldDisplay"]]
    if not below:
        yield words, command
    for each in below:
        yield from commands(each, words)


def is_option(argument):
    return argument["kind"] != "positional"


def key(option):
    return option["preferredName"]["name"], option.get("abstract")


def shown(command):
    return [each for each in command.get("arguments", []) if each["shouldDisplay"]]


def name(option):
    """The macros for an option with its value."""
    dash = "" if option["preferredName"]["kind"] == "short" else r"\-"
    value = f" Ar {word(option['valueName'])}" if option["kind"] == "option" else ""
    return f"Fl {dash}{word(option['preferredName']['name'])}{value}"


def synopsis(arguments):
    """How arguments are written in a call. Flags of which one is required are alternatives, because a required flag alone says nothing."""
    lines = []
    for required, group in itertools.groupby(arguments, lambda each: each["kind"] == "flag" and not each["isOptional"]):
        if required:
            lines.append(f".Brq {' | '.join(map(name, group))}")
            continue
        for each in group:
            macros = name(each) if is_option(each) else f"Ar {word(each['valueName'])}"
            macros += r" \&..." if each["isRepeating"] else ""
            lines.append(f".Op {macros}" if each["isOptional"] else f".{macros}")
    return [".Bk -words", *lines, ".Ek"] if lines else []


def explained(arguments):
    """A list of arguments with what each one means."""
    if not arguments:
        return []
    lines = [".Bl -tag -width Ds"]
    for each in arguments:
        short = [other["name"] for other in each.get("names", []) if other["kind"] == "short"]
        before = f"Fl {short[0]} , " if short and each["preferredName"]["kind"] != "short" else ""
        lines.append(f".It {before}{name(each)}" if is_option(each) else f".It Ar {word(each['valueName'])}")
        text = each.get("abstract") or ""
        values = each.get("allValues") or []
        text += f" One of: {', '.join(values)}." if values else ""
        text += f" The default is {each['defaultValue']}." if each.get("defaultValue") else ""
        lines += paragraphs(text)[1:] if text else []
    return [*lines, ".El"]


class Shared:
    """The options that are described once: those of every command, and those that many commands have."""

    def __init__(self, command):
        found, total = collections.Counter(), 0
        first = {}
        for _, each in commands(command):
            options = list(filter(is_option, shown(each)))
            total += bool(options)
            for option in options:
                found[key(option)] += 1
                first.setdefault(key(option), option)
        names = set()
        self.everywhere, self.often = [], []
        for each, number in found.most_common():
            # A name has one shared meaning. The rarer one is described at its commands.
            if number < SHARED or each[0] in names:
                continue
            names.add(each[0])
            (self.everywhere if number == total else self.often).append(first[each])
        for options in (self.everywhere, self.often):
            options.sort(key=key)
        self.keys = {key(option) for option in self.everywhere + self.often}

    def section(self):
        lines = [".Sh OPTIONS", "Every command takes these options:", *explained(self.everywhere)]
        if self.often:
            lines += [".Pp", "Many commands take these, as their entries under", ".Sx COMMANDS", "show:", *explained(self.often)]
        return lines


def entry(words, command, shared):
    """A command: how it is called, what it does, and its arguments."""
    own = [each for each in shown(command) if not is_option(each) or key(each) not in shared.keys]
    often = {key(option) for option in shared.often}
    further = [each for each in shown(command) if is_option(each) and key(each) in often]
    lines = [f".Ss {' '.join(map(word, words))}", f".Ic {' '.join(map(word, words))}", *synopsis(own + further)]
    lines += paragraphs(command.get("abstract") or "") + paragraphs(command.get("discussion") or "")
    return lines + explained([each for each in own if each.get("abstract")])


def date():
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    day = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).date() if seconds else datetime.date.today()
    return f"{day:%B} {day.day}, {day.year}"


def page(command, section, text):
    """The page of a program: its head, the text up to the place of the commands, options and commands, and the rest of the text."""
    program, shared = command["commandName"], Shared(command)
    before, after = text.split(PLACE)
    abstract = command["abstract"].rstrip(".")
    head = [f".Dd {date()}", f".Dt {program.upper()} {section}", ".Os Latchkey", ".Sh NAME", f".Nm {program}", f".Nd {escaped(abstract)}",
            ".Sh SYNOPSIS", f".Nm {program}", ".Ar command", ".Op Ar subcommand", ".Op Ar option \\&..."]
    lines = shared.section() + [".Sh COMMANDS"]
    for words, each in commands(command):
        lines += entry(words, each, shared)
    return "\n".join(head) + "\n" + before + "\n".join(lines) + "\n" + after
