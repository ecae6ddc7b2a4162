"""Races about children: one device for each, an invite that binds one device, and a revocation after which nothing works."""
import contextlib
import threading
import uuid

from arena import CONNECTIONS, patient_call
from child_device import ChildDevice
from instances import at
from invariants import invariant
from session_races import DEAD, alive, until_ended
from volley import shot

# Bindings that share their child, or their device key, with another one that holds.
TWICE = " UNION ALL ".join(
    f"SELECT {key} FROM child_binding WHERE ended_at IS NULL GROUP BY {key} HAVING count(*) > 1" for key in ("hex(child)", "thumbprint"))
NOT_BOUND = {"inviteInvalid", "deviceBound"}
# The refusals of a new invite for a child that has got a device meanwhile.
CONFIRM = {"confirmationRequired", "ownSecretMissing"}
REVOKED = DEAD | {("deviceRevoked", 401)}


def stored(identifier):
    """An identifier as a query names it."""
    return f"x'{identifier.replace('-', '')}'"


def new_request():
    return str(uuid.uuid4())


class Family:
    """A parent with children that have no device yet."""

    def __init__(self, arena, children=1):
        self.arena, self.parent = arena, arena.person("home")
        self.children = [self.parent.mine("child.add", {"name": f"Child {number + 1}"})["childId"] for number in range(children)]

    def invite(self, child):
        return self.parent.mine("child.invite", {"childId": child, "kind": "link"})["code"]

    def bindings(self, *, only_open=False):
        """The number of bindings that the children have, or ever had."""
        children = ", ".join(stored(child) for child in self.children)
        return self.arena.number(
            f"SELECT count(*) FROM child_binding WHERE child IN ({children})" + (" AND ended_at IS NULL" if only_open else ""))


class Binding:
    """The binding of a device by a ticket, which several requests repeat."""

    def __init__(self, device, child, code):
        self.device, self.child = device, child
        self.params = {"ticket": device.call("invite.verify", {"code": code})["ticket"], "requestId": new_request()}

    def shot(self, port):
        return shot(self.device, port, "device.bind", self.params, tag=self)


