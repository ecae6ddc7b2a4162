"""The administrator's commands, and a demonstration's data served without `--demo`."""
import contextlib
import json
import os
import pathlib
import pty
import sqlite3
import subprocess
import tempfile
import time

import pyotp

from checks import check, equal, holds
from pair import Pair
from patience import patiently, until_refused, until_served
from person import Device, fault_of, new_secret
from profiles import Profiles


def administer(pair, *words):
    """Runs a command of latchkey-auth and returns its JSON answer."""
    return json.loads(pair.operator(*words, "--json"))


def refused(pair, *words):
    """Runs a command that must fail and returns what it printed on standard error."""
    try:
        output = pair.operator(*words)
    except RuntimeError as failed:
        return str(failed)
    raise AssertionError(f"{' '.join(words)} succeeded: {output}")


def scratch_pair(bin):
    """A pair of its own, with a data folder that other checks do not use."""
    return Pair(bin, tempfile.mkdtemp(prefix="latchkey-e2e-"), settings={"auth": {"otp-resend-seconds": 1, "sends-per-address": 100000}})


def rename_devices(pair, name):
    """Gives every device a name that an earlier version accepted, and that the service refuses now."""
    pair.stop("auth")
    with contextlib.closing(sqlite3.connect(pair.data / "auth.sqlite")) as database:
        database.execute("UPDATE device SET name = ?", (name,))
        database.commit()
    pair.start("auth")
    pair.wait_ready("auth")


def next_code():
    """Waits for the shortest time between two codes to one number, as these checks set it."""
    time.sleep(1.1)


@check("a demonstration's data served without --demo: no registration without a code, no login, no sync in the group demo")
def former_demonstration(pair):
    with scratch_pair(pair.bin) as other:
        started, member, second = (Device(other.auth_url, other.vault_url) for _ in range(3))
        challenge = started.call("registration.start", {"phone": other.new_phone(), "group": "demo"})["challengeId"]
        phone, recycled = other.new_phone(), other.new_phone()
        member.register(phone, "demo")
        second.register(recycled, "demo")
        patiently(lambda: member.mine("secret.add", new_secret()))
        accounts = other.rows("auth", "SELECT count(*) FROM account")

        # Only auth loses --demo: the vault keeps running, with the sessions it has cached.
        other.stop("auth")
        del other.settings["auth"]["otp-resend-seconds"]
        other.settings["auth"]["countries"] = "49"
        other.flags = ()
        other.start("auth")
        other.wait_ready("auth")
        for code in ({}, {"code": "123456"}):
            equal(fault_of(lambda: started.call("registration.confirm", {"challengeId": challenge, **code})), ("groupNotServed", 200))
        equal(fault_of(lambda: started.call("registration.start", {"phone": other.new_phone(), "group": "demo"})), ("groupNotServed", 200))
        until_refused(lambda: member.mine("vault.info"), ("loginRequired", 401), 5)
        equal(fault_of(lambda: member.mine("account.me")), ("loginRequired", 401))
        equal(fault_of(lambda: member.call("session.refresh", {"refreshToken": member.session["refreshToken"]})), ("loginRequired", 401))
        equal(fault_of(lambda: Device(other.auth_url, other.vault_url).login(phone, other)), ("groupNotServed", 200))
        equal(other.rows("auth", "SELECT count(*) FROM account"), accounts, "accounts")
        holds("not served without --demo" in other.log("auth", lines=1000), "the log says why")

        # The administrator frees the number, and its owner registers with a code.
        administer(other, "user", "delete", "--phone", recycled, "--yes")
        fresh = Device(other.auth_url, other.vault_url)
        fresh.register(recycled, "fieldwork", other)


@check("--demo refuses an address that other hosts reach, with one line")
def demonstration_stays_local(pair):
    for option in ("--listen", "--internal-listen", "--operations-listen"):
        done = subprocess.run(
            [str(pair.bin / "latchkey-auth"), "serve", "--demo", "--data", tempfile.mkdtemp(), option, "0.0.0.0:1"],
            capture_output=True, text=True, timeout=20)
        equal((done.returncode != 0, done.stderr.count("loopback"), len(done.stderr.strip().splitlines())), (True, 1, 1), done.stderr)


