"""Messages through providers: Kannel with its fake SMS centre, a mail server, mocks of Twilio and of a webhook, hostile gateways."""
import contextlib
import json
import pathlib
import shutil
import tempfile
import time

from certificates import CertificateAuthority
from checks import check, equal, holds
from kannel import PASSWORD, USER, Kannel
from pair import Pair, free_ports
from person import Device
from providers import Hostile, MailServer, MockTwilio, Server, WebhookReceiver, status_of

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@contextlib.contextmanager
def sending(pair, settings, secrets=()):
    """Runs another auth service with these settings; `secrets` are the contents of its secret files, by name."""
    data = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-gateway-"))
    for name, text in dict(secrets).items():
        (data / name).write_text(text + "\n")
        (data / name).chmod(0o600)
    filled = {key: str(value).replace("FOLDER", str(data)) for key, value in settings.items()}
    other = Pair(pair.bin, data, env=pair.env["auth"], settings={"auth": {"sends-per-address": 1000, "otp-resend-seconds": 1, **filled}})
    good = False
    try:
        other.start("auth")
        other.wait_ready("auth")
        yield other
        equal(other.stop("auth"), 0, "exit status of auth")
        good = True
    finally:
        other.stop()
        if good:
            shutil.rmtree(data, ignore_errors=True)
        else:
            print(f"logs and databases of the service are in {data}")


def device(pair):
    return Device(pair.auth_url, pair.vault_url)


def ask(pair):
    """Requests a code for a new number, and returns the number."""
    phone = pair.new_phone()
    device(pair).call("otp.request", {"phone": phone, "purpose": "login"})
    return phone


def register(pair, provider):
    """Registers a person with a code that came through the provider; returns the number."""
    phone, one = pair.new_phone(), device(pair)
    started = one.call("registration.start", {"phone": phone, "group": "home"})
    code = provider.code_for(phone)
    one.call("registration.confirm", {"challengeId": started["challengeId"], "code": code})
    return phone


def listed(pair, phone):
    """What the administrator sees about the only message to a number."""
    messages = json.loads(pair.operator("messages", "--json", "--phone", phone))["messages"]
    equal(len(messages), 1, f"messages to {phone}")
    return messages[0]


def state_of(pair, phone, *wanted, seconds=15):
    """Waits until the message to a number is in one of the states, and returns what the administrator sees."""
    until = time.monotonic() + seconds
    while (seen := listed(pair, phone))["state"] not in wanted:
        holds(time.monotonic() < until, f"the message is {seen}, not {wanted}")
        time.sleep(0.05)
    return seen


def kannel_settings(kannel):
    return {"kannel-url": kannel.url, "kannel-user": USER, "kannel-password-file": "FOLDER/kannel.password"}


TWILIO = {"twilio-account": MockTwilio.account, "twilio-token-file": "FOLDER/twilio.token", "twilio-sender": "+15005550006"}
SECRETS = {"kannel.password": PASSWORD, "twilio.token": MockTwilio.token, "webhook.secret": SECRET, "mail.password": MailServer.password}


@check("a person registers with a code through Kannel's fake SMS centre; when Kannel dies the next provider takes over")
def kannel_then_twilio(pair):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-kannel-"))
    admin, smsbox, sendsms, centre, report_port = free_ports(5)
    reports = f"http://127.0.0.1:{report_port}"
    with Kannel(folder, {"admin": admin, "smsbox": smsbox, "sendsms": sendsms, "centre": centre}) as kannel, MockTwilio() as twilio:
        settings = {
            "sms-gateway": "kannel,twilio", **kannel_settings(kannel), **TWILIO, "twilio-url": twilio.url, "gateway-seconds": 2,
            "gateway-rest-seconds": 10, "reports-listen": f"127.0.0.1:{report_port}", "reports-url": reports}
        with sending(pair, settings, SECRETS) as other:
            phone = register(other, kannel)
            seen = state_of(other, phone, "delivered")
            equal((seen["driver"], seen["phone"]), ("kannel", f"+49•••••{phone[-3:]}"), "the message that came through Kannel")
            equal(twilio.messages, [], "messages at the mock of Twilio")

            kannel.kill("bearerbox")
            kannel.kill("smsbox")
            phone = register(other, twilio)
            equal(state_of(other, phone, "accepted")["driver"], "twilio", "driver")
            report(other, twilio, phone, reports)
            holds(other.metric("auth", "messages_by_driver_total") >= 3, "messages by driver")
            while other.metric("auth", "message_drivers_resting") < 1:
                register(other, twilio)

            kannel.start()
            time.sleep(10)  # the rest
            ask(other)  # the trial
            register(other, kannel)
            equal(other.metric("auth", "message_drivers_resting"), 0, "resting drivers")
    shutil.rmtree(folder, ignore_errors=True)


