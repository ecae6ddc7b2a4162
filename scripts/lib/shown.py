"""Checks what the stories show of the source documents: `shown.py` prints the number of items and fails for one that no story shows.

An item is a way to a row of the user states, a state, transition or refused call of the registration, a state,
transition or rule of parents and children, or a gate of the launch. The
member `shows` of a step names the items that its expected answer proves; each mark is checked against `proto-json/shown.json` and the
generated tables of `proto-json/machines`, so a mark on a step that proves something else is an error.
"""
import dataclasses
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2] / "proto-json"
# The commands that change the login status of a device, if they succeed.
MOVES = {"register", "login", "confirm", "logInWithPIN", "beginPINReset", "cancelPINReset", "requestPINReset", "confirmPINReset",
         "cancelRegistration", "logout", "logoutEverywhere", "deleteAccount", "startEmpty"}
# The faults that make a device Unauthorized.
UNAUTHORIZED = {"loggedInElsewhere", "movedFacilityGroup", "disapprovedForSyncing"}


class WrongMark(Exception):
    """A mark that names nothing, or whose step proves something else."""


@dataclasses.dataclass
class Item:
    """One thing to show: `waits` says why it cannot be shown yet, `impossible` why it never can."""
    document: str
    name: str
    words: str
    check: object = None
    waits: str = None
    impossible: str = None


def contains(expected, wanted):
    """True if an expectation demands at least what is wanted; "*" in the latter is any demand but null."""
    if wanted == "*":
        return expected is not None
    if isinstance(wanted, dict):
        return isinstance(expected, dict) and all(name in expected and contains(expected[name], wanted[name]) for name in wanted)
    return expected == wanted and type(expected) is type(wanted)


def fault(step):
    return (step.get("expect") or {}).get("fault")


def cells(row):
    """The members `standing` that a row of the table demands; the table's texts are those of the document."""
    truth = {"Yes": True, "No": False}
    return {"canSync": truth[row["can sync"]], "canAdd": truth[row["can add"]], "tokenPresent": truth[row["token present"]],
            "notification": row["notification"] or None, "firstScreen": row["first screen"], "lockScreen": truth[row["lock screen"]]}


def history(steps, device):
    """What has changed the login status of a device: its successful commands, and refusals that make it Unauthorized."""
    events = []
    for step in steps:
        if step.get("as") != device:
            continue
        if fault(step) in UNAUTHORIZED:
            events.append(f"refused {fault(step)}")
        elif step.get("do") in MOVES and not fault(step):
            events.append(step["do"])
    return events


def check_way(row, way):
    def check(steps, index):
        step = steps[index]
        answer = step.get("expect") or {}
        answer = answer.get("status") if isinstance(answer.get("status"), dict) else answer
        wanted = {"login": row["login status"], "approval": row["approval status"], "standing": cells(row)}
        if not contains(answer, wanted):
            raise WrongMark(f"its expectation does not demand {json.dumps(wanted)}")
        found = history(steps[:index + 1], step.get("as"))
        if found[-len(way["after"]):] != way["after"]:
            raise WrongMark(f"the device comes there by {found[-3:]} and not by {way['after']}")
        if "at" in way and step.get("do") != way["at"]:
            raise WrongMark(f"it must be the step {way['at']}, whose answer has the approval at the request")
    return check


def person(step):
    """The device and the number that a step about a registration is about; None for another step."""
    phone = (step.get("with") or {}).get("phone")
    return (step["as"], phone) if "as" in step and phone else None


def proven_state(step):
    """The registration state that a step's expectation demands; None if it demands none."""
    answer = step.get("expect") or {}
    return (answer.get("result") or {}).get("state") or (answer.get("state") if step.get("do") == "register" else None)


def check_state(state):
    def check(steps, index):
        if steps[index].get("call") != "registration.state" or proven_state(steps[index]) != state:
            raise WrongMark(f"it is no registration.state that must answer {state}")
    return check


def may_fire(step, event, names):
    """True if a step may be the event of the registration table."""
    if "advance" in names:
        return (step.get("wait") or {}).get("advance", 0) >= names["advance"]
    if not any(step.get(kind) in names.get(kind, []) for kind in ("do", "call", "administrator")):
        return False
    # A lost answer is no refusal: the repetition of the step shows what has happened.
    return fault(step) == names.get("fault")


def registering(steps, device, phone, begin):
    """The steps from a position on that may be about the registration of a number by a device, without confirmed logins."""
    found, is_login = [], False
    for at, step in enumerate(steps):
        if step.get("as", device) != device or "administrator" in step and (step.get("with") or {}).get("phone") != phone:
            continue
        if step.get("do") in ("register", "login") and not fault(step):
            is_login = step["do"] == "login"
        if at >= begin and not (is_login and step.get("do") == "confirm"):
            found.append(step)
    return found


