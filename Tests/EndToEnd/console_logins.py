"""Logins of operators in the console: with PIN and second factor, the first one, with recovery codes, and in a browser that is new."""
import time
import uuid

import pyotp

from checks import check, equal, holds
from console_world import asked_only, begin_login, enter_secrets, look
from operators import PIN


@check("an operator logs in with PIN and second factor, and a wrong PIN is refused with the attempts that are left")
def with_pin(world):
    browser = world.logged_in()
    browser.open(f"{world.origin}/console")
    browser.heading("Log in")
    browser.click("Log in with PIN")
    browser.heading("Enter your PIN")
    browser.fill("#pin", "428614")
    browser.click("Log in")
    browser.wait(lambda: "Attempts left: 2." in browser.text("form"), "the refusal")
    # The code of the present step is used; that of the next one is accepted up to 30 seconds early.
    enter_secrets(browser, world.totp.at(time.time() + 30))


@check("the first login of an operator makes a passphrase and a second factor, and the next one takes both")
def with_second_factor(world):
    world.phone, passphrase, browser = world.pair.new_phone(), "a long walk by the sea", world.browser()
    begin_login(world, browser, world.enrol("create", "--group", "clinic"))
    browser.heading("Make a passphrase")
    holds(browser.driver.find_element("id", "session").get_attribute("hidden"), "nothing to decide yet")
    look(world, browser, "passphrase")
    for first, again, problem in (("too short", "too short", "has 12 to 128 characters"), ("123456789012", "123456789012", "other characters than digits"),
                                  (passphrase, passphrase + "s", "not the same")):
        browser.refill("#passphrase", first)
        browser.refill("#again", again)
        browser.click("Keep it")
        browser.wait(lambda: problem in browser.text("form"), "what is wrong with the passphrase")
    browser.refill("#again", passphrase)
    browser.click("Keep it")
    browser.heading("Second factor")
    look(world, browser, "second-factor")
    browser.fill("#factor", "123456")
    browser.click("Log in")
    browser.heading("Set up an authenticator")  # the account has none yet
    look(world, browser, "authenticator")
    totp = pyotp.TOTP(browser.text(".digits"))
    browser.fill("#factor", totp.now())
    browser.click("Log in")
    browser.heading("Queue")
    browser.click("Log out")
    browser.heading("Log in")
    browser.click("Log in with PIN")
    browser.heading("Enter your PIN")
    browser.fill("#pin", passphrase)
    browser.click("Log in")
    browser.heading("Second factor")
    browser.fill("#factor", "000000")
    browser.click("Log in")
    browser.wait(lambda: browser.text("form .problem"), "the refusal of a wrong code")
    browser.refill("#factor", totp.at(time.time() + 30))
    browser.click("Log in")
    browser.heading("Queue")
    asked_only(browser, world)


@check("an operator without the authenticator passes the second factor by a recovery code, which is accepted once")
def by_recovery_code(world):
    device, browser = world.new_operator(), world.browser()
    codes = device.mine("account.recoveryCodes", {"requestId": str(uuid.uuid4())})["codes"]
    begin_login(world, browser, world.enrol("enrol"))
    browser.heading("Enter your PIN")
    browser.fill("#pin", PIN)
    browser.click("Log in")
    browser.heading("Second factor")
    holds(not browser.run("return document.querySelector('form').checkValidity()"), "a form without any code is not sent")
    written = "-".join(codes[0][start:start + 4] for start in range(0, len(codes[0]), 4)).lower()
    browser.fill("#recovery", written)
    browser.click("Log in")
    browser.heading("Queue")
    browser.click("Log out")
    time.sleep(1.1)  # the shortest time between two codes to one number
    begin_login(world, browser, "")
    browser.heading("Enter your PIN")
    browser.fill("#pin", PIN)
    browser.click("Log in")
    browser.heading("Second factor")
    browser.fill("#recovery", codes[0])
    browser.click("Log in")
    browser.wait(lambda: browser.text("form .problem"), "the refusal of a code that was used")
    browser.refill("#recovery", codes[1])
    browser.click("Log in")
    browser.heading("Queue")
    asked_only(browser, world)


@check("an operator with a PIN whose browser is new has three ways in: the PIN, the digits on another device, and a recovery code")
def without_pin(world):
    device, browser = world.new_operator(), world.browser()
    code, = device.mine("account.recoveryCodes", {"requestId": str(uuid.uuid4())})["codes"][:1]
    begin_login(world, browser, "")
    browser.heading("Enter your PIN")
    browser.click("Without the PIN")
    browser.heading("Admit this browser")
    look(world, browser, "admit-with-pin")
    browser.click("Enter your PIN")
    browser.heading("Enter your PIN")
    browser.click("Without the PIN")
    browser.heading("Admit this browser")
    waiting, = [entry for entry in device.mine("session.list")["sessions"] if entry["isPending"]]
    equal(browser.text(".digits"), waiting["digits"], "the digits of the browser and of the list of sessions")
    browser.fill("#recovery", code)
    browser.click("Admit")
    browser.heading("Enter your PIN")
    holds("Without the PIN" not in browser.text("main"), "an admitted browser is asked for the PIN alone")
    enter_secrets(browser, world.totp.at(time.time() + 30))
    asked_only(browser, world)
