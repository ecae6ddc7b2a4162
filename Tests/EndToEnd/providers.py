"""Providers of messages that are no real ones: a mock of Twilio, a receiver of webhooks, and gateways that misbehave.

What they check is done by implementations that are not Latchkey's: `standardwebhooks`, `aiosmtpd`, and Twilio's published
algorithm for the signature of callbacks (https://www.twilio.com/docs/usage/security).
"""
import base64
import email
import hashlib
import hmac
import re
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from standardwebhooks import Webhook

warnings.filterwarnings("ignore", message="Session.login_data")


class Inbox:
    """The messages that a provider has taken, as (number, text), and their codes."""

    def __init__(self):
        self.messages = []

    def code_for(self, phone, seconds=10):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            codes = [code for number, text in self.messages if number == phone for code in re.findall(r"#(\d{6})\b", text)]
            if codes:
                return codes[-1]
            time.sleep(0.02)
        raise RuntimeError(f"no message to {phone} arrived within {seconds} s; there are {self.messages}")


class Server(Inbox):
    """An HTTP server on loopback whose `handle(request, body)` answers every request; with `issued`, over TLS."""

    def __init__(self, issued=None):
        super().__init__()
        self.requests = 0
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                server.requests += 1
                try:
                    server.handle(self, body)
                except OSError:
                    self.close_connection = True

            do_GET = do_POST

            def log_message(self, *_):
                pass

            def answer(self, status, body=b"", headers=None):
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                pass  # a caller that hangs up, or refuses the certificate, is no error of the check

        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.port = self.http.server_address[1]
        if issued:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(issued.certificate, issued.key)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True, do_handshake_on_connect=False)
        self.url = f"{'https' if issued else 'http'}://localhost:{self.port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def twilio_signature(token, url, fields):
    """The signature as Twilio documents it: HMAC-SHA1 over the address and the sorted fields, in base64."""
    signed = url + "".join(name + fields[name] for name in sorted(fields))
    return base64.b64encode(hmac.new(token.encode(), signed.encode(), hashlib.sha1).digest()).decode()


# The example of Twilio's documentation.
EXAMPLE = {"CallSid": "CA1234567890ABCDE", "Caller": "+14158675309", "Digits": "1234", "From": "+14158675309", "To": "+18005551212"}
assert twilio_signature("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", EXAMPLE) == "RSOYDt4T1cUTdK1PDd93/VVr8B8="


class MockTwilio(Server):
    """A mock: it takes messages as Twilio's documentation describes, and can send the status callbacks."""
    account, token = "ACmock", "mock-token"

    def __init__(self):
        super().__init__()
        self.callbacks, self.faults = [], []

    def handle(self, request, body):
        wanted = "Basic " + base64.b64encode(f"{self.account}:{self.token}".encode()).decode()
        if request.path != f"/2010-04-01/Accounts/{self.account}/Messages.json" or request.headers["Authorization"] != wanted:
            self.faults.append(request.path)
            return request.answer(401, b'{"code": 20003}')
        form = dict(urllib.parse.parse_qsl(body.decode(), strict_parsing=True))
        self.messages.append((form["To"], form["Body"]))
        self.callbacks.append(form.get("StatusCallback"))
        request.answer(201, b'{"sid": "SMmock", "status": "queued"}')

    def report(self, url, status, token=None, signed_url=None):
        """Sends a status callback and returns the HTTP status of its answer."""
        fields = {"MessageSid": "SMmock", "MessageStatus": status, "AccountSid": self.account}
        headers = {"X-Twilio-Signature": twilio_signature(token or self.token, signed_url or url, fields)}
        return status_of(url, urllib.parse.urlencode(fields).encode(), headers)


def status_of(url, body=None, headers=None):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers or {}), timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


class WebhookReceiver(Server):
    """Takes messages whose signature the package `standardwebhooks` accepts."""

    def __init__(self, secret):
        super().__init__()
        self.verifier, self.ids, self.faults = Webhook(secret), [], []

    def handle(self, request, body):
        try:
            message = self.verifier.verify(body, dict(request.headers.items()))
        except Exception as error:
            self.faults.append(repr(error))
            return request.answer(401)
        self.ids.append(request.headers["webhook-id"])
        self.messages.append((message["data"]["to"], message["data"]["text"]))
        request.answer(204)


class Hostile(Server):
    """A gateway that does what `behaviour` names: `silence`, `flood` or `redirect`."""

    def __init__(self, behaviour, issued=None, elsewhere=None):
        super().__init__(issued)
        self.behaviour, self.elsewhere = behaviour, elsewhere

    def handle(self, request, body):
        if self.behaviour == "silence":
            time.sleep(30)
        elif self.behaviour == "redirect":
            request.answer(302, headers={"Location": self.elsewhere})
        elif self.behaviour == "flood":
            request.send_response(202)
            request.send_header("Content-Length", str(3 << 30))
            request.end_headers()
            for _ in range(3 << 10):
                request.wfile.write(b"a" * (1 << 20))


class MailServer(Inbox):
    """aiosmtpd: it takes mails only after STARTTLS and a login."""
    user, password = "latchkey", "mail-password"

    def __init__(self, issued, port, offers_tls=True):
        super().__init__()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(issued.certificate, issued.key)
        tls = {"tls_context": context, "require_starttls": True, "auth_required": True} if offers_tls else {"auth_require_tls": False}
        self.controller = Controller(self, hostname="127.0.0.1", port=port, authenticator=self._authenticate, **tls)
        self.refusal = None
        self.controller.start()

    def _authenticate(self, server, session, envelope, mechanism, data):
        return AuthResult(success=(data.login, data.password) == (self.user.encode(), self.password.encode()))

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        text = email.message_from_bytes(envelope.content).get_payload(decode=True).decode()
        self.messages.append(("+" + envelope.rcpt_tos[0].split("@")[0], text))
        return "250 OK"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.controller.stop()