def check_transition(move, events):
    def check(steps, index):
        key, event = person(steps[index]), move["event"]
        if key is None or proven_state(steps[index]) != move["to"]:
            raise WrongMark(f"its expectation does not demand the state {move['to']}")
        proven = [(at, proven_state(step)) for at, step in enumerate(steps[:index]) if person(step) == key and proven_state(step)]
        last, before = proven[-1] if proven else (-1, "INVALID")
        if before != move["from"]:
            raise WrongMark(f"the state shown before is {before} and not {move['from']}")
        own = registering(steps[:index + 1], *key, last + 1)
        fired = [{name for name, names in events.items() if may_fire(step, name, names)} for step in own]
        fired = [names for names in fired if names]
        if not fired or any(event not in names for names in fired):
            raise WrongMark(f"not {event} alone has happened since {before} was shown, but {fired}")
        if move["from"] in ("STARTED_REGISTRATION", "ACTIVATED"):
            settled = [state for _, state in proven if state not in ("STARTED_REGISTRATION", "ACTIVATED")]
            if (settled[-1:] == ["BLOCKED"]) != bool(events[event].get("blocked")):
                raise WrongMark(f"{event} is about {'a' if events[event].get('blocked') else 'no'} blocked person")
    return check


def check_refusal(state, event, names):
    def check(steps, index):
        step = steps[index]
        if step.get("call") not in names["call"] or fault(step) != "flowError":
            raise WrongMark(f"it is no refused call of {', '.join(names['call'])}")
        if not contains(step["expect"].get("data"), {"state": state, "event": event}):
            raise WrongMark(f"its expectation does not demand the names {state} and {event}")
    return check


def check_gate(patterns):
    def matches(step, pattern):
        return (step.get("do") == pattern["do"] and contains(step.get("expect"), pattern["expect"])
                and all(name in (step.get("with") or {}) for name in pattern.get("with", [])))

    def check(steps, index):
        if not matches(steps[index], patterns[-1]):
            raise WrongMark(f"it does not demand {json.dumps(patterns[-1])}")
        own, at = [step for step in steps[:index] if step.get("as") == steps[index].get("as")], 0
        for pattern in patterns[:-1]:
            while at < len(own) and not matches(own[at], pattern):
                at += 1
            if at == len(own):
                raise WrongMark(f"no step of the device before demands {json.dumps(pattern)}")
            at += 1
    return check


def table(name):
    return json.loads((ROOT / "machines" / f"{name}.json").read_text())


def user_states(document):
    rows, ways = table(document["table"])["rows"], document["ways"]
    if {name.split(".")[0] for name in ways} != {str(number) for number in range(1, len(rows) + 1)}:
        sys.exit("proto-json/shown.json does not name each row of the user states once")
    for name, way in ways.items():
        row = rows[int(name.split(".")[0]) - 1]
        words = f"row {name}: {row['login status']}, {row['approval status']}: {way.get('way', '')}".removesuffix(": ")
        impossible, waits = way.get("impossible"), way.get("waits")
        check = None if impossible or waits else check_way(row, way)
        yield Item("0 user states", f"user states {name}", words, check, waits, impossible)


def registration(document):
    machine, events = table(document["table"]), document["events"]
    moves = machine["moves"]
    unknown = {move["event"] for move in moves} ^ set(events)
    if unknown:
        sys.exit(f"proto-json/shown.json and the registration table differ about {', '.join(sorted(unknown))}")
    states = list(dict.fromkeys(move["from"] for move in moves))
    for state in dict.fromkeys(states + [move["to"] for move in moves]):
        yield Item("2 registration", f"registration {state}", f"state {state}", check_state(state))
    for move in moves:
        yield Item("2 registration", f"registration {move['from']} {move['event']}",
                   f"{move['from']} on {move['event']} to {move['to']}", check_transition(move, events))
    has = {(move["from"], move["event"]) for move in moves}
    refused = [(state, event) for state in states for event in document["refusable"] if (state, event) not in has]
    for state, event in refused + [tuple(name.split()) for name in document["also refused"]]:
        names = {"call": ["registration.start"]} if event.startswith("Start") else events[event]
        yield Item("2 registration", f"registration {state} refuses {event}", f"{state} refuses {event}",
                   check_refusal(state, event, names))


def chain(step, view):
    """The states that a step's expectation demands one after the other, as a view of a family sees them."""
    answer = step.get("expect") or {}
    if view == "parent":
        children = answer.get("children") or []
        return [children[0].get("state")] if children and children[0].get("state") else []
    if view == "auth":
        return [answer["result"]["state"]] if step.get("call") in ("child.state", "child.challenge") and answer.get("result") else []
    app = answer.get("app") or {}
    # The screen of an invite, or of a withdrawn access, is the state of a parent's act.
    return (app.get("screens") or []) + [state for state in (app.get("state"), answer.get("state")) if state]