def typed_login(pair, folder, phone, secret):
    """Logs in with `latchkey login --enrolment-secret` at a terminal; returns what the terminal showed."""
    main, terminal = pty.openpty()
    words = [str(pair.bin / "latchkey"), "--profile", folder, "--auth", pair.auth_url, "--vault", pair.vault_url, "login", phone,
             "--enrolment-secret"]
    process = subprocess.Popen(words, stdin=terminal, stdout=terminal, stderr=terminal, close_fds=True)
    os.close(terminal)
    shown = b""
    while b"secret: " not in shown:
        shown += os.read(main, 1000)
    os.write(main, secret.encode() + b"\n")
    try:
        while part := os.read(main, 1000):
            shown += part
    except OSError:
        pass  # The program has ended, and with it the terminal.
    equal(process.wait(20), 0, shown.decode())
    os.close(main)
    return shown.decode()


@check("a person and an administrator learn how to write a number that is refused")
def refused_numbers(pair):
    for words in ((pair.bin / "latchkey", "--profile", tempfile.mkdtemp(), "--auth", pair.auth_url, "--vault", pair.vault_url, "login"),
                  (pair.bin / "latchkey-auth", "user", "show", "--data", pair.data, "--phone"),
                  (pair.bin / "latchkey-auth", "operator", "create", "--data", pair.data, "--group", "clinic", "--phone")):
        done = subprocess.run([*map(str, words), "+44 07400 123456"], capture_output=True, text=True, timeout=20)
        equal((done.returncode != 0, "+44 7400 123456, not +44 07400 123456" in done.stderr), (True, True), done.stderr)


@check("an operator's device is admitted by the enrolment secret and by no code alone, and operator remove ends it")
def enrolment(usual):
    with scratch_pair(usual.bin) as pair:
        phone = pair.new_phone()
        made = administer(pair, "operator", "create", "--phone", phone, "--group", "clinic")
        secret = made["enrolmentSecret"]
        thief = Device(pair.auth_url, pair.vault_url)
        thief.login(phone, pair)
        equal((thief.session["scope"], fault_of(lambda: thief.mine("approval.pending"))),
              (["unproven"], ("newDeviceProofRequired", 200)), "a code alone")

        with tempfile.TemporaryDirectory() as folder:
            profiles = Profiles(pair.bin, folder, pair)
            profiles_login = folder + "/operator"
            next_code()
            shown = typed_login(pair, profiles_login, phone, secret.lower())
            holds(secret.lower() not in shown, "the terminal does not show the secret")
            holds(not profiles.run("operator", "confirm", pair.code_for(phone))["unproven"], "the secret admits the device")
            equal(profiles.run("operator", "call", "approval.pending")["fault"], "pinSetupRequired")
            profiles.run("operator", "pin", "set", typed="428613")
            equal(profiles.run("operator", "call", "approval.pending")["fault"], "secondFactorRequired")
            totp = pyotp.TOTP(profiles.run("operator", "factor", "set")["secret"])
            profiles.run("operator", "factor", "confirm", totp.now())
            equal(profiles.run("operator", "call", "approval.pending")["result"], {"people": []})
            holds(all(secret.encode() not in file.read_bytes() for file in pathlib.Path(folder).rglob("*") if file.is_file()),
                  "no file of the profile holds the secret readably")
            next_code()
            again = Device(pair.auth_url, pair.vault_url)
            challenge = again.call("otp.request", {"phone": phone, "purpose": "login"})["challengeId"]
            used = again.call("otp.verify", {"challengeId": challenge, "code": pair.code_for(phone), "enrolmentSecret": secret})
            equal(used["next"], "provePIN", "the secret is used up")

            listed = [one for one in administer(pair, "operator", "list")["operators"] if one["accountId"] == made["accountId"]]
            equal([(one["groups"], one["admittedDevices"]) for one in listed], [(["clinic"], 1)])
            administer(pair, "operator", "remove", "--phone", phone, "--reason", "left the clinic")
            holds(profiles.run("operator", "call", "approval.pending")["fault"] == "sessionRevoked", "the operator's session has ended")
        kinds = [(one["kind"], one.get("reason")) for one in administer(pair, "decisions", "--phone", phone)["decisions"]]
        equal(kinds, [("operatorRemoved", "left the clinic"), ("operatorEnrolled", None)])
        holds(phone not in pair.operator("decisions") + pair.operator("operator", "list"), "no list shows a whole number")


