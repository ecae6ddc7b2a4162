"""A lost or stolen device: each check ends with the owner in and the other one out."""
import concurrent.futures
import threading
import time
import uuid

from administration import administer, next_code, scratch_pair
from checks import check, equal, holds
from person import Device, fault_of


def registered(pair):
    """Returns a device that has registered, its number and its recovery codes."""
    device, phone = Device(pair.auth_url, pair.vault_url, "phone"), pair.new_phone()
    device.register(phone, "fieldwork", pair)
    return device, phone, device.mine("account.recoveryCodes", {"requestId": str(uuid.uuid4())})["codes"]


def second(pair, phone, owner, name="tablet"):
    """Returns another device of the person, admitted by the first."""
    device = Device(pair.auth_url, pair.vault_url, name)
    next_code()
    device.login(phone, pair)
    owner.mine("session.admit", {"sessionId": device.session["sessionId"], "digits": device.session["digits"]})
    refresh(device)
    return device


def refresh(device):
    device.session = device.call("session.refresh", {"refreshToken": device.session["refreshToken"], "requestId": str(uuid.uuid4())})


def message(pair, device, phone):
    """Asks for a code that confirms a removal."""
    next_code()
    challenge = device.call("otp.request", {"phone": phone, "purpose": "removeDevice"})["challengeId"]
    return {"challengeId": challenge, "code": pair.code_for(phone)}


def remove(owner, other, confirmation):
    return owner.mine("device.remove", {"deviceId": other.session["deviceId"], "confirmation": confirmation})


def login_with_code(pair, device, phone, code):
    next_code()
    device.login(phone, pair)
    device.mine("session.admitByRecoveryCode", {"code": code, "requestId": str(uuid.uuid4())})
    refresh(device)


def owner_is_in(pair, phone, owner, thief):
    """Checks that the thief stays out, also with a code by message."""
    next_code()
    thief.login(phone, pair)
    equal(fault_of(lambda: thief.mine("account.me")), ("newDeviceProofRequired", 200))
    owner.mine("account.me")


@check("a thief with the unlocked phone and its SIM suspends the owner first; the owner's recovery codes put the thief out")
def thief_with_number(pair):
    with scratch_pair(pair.bin) as other:
        thief, phone, codes = registered(other)
        owner = second(other, phone, thief)
        equal(fault_of(lambda: thief.mine("device.remove", {"deviceId": owner.session["deviceId"]})), ("confirmationRequired", 200))
        until = int(remove(thief, owner, message(other, thief, phone))["suspendedUntilMs"])
        holds(71 < (until / 1000 - time.time()) / 3600 <= 72, "the tablet is suspended for 72 hours")
        equal(fault_of(lambda: owner.mine("account.me")), ("loginRequired", 401))
        equal(fault_of(lambda: thief.mine("account.recoveryCodes")), ("changesHeld", 200))
        login_with_code(other, owner, phone, codes[0])
        equal(fault_of(lambda: remove(thief, owner, message(other, thief, phone))), ("changesHeld", 200))
        remove(owner, thief, {"recoveryCode": codes[1]})
        owner_is_in(other, phone, owner, thief)


def otp_with_code(pair, device, phone, recovery):
    """Logs in and shows a recovery code in the same call; returns its parameters, so that they can be sent again."""
    next_code()
    challenge = device.call("otp.request", {"phone": phone, "purpose": "login"})["challengeId"]
    given = {"challengeId": challenge, "code": pair.code_for(phone), "recoveryCode": recovery, "requestId": str(uuid.uuid4())}
    answer = device.call("otp.verify", given)
    device.session = answer["session"]
    equal(answer.get("next"), None, "nothing waits")
    return given


@check("an owner who calls for help after a theft: ending every session leaves the stolen phone suspended, and cancel-hold names who comes back")
def reported_theft(pair):
    with scratch_pair(pair.bin) as other:
        thief, phone, codes = registered(other)
        owner = second(other, phone, thief)
        remove(owner, thief, message(other, owner, phone))
        ended = administer(other, "user", "end-sessions", "--phone", phone, "--reason", "phone stolen")
        equal([one["name"] for one in ended["suspended"]], ["phone"], "the answer names the suspended device")
        next_code()
        owner.login(phone, other)
        owner_is_in(other, phone, owner, thief)
        answer = administer(other, "user", "cancel-hold", "--phone", phone, "--device", thief.session["deviceId"], "--reason", "found again")
        equal([one["name"] for one in answer["admitted"]], ["phone"])
        next_code()
        thief.login(phone, other)
        thief.mine("account.me")
        equal(fault_of(lambda: remove(owner, thief, message(other, owner, phone))), ("changesHeld", 200))
        kinds = [one["kind"] for one in administer(other, "decisions")["decisions"]]
        equal(kinds, ["deviceAdmitted", "sessionsEnded"])


