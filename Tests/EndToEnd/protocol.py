"""JSON-RPC 2.0 over HTTP, checked with curl and with two clients from PyPI."""
import json
import pathlib
import subprocess

import jsonrpclib
import pjrpc
import pjrpc.client.backend.requests as pjrpc_requests

from checks import check, equal, holds

ENVELOPES = pathlib.Path(__file__).parents[2] / "proto-json" / "envelopes"


def curl(url, *arguments, body=None):
    """Makes one call with the curl program and returns status, headers and body."""
    command = ["curl", "-sS", "-i", "--max-time", "20", *arguments, url]
    if body is not None:
        command += ["--data-binary", "@-"]
        if not any("content-type" in a.lower() for a in arguments):
            command += ["-H", "Content-Type: application/json"]
    out = subprocess.run(command, input=body.encode() if isinstance(body, str) else body, capture_output=True)
    if out.returncode not in (0,):
        raise AssertionError(out.stderr.decode())
    text = out.stdout
    while True:
        head, _, text = text.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        if status != 100:
            break
    headers = {line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip() for line in head.decode().split("\r\n")[1:]}
    return status, headers, text


def both(pair):
    return (("auth", pair.auth_url), ("vault", pair.vault_url))


def translated(request):
    """Returns an envelope with service.version in the place of the two test methods, which the services do not have."""
    return request.replace('"test.nothing"', '"service.version"').replace('"test.subtract"', '"service.version"')


@check("both services refuse the invalid hand-written envelopes as their files say, and repeat each id exactly")
def envelopes(pair):
    for service, url in both(pair):
        for path in sorted(ENVELOPES.glob("invalid/*.json")):
            envelope = json.loads(path.read_text())
            if "subtract" in envelope["request"] and "params" in path.stem and path.stem != "params-are-a-string":
                continue  # bounds of a method the services do not have; the tests of the router play these envelopes
            status, _, body = curl(url, body=translated(envelope["request"]))
            equal(status, 200, f"{service} {path.stem}")
            answers = json.loads(body)
            if "errors" in envelope and path.stem == "batch-mixed":
                equal([a.get("error", {}).get("code") for a in answers][1:], [-32600, -32601] if len(answers) == 3 else None, path.stem)
                continue
            wanted = envelope.get("errors") or [envelope["error"]]
            answers = answers if isinstance(answers, list) else [answers]
            equal(len(answers), len(wanted), path.stem)
            for answer, error in zip(answers, wanted):
                equal(answer["error"]["code"], error["code"], f"{service} {path.stem}")
                equal(answer["error"]["data"]["fault"], error["fault"], f"{service} {path.stem}")
                equal(json.dumps(answer["id"]), error["id"], f"{service} {path.stem}")
        for id_text in ("1", '"1"', "1.0", "1E2", "null", "123456789012345678901234567890", '"é"'):
            status, _, body = curl(url, body='{"jsonrpc":"2.0","method":"service.version","id":%s}' % id_text)
            holds(body.decode().endswith('"id":%s}' % id_text), f"{service} id {id_text}: {body.decode()[-60:]}")


@check("notifications get 200 with an empty body, alone and in a batch")
def notifications(pair):
    for _, url in both(pair):
        for body in ('{"jsonrpc":"2.0","method":"service.version"}', '{"jsonrpc":"2.0","method":"nosuch"}',
                     '[{"jsonrpc":"2.0","method":"service.version"},{"jsonrpc":"2.0","method":"nosuch"}]'):
            status, _, text = curl(url, body=body)
            equal((status, text), (200, b""), body)


@check("a batch of 50 is answered, one of 51 refused whole; answers keep their ids")
def batches(pair):
    call = lambda i: {"jsonrpc": "2.0", "method": "service.version", "id": i}
    for _, url in both(pair):
        _, _, text = curl(url, body=json.dumps([call(i) for i in range(50)]))
        equal([a["id"] for a in json.loads(text)], list(range(50)))
        _, _, text = curl(url, body=json.dumps([call(i) for i in range(51)]))
        equal(json.loads(text)["error"]["data"]["fault"], "batchTooLarge")