@check("group create and group change: people register by the policies of the administrator's own group")
def own_group(usual):
    with scratch_pair(usual.bin) as pair:
        early, late = (Device(pair.auth_url, pair.vault_url) for _ in range(2))
        names = [group["group"] for group in early.call("group.list", prove=False)["groups"]]
        made = administer(pair, "group", "create", "ward-3", "--approval", "manual", "--devices", "one", "--reason", "the new ward")
        policies = {"group": "ward-3", "registers": "member", "approval": "manual", "devices": "one", "verification": "otp",
                    "pin": "optional", "secondFactor": "optional", "isJoinable": True, "offlineUnlockHours": 72}
        equal(made, policies)
        equal([group["group"] for group in early.call("group.list", prove=False)["groups"]], sorted(names + ["ward-3"]))
        holds("already" in refused(pair, "group", "create", "ward-3", "--devices", "many"), "a name is used once")
        holds("a letter a-z" in refused(pair, "group", "create", "Ward-3"), "a name that no group can have")

        first, second = pair.new_phone(), pair.new_phone()
        early.register(first, "ward-3", pair)
        equal(early.session["approval"], "waitingForApproval")
        operator = administer(pair, "operator", "create", "--phone", pair.new_phone(), "--group", "ward-3")
        equal(operator["groups"], ["ward-3"], "an operator of the new group")

        said = pair.operator("group", "change", "ward-3", "--approval", "automatic", "--no-joinable")
        holds("Nobody who waits is approved by this" in said and "not joinable" in said, said)
        equal(early.mine("account.me")["approval"], "waitingForApproval", "who waits, after the change")
        equal(fault_of(lambda: late.call("registration.start", {"phone": second, "group": "ward-3"})), ("groupUnknown", 200))
        pair.operator("group", "change", "ward-3", "--joinable")
        late.register(second, "ward-3", pair)
        equal(late.session["approval"], "approvedForSyncing", "who registers after the change")
        next_code()
        early.login(first, pair)
        equal(early.mine("account.me")["approval"], "approvedForSyncing", "who waited, after the next login")

        holds("0 to 720" in refused(pair, "group", "change", "ward-3", "--offline-unlock-hours", "721"), "the hours are bounded")
        holds("member or parent" in refused(pair, "group", "change", "ward-3", "--registers", "operator"), "nobody registers as an operator")
        holds("name a policy" in refused(pair, "group", "change", "ward-3", "--reason", "none"), "a change names a policy")
        holds("no facility group" in refused(pair, "group", "change", "nowhere", "--devices", "one"), "an unknown group")
        holds("that has accounts" in refused(pair, "group", "change", "ward-3", "--verification", "none"), "a verification that is in use")
        administer(pair, "group", "change", "clinic", "--devices", "many", "--offline-unlock-hours", "720")

        # Without a running service the commands work on the database, and are no demonstration.
        pair.stop("auth")
        holds("verify phone numbers" in refused(pair, "group", "create", "open", "--verification", "none"), "no group without verification")
        administer(pair, "group", "create", "closed", "--no-joinable", "--registers", "parent")
        pair.start("auth")
        pair.wait_ready("auth")
        listed = {group["group"]: group for group in administer(pair, "group", "list")["groups"]}
        equal((listed["clinic"]["devices"], listed["clinic"]["offlineUnlockHours"]), ("many", 720), "a built-in group keeps its changes")
        equal((listed["closed"]["registers"], listed["closed"]["isJoinable"]), ("parent", False))
        holds("closed" not in [group["group"] for group in early.call("group.list", prove=False)["groups"]], "nobody is offered a closed group")
        holds("closed: registers parent" in pair.operator("group", "list"), "the list for reading")
        kinds = [(one["kind"], one.get("fromValue"), one.get("reason")) for one in administer(pair, "decisions", "--group", "ward-3")["decisions"]]
        equal(kinds, [("groupChanged", "isJoinable false", None), ("groupChanged", "approval manual, isJoinable true", None),
                      ("groupCreated", None, "the new ward")])
        holds("group ward-3  groupChanged: isJoinable false -> isJoinable true" in pair.operator("decisions"), "the list of all decisions")


