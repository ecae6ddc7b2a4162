"""Races about refresh tokens and the ends of sessions."""
import time
import uuid

from arena import CONNECTIONS, Racer, once_more, patient_call
from instances import at
from invariants import invariant
from patience import PATIENCE, UNAVAILABLE, until_served
from person import fault_of
from pin_races import PIN, Guess, owner_of_pin, released
from volley import shot
from watch import Watch

LATEST = 2.0  # seconds in which a vault must know of the end of a session
DEAD = {("sessionRevoked", 401), ("loginRequired", 401)}
CONCURRENT = 10.3  # seconds after which another request with a spent token is no longer one of the same device


def refresh(device, token, request=None):
    return device.call("session.refresh", {"refreshToken": token, "requestId": request or str(uuid.uuid4())})


@invariant("I7", "a refresh token has one successor, and the family lives on", {"quick": 3, "default": 20, "full": 200})
def successors(arena, record):
    spent = []
    for turn, disturbance in record:
        device = arena.person()
        token, same = device.session["refreshToken"], str(uuid.uuid4())
        ports, shots = arena.ports(), []
        for number in range(CONNECTIONS):
            # In one round of two the first request is sent by every second connection, and each of the others has its own.
            request = same if turn % 2 or number % 4 < 2 else str(uuid.uuid4())
            shots.append(shot(
                device, ports[number % len(ports)], "session.refresh", {"refreshToken": token, "requestId": request}, tag=request))
        answers = record.count(arena.play(shots, disturbance))
        unknown = record.answered(answers, disturbance)
        record.holds({answer.fault for answer in answers} <= {None, "refreshSuperseded", "unanswered", "unavailable"},
                     f"{ {answer.fault for answer in answers} }")
        successors = {answer.result["refreshToken"]: answer.shot.tag for answer in answers if answer.succeeded}
        record.holds(len(successors) <= 1, f"{len(successors)} successors")
        record.holds(successors or unknown, "no successor")
        if not successors:  # Every outcome is unknown: one of the requests yields the successor when it is repeated.
            for request in {answer.shot.tag for answer in unknown}:
                answer = patient_call(device, ports[0], "session.refresh", {"refreshToken": token, "requestId": request})
                if answer.succeeded:
                    successors[answer.result["refreshToken"]] = request
            if not record.equal(len(successors), 1, "successors after the repetition"):
                continue
        successor, request = successors.popitem()
        refused = {answer.shot.tag for answer in answers if answer.fault == "refreshSuperseded"}
        record.holds(request not in refused, "one request got the successor and was superseded")
        again = arena.replies(device, "session.refresh", {"refreshToken": token, "requestId": request})
        record.equal({answer.result["refreshToken"] if answer.succeeded else answer.fault for answer in again}, {successor},
                     "the successor at a repetition, at every instance")
        following = refresh(device, successor)
        record.equal({answer.fault for answer in arena.replies(device, "session.status", token=following["accessToken"])}, {None},
                     "the refusal of the family")
        spent.append((device, token, following["accessToken"]))
    time.sleep(CONCURRENT)
    for device, token, access in spent[:5]:
        arena.fresh(device)
        ended = arena.play(arena.copies(device, "session.refresh", {"refreshToken": token, "requestId": str(uuid.uuid4())}, 8))
        record.equal({answer.fault for answer in ended}, {"refreshReused"}, "a later use of a spent token")
        record.equal({(answer.fault, answer.status) for answer in arena.replies(device, "session.status", token=access)},
                     {("refreshReused", 401)}, "the session afterwards")


def alive(arena, device, token):
    """Returns what each instance of auth says about an access token, in turn: None if it is good, or the fault and HTTP status."""
    return [None if answer.succeeded else (answer.fault, answer.status) for answer in arena.replies(device, "session.status", token=token)]


