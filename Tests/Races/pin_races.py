"""Races about wrong and right PINs: the attempts are counted, and the account is blocked for good."""
import uuid

from arena import CONNECTIONS
from invariants import invariant
from person import fault_of
from volley import shot

PIN, LIMIT = "482916", 3
PURPOSES = ("login", "unlock")
REFUSALS = {None, "pinWrong", "pinWait", "pinChallengeExpired", "blocked", "unanswered", "unavailable"}


class Guess:
    """A proof by one PIN under a challenge of its own, which many requests repeat."""

    def __init__(self, device, purpose, pin, **whose):
        challenge = device.challenge(purpose, **(whose or {"accountId": device.account}))
        proof = device.signed(challenge, pin, challenge["pin"], purpose)[1]
        self.device, self.purpose, self.is_right = device, purpose, pin == PIN
        self.params = {"challengeId": challenge["challengeId"], "proof": proof, "requestId": str(uuid.uuid4())}

    def shot(self, port):
        return shot(self.device, port, "pin.prove", self.params, tag=self)


def released(arena, guesses, count=CONNECTIONS):
    """Makes requests of all guesses in turn, in random order, for all instances."""
    ports = arena.ports()
    shots = [guesses[number % len(guesses)].shot(ports[number // len(guesses) % len(ports)]) for number in range(count)]
    arena.draw.shuffle(shots)
    return shots


def owner_of_pin(arena, others=0, group="demo"):
    """Registers a person with a PIN, who has further admitted devices."""
    device = arena.person(group, PIN)
    device.account = device.session["accountId"]
    return [device] + [new_device(arena, device, is_admitted=True) for _ in range(others)]


def new_device(arena, owner, is_admitted=False):
    """Logs a new device of a person in by a code; it is admitted by the PIN or waits for that."""
    device = arena.device()
    device.account = owner.account
    arena.sent_code(device, owner.phone)
    if is_admitted:
        guess = Guess(device, "login", PIN, sessionId=device.session["sessionId"])
        device.session = device.call("pin.prove", guess.params)["session"]
    return device


def counts(arena, device):
    """Returns the attempts and failures of the PIN, the attempts of new devices, and whether the account is blocked."""
    account = f"x'{device.account.replace('-', '')}'"
    columns = ("attempts", "failures", "new_device_attempts")
    found = [arena.number(f"SELECT {column} FROM pin WHERE account = {account}") for column in columns]
    return *found, arena.number(f"SELECT count(*) FROM account WHERE id = {account} AND state = 'BLOCKED'") == 1


def counted_guesses(arena, guesses):
    """Returns the guesses for which an attempt is stored."""
    ids = {guess: guess.params["challengeId"].replace("-", "") for guess in guesses}
    return [guess for guess, name in ids.items()
            if arena.number(f"SELECT count(*) FROM pin_challenge WHERE id = x'{name}' AND attempt IS NOT NULL")]


@invariant("I3", "three PINs in a row are evaluated, and a counted attempt stays counted", {"quick": 3, "default": 15, "full": 200})
def counted_attempts(arena, record):
    # One round of three is about new devices, which have a count of their own.
    people = arena.people(record.rounds, lambda turn: waiting_devices(arena) if turn % 3 == 2 else owner_of_pin(arena, others=1))
    kills = 0
    for turn, disturbance in record:
        devices = [arena.fresh(device) for device in people[turn]]
        kills += disturbance == "kill"
        # The first kill is at the moment after an attempt was counted and before it is compared.
        play = arena.play_until_count if disturbance == "kill" and kills == 1 else lambda shots: arena.play(shots, disturbance)
        before = (2, 2, 0, 1)[turn % 4]
        if turn % 3 == 2:
            guess_on_new_devices(arena, record, devices[0], devices[1:], before, play, disturbance)
            continue
        for _ in range(before):
            fault = fault_of(lambda: devices[0].prove_pin("111111", accountId=devices[0].account))
            record.equal(fault, ("pinWrong", 200), "a wrong PIN")
        right = arena.draw.randrange(4)
        guesses = [Guess(device, purpose, PIN if number == right else f"{222_222 + number}")
                   for number, (device, purpose) in enumerate((device, purpose) for device in devices for purpose in PURPOSES)]
        answers = record.count(play(released(arena, guesses)))
        judge(arena, record, devices, guesses, answers, before, disturbance)


def waiting_devices(arena):
    """Registers a person with a PIN, and logs three new devices in, which wait for their admission."""
    owner = owner_of_pin(arena)[0]
    return [owner] + [new_device(arena, owner) for _ in range(LIMIT)]


def guess_on_new_devices(arena, record, owner, devices, before, play, disturbance):
    """Enters PINs on new devices: they have a count of their own, which makes them wait, and never blocks the account."""
    def enter(device, pin):
        guess = Guess(arena.fresh(device), "login", pin, sessionId=device.session["sessionId"])
        return fault_of(lambda: device.call("pin.prove", guess.params))
    for _ in range(before):
        record.equal(enter(devices[0], "111111"), ("pinWrong", 200), "a wrong PIN on a new device")
    right = arena.draw.randrange(LIMIT + 1)
    guesses = [Guess(device, "login", PIN if number == right else f"{222_222 + number}", sessionId=device.session["sessionId"])
               for number, device in enumerate(devices)]
    answers = record.count(play(released(arena, guesses)))
    unknown = record.answered(answers, disturbance)
    bound, _, attempts, is_blocked = counts(arena, owner)
    counted = counted_guesses(arena, guesses)
    wrong = {answer.shot.tag for answer in answers if answer.fault == "pinWrong"}
    record.counts["evaluated"] += len(counted)
    record.holds({answer.fault for answer in answers} <= REFUSALS, f"answered {set(answer.fault for answer in answers)}")
    record.holds(not any(answer.succeeded and not answer.shot.tag.is_right for answer in answers), "a wrong PIN succeeded")
    record.equal((bound, is_blocked), (0, False), "attempts of the admitted device, and whether the account is blocked")
    if not any(answer.succeeded for answer in answers):
        record.holds(before + len(wrong) <= attempts <= LIMIT, f"{attempts} attempts are counted, {before + len(wrong)} were answered")
        record.holds(unknown or attempts == before + len(counted), f"{attempts} attempts are counted, and {len(counted)} guesses")
        record.holds(len(counted) <= LIMIT - before, f"{len(counted)} guesses were evaluated after {before} wrong PINs")
        if attempts == LIMIT:
            for device in devices:
                record.equal(enter(device, PIN), ("pinWait", 200), "a right PIN on a new device after the last attempt")
    record.equal(fault_of(lambda: arena.fresh(owner).prove_pin(PIN)), None, "the right PIN on the admitted device")


def judge(arena, record, devices, guesses, answers, before, disturbance):
    attempts, failures, _, is_blocked = counts(arena, devices[0])
    counted = counted_guesses(arena, guesses)
    wrong = {answer.shot.tag for answer in answers if answer.fault == "pinWrong"}
    is_open = any(answer.succeeded for answer in answers)
    record.counts["evaluated"] += len(counted)
    record.holds({answer.fault for answer in answers} <= REFUSALS, f"answered {set(answer.fault for answer in answers)}")
    record.holds(not any(answer.succeeded and not answer.shot.tag.is_right for answer in answers), "a wrong PIN succeeded")
    unknown = record.answered(answers, disturbance)
    record.holds(attempts <= LIMIT, f"{attempts} attempts are counted")
    if is_open:
        record.counts["right in time"] += 1
        most = LIMIT - before + LIMIT  # those before the right PIN, and those after it
        record.holds(len(counted) <= most, f"{len(counted)} guesses were evaluated after {before} wrong PINs")
        return
    record.holds(len(counted) <= LIMIT - before, f"{len(counted)} guesses were evaluated after {before} wrong PINs")
    record.holds(attempts >= before + len(wrong), f"{attempts} attempts are counted, and {before + len(wrong)} were answered as wrong")
    record.equal(attempts, before + len(counted), "attempts counted")
    if attempts < LIMIT:
        record.holds(unknown, f"only {attempts} attempts were counted")
        return
    # Nobody gets a further attempt, at any instance, whether or not the account was blocked before a kill.
    for guess in guesses:
        fault = fault_of(lambda: arena.fresh(guess.device).prove_pin(PIN, guess.purpose, accountId=guess.device.account))
        record.equal(fault, ("blocked", 200), "a right PIN after the last attempt")
    record.equal(counts(arena, devices[0])[3], True, "the account is blocked")


@invariant("I23", "a blocked account stays blocked, whatever right PIN was on its way", {"quick": 3, "default": 20, "full": 300})
def blocked_for_good(arena, record):
    people = arena.people(record.rounds, lambda _: owner_of_pin(arena, others=1))
    for turn, disturbance in record:
        first, second = (arena.fresh(device) for device in people[turn])
        for _ in range(LIMIT - 1):
            record.equal(fault_of(lambda: first.prove_pin("111111", accountId=first.account))[0], "pinWrong", "a wrong PIN")
        # One attempt is left: the right PIN gets it, and then two wrong ones do not block; or a wrong one gets it.
        purpose, other = arena.draw.sample(PURPOSES, 2)
        guesses = [Guess(first, purpose, PIN), Guess(first, other, "222222"), Guess(second, "login", "333333")]
        shots = released(arena, guesses)
        if turn % 2:  # The right one is ahead of the others by a moment in which it may or may not have taken effect.
            ahead = arena.draw.uniform(0, 0.05)
            for one in shots:
                one.delay = 0 if one.tag.is_right else ahead
        answers = record.count(arena.play(shots, disturbance))
        unknown = record.answered(answers, disturbance)
        record.holds({answer.fault for answer in answers} <= REFUSALS, f"answered {set(answer.fault for answer in answers)}")
        attempts, _, _, is_blocked = counts(arena, first)
        wrong = [guess for guess in counted_guesses(arena, guesses) if not guess.is_right]
        opened = [answer for answer in answers if answer.succeeded]
        told = [answer.answered for answer in answers if answer.fault == "blocked"]
        record.counts["blocked" if is_blocked else "open"] += 1
        record.holds(all(answer.shot.tag.is_right for answer in opened), "a wrong PIN succeeded")
        record.holds(not (told and opened), "the account was blocked, and a right PIN succeeded")
        record.holds(is_blocked or not told, "the account is open after an answer that it is blocked")
        record.holds(not is_blocked or attempts >= LIMIT, f"the account is blocked, and {attempts} attempts are counted")
        if opened:
            record.equal((is_blocked, attempts), (False, len(wrong)), "blocked, and attempts since the right PIN")
            continue
        record.holds(is_blocked or unknown, "neither a right PIN succeeded nor was the account blocked")
        if attempts < LIMIT and not is_blocked:  # Unknown outcomes: the right PIN may have succeeded before a kill.
            record.holds(attempts in (LIMIT - 1, len(wrong)), f"{attempts} attempts are counted")
            continue
        for device in (first, second):
            fault = fault_of(lambda: arena.fresh(device).prove_pin(PIN, accountId=device.account))
            record.equal(fault, ("blocked", 200), "a right PIN afterwards")
        spent = {"refreshToken": first.session["refreshToken"], "requestId": str(uuid.uuid4())}
        for answer in arena.replies(first, "session.refresh", spent):
            record.equal((answer.fault, answer.status), ("blocked", 200), "a refresh afterwards")
        record.equal(counts(arena, first)[3], True, "the account is blocked")