@check("a person whose only phone is lost gets in by user admit, the lost phone is out, and a deleted number starts afresh")
def lost_phone(usual):
    with scratch_pair(usual.bin) as pair:
        phone = pair.new_phone()
        lost = Device(pair.auth_url, pair.vault_url, name="lost")
        lost.register(phone, "home", pair)
        patiently(lambda: lost.mine("secret.add", new_secret()))
        new = Device(pair.auth_url, pair.vault_url, name="new")
        next_code()
        new.login(phone, pair)
        equal(new.session["scope"], ["unproven"])
        digits = new.session["digits"]
        rename_devices(pair, "\x1b[2K\u202elost")

        shown = administer(pair, "user", "show", "--phone", phone)
        waiting, = shown["waiting"]
        holds("digits" not in json.dumps(shown) and phone not in json.dumps(shown), "no digits and no whole number are shown")
        for form in (["--json"], []):
            output = pair.operator("user", "show", "--phone", phone, *form)
            holds(not any(ord(one) < 32 and one != "\n" or one in "\x1b\u202e" for one in output), "no control character is printed")
        admit = ("user", "admit", "--phone", phone, "--session", waiting["sessionId"], "--digits")
        holds("No device waits" in refused(pair, *admit, "00" if digits != "00" else "01"), "wrong digits admit nobody")
        administer(pair, *admit, digits, "--reason", "passport shown")
        new.session = new.call("session.refresh", {"refreshToken": new.session["refreshToken"]})
        until_served(lambda: new.mine("secret.list"), 5)
        equal(len(patiently(lambda: new.mine("secret.list"))["secrets"]), 1, "the entries are there")

        device, = [one["deviceId"] for one in shown["devices"] if one["isAdmitted"]]
        administer(pair, "user", "remove-device", "--phone", phone, "--device", device)
        until_refused(lambda: lost.mine("vault.info"), ("deviceRevoked", 401), 2)
        next_code()
        lost.login(phone, pair)
        equal(lost.session["scope"], ["unproven"], "the lost phone with a code")

        administer(pair, "user", "end-sessions", "--phone", phone)
        until_refused(lambda: new.mine("vault.info"), ("sessionRevoked", 401), 2)
        holds("add --yes" in refused(pair, "user", "delete", "--phone", phone), "delete asks first")
        administer(pair, "user", "delete", "--phone", phone, "--yes", "--reason", "new owner")
        owner = Device(pair.auth_url, pair.vault_url)
        next_code()
        owner.register(phone, "home", pair)
        holds(owner.session["accountId"] != shown["accountId"], "the new owner has another account")
        equal(patiently(lambda: owner.mine("secret.list"))["secrets"], [], "and none of the entries")
        kinds = [one["kind"] for one in administer(pair, "decisions", "--account", shown["accountId"])["decisions"]]
        equal(kinds, ["accountDeleted", "sessionsEnded", "deviceRemoved", "deviceAdmitted"])


