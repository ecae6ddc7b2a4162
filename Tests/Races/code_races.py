"""Races about one-time codes: each is accepted once, guesses are limited, and one number gets one account."""
import json
import uuid

from arena import CONNECTIONS
from invariants import invariant
from person import fault_of
from volley import raw_shot, shot

PER_CHALLENGE, IN_A_ROW = 5, 10
GUESSES = 200
# Among 500 rounds, the right one of 200 guesses is found in a share of 5/200. This is exceeded by chance in one run of 1000.
CHANCE = 0.001
REFUSED_CODES = {"codeWrong", "codeExpired", "codeWait", "tooManyAttempts", "flowError"}


@invariant("I1", "a one-time code opens at most one session", {"quick": 3, "default": 20, "full": 500})
def right_codes(arena, record):
    for turn, disturbance in record:
        device = arena.device() if turn % 2 else arena.person()
        sessions = f"SELECT count(*) FROM session WHERE thumbprint = '{device.key_name}'"
        before = arena.number(sessions)
        if turn % 2:
            phone, method = arena.pair.new_phone(), "registration.confirm"
            challenge = device.call("registration.start", {"phone": phone, "group": "home"})["challengeId"]
        else:
            phone, method = device.phone, "otp.verify"
            challenge = device.call("otp.request", {"phone": phone, "purpose": "login"})["challengeId"]
        code = arena.pair.code_for(phone)
        ports = arena.ports()
        shots = []
        for number in range(CONNECTIONS):
            params = {"challengeId": challenge, "code": code, "requestId": str(uuid.uuid4())}
            shots.append(shot(device, ports[number % len(ports)], method, params, tag=params))
        answers = record.count(arena.play(shots, disturbance))
        unknown = record.answered(answers, disturbance)
        # Each unknown outcome is settled by a repetition of the request.
        again = arena.play([shot(device, answer.shot.port, method, answer.shot.tag) for answer in unknown]) if unknown else []
        opened = {answer.result["session"]["sessionId"] for answer in answers + again if answer.succeeded}
        refusals = {answer.fault for answer in answers + again if not answer.succeeded and not answer.is_unknown}
        record.holds(refusals <= REFUSED_CODES, f"refused with {refusals}")
        made = arena.number(sessions) - before
        record.counts["sessions"] += made
        record.holds(len(opened) <= 1 and made <= 1, f"{len(opened)} sessions answered, {made} in the database")
        record.holds(made == 1 or unknown, "no session was opened")
        record.equal(len(opened), made, "sessions answered")


def wrong_codes(code, count):
    """Returns so many different codes that are wrong."""
    return [f"{(int(code) + 1 + number * 7919) % 1_000_000:06}" for number in range(count)]


def tries(arena, challenge):
    return arena.number(f"SELECT tries FROM otp_challenge WHERE id = x'{challenge.replace('-', '')}'")


def guess(arena, record, device, challenge, codes, disturbance=None):
    """Enters codes of a registration at the same moment, one of each connection; returns the answers."""
    ports = arena.ports()
    shots = [shot(device, ports[number % len(ports)], "registration.confirm", {"challengeId": challenge, "code": code}, tag=code)
             for number, code in enumerate(codes)]
    answers = record.count(arena.play(shots, disturbance))
    record.answered(answers, disturbance)
    record.holds({answer.fault for answer in answers} - {None, "unanswered", "unavailable"} <= REFUSED_CODES,
                 f"refused with {set(answer.fault for answer in answers)}")
    evaluated = sum(answer.fault == "codeWrong" or answer.succeeded for answer in answers)
    record.counts["evaluated"] += evaluated
    record.holds(evaluated <= PER_CHALLENGE, f"{evaluated} guesses at one code were evaluated")
    record.holds(evaluated <= tries(arena, challenge) <= PER_CHALLENGE,
                 f"{tries(arena, challenge)} attempts are counted, and {evaluated} were answered")
    return answers


@invariant("I2", "at most five guesses at a code are evaluated, and ten in a row at an account", {"quick": 4, "default": 30, "full": 500})
def guessed_codes(arena, record):
    hidden = found = 0
    for turn, disturbance in record:
        device, phone = arena.device(), arena.pair.new_phone()
        challenge = device.call("registration.start", {"phone": phone, "group": "home"})["challengeId"]
        code = arena.pair.code_for(phone)
        if turn % 5:
            codes = [code] + wrong_codes(code, GUESSES - 1)
            arena.draw.shuffle(codes)
            answers = guess(arena, record, device, challenge, codes, disturbance)
            right = [answer for answer in answers if answer.succeeded]
            record.holds(all(answer.shot.tag == code for answer in right), "a wrong code was accepted")
            hidden += 1
            found += len(right)
        else:
            exhaust(arena, record, device, phone, challenge, code, disturbance)
    record.counts["rounds with a hidden right code"], record.counts["found it"] = hidden, found
    record.holds(found <= most_by_chance(hidden, PER_CHALLENGE / GUESSES), f"the right code was found in {found} of {hidden} rounds")


