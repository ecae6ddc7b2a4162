"""Concurrent attempts: one right code used by 64 clients gives one session; 200 wrong codes give at most 5 evaluations."""
import threading
import uuid

from checks import check, equal, holds
from person import Device, Refused


def together(count, action):
    """Runs action(index) in threads that start at the same moment; returns the results or the faults' names."""
    barrier = threading.Barrier(count)
    results = [None] * count

    def one(index):
        barrier.wait()
        try:
            results[index] = action(index)
        except Refused as refused:
            results[index] = refused.fault
        except Exception as error:
            results[index] = repr(error)
    threads = [threading.Thread(target=one, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def clones(device, count):
    """Returns copies of a device with the same key, each with a connection of its own and a valid nonce."""
    out = []
    for _ in range(count):
        clone = Device(device.auth_url, device.vault_url)
        clone.key, clone.jwk, clone.nonce = device.key, device.jwk, device.nonce
        out.append(clone)
    return out


@check("64 parallel submissions of one right code give exactly one session", requirements=["O3"])
def right_codes(pair):
    device = Device(pair.auth_url, pair.vault_url)
    phone = pair.new_phone()
    device.register(phone, "clinic", pair)
    challenge = device.call("otp.request", {"phone": phone, "purpose": "login"})["challengeId"]
    code = pair.code_for(phone)
    copies = clones(device, 64)
    results = together(64, lambda i: copies[i].call("otp.verify", {"challengeId": challenge, "code": code}))
    sessions = [r for r in results if isinstance(r, dict)]
    equal(len(sessions), 1, f"sessions among {set(r for r in results if isinstance(r, str))}")
    holds(all(r in ("codeExpired", "codeWrong", "tooManyAttempts") for r in results if isinstance(r, str)), f"{results}")


@check("200 wrong codes, 50 of them parallel at a time, are evaluated at most 5 times, and the right one then fails", requirements=["O4"])
def wrong_codes(pair):
    device = Device(pair.auth_url, pair.vault_url)
    phone = pair.new_phone()
    challenge = device.call("registration.start", {"phone": phone, "group": "clinic"})["challengeId"]
    code = pair.code_for(phone)
    wrong = [f"{(int(code) + 1 + i) % 1_000_000:06}" for i in range(200)]
    before = pair.metric("auth", "otp_evaluations_total")
    copies = clones(device, 50)
    results = []
    for start in range(0, 200, 50):
        results += together(50, lambda i: copies[i].call("registration.confirm", {"challengeId": challenge, "code": wrong[start + i]}))
    evaluated = pair.metric("auth", "otp_evaluations_total") - before
    holds(evaluated <= 5, f"{evaluated} evaluations")
    equal(results.count("codeWrong"), evaluated, f"how many were answered codeWrong, among {set(results)}")
    holds(set(results) <= {"codeWrong", "codeWait", "tooManyAttempts"}, f"{set(results)}")
    try:
        device.call("registration.confirm", {"challengeId": challenge, "code": code})
        raise AssertionError("the right code was still accepted")
    except Refused as refused:
        holds(refused.fault in ("tooManyAttempts", "codeExpired", "codeWait"), refused.fault)


@check("64 parallel refreshes of one token give one successor, or with 64 ids one success", requirements=["T5"])
def refreshes(pair):
    device = Device(pair.auth_url, pair.vault_url)
    device.register(pair.new_phone(), "demo")
    copies = clones(device, 64)
    spent = {"refreshToken": device.session["refreshToken"], "requestId": str(uuid.uuid4())}
    results = together(64, lambda i: copies[i].call("session.refresh", spent))
    successors = {r["refreshToken"] for r in results if isinstance(r, dict)}
    equal(len(successors), 1, f"successors; {set(r for r in results if isinstance(r, str))}")
    token = successors.pop()
    results = together(
        64, lambda i: copies[i].call("session.refresh", {"refreshToken": token, "requestId": str(uuid.uuid4())}))
    equal(sum(isinstance(r, dict) for r in results), 1, "successes")
    equal(results.count("refreshSuperseded"), 63, f"superseded; {set(r for r in results if isinstance(r, str))}")


@check("32 parallel starts and confirms of one number make one account")
def registrations(pair):
    phone = pair.new_phone()
    devices = [Device(pair.auth_url, pair.vault_url) for _ in range(32)]
    results = together(32, lambda i: devices[i].register(phone, "demo"))
    accounts = {r["accountId"] for r in results if isinstance(r, dict) and "accountId" in r}
    equal(len(accounts), 1, f"accounts; {set(r for r in results if isinstance(r, str))}")
