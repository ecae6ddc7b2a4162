"""The page of one person in the operator console: what it shows of a person, a parent and a child, and each act that it offers."""
import contextlib
import sqlite3
import time
import uuid

from selenium.webdriver.common.keys import Keys

from checks import check, equal, holds
from console_world import asked_only, item, log_in, look, status
from person import Device, fault_of
from pins import PINDevice, scrypt

DAY_MS = 24 * 3_600_000


def open_person(browser, person):
    """Finds a person by the number, and opens the page."""
    browser.click("Search")
    browser.fill("#search", person.phone)
    browser.click("Search", "form")
    browser.click("Open", item(person))
    browser.heading("Person")


def panel(browser, title):
    """The text of the part of the page with this heading."""
    return next(part.text for part in browser.driver.find_elements("css selector", ".panel") if part.text.startswith(title))


def audited(browser, *words):
    """Reads the page again when the newest rows of the audit log are chained, and waits until it shows all of these words."""
    time.sleep(1.5)
    browser.press("r")
    browser.wait(lambda: all(word in panel(browser, "Audit log") for word in words), f"{words} in the audit log")


def act(browser, title, reason):
    """Does what a button of the page offers, with a reason, by mouse."""
    browser.click(title)
    browser.fill("#act-reason", reason)
    browser.click(title, "dialog")


def operator_of(world, *groups):
    """A browser in which a new operator of these groups has logged in."""
    browser = world.browser()
    world.new_operator(*groups)
    log_in(world, browser)
    return browser


def waiting_device(world, person):
    """A new device of a person, which waits to be admitted, and the two digits that it shows."""
    device = Device(world.pair.auth_url, world.pair.vault_url, name="new phone")
    return device, device.login(person.phone, world.pair)["digits"]


@check("an operator helps one person: devices, a new device is admitted by its digits, the code wait, the sessions, another group")
def help_person(world):
    person, browser = world.person("fieldwork"), world.logged_in()
    new, digits = waiting_device(world, person)
    open_person(browser, person)
    browser.wait(lambda: "admitted, logged in" in browser.text("main"), "the person's device")
    holds("Registration: now REGISTERED." in browser.text("main"), "the registration's state")
    browser.fill("#digits-0", digits)
    browser.fill("#admit-reason-0", "Lost the phone")
    browser.click("Admit this device")
    browser.says("no longer waits")
    equal(new.mine("session.status")["scope"].count("unproven"), 0, "the new device")
    for act, wanted in (("Lift the code wait", "Lift the code wait: done."), ("End all sessions", "End all sessions: done.")):
        browser.click(act)
        browser.fill("#act-reason", "Asked for at the counter")
        browser.click(act, "dialog")
        browser.says(wanted)
    equal(fault_of(lambda: person.mine("session.status"))[1], 401, "the person's session")
    browser.wait(lambda: "Asked for at the counter" in panel(browser, "Decisions"), "the decision with its reason")
    for words in ("sessionsEnded", "deviceAdmitted", "Lost the phone"):
        holds(words in panel(browser, "Decisions"), f"the decisions name {words}")
    audited(browser, "registered", "firstDeviceAdmitted", "deviceAdmitted", "sessionsEnded", "sessionRevoked")
    browser.click("Move to another group")
    browser.fill("#group", "clinic")
    browser.fill("#act-reason", "Works there now")
    browser.click("Move to another group", "dialog")
    browser.says("Move to another group: done.")
    browser.wait(lambda: "Works there now" in panel(browser, "Decisions"), "the decision with its reason")
    for words in ("Asked for at the counter", "sessionsEnded"):
        holds(words not in panel(browser, "Decisions"), "the operators of the new group see what was decided in the former one")
        holds(words not in panel(browser, "Audit log"), "the audit log of the former group")
    look(world, browser, "help")
    asked_only(browser, world)