def exhaust(arena, record, device, phone, challenge, code, disturbance):
    """Enters 200 wrong codes, also in batches and after a second message; then the right code is refused everywhere."""
    calls = [{"jsonrpc": "2.0", "id": number, "method": "registration.confirm", "params": {"challengeId": challenge, "code": wrong}}
             for number, wrong in enumerate(wrong_codes(code, 40))]
    batch = json.dumps(calls).encode()
    answers = arena.play([raw_shot(device, port, batch, "registration.confirm") for port in arena.ports() * 4])
    for answer in answers:
        record.holds(all("error" in one for one in answer.result or []), "a batch with a code had a result")
    record.equal(tries(arena, challenge), 0, "attempts that were counted in batches")
    evaluated = 0
    for part in range(3):
        answers = guess(arena, record, device, challenge, wrong_codes(code, 100), disturbance if part == 1 else None)
        evaluated += sum(answer.fault == "codeWrong" for answer in answers)
        record.holds(evaluated <= IN_A_ROW, f"{evaluated} guesses in a row were evaluated")
        if part < 2:
            restarted = arena.when_sent(lambda: device.call("registration.restart", {"phone": phone}), "codeWait")
            if restarted is None:
                break
            challenge, code = restarted["challengeId"], arena.pair.code_for(phone)
    refusals = {answer.fault for answer in arena.replies(device, "registration.confirm", {"challengeId": challenge, "code": code})}
    record.holds(refusals <= {"codeWait", "tooManyAttempts"}, f"the right code after {evaluated} wrong ones: {refusals}")


def most_by_chance(rounds, share):
    """Returns the largest number of successes that is not exceeded but in one of 1000 runs."""
    probability = total = (1 - share) ** rounds
    most = 0
    while total < 1 - CHANCE:
        probability *= (rounds - most) / (most + 1) * share / (1 - share)
        most += 1
        total += probability
    return most


@invariant("I14", "parallel registrations of one number make one account", {"quick": 3, "default": 14, "full": 200})
def registrations(arena, record):
    for turn, disturbance in record:
        phone, ports = arena.pair.new_phone(), arena.ports()
        before = arena.number("SELECT count(*) FROM account")
        if turn % 2:
            # One device whose code arrives once; with an automatic group each of many devices.
            devices, group = [arena.device()] * CONNECTIONS, "home"
        else:
            devices, group = arena.devices(CONNECTIONS), "demo"
        # A kill happens while the registrations begin, or while they are confirmed.
        at_start = arena.draw.random() < 0.3
        started = record.count(arena.play(
            [shot(device, ports[number % len(ports)], "registration.start", {"phone": phone, "group": group}, tag=device)
             for number, device in enumerate(devices)], disturbance if at_start else None))
        record.answered(started, disturbance if at_start else None)
        record.equal(arena.number("SELECT count(*) FROM account"), before, "accounts before a confirmation")
        params = {}
        for answer in started:
            if answer.succeeded:
                params[answer.shot.tag] = {"challengeId": answer.result["challengeId"]}
        if turn % 2 and params:
            record.equal(len({answer.result["challengeId"] for answer in started if answer.succeeded}), 1, "challenges of one device")
            params[devices[0]]["code"] = arena.pair.code_for(phone)
        if not params:
            record.holds(disturbance and at_start, "no registration began")
            continue
        several = (list(params) * CONNECTIONS)[:CONNECTIONS]
        requests = {device: str(uuid.uuid4()) for device in params}
        shots = [shot(device, ports[number % len(ports)], "registration.confirm",
                      params[device] | {"requestId": requests[device]}, tag=device) for number, device in enumerate(several)]
        confirmed = record.count(arena.play(shots, None if at_start else disturbance))
        unknown = record.answered(confirmed, None if at_start else disturbance)
        if unknown and not any(answer.succeeded for answer in confirmed):
            confirmed += arena.play([shot(answer.shot.tag, ports[0], "registration.confirm",
                                          params[answer.shot.tag] | {"requestId": requests[answer.shot.tag]}) for answer in unknown])
        if unknown and turn % 2 and arena.number("SELECT count(*) FROM account") == before:
            # The attempts were counted before the kill, and none was compared: the person asks for another code.
            record.counts["asked again"] += 1
            again = arena.when_sent(lambda: devices[0].call("registration.restart", {"phone": phone}), "codeWait")
            confirmed += arena.play(arena.copies(
                devices[0], "registration.confirm", {"challengeId": again["challengeId"], "code": arena.pair.code_for(phone)}))
        record.holds({answer.fault for answer in confirmed} <= REFUSED_CODES | {None, "unanswered", "unavailable"},
                     f"refused with {set(answer.fault for answer in confirmed)}")
        named = {answer.result["session"]["accountId"] for answer in confirmed
                 if answer.succeeded and answer.result["session"].get("accountId")}
        record.counts["accounts"] += arena.number("SELECT count(*) FROM account") - before
        record.equal(arena.number("SELECT count(*) FROM account") - before, 1, "accounts in the database")
        record.holds(len(named) <= 1, f"{len(named)} accounts were answered")
        for account in named:
            full = arena.number(f"SELECT count(*) FROM session WHERE gate = 'full' AND account = x'{account.replace('-', '')}'")
            record.equal(full, 1, "proven sessions of the new account")
        fault = fault_of(lambda: arena.device().call("registration.start", {"phone": phone, "group": group}))
        record.holds(fault in (None, ("sendLimit", 200)), f"another start is refused with {fault}")
