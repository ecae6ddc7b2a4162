"""Two instances of each service on one PostgreSQL database, behind a load balancer: both act on the same state."""
import subprocess
import threading
import time

from checks import check, equal, holds
from postgres_server import PostgresServer
from pace import within
from patience import PASSING, PATIENCE, UNAVAILABLE, patiently, through_a_proxy, until_refused, until_served
from person import Device, fault_of, new_secret
from races import clones


def registered_person(pair):
    """Registers a person of the group demo and waits until every instance serves this person."""
    def register():
        person = Device(pair.auth_url, pair.vault_url)
        person.phone = pair.new_phone()
        person.register(person.phone, "demo")
        return person
    person = patiently(register)
    settled(person, PATIENCE)
    return person


def add(person, account="ada@example.com"):
    """Adds one secret, exactly once, however often the call must be repeated."""
    secret = new_secret(account=account)
    return patiently(lambda: person.mine("secret.add", secret))


def at(pair, member, device):
    """Returns a copy of the device that calls one instance of the vault directly instead of through the load balancer."""
    clone = clones(device, 1)[0]
    clone.session = device.session
    clone.vault_url = f"http://127.0.0.1:{pair.ports[member][0]}/rpc"
    return clone


def settled(person, seconds):
    """Waits until both services serve a person six times in a row; the load balancer spreads these calls over all instances."""
    began, good = time.monotonic(), 0
    while good < 6:
        asked = time.monotonic() - began
        refusals = {fault_of(lambda: person.mine(method)) for method in ("vault.pull", "session.status")} - {None}
        holds(refusals <= {UNAVAILABLE}, f"{refusals} while the instances recover")
        good = 0 if refusals else good + 1
        if refusals:
            within(asked, seconds, "both services serve the person")
            time.sleep(0.05)


@check("instances: an empty database is migrated once, whichever instance starts first")
def migrated_once(pair):
    cluster = PostgresServer()
    try:
        for service, table in (("auth", "account"), ("vault", "vault_head")):
            cluster.create(service)
            words = [str(pair.bin / f"latchkey-{service}"), "migrate", "--data", str(pair.data), "--database", cluster.url(service)]
            pending = subprocess.run([*words, "--check"], capture_output=True, text=True)
            equal((pending.returncode, "pending 1" in pending.stdout), (1, True), f"{pending}")
            together = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(4)]
            outputs = [process.communicate()[0] for process in together]
            equal([process.returncode for process in together], [0] * 4, f"{outputs}")
            equal(sum("ran 1" in out for out in outputs), 1, f"how many of {outputs} ran the steps")
            equal(cluster.query(service, f"SELECT count(*) FROM {table}"), "0", table)
            equal(subprocess.run([*words, "--check"], capture_output=True).returncode, 0, "nothing is left to do")
    finally:
        cluster.close()


@check("instances: a pull that waits at one instance is answered after a push at the other")
def long_poll(pair):
    person = registered_person(pair)
    add(person)
    first, second = at(pair, "vault", person), at(pair, "vault-2", person)
    cursor = patiently(lambda: first.mine("vault.pull"))["cursor"]
    until_served(lambda: second.mine("vault.pull"), PATIENCE)
    answer = {}

    def wait():
        answer["page"] = patiently(lambda: first.mine("vault.pull", {"cursor": cursor, "waitMs": 20000}))
        answer["at"] = time.monotonic()
    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(1)  # lets the pull begin to wait: a pull that arrives after the push is answered at once
    add(second, "news@example.com")
    pushed = time.monotonic()
    thread.join(2 * PATIENCE)
    equal(len(answer["page"]["items"]), 1, "items")
    within(answer["at"] - pushed, 2, "the waiting pull was answered")


@check("instances: every instance of the vault refuses an ended session within 2 s", requirements=["I10", "T7"])
def revoked(pair):
    for _ in range(5):
        person = registered_person(pair)
        vaults = [at(pair, member, person) for member in ("vault", "vault-2")]
        for vault in vaults:
            patiently(lambda: vault.mine("vault.pull"))
        person.mine("session.logoutEverywhere")
        ended = time.monotonic()
        for vault in vaults:
            until_refused(lambda: vault.mine("vault.pull"), ("sessionRevoked", 401), 2, since=ended)


