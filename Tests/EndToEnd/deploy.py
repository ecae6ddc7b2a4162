"""Checks the files of deploy/ with the programs they are for: nginx, HAProxy, PostgreSQL over TLS, Prometheus, systemd.

`deploy.py [--bin DIR] [WORD…]` starts two instances of each service with key files of keys init, on PostgreSQL as
deploy/postgres sets it up, and behind each of the two proxies in turn. With words, only checks whose title contains one run.
"""
import argparse
import contextlib
import http.client
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

import requests

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "scripts" / "lib"), str(pathlib.Path(__file__).parent)]

import checks  # noqa: E402
import deploy_files  # noqa: E402,F401
import pace  # noqa: E402
from checks import check, equal, holds  # noqa: E402
from deployed import SENDS_PER_ADDRESS, Deployment, settled  # noqa: E402
from load import Load  # noqa: E402
from pair import end_on_signals  # noqa: E402
from patience import patiently, until_served  # noqa: E402
from person import fault_of  # noqa: E402
from proxies import HAProxy, Nginx  # noqa: E402

PROXIES = {"nginx": Nginx, "HAProxy": HAProxy}


def person(pair):
    """Registers a person of the group home through the proxy, with the code from the spool, and waits until every instance serves it."""
    device = pair.device()
    patiently(lambda: device.register(pair.new_phone(), "home", pair))
    settled(device)
    return device


def through(pair, kind, action):
    """Runs an action while a proxy passes calls on."""
    proxy = PROXIES[kind](pair.folder / kind, pair.certificate, pair.port, pair.peers, pair.ports)
    try:
        if not pair.processes:
            pair.start_all()
        for member in pair.members:
            pair.wait_ready(member)
        action(proxy)
    finally:
        proxy.close()


def limited_by_client(pair):
    """The service counts codes by the client's address, whatever the client writes into X-Forwarded-For."""
    first, second = pair.device(), pair.device()
    answers = []
    for turn in range(SENDS_PER_ADDRESS + 1):
        first.http.headers["X-Forwarded-For"] = first.http.headers["X_Forwarded_For"] = f"203.0.113.{turn}"
        answers.append(fault_of(lambda: first.call("registration.start", {"phone": pair.new_phone(), "group": "home"})))
    equal(answers, [None] * SENDS_PER_ADDRESS + [("sendLimit", 200)], "codes of one client address")
    equal(fault_of(lambda: second.call("registration.start", {"phone": pair.new_phone(), "group": "home"})), None, "another address")


def unreachable(pair):
    """Internal methods, health, metrics and other paths cannot be reached through the proxy."""
    session = pair.session()
    for service, method in (("auth", "token.introspect"), ("auth", "revocation.poll"), ("auth", "service.authenticate"), ("vault", "vault.purge")):
        answer = session.post(pair.url(service), json={"jsonrpc": "2.0", "method": method, "params": {}, "id": 1},
                              headers={"Latchkey-Call": "x"}).json()
        equal(answer["error"]["code"], -32601, method)
    for service in ("auth", "vault"):
        base = pair.url(service).removesuffix("/rpc")
        for path in ("/metrics", "/healthz", "/readyz", "/", "/rpc/", "/RPC", "/rpc/../metrics", "//metrics", "/%6detrics", "/nosuch"):
            request = requests.Request("GET", base + "/").prepare()
            request.url = base + path
            equal(session.send(request, verify=session.verify).status_code, 404, f"{service}{path}")
        equal(session.get(base + "/rpc").status_code, 405, f"GET of {service}")
    keys = session.get(pair.url("auth").replace("/rpc", "/.well-known/jwks.json"))
    equal((keys.status_code, len(keys.json()["keys"])), (200, 1), "the public keys")
    equal(session.get(pair.url("vault").replace("/rpc", "/.well-known/jwks.json")).status_code, 404, "the vault has no keys")
    page = session.get(pair.url("auth").replace("/rpc", "/join"))
    equal((page.status_code, page.headers["Content-Type"]), (200, "text/html; charset=utf-8"), "the page behind an invite's link")
    equal(session.get(pair.url("auth").replace("/rpc", "/v1/head")).status_code, 404, "auth has no heads")
    for command in ("latchkey child join", "latchkey parent accept"):
        holds(command in page.text, page.text)
    holds("<script" not in page.text, page.text)
    holds(page.headers["Content-Security-Policy"].startswith("default-src 'none'"), page.headers)
    equal(session.get(pair.url("vault").replace("/rpc", "/join")).status_code, 404, "the vault has no invites")