@invariant("I8", "a spent token that is used again ends the family everywhere", {"quick": 3, "default": 10, "full": 100})
def reuse(arena, record):
    families = []
    for _ in range(record.rounds):
        device = arena.person()
        device.tokens = [device.session]
        for _ in range(5):
            device.tokens.append(refresh(device, device.tokens[-1]["refreshToken"]))
        families.append(device)
    time.sleep(CONCURRENT)
    for turn, disturbance in record:
        device = arena.fresh(families[turn])
        device.session = device.tokens[-1]
        for member in arena.members("vault"):
            until_served(lambda: at(arena.pair, member, device).mine("vault.info"), PATIENCE)
        # The second token, whose successor was used; or the last spent one, whose successor was not.
        spent = device.tokens[(1, 4)[turn % 2]]["refreshToken"]
        ports, shots = arena.ports(), []
        for number in range(CONNECTIONS):
            token = device.tokens[-1]["refreshToken"] if number % 2 else spent
            shots.append(shot(device, ports[number % len(ports)], "session.refresh",
                              {"refreshToken": token, "requestId": str(uuid.uuid4())}, tag=token))
        arena.draw.shuffle(shots)
        answers = record.count(arena.play(shots, disturbance))
        record.answered(answers, disturbance)
        reused = [answer for answer in answers if answer.shot.tag == spent]
        record.holds({answer.fault for answer in reused} <= {"refreshReused", "unanswered", "unavailable"},
                     f"the spent token: {set(answer.fault for answer in reused)}")
        if not any(answer.fault == "refreshReused" for answer in reused):
            reused = arena.replies(device, "session.refresh", {"refreshToken": spent, "requestId": str(uuid.uuid4())})
        ended = min(answer.answered for answer in reused if answer.fault == "refreshReused")
        late = [answer for answer in answers if answer.succeeded and answer.sent > ended]
        record.holds(not late, f"{len(late)} refreshes succeeded after the family had ended")
        newest = [answer.result for answer in answers if answer.succeeded] or [device.tokens[-1]]
        for session in [device.tokens[-1], *newest[:1]]:
            record.equal(set(alive(arena, device, session["accessToken"])), {("refreshReused", 401)}, "an access token of the family")
            answers = arena.replies(device, "session.refresh", {"refreshToken": session["refreshToken"], "requestId": str(uuid.uuid4())})
            record.equal({answer.fault for answer in answers}, {"refreshReused"}, "the last token of the family")
        for member in arena.members("vault"):
            until_ended(record, at(arena.pair, member, device), ended, {("refreshReused", 401)})


class CodeEntry:
    """A login by a code that was sent, which many requests repeat."""

    def __init__(self, arena, device, phone):
        asked = {"phone": phone, "purpose": "login"}
        challenge = once_more(lambda: device.call("otp.request", asked), "sendLimit")["challengeId"]
        self.device = device
        self.params = {"challengeId": challenge, "code": arena.pair.code_for(phone), "requestId": str(uuid.uuid4())}

    def shot(self, port):
        return shot(self.device, port, "otp.verify", self.params, tag=self)