@check("an operator helps one person by keys alone: admit a device, end the sessions, move to another group")
def help_by_keys(world):
    person, browser = world.person("fieldwork"), world.logged_in()
    new, digits = waiting_device(world, person)
    browser.press("/")
    browser.heading("Search")
    browser.wait(lambda: browser.focused == "Phone number", "the field to search by")
    browser.press(person.phone, Keys.ENTER)
    browser.find(item(person))
    browser.tab_to("+")
    browser.press(Keys.ENTER)
    browser.heading("Person")
    browser.find("#digits-0")
    browser.tab_to("Digits on the new device")
    browser.press(digits)
    browser.tab_to("Reason")
    browser.press("Lost the phone", Keys.ENTER)
    browser.says("no longer waits")
    equal(new.mine("session.status")["scope"].count("unproven"), 0, "the new device")
    for title, words in (("End all sessions", ["Asked by telephone"]), ("Move to another group", ["clinic", Keys.TAB, "Works there now"])):
        browser.wait(lambda: browser.focused == "Person", "the focus on the heading after the page was read again")
        browser.tab_to(title)
        browser.press(Keys.ENTER)
        browser.wait(lambda: browser.driver.switch_to.active_element.tag_name == "input", "the first field of the form")
        browser.press(*words, Keys.ENTER)
        browser.says(f"{title}: done.")
    equal(fault_of(lambda: new.mine("session.status"))[1], 401, "the session")
    browser.wait(lambda: "clinic" in panel(browser, "Standing"), "the new group")
    asked_only(browser, world)


@check("the page of a person who has forgotten the PIN warns before the approval, also if the list was read before the request")
def forgotten_pin(world):
    person, browser = PINDevice(world.pair, stretch=scrypt), world.logged_in()
    person.phone = world.pair.new_phone()
    person.register(person.phone, "fieldwork", world.pair)
    person.enrol_pin("428613")
    world.pair.approve(person.phone)
    open_person(browser, person)
    browser.wait(lambda: "Why can or can’t" in browser.text("main"), "the page")
    time.sleep(1.1)  # the shortest time between two codes to one number
    asked = person.call("otp.request", {"phone": person.phone, "purpose": "resetPIN", "requestId": str(uuid.uuid4())})
    person.request_pin("739164", asked["challengeId"], world.pair.code_for(person.phone))
    browser.press("r")
    browser.says("read again")
    browser.click("Approve")
    browser.wait(lambda: "has forgotten the PIN" in browser.text("dialog"), "the warning")
    browser.click("Approve", "dialog")
    browser.wait(lambda: status(person)[0] == "approvedForSyncing", "the approval")
    browser.click("Set back to waiting")
    browser.wait(lambda: browser.text("dialog"), "the dialog")
    holds("forgotten" not in browser.text("dialog"), "a warning about a request that has taken effect")


@check("the audit log of a person is shown a page at a time, and a row that was tampered with hides nothing else")
def long_audit_log(world):
    person, browser = world.person("fieldwork"), world.logged_in()
    for number in range(101):
        person.mine("account.update", {"deviceName": f"phone {number}"})
    account = uuid.UUID(person.session["accountId"]).bytes
    with contextlib.closing(sqlite3.connect(world.pair.data / "auth.sqlite")) as database, database:
        database.execute("UPDATE audit SET device = x'00' WHERE account = ? AND detail = 'registered'", (account,))
    open_person(browser, person)
    audited(browser, "deviceRenamed")
    shown = panel(browser, "Audit log")
    holds("unreadable" not in shown and shown.count("deviceRenamed") == 100, "the newest rows")
    browser.click("Show older rows")
    browser.wait(lambda: "unreadable" in panel(browser, "Audit log"), "the older rows")
    equal(panel(browser, "Audit log").count("deviceRenamed"), 101, "every row")
    browser.named("Approve")


@check("another person who has the number now gets an account of their own later, and nothing of the one that the number had")
def another_person(world):
    person, browser = world.person("fieldwork"), world.logged_in()
    new, digits = waiting_device(world, person)
    open_person(browser, person)
    browser.fill("#digits-0", digits)
    browser.choose("#holder-0", "another person, who has the number now")
    browser.fill("#admit-reason-0", "Shown the contract for the number")
    browser.click("Admit this device")
    browser.wait(lambda: browser.text("form .problem") == "No new account is made on this number now.", "the refusal: a device is in use")
    with contextlib.closing(sqlite3.connect(world.pair.data / "auth.sqlite", timeout=10)) as database:
        account = uuid.UUID(person.session["accountId"]).hex
        database.execute(f"UPDATE device SET last_used = last_used - {31 * DAY_MS} WHERE account = x'{account}'")
        database.commit()
    browser.click("Admit this device")
    browser.says("a login of the device opens a new account.")
    browser.wait(lambda: "newAccountAllowed" in panel(browser, "Decisions"), "the decision")
    equal(new.mine("session.status")["scope"], ["unproven"], "the new device")
    equal(status(person)[0], "waitingForApproval", "the person whose number it was")
    asked_only(browser, world)


