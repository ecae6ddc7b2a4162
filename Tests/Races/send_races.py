"""Races about messages with codes: limits hold over all instances and at the edges of their windows, and no message is sent twice."""
import json
import time

from arena import CONNECTIONS, SENDS_PER_BLOCK, SENDS_PER_NUMBER, Arena
from clocks import Clocks
from counters import read
from invariants import invariant
from person import fault_of
from volley import shot

WINDOW = 1000  # milliseconds between two codes to one number
HOUR = 3_600_000
WAIT = 20 * 60 * 1000  # milliseconds for which a device gets no code after ten wrong ones


def created(arena, devices):
    """Returns the moments in milliseconds at which codes were sent for device keys, in order."""
    names = ", ".join(f"'{device.key_name}'" for device in devices)
    query = f"SELECT hex(id), created FROM otp_challenge WHERE thumbprint IN ({names})"
    rows = read(arena.pair, "auth", f"WITH counted (k, v) AS ({query}) SELECT json_group_array(json_array(k, v)) FROM counted")
    return sorted(moment for _, moment in json.loads(rows))


def ask(arena, record, devices, phones, disturbance=None):
    """Asks for codes in 64 connections at once, for each device and number in turn; returns the answers.

    Both instances are asked from two networks, because requests from one network wait for each other at its own limit.
    """
    ports = arena.ports()
    shots = []
    for number in range(CONNECTIONS):
        device, phone = devices[number % len(devices)], phones[number % len(phones)]
        asked = {"phone": phone, "purpose": "login"}
        source = f"127.{1 + number // 2 % 2}.0.1"
        shots.append(shot(device, ports[number % len(ports)], "otp.request", asked, tag=(device, phone), source=source))
    answers = record.count(arena.play(shots, disturbance))
    record.answered(answers, disturbance)
    record.holds({answer.fault for answer in answers} <= {None, "sendLimit", "codeWait", "unanswered", "unavailable"},
                 f"answered {set(answer.fault for answer in answers)}")
    return answers


def use(arena, record, answers):
    """Uses some of the codes up, because sending stops where too few codes are used."""
    for answer in [answer for answer in answers if answer.succeeded][:4]:
        device, phone = answer.shot.tag
        entered = {"challengeId": answer.result["challengeId"], "code": arena.pair.code_for(phone)}
        record.equal(fault_of(lambda: device.call("otp.verify", entered)), ("notRegistered", 200), "a right code for an unknown number")


def block(arena):
    """Returns 64 numbers of a block of 1000 numbers that is most likely nobody else's."""
    start = f"+4917{arena.draw.randrange(10**6):06}"
    return [f"{start}{number:03}" for number in range(CONNECTIONS)]


@invariant("I18", "limits on codes are exact over all instances and at the edges of their windows", {"quick": 2, "default": 4, "full": 40})
def limits(arena, record):
    for turn, disturbance in record:
        # One round of four asks for one number until its hour is used up, which takes as many windows of a second.
        if turn % 4 == 0:
            one_number(arena, record)
        else:
            one_block(arena, record, disturbance)
    if arena.engine == "sqlite" and record.rounds > 2 and not record.broken:
        edges(arena, record)


def one_number(arena, record):
    devices, phone = arena.devices(8), arena.pair.new_phone()
    accepted, until = 0, time.monotonic() + 3 * SENDS_PER_NUMBER * WINDOW / 1000
    while time.monotonic() < until:
        answers = ask(arena, record, devices, [phone])
        accepted += sum(answer.succeeded for answer in answers)
        if accepted >= SENDS_PER_NUMBER:  # The hour is used up; two more windows show it.
            until = min(until, time.monotonic() + 2.1 * WINDOW / 1000)
    moments = created(arena, devices)
    record.equal(len(moments), accepted, "codes in the database")
    record.equal(accepted, SENDS_PER_NUMBER, "codes sent to one number in an hour")
    spaced(record, moments)


def spaced(record, moments):
    """Requires the time between two codes to one number."""
    shortest = min((later - earlier for earlier, later in zip(moments, moments[1:])), default=WINDOW)
    record.holds(shortest >= WINDOW, f"two codes to one number within {shortest} ms")


def one_block(arena, record, disturbance):
    devices, phones = arena.devices(4), block(arena)
    answers = [answer for part in (disturbance, None) for answer in ask(arena, record, devices, phones, part)]
    accepted, moments = sum(answer.succeeded for answer in answers), created(arena, devices)
    use(arena, record, answers)
    record.equal(len(moments), SENDS_PER_BLOCK, "codes sent to one block of numbers")
    record.holds(accepted <= SENDS_PER_BLOCK, f"{accepted} codes answered")
    record.holds(accepted == SENDS_PER_BLOCK or disturbance, f"{accepted} codes answered")


