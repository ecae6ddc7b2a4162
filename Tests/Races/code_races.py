"""Races about one-time codes: each is accepted once, and guesses are limited."""
import uuid

from arena import CONNECTIONS
from invariants import invariant
from volley import shot


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
        record.holds(refusals <= {"codeExpired", "codeWrong", "tooManyAttempts", "flowError"}, f"refused with {refusals}")
        made = arena.number(sessions) - before
        record.counts["sessions"] += made
        record.holds(len(opened) <= 1 and made <= 1, f"{len(opened)} sessions answered, {made} in the database")
        record.holds(made == 1 or unknown, "no session was opened")
        record.equal(len(opened), made, "sessions answered")