@check("a person whose number was changed gets the former one back, and the page says when there is nothing to give back")
def former_number(world):
    person, browser = world.person("fieldwork"), world.logged_in()
    number = world.pair.new_phone()
    code, = person.mine("account.recoveryCodes", {"requestId": str(uuid.uuid4())})["codes"][:1]
    challenge = person.call("otp.request", {"phone": number, "purpose": "changePhone"})["challengeId"]
    person.mine("account.changePhone", {
        "phone": number, "challengeId": challenge, "code": world.pair.code_for(number), "confirmation": {"recoveryCode": code}})
    open_person(browser, person)
    browser.wait(lambda: number[-3:] in panel(browser, "Standing"), "the number that the person has")
    act(browser, "Give the former number back", "Came with a passport")
    browser.says("Give the former number back: done.")
    browser.wait(lambda: person.phone[-3:] in panel(browser, "Standing"), "the former number")
    browser.wait(lambda: "Came with a passport" in panel(browser, "Decisions"), "the decision")
    act(browser, "Give the former number back", "Once more")
    browser.wait(lambda: browser.text("dialog .problem"), "the refusal")
    browser.click("Cancel", "dialog")
    asked_only(browser, world)


@check("the page of a child has its name, the states of its access and its parents, and offers to end its sessions and nothing else")
def child_page(world):
    parent, browser = world.person("home"), operator_of(world, "home")
    tablet = Device(world.pair.auth_url, world.pair.vault_url, name="tablet")
    child = parent.mine("child.add", {"name": "Mia"})["childId"]
    code = parent.mine("child.invite", {"childId": child})["code"]
    open_person(browser, parent)
    browser.wait(lambda: "Mia" in panel(browser, "Family"), "the child")
    holds("CHILD_INVITE_VERIFY, Approved for syncing, no device, an invite for the device until" in panel(browser, "Family"), "the invite")
    ticket = tablet.call("invite.verify", {"code": code})["ticket"]
    tablet.call("device.bind", {"ticket": ticket, "deviceName": "Mia's tablet"})
    browser.press("r")
    browser.wait(lambda: "CHILD_PIN_SETUP, Approved for syncing, Mia's tablet:" in panel(browser, "Family"), "the device of the child")
    browser.click(child, ".person-page")
    browser.heading("Mia")
    browser.wait(lambda: "Access: now CHILD_PIN_SETUP." in panel(browser, "States"), "the state of the access")
    present = "return [...document.querySelectorAll('.state.present')].map((state) => state.textContent)"
    equal(browser.run(present), ["CHILD_PIN_SETUP"], "the states that the drawing marks")
    equal([button.text for button in browser.driver.find_elements("css selector", ".person-page button")], ["End all sessions"], "the acts")
    holds("follow those of the parents" in panel(browser, "Standing"), "why nothing is decided here")
    browser.press("d")
    equal(browser.driver.find_elements("css selector", "dialog"), [], "a form to disapprove the child")
    browser.run("document.getElementById('status').textContent = ''")
    look(world, browser, "child")
    browser.click("End all sessions")
    browser.wait(lambda: browser.text("dialog h2") == "End all sessions: Mia", "the title of the form")
    browser.press("Asked by the parent", Keys.ENTER)
    browser.says("End all sessions: done.")
    browser.wait(lambda: "Asked by the parent" in panel(browser, "Decisions"), "the decision")
    audited(browser, "sessionsEnded")
    browser.click(parent.session["accountId"], ".person-page")
    browser.heading("Person")
    asked_only(browser, world)


@check("a queue of more than 200 people is shown a page at a time, and the number of people when the last page is there")
def long_queue(world):
    ward = f"ward-{world.pair.new_phone()[-6:]}"
    world.pair.operator("group", "create", ward, "--registers", "member")
    file = world.pair.data / "people.csv"
    file.write_text("".join(f"{world.pair.new_phone()},{ward}\n" for _ in range(203)))
    world.pair.operator("user", "import", str(file))
    browser = operator_of(world, ward)

    def shown():
        return len(browser.driver.find_elements("css selector", ".person"))
    browser.wait(lambda: shown() == 200, "the first page")
    browser.click("Show more people")
    browser.wait(lambda: shown() == 203, "the second page")
    holds("203 people" in browser.text("main"), "the number of people")
    holds("Show more people" not in browser.text("main"), "there is no further page")
    asked_only(browser, world)