def fires(step, patterns):
    return any(step.get(kind) == pattern[kind] and fault(step) == pattern.get("fault") for pattern in patterns for kind in ("do", "call")
               if kind in pattern)


def check_family_state(state, views):
    def check(steps, index):
        if not any(state in chain(steps[index], view) for view in views):
            raise WrongMark(f"its expectation does not demand the state {state}")
    return check


def check_family_transition(move, patterns, views):
    """A view sees the states one after the other, and between the two something happened that may be the event."""
    def check(steps, index):
        for view in views:
            seen = [(at, state) for at, step in enumerate(steps[:index + 1]) if step.get("as") == steps[index].get("as")
                    for state in chain(step, view)]
            for (before, first), (at, second) in zip(seen, seen[1:]):
                if at == index and (first, second) == (move["from"], move["to"]) and (
                        before == at and patterns == "at once" or patterns != "at once"
                        and any(fires(step, patterns) for step in steps[before:index + 1])):
                    return
        raise WrongMark(f"no view sees {move['from']} and then {move['to']} by {move['event']}")
    return check


def family(document):
    """The states and the transitions of the machines of parents and children, and what the key rules demand."""
    for name, words, views in (("ParentSession", "parent session", ("app",)), ("ChildAccess", "child access", ("app", "auth", "parent"))):
        part, moves = document[name], table(name)["moves"]
        if unknown := {move["event"] for move in moves} ^ set(part["events"]):
            sys.exit(f"proto-json/shown.json and the table {name} differ about {', '.join(sorted(unknown))}")
        for state in dict.fromkeys([move["from"] for move in moves] + [move["to"] for move in moves]):
            yield Item("3 parent and child", f"{words} {state}", f"state {state}", check_family_state(state, views))
        for move in moves:
            row = f"{move['from']} {move['event']}"
            impossible = part["not by commands"].get(row) or part["not by commands"].get(f"* {move['event']}")
            check = None if impossible else check_family_transition(move, part["events"][move["event"]], views)
            yield Item("3 parent and child", f"{words} {row}", f"{row} to {move['to']}", check, None, impossible)
    moves = table("PINLockout")["moves"]
    for name, gate in (document["PINLockout"] | document["rules"]).items():
        yield Item("3 parent and child", f"{'pin lockout' if name in document['PINLockout'] else 'family'} {name}", name, check_gate(gate))
    if {f"{move['from']} {move['event']}" for move in moves} != set(document["PINLockout"]):
        sys.exit("proto-json/shown.json does not name each row of the PIN lockout once")


def launch(document):
    for name, gate in document["gates"].items():
        waits = gate if isinstance(gate, str) else None
        yield Item("4 launch", f"launch {name}", name, None if waits else check_gate(gate), waits)


def items():
    documents = json.loads((ROOT / "shown.json").read_text())
    found = [*user_states(documents["user states"]), *registration(documents["registration"]), *family(documents["parent and child"]),
             *launch(documents["launch"])]
    return {item.name: item for item in found}


def refuses(item, steps, index):
    """True if the check of an item refuses the step without its expectation."""
    bare = [*steps[:index], {name: value for name, value in steps[index].items() if name != "expect"}]
    try:
        item.check(bare, index)
        return False
    except WrongMark:
        return True


def shown():
    """Returns the items by name, the names of the stories that show each, and the sentences about wrong marks."""
    known, stories, errors = items(), {}, []
    for file in sorted((ROOT / "stories").glob("*.json")):
        steps = json.loads(file.read_text())["steps"]
        for index, step in enumerate(steps):
            for name in step.get("shows", []):
                try:
                    if name not in known:
                        raise WrongMark("there is nothing of that name")
                    if known[name].check is None:
                        raise WrongMark(f"it cannot be shown: {known[name].waits or known[name].impossible}")
                    known[name].check(steps, index)
                    if not refuses(known[name], steps, index):
                        raise WrongMark("its check passes without the step's expectation, so it proves nothing")
                    if file.stem not in stories.setdefault(name, []):
                        stories[name].append(file.stem)
                except WrongMark as error:
                    errors.append(f"{file.stem}, step {index + 1}, “{name}”: {error}")
    return known, stories, errors


def missing(known, stories):
    return [name for name, item in known.items() if item.check and name not in stories]


def main():
    known, stories, errors = shown()
    absent = missing(known, stories)
    for error in errors:
        print(error)
    for name in absent:
        print(f"no story shows “{name}”")
    waiting = sum(1 for item in known.values() if item.waits)
    impossible = sum(1 for item in known.values() if item.impossible)
    print(f"{len(stories)} of {len(known)} rows, states, transitions, refused calls and gates are shown by stories; "
          f"{waiting} cannot be shown yet, {impossible} is impossible, {len(absent)} missing, {len(errors)} wrong marks")
    sys.exit(1 if errors or absent else 0)


if __name__ == "__main__":
    main()