@check("instances: an approval given at one instance holds at every vault")
def approved(pair):
    person = Device(pair.auth_url, pair.vault_url)
    phone = pair.new_phone()
    person.register(phone, "clinic", pair)
    vaults = [at(pair, member, person) for member in ("vault", "vault-2")]
    for vault in vaults:
        until_refused(lambda: vault.mine("vault.pull"), ("waitingForApproval", 200), 2)
    pair.approve(phone)
    decided = time.monotonic()
    for vault in vaults:
        until_served(lambda: vault.mine("vault.pull"), 2, meanwhile=("waitingForApproval", 200), since=decided)


@check("instances: the second instance continues when the first is killed")
def carried_on(pair):
    person = registered_person(pair)
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
        secret, began = new_secret(account=f"{turn}@example.com"), time.monotonic()
        through_a_proxy(lambda: person.mine("secret.add", secret))
        within(time.monotonic() - began, 3, f"secret {turn} was added while one of two instances was down")
    kept = patiently(lambda: person.mine("vault.pull"))["items"]
    equal(sorted(item["body"]["accountName"] for item in kept), sorted(f"{turn}@example.com" for turn in range(40)), "secrets kept")


@check("instances: without its database a service answers unavailable, never 401, and recovers within 5 s", requirements=["T9"])
def database_away(pair):
    person = registered_person(pair)
    add(person)
    pair.cluster.kill9()
    for _ in range(5):
        for call in (lambda: person.mine("vault.pull"), lambda: person.call("registration.start", {"phone": pair.new_phone(), "group": "demo"})):
            began = time.monotonic()
            equal(fault_of(call), UNAVAILABLE, "the refusal without a database")
            within(time.monotonic() - began, 3 + PASSING, "unavailable was answered")
    pair.cluster.start()
    settled(person, 5)
    equal(len(patiently(lambda: person.mine("vault.pull"))["items"]), 1, "secrets kept")


@check("instances: a restored database begins new epochs, sessions end, and a device with a later cursor gets resyncRequired")
def put_back(pair):
    person = registered_person(pair)
    add(person, "kept@example.com")
    epochs = {service: pair.rows(service, f"SELECT hex(epoch) FROM {table}") for service, table in (("auth", "feed"), ("vault", "vault_head"))}
    pair.cluster.take_copy()
    settled(person, PATIENCE)
    add(person, "lost@example.com")
    cursor = patiently(lambda: person.mine("vault.pull"))["cursor"]
    for member in pair.members:
        pair.restart(member)  # a service records the database's timeline at each start, and then every few seconds
    pair.cluster.put_back()
    back = time.monotonic()
    # Auth's database is an older copy too, so every session ends, and the person logs in again.
    while (refusal := fault_of(lambda: person.mine("vault.pull", {"cursor": cursor}))) != ("loginRequired", 401):
        holds(refusal in (UNAVAILABLE, ("resyncRequired", 200), None), f"{refusal}")
        within(time.monotonic() - back, 10, f"still {refusal} after the database was put back")
        time.sleep(0.05)
    while pair.rows("auth", "SELECT hex(epoch) FROM feed") == epochs["auth"]:
        within(time.monotonic() - back, 10, "the feed still has its epoch")
        time.sleep(0.05)
    person.login(person.phone, pair, repeating=patiently)
    settled(person, PATIENCE)
    equal(fault_of(lambda: patiently(lambda: person.mine("vault.pull", {"cursor": cursor}))), ("resyncRequired", 200), "the later cursor")
    items = patiently(lambda: person.mine("vault.pull"))
    equal([item["body"]["accountName"] for item in items["items"]], ["kept@example.com"], "what the copy held")
    holds(int(items["head"]) > 2**32, f"the head did not jump: {items['head']}")
