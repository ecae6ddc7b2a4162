"""Requests that reach the services at the same moment: each is sent without its last byte, and then all last bytes are sent."""
import collections
import json
import selectors
import socket
import time

from person import _ids

PATIENCE = 20  # seconds after which a request counts as unanswered
SETTLING = 0.05  # seconds that the services get to read the requests up to their last byte


class Answer(collections.namedtuple("Answer", "shot result fault status sent answered nonce")):
    """What became of a request. `fault` is `unanswered` if the connection was lost; `sent` is the moment of the last byte."""
    __slots__ = ()

    @property
    def is_unknown(self):
        """True if the request may have had its effect although no result arrived."""
        return self.fault in ("unanswered", "unavailable")

    @property
    def succeeded(self):
        return self.fault is None


class Shot:
    """One request to one instance, as it is sent.

    `tag` says what the request is to the test that made it; `source` is the client's address; `delay` is the time in seconds by which
    its last byte is sent later than the others'.
    """
    delay = 0

    def __init__(self, port, content, tag=None, source="127.0.0.1"):
        self.port, self.content, self.tag, self.source = port, content, tag, source

    def at(self, port):
        """The same bytes for another instance."""
        return Shot(port, self.content, self.tag, self.source)


def shot(device, port, method, params, token=None, tag=None, source="127.0.0.1"):
    """Makes a request of a device, with a proof of its own and the nonce that the device has."""
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": next(_ids)}).encode()
    return raw_shot(device, port, body, method, token, tag, source)


def raw_shot(device, port, body, method=None, token=None, tag=None, source="127.0.0.1"):
    """Makes a request with any body; its proof is for a method, or it has none."""
    lines = ["POST /rpc HTTP/1.1", f"Host: 127.0.0.1:{port}", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if method and method.split(".")[0] not in ("vault", "secret"):
        lines.append(f"DPoP: {device.proof(method, body, device.auth_url, token)}")
    return Shot(port, "\r\n".join([*lines, "", ""]).encode() + body, tag, source)


class _Flight:
    """A connection that carries one request."""

    def __init__(self, shot):
        self.shot, self.received, self.sent, self.link = shot, b"", time.monotonic(), None
        try:
            self.link = socket.create_connection(("127.0.0.1", shot.port), 5, source_address=(shot.source, 0))
            self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.link.sendall(shot.content[:-1])
        except OSError:
            self.close()

    def release(self):
        self.sent = time.monotonic()
        try:
            self.link.sendall(self.shot.content[-1:])
        except OSError:
            self.close()

    def read(self):
        """Returns true once the answer is complete or the connection is lost."""
        try:
            part = self.link.recv(65536)
        except OSError:
            part = b""
        self.received += part
        return not part or self._body() is not None

    def _head(self):
        return {name.lower(): value.strip() for name, _, value in
                (line.partition(":") for line in self.received.partition(b"\r\n\r\n")[0].decode().split("\r\n")[1:])}

    def _body(self):
        head, end, body = self.received.partition(b"\r\n\r\n")
        if not end:
            return None
        length = int(self._head().get("content-length", 0))
        return body[:length] if len(body) >= length else None

    def answer(self):
        body, now = self._body(), time.monotonic()
        try:
            content, status = json.loads(body), int(self.received[9:12])
        except (TypeError, ValueError):
            status = int(self.received[9:12]) if self.received[9:12].isdigit() else 0
            return Answer(self.shot, None, f"http {status}" if status else "unanswered", status, self.sent, now, None)
        nonce = self._head().get("dpop-nonce")
        if isinstance(content, list):
            return Answer(self.shot, content, None, status, self.sent, now, nonce)
        if "result" in content:
            return Answer(self.shot, content["result"], None, status, self.sent, now, nonce)
        fault = content["error"].get("data", {}).get("fault") or f"code {content['error'].get('code')}"
        return Answer(self.shot, content["error"], fault, status, self.sent, now, nonce)

    def close(self):
        if self.link:
            self.link.close()
        self.link = None


def volley(shots, at_release=lambda: None):
    """Sends all requests at the same moment and returns their answers in the order of the requests.

    `at_release` is called just before the last bytes are sent.
    """
    flights = [_Flight(one) for one in shots]
    if len(flights) > 1:
        time.sleep(SETTLING)
    at_release()
    began = time.monotonic()
    for flight in sorted(flights, key=lambda flight: flight.shot.delay):
        if flight.shot.delay:
            time.sleep(max(0, began + flight.shot.delay - time.monotonic()))
        if flight.link:
            flight.release()
    answers, until = {}, time.monotonic() + PATIENCE
    with selectors.DefaultSelector() as selector:
        for flight in flights:
            if flight.link:
                selector.register(flight.link, selectors.EVENT_READ, flight)
        while selector.get_map() and (left := until - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                if key.data.read():
                    selector.unregister(key.fileobj)
                    answers[key.data] = key.data.answer()
    out = [answers.get(flight) or flight.answer() for flight in flights]
    for flight in flights:
        flight.close()
    return out