@check("HTTP methods, media types, body sizes, caching and unknown paths are handled as documented")
def http(pair):
    good = '{"jsonrpc":"2.0","method":"service.version","id":1}'
    for service, url in both(pair):
        for kind in ("application/json", "application/json-rpc", "application/jsonrequest", "application/json; charset=utf-8"):
            status, headers, _ = curl(url, "-H", f"Content-Type: {kind}", body=good)
            equal(status, 200, kind)
            holds(headers["content-type"].startswith("application/json"), kind)
            equal(headers["cache-control"], "no-store", kind)
        equal(curl(url, "-H", "Content-Type: text/plain", body=good)[0], 415, service)
        for verb in ("GET", "PUT", "DELETE", "TRACE", "OPTIONS"):
            status, headers, _ = curl(url, "-X", verb)
            equal((status, headers.get("allow")), (405, "POST"), f"{service} {verb}")
        equal(curl(url.replace("/rpc", "/nosuch"), body=good)[0], 404, service)
        # The vault's limit leaves room for the largest push that it advertises, with every character escaped.
        limit = (64 if service == "auth" else 3 * 1024 + 100 + 4) * 1024
        padded = lambda size: good[:-1] + " " * (size - len(good)) + "}"
        equal(curl(url, body=padded(limit))[0], 200, f"{service} at the limit")
        equal(curl(url, body=padded(limit + 1))[0], 413, f"{service} one past the limit")


@check("a method with only a device proof, otp.request, is refused in a batch")
def authentication_in_batch(pair):
    _, _, text = curl(pair.auth_url, body='[{"jsonrpc":"2.0","method":"otp.request","params":{"phone":"+4915112345678","purpose":"login"},"id":1}]')
    equal(json.loads(text)[0]["error"]["data"]["fault"], "notInBatch")


@check("a bad token is 401 with a challenge and a JSON-RPC body; in a batch it is 200")
def unauthorized(pair):
    for method, url in (("session.status", pair.auth_url), ("vault.info", pair.vault_url)):
        call = json.dumps({"jsonrpc": "2.0", "method": method, "id": 1})
        status, headers, text = curl(url, "-H", "Authorization: Bearer nonsense", body=call)
        equal((status, headers["www-authenticate"]), (401, 'Bearer error="invalid_token"'), method)
        equal(json.loads(text)["error"]["data"]["fault"], "loginRequired", method)
        status, _, text = curl(url, "-H", "Authorization: Bearer nonsense", body=f"[{call}]")
        equal((status, json.loads(text)[0]["error"]["data"]["fault"]), (200, "loginRequired"), method)


@check("internal methods are unknown on the public listener")
def internal(pair):
    for url, method in ((pair.auth_url, "token.introspect"), (pair.auth_url, "revocation.poll"),
                        (pair.auth_url, "service.authenticate"), (pair.vault_url, "vault.purge")):
        _, _, text = curl(url, body=json.dumps({"jsonrpc": "2.0", "method": method, "params": {}, "id": 1}))
        equal(json.loads(text)["error"]["code"], -32601, method)


@check("rpc.discover gives the committed OpenRPC document")
def discover(pair):
    for service, url in both(pair):
        _, _, text = curl(url, body='{"jsonrpc":"2.0","method":"rpc.discover","id":1}')
        holds(text.startswith(b'{"jsonrpc":"2.0","result":') and text.endswith(b',"id":1}'), "an answer")
        committed = (ENVELOPES.parent / f"{service}.openrpc.json").read_bytes()
        equal(json.loads(text)["result"], json.loads(committed), service)


@check("the client library pjrpc makes calls, notifications and batches, and reads errors")
def with_pjrpc(pair):
    for service, url in both(pair):
        client = pjrpc_requests.Client(url)
        holds(client("service.version")["service"].endswith(service), service)
        holds(client.call("service.version")["contract"] >= 1, service)
        try:
            client("no.such.method")
            raise AssertionError("an unknown method was answered")
        except pjrpc.exceptions.MethodNotFoundError:
            pass
        client.notify("service.version")
        answers = client.batch[("service.version",), ("service.version",)]
        equal(len(answers), 2)


@check("the client library jsonrpclib-pelix makes calls, notifications and batches, and reads errors")
def with_pelix(pair):
    for service, url in both(pair):
        client = jsonrpclib.ServerProxy(url)
        holds(client.service.version()["service"].endswith(service), service)
        try:
            client.no.such.method()
            raise AssertionError("an unknown method was answered")
        except jsonrpclib.ProtocolError as error:
            equal(error.args[0][0], -32601)
        client._notify.service.version()
        batch = jsonrpclib.MultiCall(client)
        batch.service.version()
        batch.service.version()
        equal(len(list(batch())), 2)