def released(arena, acts, count=CONNECTIONS):
    """Makes requests of all acts in turn, in random order, for all instances; some are released a moment after the others."""
    ports = arena.ports()
    shots = [acts[number % len(acts)].shot(ports[number // len(acts) % len(ports)]) for number in range(count)]
    arena.draw.shuffle(shots)
    for one in shots[::2]:
        one.delay = arena.draw.uniform(0, 0.1)
    return shots


def settled(record, answers, disturbance, method):
    """Returns the answers, and those of a repetition of each request whose outcome is unknown."""
    return answers + [repeated(answer, method) for answer in record.answered(answers, disturbance)]


def repeated(answer, method):
    """Repeats a request whose outcome is unknown, until there is an answer."""
    act = answer.shot.tag
    return patient_call(act.device, answer.shot.port, method, act.params)._replace(shot=answer.shot)


@contextlib.contextmanager
def watched(arena, record):
    """Requires at every reading of the database that no child has two devices, and no device two children."""
    over, found = threading.Event(), []

    def look():
        while True:
            found.append(arena.number(f"SELECT count(*) FROM ({TWICE}) AS twice"))
            if over.wait(0.02):
                return
    reader = threading.Thread(target=look)
    reader.start()
    try:
        yield
    finally:
        over.set()
        reader.join()
        record.counts["readings"] += len(found)
        record.equal(max(found, default=None), 0, "children or devices with two bindings at a reading")


@invariant("I4", "a child has one device, and a device one child", {"quick": 3, "default": 15, "full": 200})
def one_device_each(arena, record):
    for turn, disturbance in record:
        # Devices that redeem the invite of one child; one device and two children; or both together.
        devices, children = ((32, 1), (1, 2), (8, 2))[turn % 3]
        family, devices = Family(arena, children), arena.devices(devices)
        codes = {child: family.invite(child) for child in family.children}
        bindings = [Binding(device, child, code) for child, code in codes.items() for device in devices]
        with watched(arena, record):
            answers = record.count(arena.play(released(arena, bindings), disturbance))
            answers = settled(record, answers, disturbance, "device.bind")
        refusals = {answer.fault for answer in answers if not answer.succeeded and not answer.is_unknown}
        record.holds(refusals <= NOT_BOUND, f"refused with {refusals}")
        bound = {answer.shot.tag for answer in answers if answer.succeeded}
        made = family.bindings()
        record.counts["bound"] += made
        record.equal(made, min(len(devices), children), "bindings ever made")
        record.equal(family.bindings(only_open=True), made, "bindings that hold")
        record.holds(len(bound) <= made, f"{len(bound)} bindings were answered")
        for device in devices:
            states = {(answer.result["state"], answer.result.get("childId")) for answer in arena.replies(device, "child.state")}
            record.holds(len(states) == 1, f"the instances differ: {states}")
            own = [binding.child for binding in bound if binding.device is device]
            record.holds(len(own) <= 1, "a device was bound to two children")
            record.holds(all(states == {("CHILD_PIN_SETUP", child)} for child in own), f"a bound device: {states}")


class Step:
    """A call that several requests repeat, each step from an address of its own, because wrong codes of one address are limited."""

    def __init__(self, device, method, params, token=None, source="127.0.0.1"):
        self.device, self.method, self.params, self.token, self.source = device, method, params, token, source

    def shot(self, port):
        return shot(self.device, port, self.method, self.params, self.token, tag=self, source=self.source)

    def replies(self, arena):
        """Makes the call at each instance, one after the other, and returns the answers."""
        return [patient_call(self.device, port, self.method, self.params, self.token, self.source) for port in arena.ports()]


def some_address(arena):
    return ".".join(["127", *(str(arena.draw.randrange(1, 255)) for _ in range(3))])


@invariant("I5", "an invite binds one device, and a new one ends the code and the tickets of the former", {"quick": 3, "default": 15, "full": 200})
def replaced_invites(arena, record):
    for turn, disturbance in record:
        family, devices = Family(arena), arena.devices(12)
        child, parent = family.children[0], family.parent
        old = family.invite(child)
        bindings = [Binding(device, child, old) for device in devices[:4]]
        again = Step(parent, "child.invite", {"childId": child, "kind": "link", "requestId": new_request()}, parent.token)
        asking = [Step(device, "invite.verify", {"code": old}, source=some_address(arena)) for device in devices[4:8]]
        # In half of the rounds the new invite is ahead of the others.
        shots = released(arena, [again, *bindings, *asking, again])
        if turn % 2:
            for one in shots:
                one.delay = 0 if one.tag is again else arena.draw.uniform(0, 0.1)
        with watched(arena, record):
            answers = record.count(arena.play(shots, disturbance))
            unknown = record.answered(answers, disturbance)
            answers += [repeated(answer, "device.bind") for answer in unknown if isinstance(answer.shot.tag, Binding)]
        replaced = [answer for answer in answers if answer.shot.tag is again and answer.succeeded]
        refused = {answer.fault for answer in answers if answer.shot.tag is again and not answer.succeeded and not answer.is_unknown}
        record.holds(refused <= CONFIRM, f"the new invite: {refused}")
        bound = family.bindings()
        record.holds(bound <= 1, f"one invite made {bound} bindings")
        if not replaced:
            code = patient_call(parent, arena.ports()[0], "child.invite", again.params, parent.token)
            if not code.succeeded:
                record.equal((code.fault in CONFIRM, bound), (True, 1), f"no new invite: {code.fault}")
                continue
            replaced = [code]
        codes, moment = {answer.result["code"] for answer in replaced}, min(answer.answered for answer in replaced)
        record.equal(len(codes), 1, "codes of one request")
        late = [answer for answer in answers if answer.succeeded and answer.sent > moment and answer.shot.tag is not again
                and not (isinstance(answer.shot.tag, Binding) and bound)]
        record.holds(not late, f"{len(late)} uses of the former code or of its tickets succeeded after the new invite had been answered")
        bound = family.bindings()  # what was on its way has ended
        for asked in asking + [Step(device, "device.bind", binding.params | {"requestId": new_request()})
                               for device, binding in zip(devices, bindings)]:
            faults = {answer.fault for answer in asked.replies(arena)}
            record.equal(faults, {"inviteInvalid"}, f"{asked.method} with the former invite")
        # The new invite binds one of two devices, which takes the place of the one that the former invite has bound.
        following = [Binding(device, child, codes.copy().pop()) for device in devices[8:10]]
        with watched(arena, record):
            answers = record.count(arena.play(released(arena, following, 16)))
        record.equal({answer.fault for answer in answers} - {None}, {"inviteInvalid"}, "the other device")
        record.equal(len({answer.shot.tag for answer in answers if answer.succeeded}), 1, "devices that the new invite has bound")
        record.equal((family.bindings(), family.bindings(only_open=True)), (bound + 1, 1), "bindings, and those that hold")


@invariant("I6", "after a revocation no login of the child succeeds, and none leaves a session", {"quick": 3, "default": 15, "full": 200})
def revocation_is_a_barrier(arena, record):
    for turn, disturbance in record:
        family = Family(arena)
        child, parent, device = family.children[0], family.parent, ChildDevice(arena.pair)
        device.join(family.invite(child))
        former = device.session
        revoke = Step(parent, "child.revoke", {"childId": child, "requestId": new_request()}, parent.token)
        refresh = Step(device, "session.refresh", {"refreshToken": former["refreshToken"], "requestId": new_request()})
        start = Step(device, "child.challenge", {})
        if turn % 3 == 2:  # The child is logged in, and its app refreshes the tokens or starts again.
            acts = [refresh, refresh, refresh, start]
        else:
            login = Step(device, "child.verifyPIN", device.prove(device.call("child.challenge"), "login")[0])
            acts = [login] * 4
        shots = released(arena, acts, CONNECTIONS - 4)
        revoking = [revoke.shot(port) for port in arena.ports() for _ in range(2)]
        for one in revoking:
            one.delay = arena.draw.uniform(0, 0.05)
        answers = record.count(arena.play(shots + revoking, disturbance))
        record.answered(answers, disturbance)
        ends = [answer for answer in answers if answer.shot.tag is revoke and answer.succeeded]
        if not ends:
            ends = [patient_call(parent, arena.ports()[0], "child.revoke", revoke.params, parent.token)]
        if not record.holds(ends[0].succeeded, f"the revocation: {ends[0].fault}"):
            continue
        ended = min(answer.answered for answer in ends)
        others = [answer for answer in answers if answer.shot.tag is not revoke and answer.succeeded]
        record.counts["before"] += len(others)
        late = [answer for answer in others if answer.sent > ended]
        record.holds(not late, f"{len(late)} calls that were sent after the revocation had returned succeeded")
        sessions = {former["accessToken"]: former}
        for answer in others:
            session = answer.result.get("session") or (answer.result if "accessToken" in answer.result else None)
            if session:
                sessions[session["accessToken"]] = session
        account = stored(child)
        for what, query in (("sessions that have not ended", f"SELECT count(*) FROM session WHERE account = {account} AND ended IS NULL"),
                            ("PINs", f"SELECT count(*) FROM pin WHERE account = {account}")):
            record.equal(arena.number(query), 0, what)
        record.equal(family.bindings(only_open=True), 0, "bindings that hold")
        for session in sessions.values():
            device.session = session
            verdicts = set(alive(arena, device, session["accessToken"]))
            record.holds(verdicts <= REVOKED, f"a token from before the revocation: {verdicts}")
            again = {"refreshToken": session["refreshToken"], "requestId": new_request()}
            refusals = {answer.fault for answer in arena.replies(device, "session.refresh", again)}
            record.holds(refusals <= {fault for fault, _ in REVOKED}, f"its refresh: {refusals}")
            for member in arena.members("vault"):
                until_ended(record, at(arena.pair, member, device), ended, REVOKED)
        record.equal({answer.fault for answer in arena.replies(device, "child.challenge")}, {"childAccessRevoked"}, "the next start of the app")
