"""A lost or stolen device: each check ends with the owner in and the other one out."""
import concurrent.futures
import time
import uuid

from administration import next_code, scratch_pair
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
