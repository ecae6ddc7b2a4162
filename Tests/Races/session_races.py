"""Races about refresh tokens and the ends of sessions."""
import time
import uuid

from arena import CONNECTIONS
from invariants import invariant
from volley import shot

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
                answer = arena.play([shot(device, ports[0], "session.refresh", {"refreshToken": token, "requestId": request}, tag=request)])[0]
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