def report(pair, twilio, phone, reports):
    """Callbacks that nobody at Twilio has signed change nothing; a signed one is recorded, and the first one stays."""
    url = twilio.callbacks[-1]
    holds(url.startswith(f"{reports}/reports/twilio?id="), f"the address of callbacks is {url}")
    before = pair.rows("auth", "SELECT COUNT(*) FROM outbox WHERE report IS NOT NULL")
    forged = url[:-1] + ("A" if url[-1] != "A" else "B")
    refused = [
        twilio.report(url, "delivered", token="guessed"), twilio.report(forged, "delivered"),
        twilio.report(url, "delivered", signed_url=forged), status_of(url, b"MessageStatus=delivered"),
        status_of(f"{reports}/reports/kannel?id={'A' * 43}&state=1"), status_of(f"{reports}/reports/kannel?state=1")]
    equal(refused, [403] * 6, "statuses of forged reports")
    equal(status_of(f"{reports}/rpc", b"{}"), 404, "a call at the listener for reports")
    equal(pair.rows("auth", "SELECT COUNT(*) FROM outbox WHERE report IS NOT NULL"), before, "reports in the database")
    equal([twilio.report(url, status) for status in ("sent", "undelivered", "delivered")], [204] * 3, "statuses of reports")
    equal(state_of(pair, phone, "failed", "delivered")["state"], "failed", "the first report")


@check("a webhook gets each code once, signed; an address that is private is refused unless that is allowed")
def webhook(pair):
    with WebhookReceiver(SECRET) as receiver:
        settings = {"sms-gateway": "webhook", "webhook-url": receiver.url, "webhook-secret-file": "FOLDER/webhook.secret"}
        with sending(pair, settings, SECRETS) as other:
            phone = ask(other)
            time.sleep(1.5)
            holds(listed(other, phone)["state"] in ("waiting", "sending"), "a message for a private address")
            holds("the peer's address is private" in other.log("auth", 50), "the log names the reason")
            equal(receiver.requests, 0, "requests to a private address")
        with sending(pair, settings | {"webhook-private-allowed": "true"}, SECRETS) as other:
            for _ in range(3):
                register(other, receiver)
        equal((receiver.faults, len(receiver.ids), len(set(receiver.ids))), ([], 3, 3), "signatures, requests and their ids")


@check("a mail server gets codes only over TLS and after a login, and its refusals are certain")
def mail(pair):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-mail-"))
    authority = CertificateAuthority(folder)
    issued, (port, plain) = authority.issue("mail", "localhost"), free_ports(2)
    settings = {
        "sms-gateway": "smtp", "smtp-url": f"smtp://localhost:{port}", "smtp-user": MailServer.user, "smtp-password-file": "FOLDER/mail.password",
        "smtp-sender": "codes@example.org", "smtp-recipient": "{number}@sms.example.org", "gateway-ca": authority.certificate, "gateway-seconds": 3}
    with MailServer(issued, port) as server, MailServer(issued, plain, offers_tls=False) as without:
        with sending(pair, settings, SECRETS) as other:
            register(other, server)
            server.refusal = "550 no such mailbox"
            equal(state_of(other, ask(other), "notAccepted")["driver"], "smtp", "a refused recipient")
            server.refusal = "451 later"
            phone = ask(other)
            time.sleep(1.5)
            server.refusal = None
            equal(state_of(other, phone, "accepted")["driver"], "smtp", "a mail that was first put off")
            equal(len(server.messages), 2, "mails")
        with sending(pair, settings, SECRETS | {"mail.password": "wrong"}) as other:
            phone = ask(other)
            time.sleep(1)
            holds(listed(other, phone)["state"] in ("waiting", "sending"), "a mail without a login")
        with sending(pair, settings | {"smtp-url": f"smtp://localhost:{plain}"}, SECRETS) as other:
            phone = ask(other)
            time.sleep(1)
            holds(listed(other, phone)["state"] in ("waiting", "sending"), "a mail without TLS")
        equal((len(server.messages), len(without.messages)), (2, 0), "mails")
    shutil.rmtree(folder, ignore_errors=True)


@check("a gateway that is silent, floods, redirects or has a wrong certificate gets each code at most once and harms nothing", requirements=["O12"])
def hostile(pair):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-hostile-"))
    right, wrong = CertificateAuthority(folder / "right"), CertificateAuthority(folder / "wrong")
    other_host, foreign = right.issue("elsewhere", "elsewhere.example"), wrong.issue("localhost", "localhost")
    issued = right.issue("localhost", "localhost")
    with Server() as target:
        for behaviour, certificate, state in (
                ("silence", issued, "unknown"), ("flood", issued, "unknown"), ("redirect", issued, "unknown"),
                ("flood", other_host, "accepted"), ("flood", foreign, "accepted")):
            with Hostile(behaviour, certificate, f"http://127.0.0.1:{target.port}/") as gateway, MockTwilio() as twilio:
                settings = {
                    "sms-gateway": "kannel,twilio", "kannel-url": gateway.url, "kannel-user": USER, "kannel-password-file": "FOLDER/kannel.password",
                    **TWILIO, "twilio-url": twilio.url, "gateway-ca": right.certificate, "gateway-seconds": 1}
                with sending(pair, settings, SECRETS) as other:
                    phone = ask(other)
                    seen = state_of(other, phone, state)
                    at_most = 1 if state == "unknown" else 0
                    equal((seen["driver"], gateway.requests, len(twilio.messages)), ("kannel" if at_most else "twilio", at_most, 1 - at_most),
                          f"{behaviour} with {certificate.certificate}")
                    holds(memory(other) < 200, f"{memory(other)} MiB after {behaviour}")
                    log = (other.data / "auth.log").read_text(errors="replace")
                    holds(phone[1:] not in log and PASSWORD not in log, "the log shows a number or a password")
        equal(target.requests, 0, "requests to the target of the redirect")
    shutil.rmtree(folder, ignore_errors=True)


def memory(pair):
    """The resident memory of auth in MiB."""
    text = pathlib.Path(f"/proc/{pair.processes['auth'].pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) // 1024
