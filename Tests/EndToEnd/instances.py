"""Two instances of each service on one PostgreSQL database, behind a proxy: what one learns, the other keeps."""
import subprocess
import threading
import time

from checks import check, equal, holds
from cluster import Cluster
from person import Device, Refused, fault_of
from races import clones


def at(pair, member, device):
    """The same device, calling one instance of the vault past the proxy."""
    clone = clones(device, 1)[0]
    clone.session = device.session
    clone.vault_url = f"http://127.0.0.1:{pair.ports[member][0]}/rpc"
    return clone


def settled(person, seconds=5):
    """Waits until every instance serves a person again: as many good answers in a row as reach them all."""
    began, good = time.monotonic(), 0
    while good < 6:
        refusal = fault_of(lambda: person.mine("vault.pull"))
        holds(refusal in (None, ("unavailable", 200)), f"{refusal} while it comes back")
        good = good + 1 if refusal is None else 0
        holds(time.monotonic() - began < seconds, f"not back after {seconds} s")
        time.sleep(0 if good else 0.05)


@check("instances: an empty database is migrated once, whoever starts first")
def migrated_once(pair):
    cluster = Cluster()
    try:
        for service, table in (("auth", "account"), ("vault", "vault_head")):
            cluster.create(service)
            words = [str(pair.bin / f"latchkey-{service}"), "migrate", "--data", str(pair.data), "--database", cluster.url(service)]
            pending = subprocess.run([*words, "--check"], capture_output=True, text=True)
            equal((pending.returncode, "pending 1" in pending.stdout), (1, True), f"{pending}")
            together = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(4)]
            said = [process.communicate()[0] for process in together]
            equal([process.returncode for process in together], [0] * 4, f"{said}")
            equal(sum("ran 1" in out for out in said), 1, f"how many of {said} ran the steps")
            equal(cluster.ask(service, f"SELECT count(*) FROM {table}"), "0", table)
            equal(subprocess.run([*words, "--check"], capture_output=True).returncode, 0, "nothing is left to do")
    finally:
        cluster.close()


@check("instances: a pull that waits at one is answered by a push at the other")
def long_poll(pair):
    person = Device(pair.auth_url, pair.vault_url)
    person.register(pair.new_phone(), "demo")
    person.add()
    first, second = at(pair, "vault", person), at(pair, "vault-2", person)
    cursor = first.mine("vault.pull")["cursor"]
    answer = {}

    def wait():
        answer["page"] = first.mine("vault.pull", {"cursor": cursor, "waitMs": 20000})
        answer["at"] = time.monotonic()
    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(1)
    pushed = time.monotonic()
    second.add(account="news@example.com")
    thread.join(25)
    equal(len(answer["page"]["items"]), 1, "items")
    holds(answer["at"] - pushed < 2, f"the waiting pull was answered after {answer['at'] - pushed:.1f} s")


@check("instances: what auth has ended, every instance of the vault refuses within 2 s")
def revoked(pair):
    for _ in range(5):
        person = Device(pair.auth_url, pair.vault_url)
        person.register(pair.new_phone(), "demo")
        doors = [at(pair, member, person) for member in ("vault", "vault-2")]
        for door in doors:
            door.mine("vault.pull")
        person.mine("session.logoutEverywhere")
        ended = time.monotonic()
        for door in doors:
            while (refusal := fault_of(lambda: door.mine("vault.pull"))) != ("sessionRevoked", 401):
                holds(refusal is None, f"{refusal}")
                holds(time.monotonic() - ended < 2, "served for more than 2 s after the end")
                time.sleep(0.02)


@check("instances: an approval given at one is good at every vault")
def approved(pair):
    person = Device(pair.auth_url, pair.vault_url)
    phone = pair.new_phone()
    person.register(phone, "clinic", pair)
    doors = [at(pair, member, person) for member in ("vault", "vault-2")]
    for door in doors:
        equal(fault_of(lambda: door.mine("vault.pull")), ("waitingForApproval", 200), "before")
    pair.approve(phone)
    said = time.monotonic()
    for door in doors:
        while fault_of(lambda: door.mine("vault.pull")):
            holds(time.monotonic() - said < 2, "still refused 2 s after the approval")
            time.sleep(0.02)


@check("instances: the second carries on where the first is killed")
def carried_on(pair):
    person = Device(pair.auth_url, pair.vault_url)
    person.register(pair.new_phone(), "demo")
    pushed = []
    for turn in range(40):
        if turn == 10:
            pair.kill9("vault")
        if turn == 20:
            pair.start("vault")
            pair.wait_ready("vault")
            pair.kill9("auth-2")
        if turn == 30:
            pair.start("auth-2")
            pair.wait_ready("auth-2")
        try:
            pushed.append(person.add(account=f"{turn}@example.com"))
        except Refused as refused:
            holds(refused.fault == "unavailable", refused.fault)
    holds(len(pushed) >= 38, f"only {len(pushed)} of 40 were taken while one of two was away")
    equal(len(person.mine("vault.pull")["items"]), len(pushed), "secrets kept")


@check("instances: without its database a service is unavailable, never 401, and back within 5 s")
def database_away(pair):
    person = Device(pair.auth_url, pair.vault_url)
    person.register(pair.new_phone(), "demo")
    person.add()
    pair.cluster.kill9()
    for _ in range(5):
        began = time.monotonic()
        for ask in (lambda: person.mine("vault.pull"), lambda: person.call("registration.start", {"phone": pair.new_phone(), "group": "demo"})):
            try:
                ask()
                raise AssertionError("answered without a database")
            except Refused as refused:
                equal((refused.fault, refused.status), ("unavailable", 200), "the refusal")
        holds(time.monotonic() - began < 6.5, f"two refusals took {time.monotonic() - began:.1f} s")
    pair.cluster.start()
    settled(person)
    equal(len(person.mine("vault.pull")["items"]), 1, "secrets kept")


@check("instances: a database put back begins new epochs, and a device with a later cursor is told by name")
def put_back(pair):
    person = Device(pair.auth_url, pair.vault_url)
    person.register(pair.new_phone(), "demo")
    person.add(account="kept@example.com")
    epochs = {service: pair.rows(service, f"SELECT hex(epoch) FROM {table}") for service, table in (("auth", "feed"), ("vault", "vault_head"))}
    pair.cluster.take_copy()
    settled(person)
    person.add(account="lost@example.com")
    cursor = person.mine("vault.pull")["cursor"]
    for member in pair.members:
        pair.restart(member)  # the mark of the history is taken at each start, and then every few seconds
    pair.cluster.put_back()
    back = time.monotonic()
    while (refusal := fault_of(lambda: person.mine("vault.pull", {"cursor": cursor}))) != ("resyncRequired", 200):
        holds(refusal in (("unavailable", 200), None), f"{refusal}")
        holds(time.monotonic() - back < 10, f"{refusal} 10 s after the database was put back")
        time.sleep(0.05)
    while pair.rows("auth", "SELECT hex(epoch) FROM feed") == epochs["auth"]:
        holds(time.monotonic() - back < 10, "the feed still has its epoch")
        time.sleep(0.05)
    settled(person)
    items = person.mine("vault.pull")
    equal([item["body"]["accountName"] for item in items["items"]], ["kept@example.com"], "what the copy held")
    holds(int(items["head"]) > 2**32, f"the head did not jump: {items['head']}")
