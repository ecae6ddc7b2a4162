"""The operator console in Chromium, served by a real auth: `console.py [--bin DIR] [--screenshots DIR] [WORD…]`.

An operator logs in, approves, disapproves with a reason and asks why a person cannot sync, once by mouse and once by keys alone;
every view passes axe's rules at 1280 and at 400 pixels; and another site in the same browser can do nothing.
"""
import argparse
import hashlib
import http.server
import json
import pathlib
import shutil
import sys
import tempfile
import threading
import time

import requests
from selenium.webdriver.common.keys import Keys

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "scripts" / "lib"), str(pathlib.Path(__file__).parent), str(root / "Tests" / "SecurityProofs")]

import checks  # noqa: E402
import console_logins  # noqa: E402, F401
import console_people  # noqa: E402, F401
from checks import check, equal, holds  # noqa: E402
from console_world import (  # noqa: E402
    APPROVED, DISAPPROVED, WAITING, World, asked_only, item, log_in, look, select, status)
from operators import PIN  # noqa: E402
from pair import Pair, end_on_signals, free_ports  # noqa: E402
from person import b64url  # noqa: E402


@check("the console's calls are refused to every other host, origin, type and method")
def refusals(world):
    url, host = f"{world.origin}/console/rpc", world.origin.removeprefix("http://")
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "group.list"})

    def code(**changed):
        headers = {"Host": host, "Origin": world.origin, "Content-Type": "application/json"} | changed
        return requests.post(url, body, headers={name: value for name, value in headers.items() if value}).status_code
    equal(code(), 200, "a call of the page")
    for wrong in ({"Host": "attacker.example"}, {"Origin": None}, {"Origin": "null"}, {"Origin": "http://attacker.example"},
                  {"Origin": world.pair.auth_url.removesuffix("/rpc")}):
        equal(code(**wrong), 403, f"{wrong}")
    equal(code(**{"Content-Type": "text/plain"}), 415, "a form's type")
    equal(requests.get(url).status_code, 405, "GET")
    equal(requests.get(f"{world.origin}/console/other.js").status_code, 404, "an unknown path")
    page = requests.get(f"{world.origin}/console")
    holds("frame-ancestors 'none'" in page.headers["Content-Security-Policy"], "the policy")
    equal(requests.get(f"{world.origin}/console", headers={"Host": "attacker.example"}).status_code, 403, "another host")
    for method in ("user.delete", "operator.enrol", "registration.start", "vault.pull"):
        answer = requests.post(url, body.replace("group.list", method), headers={"Origin": world.origin, "Content-Type": "application/json"})
        equal(answer.json()["error"]["code"], -32601, method)


@check("scrypt and the key of a PIN agree with RFC 7914 and with this project's vectors")
def vectors(world):
    browser = world.browser()
    browser.open(f"{world.origin}/console")
    derive = "const { scrypt } = await import('/console/scrypt.js'); const bytes = (text) => new TextEncoder().encode(text);" \
        "const key = await scrypt(bytes(given[0]), bytes(given[1]), { n: given[2], r: given[3], p: given[4] }, 64);" \
        "return [...key].map((byte) => byte.toString(16).padStart(2, '0')).join('')"
    for password, salt, n, r, p in (("", "", 16, 1, 1), ("password", "NaCl", 1024, 8, 16), ("pleaseletmein", "SodiumChloride", 16384, 8, 1)):
        wanted = hashlib.scrypt(password.encode(), salt=salt.encode(), n=n, r=r, p=p, maxmem=1 << 28, dklen=64).hex()
        equal(browser.run(derive, password, salt, n, r, p), wanted, f"scrypt of {password!r}")
    known = json.loads((root / "proto-json" / "vectors" / "pin.json").read_text())
    prove = "const { deriveKey, publicKey, signChallenge } = await import('/console/pin.js');" \
        "const [entered, parameters, proofs] = given; const key = await deriveKey(entered, parameters);" \
        "const raw = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));" \
        "return [await publicKey(key), await Promise.all(proofs.map((proof) =>" \
        "signChallenge(key, proof, proof.generation, raw(proof.thumbprint), proof.purpose)))]"
    for number, key in enumerate(known["keys"]):
        if key["deviceSecret"]:
            continue  # the key of a device's PIN, which the console does not use
        of_key = [proof for proof in known["proofs"] if proof["key"] == number]
        parameters = {"salt": b64url(bytes.fromhex(key["salt"])), "kdf": {"name": "scrypt", "n": key["n"], "r": key["r"], "p": key["p"]}}
        challenges = [proof | {"challenge": b64url(bytes.fromhex(proof["challenge"]))} for proof in of_key]
        found = browser.run(prove, bytes.fromhex(key["entered"]).decode(), parameters, challenges)
        equal(found[0], b64url(bytes.fromhex(key["publicKey"])), key["what"])
        equal(found[1], [b64url(bytes.fromhex(proof["signature"])) for proof in of_key], key["what"])


