"""What the checks of the operator console share: a running auth, operators, browsers, and what they do on every page."""
import json
import tempfile
import time

from browser import Browser
from checks import equal, holds
from operators import PIN, make_secrets
from person import Device
from pins import PINDevice, scrypt

WAITING, APPROVED, DISAPPROVED = "waitingForApproval", "approvedForSyncing", "disapprovedForSyncing"


class World:
    """A running auth in a demonstration, the newest operator, and browsers."""
    members = ()

    def __init__(self, pair, screenshots):
        self.pair, self.screenshots, self.browsers = pair, screenshots, []
        self.origin = pair.url("auth", "operations")
        self.new_operator()

    def new_operator(self, *groups):
        """Makes an operator with PIN and second factor, with whom the next login is made; returns the operator's device."""
        self.phone = self.pair.new_phone()
        device = PINDevice(self.pair, stretch=scrypt)
        words = [word for group in groups or ("clinic", "fieldwork") for word in ("--group", group)]
        enrol_device(self, device, self.enrol("create", *words))
        self.totp = make_secrets(device)
        time.sleep(1.1)  # the shortest time between two codes to one number
        return device

    def enrol(self, act, *words, phone=None):
        answer = self.pair.operator("operator", act, "--phone", phone or self.phone, "--json", *words)
        return json.loads(answer)["enrolmentSecret"]

    def browser(self):
        """A new browser, whose key is not admitted yet."""
        browser = Browser(tempfile.mkdtemp(prefix="chromium-", dir=self.pair.data))
        self.browsers.append(browser)
        return browser

    def logged_in(self):
        """A browser in which a new operator has logged in by mouse."""
        self.new_operator()
        browser = self.browser()
        log_in(self, browser)
        return browser

    def person(self, group="clinic"):
        """A person who has registered and waits; returns the device."""
        device = Device(self.pair.auth_url, self.pair.vault_url, name="phone")
        device.phone = self.pair.new_phone()
        device.register(device.phone, group, self.pair)
        return device

    def close(self):
        for browser in self.browsers:
            browser.close()


def log_in(world, browser):
    """Logs the newest operator in by mouse: code, enrolment secret, PIN and second factor."""
    begin_login(world, browser, world.enrol("enrol"))
    enter_secrets(browser, world.totp.now())


def enter_secrets(browser, code):
    """Enters the PIN, and then a code of the second factor, which ends the login."""
    browser.heading("Enter your PIN")
    browser.fill("#pin", PIN)
    browser.click("Log in")
    browser.heading("Second factor")
    browser.fill("#factor", code)
    browser.click("Log in")
    browser.heading("Queue")


def begin_login(world, browser, secret):
    """Enters the number, the code and the enrolment secret."""
    browser.open(f"{world.origin}/console")
    browser.heading("Log in")
    browser.fill("#phone", world.phone)
    browser.click("Send a code")
    browser.heading("Enter the code")
    browser.fill("#code", world.pair.code_for(world.phone))
    browser.fill("#secret", secret)
    browser.click("Log in")


def item(person):
    """The selector of a person in a list."""
    return f".person[data-account='{person.session['accountId']}']"


def status(person):
    """What auth tells the person's own device."""
    answer = person.mine("session.status")
    return answer["approval"], answer.get("approvalReason")


def asked_only(browser, world):
    equal(browser.requested_origins(), {world.origin}, "the origins that the page asked for something")


def select(browser, person):
    """Moves down the list, and then up, until the person has the focus."""
    wanted = person.session["accountId"]
    browser.find(item(person))
    for key in 40 * ["j"] + 40 * ["k"]:
        if browser.driver.switch_to.active_element.get_attribute("data-account") == wanted:
            return
        browser.press(key)
    raise AssertionError("the keys do not reach the person")


def look(world, browser, name):
    for width, scheme in ((1280, "light"), (400, "dark")):
        browser.show(width, scheme)
        equal(browser.violations(), [], f"{name} at {width} pixels")
        holds(browser.overflow() <= 0, f"{name} is wider than {width} pixels by {browser.overflow()}")
        if world.screenshots:
            browser.screenshot(world.screenshots / f"console-{name}-{width}.png")
    browser.show(1280, "light")


def enrol_device(world, device, secret):
    """Logs a device that shares no code with the page in as the newest operator's."""
    challenge = device.call("otp.request", {"phone": world.phone, "purpose": "login"})["challengeId"]
    device.session = device.call("otp.verify", {
        "challengeId": challenge, "code": world.pair.code_for(world.phone), "enrolmentSecret": secret})["session"]
