"""Wrong clocks of real processes. A debug build shifts its clock by the seconds in the file that LATCHKEY_CLOCK_SHIFT names."""
import json
import pathlib
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from checks import check, equal, holds
from instances import at
from pair import SERVICES, Pair
from patience import PATIENCE, patiently, until_refused, until_served
from person import Device, fault_of, new_secret
from races import clones

# An hour more than 400 days, because texts name whole days, rounded down.
DAYS_400 = 400 * 86_400 + 3_600
# Half a minute more than an hour, because texts name whole minutes, rounded down, and a measurement differs by milliseconds.
HOUR = 3_600 + 30


class Clocks:
    """The files with which the services of a pair get wrong clocks, each in seconds ahead."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def env(self, member):
        return {"LATCHKEY_CLOCK_SHIFT": str(self.folder / f"{member}.shift")}

    def set(self, seconds, *members):
        for member in members:
            part = self.folder / f"{member}.shift.part"
            part.write_text(str(seconds))
            part.rename(self.folder / f"{member}.shift")


def unready(pair, member):
    """Returns what /readyz says, or an empty text if the member is ready."""
    try:
        with urllib.request.urlopen(pair.url(member, "operations") + "/readyz", timeout=2):
            return ""
    except urllib.error.HTTPError as error:
        return error.read().decode()
    except OSError as error:
        return f"no answer: {error}"


def until(condition, what, seconds=15):
    end = time.monotonic() + seconds
    while not condition():
        holds(time.monotonic() < end, what)
        time.sleep(0.05)


def until_unready(pair, member, words, seconds=15):
    """Waits until /readyz of a member gives the reason in these words."""
    end = time.monotonic() + seconds
    while words not in (said := unready(pair, member)):
        holds(time.monotonic() < end, f"{member} says '{said}', not '{words}'")
        time.sleep(0.05)


def time_command(pair, member, *words):
    """Runs `time` of one instance and returns its JSON answer."""
    program = pair.bin / f"latchkey-{member.split('-')[0]}"
    done = subprocess.run(
        [str(program), "time", *words, "--data", str(pair._folder(member)), "--json"], capture_output=True, text=True)
    holds(done.returncode == 0, f"time {words}: {done.stderr}")
    return json.loads(done.stdout)


def restart(pair, clocks, seconds):
    """Starts both services again with clocks that are ahead, without waiting for them."""
    for service in SERVICES:
        pair.stop(service)
        clocks.set(seconds, service)
        pair.start(service, clocks.env(service))


def latest_times(pair):
    return [pair.rows("auth", "SELECT seen FROM feed"), pair.rows("vault", "SELECT seen FROM vault_time"),
            pair.rows("auth", "SELECT saved_at FROM lineage"), pair.rows("vault", "SELECT saved_at FROM lineage")]


def all_rows(pair):
    """Counts the rows that a sweep, an expiry or a wrong sign-out would change."""
    return [pair.rows("auth", f"SELECT count(*) FROM {table}") for table in ("session", "idempotency", "proof_seen", "revocation_event")] + [
        pair.rows("vault", "SELECT count(*) FROM vault_item")]


@check("a boot with a clock 400 days ahead changes no time and ends nothing; one command mends what a wrong operator accepted")
def boot_in_the_future(pair):
    folder = tempfile.mkdtemp(prefix="latchkey-e2e-")
    with Pair(pair.bin, folder) as other:
        clocks = Clocks(folder)
        person = Device(other.auth_url, other.vault_url)
        person.register(other.new_phone(), "demo")
        patiently(lambda: person.mine("secret.add", new_secret()))
        rows, horizon = all_rows(other), (time.time() + 3_600) * 1_000

        restart(other, clocks, DAYS_400)
        for service in SERVICES:
            until(lambda: "400 days ahead of the latest time in the database" in unready(other, service), f"{service} waits")
            holds(f"latchkey-{service} time accept" in unready(other, service), "the line says what to do")
            holds(not time_command(other, service, "show")["isBelieved"], "time show")
        time.sleep(2)
        equal(all_rows(other), rows, "rows")
        holds(max(latest_times(other)) < horizon, f"{latest_times(other)} are no future times")

        clocks.set(0, *SERVICES)  # The administrator sets the clock right: no command is needed.
        other.wait_ready()
        patiently(lambda: person.mine("secret.list"))

        restart(other, clocks, DAYS_400)
        for service in SERVICES:
            until(lambda: "time accept" in unready(other, service), f"{service} waits")
            time_command(other, service, "accept")
        other.wait_ready()
        until(lambda: other.rows("auth", "SELECT seen FROM feed") > horizon, "the wrong time is in the database")
        equal(fault_of(lambda: person.mine("session.status"))[1], 401)
        equal(all_rows(other)[0], rows[0], "sessions")
        equal(all_rows(other)[4], rows[4], "secrets")

        clocks.set(0, *SERVICES)  # The clock jumps back while both run.
        for service in SERVICES:
            until(lambda: "has jumped 400 days back" in (time_command(other, service, "show").get("problem") or ""), f"{service} notices")
            equal(unready(other, service), "")
            answer = time_command(other, service, "reset")
            holds(answer["clock"]["isBelieved"] and answer["changes"] and answer["notMended"], answer)
        until(lambda: max(latest_times(other)) < horizon, f"{latest_times(other)} are mended")
        until(lambda: fault_of(lambda: person.mine("session.status")) is None, "the session is valid again")
        patiently(lambda: person.mine("secret.list"))
        patiently(lambda: person.mine("secret.add", new_secret(account="later@example.com")))
        equal(all_rows(other)[4], rows[4] + 1, "secrets")


def logged_out_everywhere(pair):
    """Logs a person out everywhere: both instances of the vault refuse the session in time, whatever a host's clock shows."""
    person = Device(pair.auth_url, pair.vault_url)
    patiently(lambda: person.register(pair.new_phone(), "demo"))
    for member in ("vault", "vault-2"):
        until_served(lambda: at(pair, member, person).mine("secret.list"), PATIENCE)
    patiently(lambda: person.mine("session.logoutEverywhere"))
    ended = time.monotonic()
    for member in ("vault", "vault-2"):
        until_refused(lambda: at(pair, member, person).mine("secret.list"), ("sessionRevoked", 401), 2, since=ended)