def edges(arena, record):
    """Asks for codes in ten windows of an hour: shortly before the end of each there is none, and afterwards as many as before."""
    with Arena(arena.pair.bin, "sqlite", arena.draw) as other:
        clocks, phones = Clocks(other.pair.data), block(arena)
        for window in range(10):
            devices = other.devices(4)
            answers = ask(other, record, devices, phones)
            accepted, moments = sum(answer.succeeded for answer in answers), created(other, devices)
            use(other, record, answers)
            record.equal((accepted, len(moments)), (SENDS_PER_BLOCK, SENDS_PER_BLOCK), f"codes in window {window}")
            if window == 9:
                break
            for moment, is_over in ((moments[0] + HOUR - 4_000, False), (moments[-1] + HOUR, True)):
                shift = moment // 1000 + 1 - int(time.time())
                clocks.set(shift, "auth")
                other.pair.restart("auth", clocks.env("auth"))
                while (time.time() + shift) * 1000 <= moment:
                    time.sleep(0.05)
                if not is_over:
                    early = ask(other, record, other.devices(4), phones)
                    record.equal(sum(answer.succeeded for answer in early), 0, f"codes before the end of window {window}")


def messages(arena, phone):
    """Returns the messages to a number."""
    return [file for file in arena.pair.spool.iterdir() if file.name.startswith(phone.lstrip("+") + ".")]


def settled(arena, challenges):
    """Waits until every message of these challenges has been handed on, dropped or given up."""
    until, names = time.monotonic() + 10, ", ".join(f"x'{name.replace('-', '')}'" for name in challenges)
    while challenges and time.monotonic() < until:
        if not arena.number(f"SELECT count(*) FROM outbox WHERE challenge IN ({names}) AND state IN ('ready', 'sending')"):
            break
        time.sleep(0.02)
    time.sleep(0.1)


@invariant("I20", "a code is sent once, within the limits, and never after a lock", {"quick": 3, "default": 10, "full": 200})
def sent_once(arena, record):
    for turn, disturbance in record:
        devices, phone = arena.devices(8), arena.pair.new_phone()
        challenges = set()
        for part in range(2):
            answers = ask(arena, record, devices, [phone], disturbance if part == 1 else None)
            challenges |= {answer.result["challengeId"] for answer in answers if answer.succeeded}
            time.sleep(WINDOW / 1000)
        moments = created(arena, devices)
        codes = len(moments)
        spaced(record, moments)
        settled(arena, challenges)
        texts = [file.read_text() for file in messages(arena, phone)]
        record.counts["messages"] += len(texts)
        record.holds(len(texts) <= codes, f"{len(texts)} messages for {codes} codes")
        record.holds(len(texts) == codes or disturbance, f"{len(texts)} messages for {codes} codes")
        record.equal(len(set(texts)), len(texts), "different messages")
        record.holds(len(challenges) <= codes and (len(challenges) == codes or disturbance), f"{len(challenges)} codes were answered")
        if turn % 2 == 0:
            locked(arena, record)


def locked(arena, record):
    """Enters the last of ten wrong codes while further codes are asked for: from then on the device gets none."""
    device, phone = arena.device(), arena.pair.new_phone()
    for part in range(2):
        asked = {"phone": phone, "purpose": "login"}
        challenge = arena.when_sent(lambda: device.call("otp.request", asked), "codeWait")["challengeId"]
        code = arena.pair.code_for(phone)
        wrong = {"challengeId": challenge, "code": f"{(int(code) + 1) % 1_000_000:06}"}
        for _ in range(5 if part == 0 else 4):
            record.equal(fault_of(lambda: device.call("otp.verify", wrong)), ("codeWrong", 200), "a wrong code")
    time.sleep(WINDOW / 1000)
    ports = arena.ports()
    shots = [shot(device, ports[number % len(ports)], *(("otp.verify", wrong) if number % 4 == 0 else ("otp.request", asked)))
             for number in range(CONNECTIONS)]
    record.count(arena.play(shots))
    # If a new code was sent before the tenth wrong one, it ended the code that was guessed at; the tenth is entered now.
    while fault_of(lambda: device.call("otp.verify", wrong)) != ("codeWait", 200):
        new = arena.when_sent(lambda: device.call("otp.request", asked), "codeWait")
        if new is None:
            break
        wrong["challengeId"] = new["challengeId"]
    begun = arena.number(f"SELECT waits_until FROM otp_streak WHERE thumbprint = '{device.key_name}'") - WAIT
    settled(arena, [])
    time.sleep(0.3)
    before = len(messages(arena, phone))
    time.sleep(WINDOW / 1000)
    answers = ask(arena, record, [device], [phone])
    record.equal({answer.fault for answer in answers}, {"codeWait"}, "codes after the lock")
    time.sleep(0.3)
    record.equal(len(messages(arena, phone)), before, "messages after the lock")
    late = [moment for moment in created(arena, [device]) if moment > begun]
    record.holds(not late, f"{len(late)} codes were sent after the lock")
