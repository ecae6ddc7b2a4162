"""Bad input over raw sockets: garbage, smuggling, slow and half-closed connections. The process must keep running."""
import random
import socket
import time
from urllib.parse import urlparse

from checks import check, equal, holds
from pace import within

GOOD = b'{"jsonrpc":"2.0","method":"service.version","id":1}'


def connect(url):
    parts = urlparse(url)
    return socket.create_connection((parts.hostname, parts.port), timeout=20)


def exchange(url, data, half_close=False):
    """Sends data and returns all bytes that arrive until the peer closes or is silent for ten seconds."""
    with connect(url) as link:
        link.sendall(data)
        if half_close:
            link.shutdown(socket.SHUT_WR)
        link.settimeout(10)
        out = b""
        try:
            while chunk := link.recv(65536):
                out += chunk
        except (TimeoutError, ConnectionResetError):
            pass
        return out


def request(head, body=GOOD, length=None):
    lines = [b"POST /rpc HTTP/1.1", b"Host: x", b"Content-Type: application/json", *head]
    if length is not False:
        lines.append(b"Content-Length: %d" % (len(body) if length is None else length))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def alive(pair):
    for url in (pair.auth_url, pair.vault_url):
        holds(b'"result"' in exchange(url, request([b"Connection: close"])), f"{url} answers")


@check("garbage bytes get 400 or a closed connection, and the services keep running")
def garbage(pair):
    seed = random.randrange(1 << 32)
    rng = random.Random(seed)
    for url in (pair.auth_url, pair.vault_url):
        for _ in range(20):
            answer = exchange(url, rng.randbytes(rng.randrange(1, 4000)) + b"\r\n\r\n")
            holds(answer == b"" or answer.startswith(b"HTTP/1.1 400"), f"seed {seed}: {answer[:60]}")
    alive(pair)


@check("requests that two parsers could read differently are refused and the connection closed")
def smuggling(pair):
    cases = {
        "both lengths": request([b"Transfer-Encoding: chunked"], b"0\r\n\r\n"),
        "two content-lengths": request([b"Content-Length: 5"]),
        "an odd content-length": request([b"Content-Length: +5"], length=False),
        "a negative content-length": request([b"Content-Length: -5"], length=False),
        "an unknown transfer-encoding": request([b"Transfer-Encoding: gzip, banana"], length=False),
        "a space before the colon": request([b"X-A : b"]),
        "a folded header": request([b"X-A: b\r\n c"]),
        "a NUL in a header": request([b"X-A: b\x00c"]),
    }
    for name, data in cases.items():
        answer = exchange(pair.auth_url, data + request([]))
        holds(answer.count(b"HTTP/1.1 200") == 0, f"{name}: {answer[:80]}")
        holds(answer == b"" or answer.startswith(b"HTTP/1.1 4") or answer.startswith(b"HTTP/1.1 5"), f"{name}: {answer[:80]}")
    alive(pair)


@check("too many header fields, too long headers and a too long request line are refused")
def headers(pair):
    holds(b" 200 " in exchange(pair.auth_url, request([b"X-%d: y" % i for i in range(60)] + [b"Connection: close"])), "60 fields pass")
    holds(b" 200 " not in exchange(pair.auth_url, request([b"X-%d: y" % i for i in range(70)])), "70 fields are refused")
    holds(b" 200 " not in exchange(pair.auth_url, request([b"X: " + b"y" * 17000])), "17 000 bytes of headers are refused")
    holds(b" 200 " not in exchange(pair.auth_url, b"POST /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"), "a long request line")
    alive(pair)


@check("a half-closed connection gets its answer, and a half-sent body none")
def half_closed(pair):
    for url in (pair.auth_url, pair.vault_url):
        holds(b'"result"' in exchange(url, request([]), half_close=True), "answered")
        holds(b'"result"' not in exchange(url, request([], length=len(GOOD) + 10), half_close=True), "not answered")
    alive(pair)


@check("thirty slow clients delay no other client, and are disconnected")
def slow(pair):
    links = [connect(pair.auth_url) for _ in range(30)]
    for link in links:
        link.sendall(b"POST /rpc HTTP/1.1\r\nHost: x\r\n")
    began = time.monotonic()
    alive(pair)
    within(time.monotonic() - began, 2, "others are served at once")
    answers = []
    for link in links:
        with link:
            answers.append(link.recv(1000)[:12])
    equal(answers, [b"HTTP/1.1 408"] * 30, "the answer to each after the header timeout")
    within(time.monotonic() - began, 10, "all are cut off")


@check("pipelined requests are answered in order")
def pipelined(pair):
    bodies = [b'{"jsonrpc":"2.0","method":"service.version","id":%d}' % i for i in range(8)]
    answer = exchange(pair.auth_url, b"".join(request([], body) for body in bodies[:-1]) + request([b"Connection: close"], bodies[-1]))
    places = [answer.find(b'"id":%d}' % i) for i in range(8)]
    holds(-1 not in places and places == sorted(places), f"{places}")


@check("a chunked body is read like any other")
def chunked(pair):
    body = b"%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (10, GOOD[:10], len(GOOD) - 10, GOOD[10:])
    answer = exchange(pair.auth_url, request([b"Transfer-Encoding: chunked", b"Connection: close"], body, length=False))
    holds(b'"result"' in answer, f"{answer[:100]}")
