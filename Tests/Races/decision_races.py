"""Races about the decisions of operators, and about the audit log while everything is decided and done at once."""
import json
import time
import uuid

from arena import CONNECTIONS, Racer, once_more, patient_call
from audit import EFFECTS, Log
from instances import at
from invariants import invariant
from operators import make_secrets
from patience import PATIENCE, UNAVAILABLE
from person import fault_of
from volley import shot

APPROVED, DISAPPROVED = "approvedForSyncing", "disapprovedForSyncing"
GROUPS = ("clinic", "fieldwork")
OPERATORS, ROUNDS_OF_OPERATORS = 3, 15  # an operator decides at most 50 times an hour, and a token lives for minutes
LATEST = 2  # seconds in which a vault must act on a decision


def operator(arena):
    """An operator of both groups, with PIN and second factor, on a device of their own."""
    device, phone = Racer(arena.pair), arena.pair.new_phone()
    groups = [word for group in GROUPS for word in ("--group", group)]
    secret = json.loads(arena.pair.operator("operator", "create", "--phone", phone, "--json", *groups))["enrolmentSecret"]
    asked = {"phone": phone, "purpose": "login"}
    challenge = once_more(lambda: device.call("otp.request", asked), "sendLimit")["challengeId"]
    entered = {"challengeId": challenge, "code": arena.pair.code_for(phone), "enrolmentSecret": secret, "requestId": str(uuid.uuid4())}
    device.session = device.call("otp.verify", entered)["session"]
    make_secrets(device)
    return device


class Decision:
    """A decision of an operator about a version of a person's record, which several requests repeat."""

    def __init__(self, operator, person, version, outcome):
        self.device, self.outcome = operator, outcome
        self.params = {"accountId": person.session["accountId"], "version": version, "reason": "race", "requestId": str(uuid.uuid4())}
        self.method = "user.moveGroup" if outcome in GROUPS else "approval.decide"
        self.params["group" if outcome in GROUPS else "status"] = outcome

    def shot(self, port):
        return shot(self.device, port, self.method, self.params, self.device.token, tag=self)


@invariant("I13", "of parallel decisions about one version of a person one takes effect, and the vaults act on the last one",
           {"quick": 3, "default": 14, "full": 200})
def decisions(arena, record):
    operators = []
    for turn, disturbance in record:
        if turn % ROUNDS_OF_OPERATORS == 0:
            operators = arena.people(OPERATORS, lambda _: operator(arena))
        person = arena.person("clinic")
        account = f"x'{person.session['accountId'].replace('-', '')}'"
        outcomes = (APPROVED, DISAPPROVED) + (("fieldwork",) if turn % 3 == 2 else ())
        version, last, decided = 1, None, None
        # Half of the second round's decisions name the version that the first round has changed.
        for part in range(2):
            named = [version] if part == 0 else [version, version - 1]
            made = [Decision(one, person, number, outcome) for one in operators for outcome in outcomes for number in named]
            ports = arena.ports()
            shots = [made[number % len(made)].shot(ports[number // len(made) % len(ports)]) for number in range(CONNECTIONS)]
            arena.draw.shuffle(shots)
            disturbing = disturbance if part == 0 else None
            answers = record.count(arena.play(shots, disturbing))
            unknown = record.answered(answers, disturbing)
            answers += [patient_call(one.shot.tag.device, one.shot.port, one.shot.tag.method, one.shot.tag.params, one.shot.tag.device.token)
                        ._replace(shot=one.shot) for one in unknown]
            refusals = {answer.fault for answer in answers if not answer.succeeded and not answer.is_unknown}
            record.holds(refusals <= {"versionStale"}, f"refused with {refusals}")
            won = {answer.shot.tag for answer in answers if answer.succeeded}
            if not record.equal(len(won), 1, "decisions that took effect"):
                break
            last, decided = won.pop(), min(answer.answered for answer in answers if answer.succeeded)
            record.equal(last.params["version"], version, "the version that the decision was made about")
            results = {json.dumps(answer.result, sort_keys=True) for answer in answers if answer.succeeded}
            record.equal(len(results), 1, "answers of the one decision")
            version += 1
            record.equal(json.loads(results.pop())["version"], version, "the new version")
            query = f"SELECT count(*) FROM account WHERE id = {account} AND approval_version = {version}"
            record.equal(arena.number(query), 1, "accounts of the new version")
            record.equal(arena.number(f"SELECT count(*) FROM decision WHERE account = {account}"), version - 1, "decisions recorded")
            if last.outcome in GROUPS:
                break  # A move ends the person's session.
        if last:
            expect_at_vaults(arena, record, person, last.outcome, decided)


def expect_at_vaults(arena, record, person, outcome, decided):
    """Requires each instance of the vault to act on the last decision in time, and to go on doing so."""
    wanted = {APPROVED: None, DISAPPROVED: ("disapprovedForSyncing", 200)}.get(outcome, ("movedFacilityGroup", 401))
    for member in arena.members("vault"):
        device, seen = at(arena.pair, member, person), 0
        while seen < 3:
            sent, got = time.monotonic(), fault_of(lambda: device.mine("vault.info"))
            seen = seen + 1 if got == wanted else 0
            allowed = PATIENCE if got == UNAVAILABLE else LATEST
            if not record.holds(seen or sent < decided + allowed, f"a vault {sent - decided:.1f} s after {outcome}: {got}"):
                return
            time.sleep(0.02)
        record.counts["seen by vaults"] += 1


@invariant("I21", "the audit log has one row for each effect, and its chain holds while everybody writes at once",
           {"quick": 3, "default": 10, "full": 100})
def audited(arena, record):
    log = Log(arena.pair)
    for turn, disturbance in record:
        ports, parent = arena.ports(), arena.person("home")
        leaving = [arena.person() for _ in range(8)]
        others = arena.devices(8)
        starts = [(device, device.call("registration.start", {"phone": arena.pair.new_phone(), "group": "demo"})) for device in others]
        before = log.counts()
        acts = [(device, "registration.confirm", {"challengeId": started["challengeId"]}, None) for device, started in starts]
        acts += [(device, "session.logoutEverywhere", {}, device.token) for device in leaving]
        acts += [(parent, "child.add", {"name": f"Child {number}"}, parent.token) for number in range(8)]
        acts = [(device, method, params | {"requestId": str(uuid.uuid4())}, token) for device, method, params, token in acts]
        shots = []
        for number in range(CONNECTIONS):
            device, method, params, token = acts[number % len(acts)]
            shots.append(shot(device, ports[number // len(acts) % len(ports)], method, params, token, tag=acts[number % len(acts)]))
        arena.draw.shuffle(shots)
        answers = record.count(arena.play(shots, disturbance))
        unknown = record.answered(answers, disturbance)
        for answer in unknown:
            device, method, params, token = answer.shot.tag
            patient_call(device, answer.shot.port, method, params, token)
        made = [now - former for now, former in zip(log.counts(), before)]
        for index, effect in enumerate(EFFECTS):
            record.equal(made[2 * index + 1], made[2 * index], f"rows of {effect}")
        done = dict(zip(EFFECTS, made[::2]))
        record.counts["effects"] += sum(made[::2])
        record.equal(done["registrations"], len(starts) + 8, "accounts of people and children")
        record.equal(done["TokenSecrets replaced"], len(leaving), "log-outs everywhere")
        record.holds(log.grows(), "the chain does not reach the last row")
        record.holds(not (broken := log.broken()), f"audit verify: {broken}")