def head_by_curl(pair, device):
    """GET /v1/head through the proxy with curl: 200 with a tag, 304 to it, another one after a change, 401 and 405."""
    url, token = pair.url("vault").replace("/rpc", "/v1/head"), device.token
    trust = ("--cacert", str(pair.authority.certificate), "--resolve", f"vault.example.org:{pair.port}:127.0.0.1", "--noproxy", "*")

    def curl(*arguments, credential=f"Authorization: Bearer {token}"):
        out = subprocess.run(["curl", "-sS", "-D", "-", "--max-time", "20", *trust, "-H", credential, *arguments, url],
                             capture_output=True, text=True, check=True).stdout
        head, _, body = out.partition("\r\n\r\n") if "\r\n\r\n" in out else out.partition("\n\n")
        lines = head.splitlines()
        fields = (line.split(":", 1) for line in lines if ":" in line)  # with -I curl prints each line of the head twice
        return int(lines[0].split()[1]), {name.lower(): value.strip() for name, value in fields}, body

    status, headers, body = curl()
    equal((status, body, headers["cache-control"]), (200, "", "private, no-cache"), "the first reply")
    tag = headers["etag"]
    for _ in range(4):  # both instances have the same tag
        status, headers, body = curl("-H", f"If-None-Match: {tag}")
        equal((status, headers["etag"], headers["cache-control"], body), (304, tag, "private, no-cache", ""), "the tag is known")
    equal(curl("-I")[:2][0], 200, "HEAD")
    device.mine("secret.add", {"kind": "note", "body": {"text": "curl"}})
    status, headers, _ = curl("-H", f"If-None-Match: {tag}")
    holds(status == 200 and headers["etag"] != tag, f"after a change: {status}, {headers}")
    status, headers, _ = curl(credential="Authorization: Bearer x.y.z")
    equal((status, headers["www-authenticate"], headers["cache-control"]), (401, 'Bearer error="invalid_token"', "no-store"), "a bad token")
    status, headers, _ = curl("-X", "POST", "-d", "x")
    equal((status, headers["allow"]), (405, "GET, HEAD"), "POST")


def is_open(link):
    """True if the peer has not closed a connection on which nothing was sent."""
    try:
        return link.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def connections_of_one_client(pair):
    """HAProxy keeps 64 connections of one address and closes the others, so that one client cannot use up all of them."""
    links = []
    for _ in range(100):
        with contextlib.suppress(ConnectionError):
            links.append(socket.create_connection(("127.0.0.1", pair.port), timeout=5, source_address=("127.0.3.1", 0)))
            links[-1].setblocking(False)
    until(lambda: sum(map(is_open, links)) == 64, 3, "64 connections of one address stay open")
    keys = pair.url("auth").replace("/rpc", "/.well-known/jwks.json")
    equal(pair.session("127.0.3.2").get(keys, timeout=5).status_code, 200, "the answer to another client")
    for link in links:
        link.close()


def body_sizes(pair):
    """Bodies up to the limits of the services are passed on; a longer one is refused as soon as its length is known."""
    session, call = pair.session(), '{"jsonrpc":"2.0","method":"service.version","id":1}'
    for service, limit in (("auth", 64 << 10), ("vault", 3128 << 10)):
        body = call[:-1] + " " * (limit - len(call)) + "}"
        answer = session.post(pair.url(service), data=body, headers={"Content-Type": "application/json", "Accept-Encoding": "gzip"})
        equal((answer.status_code, answer.headers.get("Content-Encoding")), (200, None), f"{limit} bytes to {service}")
        trust = ssl.create_default_context(cafile=str(pair.authority.certificate))
        longer = http.client.HTTPSConnection(f"{service}.example.org", pair.port, context=trust, timeout=10)
        longer.putrequest("POST", "/rpc")
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(limit + 1))):
            longer.putheader(name, value)
        longer.endheaders()
        equal(longer.getresponse().status, 413, f"{limit + 1} bytes to {service}")
        longer.close()