@check("a file of people is imported, a bad line stops no good one, and importing it again changes nothing")
def imported_people(usual):
    with scratch_pair(usual.bin) as pair:
        phones, other = [pair.new_phone() for _ in range(101)], pair.new_phone()
        file = pathlib.Path(pair.data) / "people.csv"
        file.write_text("\ufeff# number, group\r\n" + "".join(f"{one}, fieldwork\r\n" for one in phones)
                        + f"{other},nowhere\n12,clinic\n\n{other},clinic,yes\n\"{other}\",clinic,approved\n{phones[0]},clinic\n")

        def imported(*words):
            done = subprocess.run([str(pair.bin / "latchkey-auth"), "user", "import", str(file), "--data", str(pair.data), *words],
                                  capture_output=True, text=True)
            equal(done.returncode, 2, done.stderr)
            return done.stdout

        planned = imported("--dry-run").splitlines()
        equal(planned[-1], "102 accounts would be made, 0 exist already, 4 lines were refused.", "a dry run")
        numbered = [number for number in range(2, 109) if number != 105]  # the first line is a comment, and one is empty
        equal([line.split(":")[0] for line in planned[:-1]], [f"line {number}" for number in numbered], "each line of the file")
        equal((planned[0], planned[-2]), ("line 2: an account would be made",
                                          "line 108: the number has an account in another group: use user move-group"))
        plan = json.loads(imported("--dry-run", "--json"))
        report = json.loads(imported("--json", "--reason", "list of May"))
        equal(plan, report, "a dry run reports what the import then does")
        equal([(one["line"], one["outcome"]) for one in report["lines"]][-6:],
              [(102, "created"), (103, "groupUnknown"), (104, "phoneInvalid"), (106, "lineInvalid"), (107, "created"), (108, "inOtherGroup")])
        equal((report["created"], report["unchanged"]), (102, 0), "a dry run has changed nothing")
        equal([one["line"] for one in report["refused"]], [103, 104, 106, 108])
        again = imported()
        holds("0 accounts were made, 102 exist already, 4 lines were refused." in again, again)
        holds("line 103: there is no such facility group" in again, again)
        holds("line 102: the account exists already" in again, again)
        device = Device(pair.auth_url, pair.vault_url)
        device.login(other, pair)
        equal((device.session["group"], device.session["approval"]), ("clinic", "approvedForSyncing"))
        # Only LF and CRLF end a line: what else Unicode calls a new line stays a part of a comment or a name.
        hidden = "".join(f"{mark}{pair.new_phone()},clinic" for mark in "\u2028\u2029\u0085\v\f\r")
        file.write_text(f"# Müller{hidden}\n{pair.new_phone()},cli\u2028nic\n", newline="")
        report = json.loads(imported("--json"))
        equal((report["created"], report["unchanged"], [one["line"] for one in report["refused"]]), (0, 0, [2]), "hidden lines")


@check("the commands for operators' work: find and move a person, a page of those who wait, a lost operator's phone")
def operators_work(usual):
    with scratch_pair(usual.bin) as pair:
        people = [Device(pair.auth_url, pair.vault_url) for _ in range(2)]
        phones = [pair.new_phone() for _ in people]
        for device, phone in zip(people, phones):
            device.register(phone, "fieldwork", pair)
        found, = administer(pair, "user", "find", "--phone", phones[0])["people"]
        equal((found["group"], found["version"]), ("fieldwork", 1))
        equal(administer(pair, "user", "find", "--phone", pair.new_phone()), {"people": []})
        page = administer(pair, "approve", "pending", "--limit", "1")
        rest = administer(pair, "approve", "pending", "--limit", "1", "--after", page["next"])
        equal([one["people"][0]["accountId"] for one in (page, rest)], [one.session["accountId"] for one in people])
        holds("next" not in rest, "the last page")
        for act, words, wanted in (("yes", ["--reason", "known here"], ("approvedForSyncing", "known here")), ("wait", [], ("waitingForApproval", None)),
                                   ("yes", [], ("approvedForSyncing", None)),
                                   ("wait", ["--reason", "to be seen"], ("waitingForApproval", "to be seen"))):
            administer(pair, "approve", act, phones[1], *words)
            seen = people[1].mine("session.status")
            equal((seen["approval"], seen.get("approvalReason")), wanted, f"{act} {words}")
        holds("reason" in refused(pair, "approve", "wait", phones[1], "--reason", "a\x1b[2Kb"), "a reason that moves the cursor")
        reasons = [one.get("reason") for one in administer(pair, "decisions", "--account", people[1].session["accountId"])["decisions"]]
        equal(reasons, ["to be seen", None, None, "known here"], "the recorded reasons")
        account = people[1].session["accountId"]
        equal(administer(pair, "approve", "yes", "--account", account)["status"], "approvedForSyncing")
        approved, = administer(pair, "approve", "pending", "--status", "approvedForSyncing", "--phone", phones[1])["people"]
        equal(approved["accountId"], account)
        equal(administer(pair, "approve", "why", "--account", account), administer(pair, "approve", "why", phones[1]))
        newest, = administer(pair, "decisions", "--account", account, "--limit", "1")["decisions"]
        older = administer(pair, "decisions", "--account", account, "--until", str(int(newest["atMs"]) - 1))["decisions"]
        equal([one.get("reason") for one in older], reasons, "the decisions before the newest one")
        moved = administer(pair, "user", "move-group", "--phone", phones[0], "--group", "clinic", "--reason", "works there")
        equal((moved["group"], moved["status"], moved["version"]), ("clinic", "waitingForApproval", 2))
        until_refused(lambda: people[0].mine("vault.info"), ("movedFacilityGroup", 401), 2)
        equal(administer(pair, "user", "lift-code-wait", "--phone", phones[0]), {"lifted": 0})
        holds("can be undone" in refused(pair, "user", "undo-phone", "--phone", phones[0]), "no change of the number")

        number = pair.new_phone()
        made = administer(pair, "operator", "create", "--phone", number, "--group", "clinic")
        holds("not logged in" in pair.operator("approve", "why", number), "why an operator cannot work")
        equal(administer(pair, "decisions", "--operator", made["accountId"]), {"decisions": [], "unconfirmed": []})
        holds("--operator must be" in refused(pair, "decisions", "--operator", number), "an operator who is named by the number")
        reset = administer(pair, "operator", "reset", "--phone", number, "--reason", "stolen")
        equal((reset["accountId"], reset["groups"]), (made["accountId"], ["clinic"]))
        holds(reset["enrolmentSecret"] != made["enrolmentSecret"], "a new secret")
        confirmed = administer(pair, "approve", "confirm-bulk", "--account", made["accountId"], "--group", "clinic")
        equal(confirmed, {"decisions": 0})
        kinds = [one["kind"] for one in administer(pair, "decisions", "--account", made["accountId"])["decisions"]]
        equal(kinds, ["bulkConfirmed", "operatorReset", "operatorEnrolled"])


