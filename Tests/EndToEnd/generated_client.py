"""A client that openrpcclientgenerator (PyPI) makes from rpc.discover calls both services."""
import asyncio
import importlib
import json
import keyword
import pathlib
import sys
import tempfile
import uuid

import caseswitcher
import openrpcclientgenerator
import requests
from jsonrpc2pyclient.httpclient import AsyncRPCHTTPClient
from openrpc import OpenRPC
from py_undefined import Undefined

from checks import check, equal, holds
from person import Device, new_secret
from protocol import both


class Transport(AsyncRPCHTTPClient):
    """Sends a generated client's calls with a device's token and request proofs.

    The generator turns the wire's camelCase names into snake_case and does not turn them back; this class does.
    """

    def __init__(self, url, device, document):
        super().__init__(url)
        self.device, self.names = device, {}
        for method in document["methods"]:
            self.names |= {caseswitcher.to_snake(param["name"]): param["name"] for param in method["params"]}
        for schema in document["components"]["schemas"].values():
            self.names |= {caseswitcher.to_snake(name): name for name in schema.get("properties", {})}

    def renamed(self, value, names):
        if isinstance(value, list):
            return [self.renamed(item, names) for item in value]
        if isinstance(value, dict):  # the members of a body are the person's, not the contract's
            return {names.get(k, k): v if k == "body" else self.renamed(v, names) for k, v in value.items() if v is not Undefined}
        return value

    async def call(self, method, params=None, **rest):
        result = await super().call(method.removesuffix("Call"), self.renamed(params or {}, self.names), **rest)
        return self.renamed(result, {wire: snake for snake, wire in self.names.items()})

    async def _send_and_get_json(self, request_json, request_id, **_):
        session = self.device.session
        request = json.loads(request_json)
        token = session["accessToken"] if session else None
        try:
            result = self.device.call(request["method"], request["params"], token=token)
        except Exception as error:
            if not hasattr(error, "error"):
                raise
            return {"jsonrpc": "2.0", "id": request_id, "error": error.error}
        return {"jsonrpc": "2.0", "id": request_id, "result": result}


def generated(document, url, folder):
    """Generates a client in the folder; returns its client module and its models module.

    The generator names a function after the last word of a method, which for vault.import is a keyword of Python."""
    methods = [{**method, "name": method["name"] + "Call" * keyword.iskeyword(method["name"].split(".")[-1])} for method in document["methods"]]
    document = {**document, "methods": methods}
    name = openrpcclientgenerator.generate(
        OpenRPC.model_validate(document), openrpcclientgenerator.Language.PYTHON, url, pathlib.Path(folder))
    package = name.replace("-", "_")
    sys.path.insert(0, f"{folder}/python/{name}")
    try:
        models = importlib.import_module(f"{package}.models")
        for title, schema in document["components"]["schemas"].items():
            holds(hasattr(models, title), f"{package}: no model for {title}")
            optional = schema.get("properties", {}).keys() - set(schema.get("required", []))
            for member in optional:  # the generator treats every member as required
                getattr(models, title).model_fields[caseswitcher.to_snake(member)].default = None
        objects = [title for title, schema in document["components"]["schemas"].items() if "properties" in schema]
        for title in objects * 3:  # a model copies the models of its members, which are nested at most three deep
            getattr(models, title).model_rebuild(force=True)
        return importlib.import_module(f"{package}.client"), models
    finally:
        sys.path.pop(0)


@check("a client generated from rpc.discover has a model for each named type and calls both services")
def generated_client(pair):
    device = Device(pair.auth_url, pair.vault_url, name="generated")
    clients, models = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for service, url in both(pair):
            body = {"jsonrpc": "2.0", "method": "rpc.discover", "id": 1}
            document = requests.post(url, json=body, timeout=20).json()["result"]
            holds(len(document["components"]["schemas"]) >= 10, f"{service} names its types")
            module, models[service] = generated(document, url, folder)
            clients[service] = getattr(module, f"Latchkey{service.title()}Client")({}, url)
            transport = Transport(url, device, document)
            for part in (clients[service], *vars(clients[service]).values()):
                part.transport = transport
        asyncio.run(calls(pair, device, clients["auth"], clients["vault"], models))


async def calls(pair, device, auth, vault, models):
    """Registers, reads the session status, adds one item, pushes another, and pulls both."""
    for client, service in ((auth, "auth"), (vault, "vault")):
        equal(type(await client.service.version()), models[service].ServiceVersionAnswer, service)
    sent = await auth.registration.start(phone=pair.new_phone(), group="demo", device_name="generated")
    equal(sent.state, models["auth"].RegistrationState.ACTIVATED)
    answer = await auth.registration.confirm(challenge_id=sent.challenge_id)
    equal(type(answer.session), models["auth"].SessionGrant)
    device.session = {"accessToken": answer.session.access_token}
    status = await auth.session.status()
    equal((status.account_id, type(status.approval)), (answer.session.account_id, models["auth"].ApprovalStatus))

    secret = new_secret()
    added = await vault.secret.add(
        kind="otp", body=secret["body"], id=uuid.UUID(secret["id"]), request_id=uuid.UUID(secret["requestId"]))
    equal(type(added), models["vault"].SecretChange)
    note = uuid.uuid4()
    op = models["vault"].PushOp(
        op_id=uuid.uuid4(), type="create", id=note, kind="note", known_seq=added.rev, body={"title": "a", "text": "b"})
    pushed = await vault.vault.push(ops=[op])
    equal(pushed.results[0].outcome, models["vault"].OpOutcome.APPLIED)
    page = await vault.vault.pull()
    equal({item.id for item in page.items}, {added.id, note})
    equal({item.state for item in page.items}, {models["vault"].SecretState.LIVE})