@check("instances: one whose clock is an hour ahead or behind is not ready and changes nobody's time, and is ready again when it is right")
def instance_an_hour_off(pair):
    clocks = Clocks(tempfile.mkdtemp(prefix="latchkey-e2e-"))
    person = Device(pair.auth_url, pair.vault_url)
    patiently(lambda: person.register(pair.new_phone(), "demo"))
    horizon = (time.time() + 600) * 1_000
    for member in ("auth-2", "vault-2"):
        pair.stop(member)
        clocks.set(HOUR, member)
        pair.start(member, clocks.env(member))
        until_unready(pair, member, "60 minutes ahead of the database server's")
        clocks.set(-HOUR, member)
        until_unready(pair, member, "60 minutes behind the database server's")
        clocks.set(0, member)
        pair.wait_ready(member)
        for shift, words in ((HOUR, "ahead of"), (-HOUR, "behind")):
            clocks.set(shift, member)
            until_unready(pair, member, f"60 minutes {words} the database server's")
            # Calls that reach it all the same are answered by the time before the jump.
            until(lambda: fault_of(lambda: person.mine("session.status")) is None, "the session lives on")
            until(lambda: fault_of(lambda: person.mine("secret.list")) is None, "the vault serves")
            logged_out_everywhere(pair)
            holds(max(latest_times(pair)) < horizon, f"{latest_times(pair)} are no future times")
            clocks.set(0, member)
            until(lambda: unready(pair, member) == "", f"{member} is ready again")
    settled = [fault_of(lambda: person.mine("session.status")) for _ in range(6)]
    equal(settled, [None] * 6, "the session on both instances")


def at_auth(pair, member, device):
    """Returns a copy of the device that calls one instance of auth directly; its proofs name the public address."""
    clone = clones(device, 1)[0]
    clone.session, post = device.session, clone.post
    clone.post = lambda url, body, headers: post(f"http://127.0.0.1:{pair.ports[member][0]}/rpc", body, headers)
    return clone


@check("instances: what a wrong operator accepted at one instance, a clock 400 days ahead, one command mends for all of them")
def accepted_at_one_instance(pair):
    clocks = Clocks(tempfile.mkdtemp(prefix="latchkey-e2e-"))
    person = Device(pair.auth_url, pair.vault_url)
    patiently(lambda: person.register(pair.new_phone(), "demo"))
    patiently(lambda: person.mine("secret.add", new_secret()))
    rows, horizon = all_rows(pair), (time.time() + 3_600) * 1_000

    def status(member):
        return fault_of(lambda: at_auth(pair, member, person).mine("session.status"))

    pair.stop("auth-2")
    clocks.set(DAYS_400, "auth-2")
    pair.start("auth-2", clocks.env("auth-2"))
    until(lambda: "400 days ahead of the database server's" in unready(pair, "auth-2"), "auth-2 waits")
    time.sleep(2)
    holds(max(latest_times(pair)) < horizon, f"{latest_times(pair)} are no future times")
    equal(all_rows(pair)[0], rows[0], "sessions")
    equal(status("auth"), None, "the session at the other instance")

    time_command(pair, "auth-2", "accept")
    pair.wait_ready("auth-2")
    until(lambda: pair.rows("auth", "SELECT seen FROM feed") > horizon, "the wrong time is in the database", 90)
    for member in ("auth", "auth-2"):
        until(lambda: (status(member) or (None, 0))[1] == 401, f"the session looks expired at {member}", 90)
    equal((all_rows(pair)[0], all_rows(pair)[4]), (rows[0], rows[4]), "sessions and secrets")

    clocks.set(0, "auth-2")
    time.sleep(1.5)
    time_command(pair, "auth", "reset")
    until(lambda: max(latest_times(pair)[::2]) < horizon, f"{latest_times(pair)} are mended", 90)
    for member in ("auth", "auth-2"):
        until(lambda: status(member) is None, f"the session is valid again at {member}", 90)
    until(lambda: unready(pair, "auth-2") == "", "auth-2 is ready")
    until(lambda: fault_of(lambda: person.mine("secret.list")) is None, "the vault serves", 30)
    equal(all_rows(pair)[4], rows[4], "secrets")