@check("by mouse: log in with code, enrolment secret, PIN and second factor, approve, disapprove with a reason, explain, search, log out")
def by_mouse(world):
    ada, dora, browser = world.person(), world.person("fieldwork"), world.logged_in()
    browser.click("Approve", item(ada))
    browser.click("Approve", "dialog")
    browser.says("Approved for syncing")
    equal(status(ada), (APPROVED, None), "Ada")
    browser.click("Disapprove", item(dora))
    browser.click("Disapprove", "dialog")
    equal(status(dora)[0], WAITING, "Dora, without a reason")
    browser.run("document.querySelector('#reason').value = 'Not\\tknown'")
    browser.click("Disapprove", "dialog")
    browser.wait(lambda: "a character that cannot be shown, such as a tab" in browser.text("dialog"), "what is wrong with the reason")
    browser.refill("#reason", "Not known at this site")
    browser.click("Disapprove", "dialog")
    browser.says("Disapproved for syncing")
    equal(status(dora), (DISAPPROVED, "Not known at this site"), "Dora")
    browser.choose("#status-filter", "Disapproved for syncing")
    browser.click("Explain", item(dora))
    browser.wait(lambda: "An operator disapproved: Not known at this site." in browser.text("dialog"), "the explanation")
    browser.click("Close", "dialog")
    browser.click("Search")
    browser.fill("#search", ada.phone)
    browser.click("Search", "form")
    browser.click("Open", item(ada))
    browser.heading("Person")
    browser.wait(lambda: "Can sync." in browser.text("main"), "that Ada can sync")
    browser.click("Set back to waiting")
    browser.click("Set to waiting", "dialog")
    browser.says("Waiting for approval")
    equal(status(ada)[0], WAITING, "Ada, set back")
    browser.click("Log out")
    browser.heading("Log in")
    equal(browser.run("return [sessionStorage.length, Object.keys(localStorage).length, document.cookie]"), [0, 0, ""], "what stays")
    asked_only(browser, world)


@check("by keys alone: log in, approve, disapprove with a reason, explain, search, open a person, log out")
def by_keys(world):
    people, browser = [world.person(), world.person()], world.browser()
    world.new_operator()
    secret = world.enrol("enrol")
    browser.open(f"{world.origin}/console")
    browser.heading("Log in")
    browser.tab_to("Phone number")
    browser.press(world.phone, Keys.ENTER)
    browser.heading("Enter the code")
    browser.press(world.pair.code_for(world.phone))
    browser.tab_to("Enrolment secret")
    browser.press(secret, Keys.ENTER)
    browser.heading("Enter your PIN")
    browser.press(PIN, Keys.ENTER)
    browser.heading("Second factor")
    browser.press(world.totp.now(), Keys.ENTER)
    browser.heading("Queue")
    for person, keys, wanted in ((people[0], ["a", "Known to me", Keys.ENTER], (APPROVED, "Known to me")),
                                 (people[1], ["d", "Not known", Keys.ENTER], (DISAPPROVED, "Not known"))):
        select(browser, person)
        browser.press(keys[0])
        browser.wait(lambda: browser.focused.startswith("Reason"), "the reason's field")
        browser.press(*keys[1:])
        browser.wait(lambda: not browser.driver.find_elements("css selector", "dialog"), "the end of the dialog")
        equal(status(person), wanted, "the decision")
    browser.wait(lambda: browser.driver.switch_to.active_element.tag_name != "body", "a focus after the list has changed")
    browser.press("/")
    browser.heading("Search")
    browser.wait(lambda: browser.focused == "Phone number", "the field to search by")
    browser.press(people[1].phone, Keys.ENTER)
    browser.find(item(people[1]))
    browser.tab_to("+")
    browser.press("e")
    browser.wait(lambda: "An operator disapproved: Not known." in browser.text("dialog"), "the explanation")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: browser.focused.startswith("+"), "the focus on the person again")
    browser.press(Keys.ENTER)
    browser.heading("Person")
    browser.press("?")
    browser.wait(lambda: browser.text("dialog").startswith("Keys"), "the list of keys")
    browser.press(Keys.ESCAPE)
    browser.tab_to("Log out")
    browser.press(Keys.ENTER)
    browser.heading("Log in")
    asked_only(browser, world)