@invariant("I9", "a log-out everywhere ends all sessions, and a login is before it or after it", {"quick": 3, "default": 14, "full": 200})
def log_out_everywhere(arena, record):
    people = arena.people(record.rounds, lambda _: owner_of_pin(arena, others=2))
    for turn, disturbance in record:
        devices = people[turn]
        for device in devices:
            arena.fresh(device)
        former = [device.session for device in devices]
        ports = arena.ports()
        ending = {"requestId": str(uuid.uuid4())}
        spent = [{"refreshToken": session["refreshToken"], "requestId": str(uuid.uuid4())} for session in former]
        ender, waiting = devices[2], Guess(devices[2], "unlock", PIN)
        logins = [Guess(devices[0], "login", PIN), CodeEntry(arena, devices[1], devices[0].phone)]
        # In half of the rounds the first refresh of each session and the first log-out are released one after the other.
        first = [shot(device, ports[0], "session.refresh", params, tag=device) for device, params in zip(devices, spent)]
        first += [shot(ender, port, "session.logoutEverywhere", ending, former[2]["accessToken"], tag="end") for port in ports]
        arena.draw.shuffle(first)
        more = []
        for number in range(CONNECTIONS - len(first)):
            port = ports[number // 3 % len(ports)]
            more.append((logins[0].shot(port), logins[1].shot(port), shot(ender, port, "session.refresh", spent[2], tag=ender))[number % 3])
        arena.draw.shuffle(more)
        shots = first + more
        if turn % 2:
            arena.draw.shuffle(shots)
        answers = record.count(arena.play(shots, disturbance))
        unknown = record.answered(answers, disturbance)
        judge_log_out(arena, record, devices, former, spent, ending, waiting, answers, unknown)


def judge_log_out(arena, record, devices, former, spent, ending, waiting, answers, unknown):
    ends = [answer for answer in answers if answer.shot.tag == "end"]
    ended = min((answer.answered for answer in ends if answer.succeeded), default=None)
    if ended is None:
        record.holds(unknown, "no log-out everywhere succeeded")
        again = arena.replies(devices[2], "session.logoutEverywhere", ending, former[2]["accessToken"])
        ended = min(answer.answered for answer in again)
        if not any(answer.succeeded or answer.status == 401 for answer in again):
            return record.holds(False, f"the repeated log-out everywhere: {[answer.fault for answer in again]}")
    refreshed = [(answer.shot.tag, answer.result) for answer in answers if answer.succeeded and isinstance(answer.shot.tag, Racer)]
    old = list(zip(devices, former)) + refreshed
    for device, session in {session["accessToken"]: (device, session) for device, session in old}.values():
        record.holds(set(alive(arena, device, session["accessToken"])) <= DEAD, "an access token from before the log-out works")
        refusals = {answer.fault for answer in arena.replies(
            device, "session.refresh", {"refreshToken": session["refreshToken"], "requestId": str(uuid.uuid4())})}
        record.holds(refusals <= {fault for fault, _ in DEAD}, f"a refresh token from before the log-out: {refusals}")
    for device, params in zip(devices, spent):
        refusals = {answer.fault for answer in arena.replies(device, "session.refresh", params)}
        record.holds(refusals <= {fault for fault, _ in DEAD}, f"a repeated refresh after the log-out: {refusals}")
    logged_in = [answer for answer in answers if isinstance(answer.shot.tag, (Guess, CodeEntry)) and answer.succeeded]
    opened = {answer.result["session"]["sessionId"]: answer for answer in logged_in}
    for answer in opened.values():
        device, session = answer.shot.tag.device, answer.result["session"]
        verdicts = set(alive(arena, device, session["accessToken"]))
        record.holds(len(verdicts) == 1 and verdicts <= DEAD | {None}, f"a login at that moment is alive and dead: {verdicts}")
        lives = verdicts == {None}
        record.counts["logins after" if lives else "logins before"] += 1
        record.holds(lives or answer.sent < ended, "a login that began after the log-out had returned is dead")
        renewed = arena.replies(device, "session.refresh", {"refreshToken": session["refreshToken"], "requestId": str(uuid.uuid4())})
        record.holds(any(one.succeeded for one in renewed) == lives, f"its refresh: {[one.fault for one in renewed]}")
        device.session = session
        for member in arena.members("vault"):
            copy = at(arena.pair, member, device)
            if lives:
                until_served(lambda: copy.mine("vault.info"), PATIENCE)
            else:
                until_ended(record, copy, ended)
    for device, session in zip(devices, former):
        device.session = session
        for member in arena.members("vault"):
            until_ended(record, at(arena.pair, member, device), ended)
    answers = arena.replies(waiting.device, "pin.prove", waiting.params)
    record.equal({answer.fault for answer in answers}, {"pinChallengeExpired"}, "a challenge from before the log-out")
    following = devices[0].call("pin.prove", Guess(devices[0], "login", PIN).params)["session"]
    record.equal(set(alive(arena, devices[0], following["accessToken"])), {None}, "a login afterwards")


def until_ended(record, device, since, wanted=DEAD):
    """Requires an instance of the vault to refuse an ended session within the promised time since a moment, and not to serve it later."""
    while True:
        sent = time.monotonic()
        refusal = fault_of(lambda: device.mine("vault.info"))
        if refusal in wanted:
            record.counts["refused at vaults"] += 1
            return
        if not record.holds(refusal or sent < since + LATEST, f"the vault serves an ended session after {sent - since:.1f} s"):
            return
        if not record.holds(refusal in (None, UNAVAILABLE) and sent < since + PATIENCE, f"the vault answers {refusal} instead of {wanted}"):
            return
        time.sleep(0.02)


@invariant("I10", "the vaults refuse a session within two seconds of its end", {"quick": 3, "default": 12, "full": 200})
def seen_by_vaults(arena, record):
    delays = []
    for turn, disturbance in record:
        devices = [arena.person() for _ in range(4)]
        watches = [Watch(arena.pair, member, device, 0.02) for device in devices for member in arena.members("vault")]
        try:
            while not all(watch.served_since(0) for watch in watches):
                time.sleep(0.01)
            method = ("session.logoutEverywhere", "session.logout")[turn % 2]
            ports, shots = arena.ports(), []
            for number in range(CONNECTIONS):
                device = devices[number % len(devices)]
                params = {"requestId": device.session["sessionId"]} if turn % 2 == 0 else {}
                shots.append(shot(device, ports[number // len(devices) % len(ports)], method, params, device.token, tag=device))
            # The services that are killed or suspended are those of the vault in every second disturbed round.
            answers = record.count(arena.play(shots, disturbance, arena.draw.choice(("auth", "vault"))))
            record.answered(answers, disturbance)
            for device in devices:
                own = [answer for answer in answers if answer.shot.tag is device]
                ended = min((answer.answered for answer in own if answer.succeeded or answer.status == 401), default=None)
                if ended is None:
                    ended = min(answer.answered for answer in arena.replies(device, method, {}, device.token))
                until = ended + LATEST + PATIENCE
                mine = [watch for watch in watches if watch.person is device]
                while not all(watch.first_refusal() for watch in mine) and time.monotonic() < until:
                    time.sleep(0.01)
                time.sleep(0.1)
                for watch in mine:
                    first = watch.first_refusal()
                    if not record.holds(first, "an ended session was never refused"):
                        continue
                    record.holds(watch.refusals() <= DEAD, f"refused with {watch.refusals()}")
                    late = [call for call in watch.served_since(ended) if call.sent > ended + LATEST or call.sent > first.answered]
                    record.holds(not late, f"served {len(late)} times after it was refused or should be")
                    if not disturbance:
                        delays.append(first.answered - ended)
        finally:
            for watch in watches:
                watch.close()
    record.counts["ms at most"] = int(1000 * max(delays, default=0))


def single(arena):
    """Returns the name of a group in which a person may be signed in on one device; makes it once."""
    if not getattr(arena, "has_single", False):
        words = ("--approval", "automatic", "--devices", "one", "--verification", "none", "--joinable")
        arena.pair.operator("group", "create", "single", *words)
        arena.has_single = True
    return "single"


ELSEWHERE = ("loggedInElsewhere", 401)


@invariant("I24", "where one device is allowed, never are two signed in", {"quick": 3, "default": 14, "full": 200})
def one_device(arena, record):
    group = single(arena)
    people = arena.people(max(2, record.rounds // 3), lambda _: owner_of_pin(arena, others=2, group=group))
    for turn, disturbance in record:
        devices = people[turn % len(people)]
        for device in devices:
            arena.fresh(device)
        logins = [Guess(device, "login", PIN) for device in devices]
        answers = record.count(arena.play(released(arena, logins), disturbance))
        unknown = record.answered(answers, disturbance)
        sessions = {}
        for login in logins:
            own = [answer for answer in answers if answer.shot.tag is login and answer.succeeded]
            if not own and unknown:
                own = [answer for answer in arena.replies(login.device, "pin.prove", login.params) if answer.succeeded]
            if own:
                sessions[login.device] = own[0].result["session"]
        account = f"x'{devices[0].account.replace('-', '')}'"
        open_sessions = f"SELECT count(*) FROM session WHERE account = {account} AND ended IS NULL AND gate = 'full'"
        record.equal(arena.number(open_sessions), 1, "sessions that have not ended")
        verdicts = {device: set(alive(arena, device, session["accessToken"])) for device, session in sessions.items()}
        record.holds(all(len(found) == 1 for found in verdicts.values()), f"the instances differ: {list(verdicts.values())}")
        living = [device for device, found in verdicts.items() if found == {None}]
        record.holds(len(living) == 1, f"{len(living)} devices are signed in, of {len(sessions)} whose login was answered")
        record.holds(all(found in ({None}, {ELSEWHERE}) for found in verdicts.values()), f"{list(verdicts.values())}")
        for device in sessions:
            device.session = sessions[device]
        # A login at one instance, which has returned, ends the other device's session at every instance.
        if len(living) == 1:
            following = next(device for device in devices if device not in living)
            for member in arena.members("vault"):
                until_served(lambda: at(arena.pair, member, living[0]).mine("vault.info"), PATIENCE)
            answer = patient_call(following, arena.draw.choice(arena.ports()), "pin.prove", Guess(following, "login", PIN).params)
            if record.holds(answer.succeeded, f"the next login: {answer.fault}"):
                record.equal(set(alive(arena, living[0], living[0].token)), {ELSEWHERE}, "the former device")
                record.equal(arena.number(open_sessions), 1, "sessions that have not ended after the next login")
                following.session = answer.result["session"]
                for member in arena.members("vault"):
                    until_ended(record, at(arena.pair, member, living[0]), answer.answered, {ELSEWHERE})
                    until_served(lambda: at(arena.pair, member, following).mine("vault.info"), PATIENCE)