def drained(pair, device):
    """One instance of each service ends in order while clients call without pause: no call fails."""
    before = int(device.mine("vault.info")["items"])
    with Load(pair.clones(device, 6)) as load:
        time.sleep(0.5)  # lets every client make calls before an instance ends
        for member in ("auth-2", "vault-2"):
            load.note(f"{member} gets SIGTERM")
            equal(pair.stop(member), 0, f"exit status of {member}")
            load.note(f"{member} has ended")
        for member in ("auth-2", "vault-2"):
            pair.start(member)
        for member in ("auth-2", "vault-2"):
            pair.wait_ready(member)
            load.note(f"{member} is ready")
        time.sleep(1.5)  # the proxy passes calls to them again
    print(f"    {load.summary}", flush=True)
    holds(not load.losses, load.losses)
    holds(load.added > 20, f"only {load.added} entries were added")
    equal(int(device.mine("vault.info")["items"]) - before, load.added, "entries in the vault")


@check("nginx closes an idle connection before an instance that ends does")
def idle_connections(pair):
    configuration = (root / "deploy" / "nginx" / "latchkey.conf").read_text()
    kept = [int(seconds) for seconds in re.findall(r"^ +keepalive_timeout (\d+)s;", configuration, re.M)]
    for service in ("auth", "vault"):
        settings = subprocess.run([pair.bin / f"latchkey-{service}", "settings"], capture_output=True, text=True, check=True).stdout
        drain = int(re.search(r"^\| `drain-seconds` \|[^|]*\| `(\d+)`", settings, re.M)[1])
        holds(len(kept) == 2 and max(kept) < drain, f"nginx keeps connections for {kept} s, and {service} serves {drain} s after SIGTERM")


@check("nginx: a person registers, limits count the client's address, nothing internal is reachable, and an instance ends without a lost call")
def nginx(pair):
    def action(_):
        device = person(pair)
        unreachable(pair)
        head_by_curl(pair, device)
        body_sizes(pair)
        limited_by_client(pair)
        drained(pair, device)
        for member in ("auth-2", "vault-2"):
            pair.kill9(member)
        for _ in range(10):
            until_served(lambda: device.mine("session.status"), 3)
            until_served(lambda: device.mine("secret.list"), 3)
        for member in ("auth-2", "vault-2"):
            pair.start(member)
    through(pair, "nginx", action)


@check("HAProxy: the same, and a dead instance is taken out within 3 s")
def haproxy(pair):
    def action(proxy):
        until(lambda: set(proxy.states().values()) == {"UP"}, 5, "every instance is up")
        device = person(pair)
        unreachable(pair)
        head_by_curl(pair, device)
        body_sizes(pair)
        limited_by_client(pair)
        connections_of_one_client(pair)
        drained(pair, device)
        until(lambda: set(proxy.states().values()) == {"UP"}, 5, "every instance is up again")
        for member in ("auth-2", "vault-2"):
            pair.kill9(member)
        until(lambda: proxy.states() == {"auth1": "UP", "auth2": "DOWN", "vault1": "UP", "vault2": "DOWN"}, 3, "the dead instances are taken out")
        for _ in range(10):
            until_served(lambda: device.mine("session.status"), 3)
            until_served(lambda: device.mine("secret.list"), 3)
        for member in ("auth-2", "vault-2"):
            pair.start(member)
    through(pair, "HAProxy", action)


def until(condition, seconds, what):
    began = time.monotonic()
    while not condition():
        pace.within(time.monotonic() - began, seconds, what)
        time.sleep(0.05)


@check("each public method of auth that changes something takes a request proof, as the proxies' rule for repeated requests says")
def repeated_requests(_):
    table = (root / "proto-json" / "methods.md").read_text().split("## latchkey-vault")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| `")]
    changing = [row for row in rows if "public" in row[3].replace(",", " ").split() and row[5] == "changes"]
    holds(len(changing) > 5, "the table of methods lists the changing methods of auth")
    equal([row[0] for row in changing if "device proof" not in row[2]], [], "methods without a proof")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(root / ".build" / "debug"))
    parser.add_argument("only", nargs="*")
    chosen = parser.parse_args()
    end_on_signals()
    folder = tempfile.mkdtemp(prefix="latchkey-deploy-")
    pair, good = None, False
    try:
        pace.begin()
        pair = Deployment(chosen.bin, folder)
        good = checks.run(pair, chosen.only or [title for title, _ in checks.CHECKS])
    finally:
        if pair:
            for member in pair.members:
                pair.kill9(member)
            pair.cluster.close()
        if good:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"logs and configurations are in {folder}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