@check("every view passes axe's rules and fits its width, at 1280 pixels in light and at 400 in dark")
def views(world):
    world.person("fieldwork")
    world.person()
    person, browser = world.person(), world.browser()
    world.new_operator()
    browser.open(f"{world.origin}/console")
    browser.heading("Log in")
    look(world, browser, "login")
    browser.fill("#phone", world.phone)
    browser.click("Send a code")
    browser.heading("Enter the code")
    browser.wait(lambda: "log in" in browser.text(".messages").lower(), "the captured message")
    look(world, browser, "code")
    browser.fill("#code", world.pair.code_for(world.phone))
    browser.fill("#secret", world.enrol("enrol"))
    browser.click("Log in")
    browser.heading("Enter your PIN")
    look(world, browser, "pin")
    browser.fill("#pin", PIN)
    browser.click("Log in")
    browser.heading("Second factor")
    browser.fill("#factor", world.totp.now())
    browser.click("Log in")
    browser.heading("Queue")
    browser.find(item(person))
    look(world, browser, "queue")
    for button in ("Disapprove", "Explain"):
        browser.click(button, item(person))
        browser.find("dialog")
        look(world, browser, button.lower())
        browser.press(Keys.ESCAPE)
    browser.click("Keys")
    browser.find("dialog")
    look(world, browser, "keys")
    browser.press(Keys.ESCAPE)
    browser.click("Search")
    browser.fill("#search", person.phone)
    browser.click("Search", "form")
    browser.find(item(person))
    look(world, browser, "search")
    browser.click("Open", item(person))
    browser.find(".diagram")
    look(world, browser, "person")
    browser.click("Messages")
    browser.find(".messages")
    look(world, browser, "messages")


@check("a page of another origin can neither call, frame, load nor read the console, and its browser's session stays as it is")
def other_origin(world):
    person, browser = world.person(), world.logged_in()
    decide = {"jsonrpc": "2.0", "id": 1, "method": "approval.decide", "params": {
        "accountId": person.session["accountId"], "version": 1, "status": APPROVED}}
    with Site(f"""<!doctype html><title>other</title>
        <form id=form method=post enctype=text/plain action="{world.origin}/console/rpc">
        <input name='{json.dumps(decide)[:-1]}, "x": "' value='"}}'></form>
        <iframe id=frame src="{world.origin}/console"></iframe>""") as site:
        browser.open(site)
        load = "return await new Promise((resolve) => { const script = document.createElement('script'); script.src = given[0];" \
            "script.onload = () => resolve('loaded'); script.onerror = () => resolve('refused'); document.body.append(script) })"
        equal(browser.run(load, f"{world.origin}/console/encoding.js"), "refused", "a script")
        equal(browser.run(load, f"{site}/own.js"), "loaded", "a script of the page itself")
        fetched = "return await fetch(given[0], given[1]).then((reply) => reply.type, () => 'refused')"
        send = {"method": "POST", "body": json.dumps(decide), "credentials": "include"}
        equal(browser.run(fetched, f"{world.origin}/console/rpc", send | {"headers": {"Content-Type": "application/json"}}), "refused", "a call")
        equal(browser.run(fetched, f"{world.origin}/console/rpc", send | {"mode": "no-cors"}), "refused", "a call that is not read")
        equal(browser.run(fetched, f"{world.origin}/console/messages.json", {}), "refused", "the captured messages")
        equal(browser.run("return await import(given[0]).then(() => 'loaded', () => 'refused')", f"{world.origin}/console/app.js"),
              "refused", "a module")
        browser.driver.switch_to.frame(browser.find("#frame"))
        holds("Latchkey" not in browser.driver.page_source, "the console is shown in a frame")
        browser.driver.switch_to.default_content()
        browser.run("document.getElementById('form').submit()")
        browser.wait(lambda: browser.driver.current_url == f"{world.origin}/console/rpc", "the answer to the form")
        holds("calls of other pages are refused" in browser.text(), "the form was not refused")
    equal(status(person)[0], WAITING, "the person")


class Site:
    """Serves one page from another port of this host, which is another origin."""

    def __init__(self, page):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                is_page = self.path == "/"
                body = page.encode() if is_page else b""
                self.send_response(200)
                self.send_header("Content-Type", "text/html" if is_page else "text/javascript")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", free_ports(1)[0]), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __exit__(self, *_):
        self.server.shutdown()


@check("a session that has ended elsewhere brings the login back, and says why")
def ended_elsewhere(world):
    browser = world.logged_in()
    world.pair.operator("user", "end-sessions", "--phone", world.phone)
    browser.click("Read again")
    browser.heading("Log in")
    holds("The session was ended on purpose." in browser.text("main"), "the reason")