@check("without a running service the administrator's commands work on the database, and never beside the service")
def without_service(pair):
    with scratch_pair(pair.bin) as other:
        phone = other.new_phone()
        device = Device(other.auth_url, other.vault_url)
        device.register(phone, "home", other)
        until_served(lambda: device.mine("vault.info"), 5)
        other.stop("auth")
        equal(administer(other, "user", "end-sessions", "--phone", phone), {"ended": 1})
        made = administer(other, "operator", "create", "--phone", other.new_phone(), "--group", "clinic")
        holds(len(made["enrolmentSecret"]) == 24, "a secret is printed")
        other.start("auth")
        other.wait_ready("auth")
        until_refused(lambda: device.mine("vault.info"), ("sessionRevoked", 401), 10)
        socket = other.data / "auth.sock"
        socket.rename(other.data / "hidden.sock")
        holds("process" in refused(other, "user", "show", "--phone", phone), "beside the service the database is not opened")
    nowhere = tempfile.mkdtemp()
    done = subprocess.run([str(pair.bin / "latchkey-auth"), "user", "show", "--phone", "+4915112345678", "--data", nowhere],
                          capture_output=True, text=True)
    holds(done.returncode != 0 and "is missing" in done.stderr, done.stderr)
    equal(os.listdir(nowhere), [], "a wrong folder stays empty")


@check("a person who has lost authenticator and recovery codes gets in after user remove-second-factor, which is recorded")
def lost_authenticator(usual):
    with scratch_pair(usual.bin) as pair:
        phone = pair.new_phone()
        person = Device(pair.auth_url, pair.vault_url)
        person.register(phone, "home", pair)
        remove = ("user", "remove-second-factor", "--phone", phone)
        holds("no second factor" in refused(pair, *remove), "an account without one")
        factor = pyotp.TOTP(person.mine("secondFactor.enroll")["secret"])
        person.mine("secondFactor.confirm", {"code": factor.now()})
        next_code()
        person.login(phone, pair)
        equal(person.session["scope"], ["pre_tfa"], "a login without the second factor")
        administer(pair, *remove, "--reason", "passport shown")
        next_code()
        person.login(phone, pair)
        holds("account" in person.session["scope"], f"the next login: {person.session['scope']}")
        account = administer(pair, "user", "show", "--phone", phone)["accountId"]
        decision, = administer(pair, "decisions", "--account", account)["decisions"]
        equal((decision["kind"], decision["reason"]), ("secondFactorRemoved", "passport shown"))