@check("a thief who ends every waiting session at once does not keep the owner out, who shows a recovery code in the call that logs in")
def thief_ends_waiting_sessions(pair):
    with scratch_pair(pair.bin) as other:
        thief, phone, codes = registered(other)
        owner = Device(other.auth_url, other.vault_url, "new")
        next_code()
        owner.login(phone, other)
        wrong = "00" if owner.session["digits"] != "00" else "01"
        waiting = owner.session["sessionId"]
        for _ in range(3):
            equal(fault_of(lambda: thief.mine("session.admit", {"sessionId": waiting, "digits": wrong})), ("admissionUnknown", 200))
        equal(fault_of(lambda: thief.mine("session.admit", {"sessionId": waiting, "digits": wrong})), ("tooManyAttempts", 200))
        owner.mine("session.status")
        thief.mine("session.revoke", {"sessionId": waiting})
        equal(fault_of(lambda: owner.mine("session.status")), ("loginRequired", 401))

        stop = threading.Event()

        def end_waiting_sessions():
            while not stop.is_set():
                for one in thief.mine("session.list")["sessions"]:
                    if one.get("isPending"):
                        thief.mine("session.revoke", {"sessionId": one["sessionId"]})
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            loop = pool.submit(end_waiting_sessions)
            try:
                given = otp_with_code(other, owner, phone, codes[0])
                equal(owner.call("otp.verify", given)["session"]["refreshToken"], owner.session["refreshToken"], "a lost answer is repeated")
                equal(owner.mine("account.me")["recoveryCodesLeft"], 9)
                remove(owner, thief, {"recoveryCode": codes[1]})
                equal(fault_of(lambda: loop.result(timeout=10)), ("deviceRevoked", 401), "the thief's next call")
            finally:
                stop.set()
        owner_is_in(other, phone, owner, thief)


@check("a stolen phone stays out when the tablet that suspended it is lost in the same bag and removed by a third device")
def one_bag(pair):
    with scratch_pair(pair.bin) as other:
        thief, phone, codes = registered(other)
        tablet, laptop = second(other, phone, thief), second(other, phone, thief, "laptop")
        remove(tablet, thief, message(other, tablet, phone))
        remove(laptop, tablet, {"recoveryCode": codes[0]})
        kinds = [one["kind"] for one in laptop.mine("account.notices")["notices"][:2]]
        holds("suspensionCompleted" in kinds and "suspensionCancelled" not in kinds, f"the notices say who stays out: {kinds}")
        owner_is_in(other, phone, laptop, thief)
        owner_is_in(other, phone, laptop, tablet)


@check("a new SIM in a thief's hands while the old phone is at home: the thief's device waits, and the phone ends its session")
def new_sim(pair):
    with scratch_pair(pair.bin) as other:
        owner, phone, _ = registered(other)
        thief = Device(other.auth_url, other.vault_url, "thief")
        next_code()
        thief.login(phone, other)
        equal(fault_of(lambda: thief.mine("account.me")), ("newDeviceProofRequired", 200))
        equal(owner.mine("account.notices")["notices"][0]["kind"], "deviceWaiting")
        owner.mine("session.revoke", {"sessionId": thief.session["sessionId"]})
        owner_is_in(other, phone, owner, thief)


@check("16 calls at once with one recovery code and one requestId: the device is admitted once, and one code is used up")
def admitted_once(pair):
    with scratch_pair(pair.bin) as other:
        lost, phone, codes = registered(other)
        owner = Device(other.auth_url, other.vault_url, "new")
        next_code()
        owner.login(phone, other)
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            right = lambda: fault_of(lambda: owner.mine("session.admitByRecoveryCode", {"code": codes[0], "requestId": request}))
            request = str(uuid.uuid4())
            answers = [each.result() for each in [pool.submit(right) for _ in range(16)]]
        holds(None in answers, f"one call succeeds: {set(answers)}")
        refresh(owner)
        equal(owner.mine("account.me")["recoveryCodesLeft"], 9)
        remove(owner, lost, {"recoveryCode": codes[1]})
        owner_is_in(other, phone, owner, lost)