@check("calls at the same time share one refresh of an expired token, and a lost answer is asked for again with the same requestId")
def refreshing(world):
    browser = world.browser()
    browser.open(f"{world.origin}/console")
    sent = browser.run("""
        const { Connection } = await import('/console/rpc.js')
        const connection = new Connection({ proof: async () => 'proof' }), sent = [], reply = (value) => new Response(JSON.stringify(value))
        const answer = ({ method, token }) => method === 'session.refresh'
          ? { result: { accessToken: 'new', refreshToken: 'second' } }
          : token === 'DPoP new' ? { result: {} } : { error: { code: 1001, message: 'expired', data: { fault: 'tokenExpired' } } }
        let isLost = true
        window.fetch = async (url, { body, headers }) => {
          const { method, params } = JSON.parse(new TextDecoder().decode(body))
          sent.push([method, headers.Authorization ?? null, params.requestId ?? null])
          if (method === 'session.refresh' && isLost) {
            isLost = false
            throw new TypeError('the connection was lost')
          }
          return reply(answer({ method, token: headers.Authorization }))
        }
        connection.session = { accessToken: 'old', refreshToken: 'first' }
        await Promise.all([connection.call('approval.pending'), connection.call('group.list')])
        return sent""")
    refreshes = [call for call in sent if call[0] == "session.refresh"]
    equal(len(refreshes), 2, "the refresh and its repetition")
    holds(refreshes[0] == refreshes[1] and refreshes[0][2], "the repetition has another requestId")
    equal(sorted(call[:2] for call in sent if call[1] == "DPoP new"), [["approval.pending", "DPoP new"], ["group.list", "DPoP new"]], "the calls")


@check("fifteen minutes without use end the session, after a warning; each key begins the time anew")
def idleness(world):
    browser, count = world.browser(), "SELECT count(*) FROM session WHERE ended IS NULL"
    # The page's minutes pass 280 times as fast: it warns after 3 seconds.
    browser.command("Page.addScriptToEvaluateOnNewDocument", source="""
        const { setTimeout: wait } = window
        window.setTimeout = (act, ms, ...rest) => wait(act, ms >= 60_000 ? ms / 280 : ms, ...rest)""")
    world.new_operator()
    log_in(world, browser)
    for _ in range(5):
        browser.press("r")
        time.sleep(0.8)
    equal(browser.text("h1"), "Queue", "the page while it is used")
    before = world.pair.rows("auth", count)
    browser.says("You will be logged out in a minute")
    browser.heading("Log in")
    holds("You were logged out after 15 minutes without use." in browser.text("main"), "the reason")
    equal(world.pair.rows("auth", count), before - 1, "sessions afterwards")


@check("after 50 decisions the page names its account, and another operator's confirmation lets it go on")
def confirmation(world):
    person, browsers, devices = world.person("fieldwork"), [world.browser() for _ in range(2)], []
    for browser in browsers:
        devices.append(world.new_operator("fieldwork"))
        log_in(world, browser)
    device = devices[0]
    for _ in range(50):
        device.mine("user.endSessions", {"accountId": person.session["accountId"], "reason": "exercise"})
    first, second = browsers
    first.click("Read again")
    first.click("Approve", item(person))
    first.click("Approve", "dialog")
    refusal = f"your account is {device.session['accountId']}"
    first.wait(lambda: refusal in first.text("dialog"), "the refusal with the account")
    second.click("Confirm")
    second.heading("Confirm")
    account = device.session["accountId"]
    second.click("Look at the decisions", f"[data-account='{account}']")
    second.wait(lambda: second.text("main").count("sessionsEnded") == 50, "the decisions")
    look(world, second, "confirm")
    equal([second.find(field).get_attribute("value") for field in ("#operator", "#group")], [account, "fieldwork"], "the form")
    second.fill("#reason", "Looked at all of them")
    second.click("Confirm", "form")
    second.says("Confirmed after 50 decisions.")
    second.wait(lambda: "No operator of your groups waits" in second.text("main"), "the end of the list")
    first.click("Approve", "dialog")
    first.says("Approved for syncing")
    asked_only(second, world)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--bin", default=str(root / ".build" / "debug"))
    arguments.add_argument("--screenshots", type=pathlib.Path, help="a folder for pictures of every view")
    arguments.add_argument("only", nargs="*")
    chosen = arguments.parse_args()
    end_on_signals()
    data = tempfile.mkdtemp(prefix="latchkey-console-")
    pair = Pair(chosen.bin, data, settings={"auth": {"sends-per-address": 100000, "otp-resend-seconds": 1, "sends-per-number": 100}})
    good, world = False, None
    try:
        pair.start("auth")
        pair.wait_ready("auth")
        world = World(pair, chosen.screenshots)
        good = checks.run(world, chosen.only)
    finally:
        if world:
            world.close()
        pair.stop()
        if good:
            shutil.rmtree(data, ignore_errors=True)
        else:
            print(f"logs and databases of the services are in {data}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
