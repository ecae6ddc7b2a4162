"""Ends sessions while the vaults cannot reach auth: a token is served for no longer than the lease, and nobody else gets a 401."""
import signal
import time

from instances import registered_person
from patience import PATIENCE, patiently, until_served
from person import new_secret
from restores import World
from watch import watching

LEASE = 1.5  # seconds for which a vault relies on its last answer from auth


def prove(table, pair, link, bystanders, extent, draw):
    people = 2 if extent == "quick" else 5
    report(table, "link cut, then ended", cut(pair, link, bystanders, people, draw.uniform(0, 0.5)))
    pause = 3 if extent == "quick" else 10
    report(table, f"ended, then auth killed for {pause} s", down(pair, bystanders, people, pause))
    vaults_suspended(table, pair, bystanders, people, pause)
    if extent != "quick":
        report(table, "ended, then auth restarted at once", down(pair, bystanders, people, 0))
        report(table, "ended, then auth suspended for 10 s", suspended(pair, bystanders, people, 10))


def report(table, what, measured):
    overdue, refusals, late = measured
    table.row(f"{what}: served for", f"{overdue:.2f} s, then {', '.join(sorted(fault for fault, _ in refusals))}",
              overdue <= LEASE and refusals == {("sessionRevoked", 401)})
    table.row("  when auth is back: served", f"{late} calls", late == 0)


def cut(pair, link, bystanders, count, wait=0.2):
    """Cuts the link and ends sessions, which no vault can learn of; joins the link again after twice the lease."""
    def begin(people):
        link.is_cut = True
        began = time.monotonic()
        time.sleep(wait)
        end_sessions(people)
        return began

    def repair():
        link.is_cut = False
    return outage(pair, bystanders, count, begin, 2 * LEASE, repair)


def down(pair, bystanders, count, pause):
    """Ends sessions, kills both instances of auth at once, and starts them after a pause."""
    def begin(people):
        end_sessions(people)
        for member in ("auth", "auth-2"):
            pair.kill9(member)
        return time.monotonic()

    def repair():
        for member in ("auth", "auth-2"):
            pair.start(member)
        for member in ("auth", "auth-2"):
            pair.wait_ready(member)
    return outage(pair, bystanders, count, begin, pause, repair)


def suspended(pair, bystanders, count, pause):
    """Ends sessions, stops both instances of auth in the middle of what they do, and lets them go on after a pause."""
    def send(number):
        for member in ("auth", "auth-2"):
            pair.processes[member].send_signal(number)

    def begin(people):
        end_sessions(people)
        send(signal.SIGSTOP)
        return time.monotonic()
    return outage(pair, bystanders, count, begin, pause, lambda: send(signal.SIGCONT))


def vaults_suspended(table, pair, bystanders, count, pause):
    """Stops both vaults in the middle of pushes and pulls, which wait for a row, and ends the sessions before the vaults go on. None of
    these calls may be answered with a success then: the lease is over, by a clock that went on meanwhile."""
    people = [registered_person(pair) for _ in range(count)]

    def send(number):
        for member in ("vault", "vault-2"):
            pair.processes[member].send_signal(number)
    with watching(pair, people, 0, call=push) as pushes, watching(pair, people, 0, call=pull) as pulls:
        watches = pushes + pulls
        while not all(watch.served_since(0) for watch in watches):
            time.sleep(0.01)
        with pair.cluster.locked("vault", "vault_head"):
            time.sleep(0.3)  # until each caller has a call that waits, and every earlier call is answered
            send(signal.SIGSTOP)
            stopped = time.monotonic()
            end_sessions(people)
        time.sleep(pause)
        resumed = time.monotonic()
        send(signal.SIGCONT)
        while not all(watch.first_refusal() for watch in watches) and time.monotonic() < resumed + PATIENCE:
            time.sleep(0.02)
    taken_up = [call for watch in watches for call in watch.calls if call.sent < stopped and call.answered > resumed]
    served = [call for watch in watches for call in watch.calls if call.answered > resumed and call.outcome is None]
    refusals = set().union(*(watch.refusals() for watch in watches))
    for person in bystanders:
        until_served(lambda: person.mine("vault.info"), PATIENCE)
    faults = ", ".join(sorted(fault for fault, _ in refusals))
    table.row(f"vaults suspended for {pause} s in {len(taken_up)} calls, sessions ended: served",
              f"{len(served)} calls, then {faults}", len(taken_up) == len(watches) and not served and refusals == {("sessionRevoked", 401)})


def push(device):
    device.mine("secret.add", new_secret())


def pull(device):
    device.mine("vault.pull")


def outage(pair, bystanders, count, begin, pause, repair):
    """Returns for how many seconds after `begin` an ended session was served, what it was refused with, and the calls that were
    served after `repair`."""
    people = [registered_person(pair) for _ in range(count)]
    with watching(pair, people, 0.02) as watches:
        while not all(watch.served_since(0) for watch in watches):
            time.sleep(0.01)
        began = begin(people)
        time.sleep(pause)
        repair()
        repaired = time.monotonic()
        while not all(watch.first_refusal() for watch in watches) and time.monotonic() < repaired + PATIENCE:
            time.sleep(0.02)
    served = [call.sent - began for watch in watches for call in watch.served_since(began)]
    late = sum(call > max(LEASE, repaired - began) for call in served)
    for person in bystanders:
        until_served(lambda: person.mine("vault.info"), PATIENCE)
    refusals = set().union(*(watch.refusals() for watch in watches))
    return max(served, default=0), refusals, late + sum(not watch.first_refusal() for watch in watches)


def end_sessions(people):
    for person in people:
        patiently(lambda: person.mine("session.logoutEverywhere"))


def restart(pair, service):
    """Starts both instances of a service again."""
    for member in (service, f"{service}-2"):
        pair.restart(member)


def restored(table, pair):
    """Puts back a copy of auth's database in which ended sessions still live, and starts the vaults again, which then know nothing."""
    world = World(pair, pair.bin)
    people, others = ([registered_person(pair) for _ in range(3)] for _ in range(2))
    copy = world.backup("auth", "before")
    end_sessions(people)
    with watching(pair, people, 0.02) as ended, watching(pair, others, 0.05) as alive:
        while not all(watch.first_refusal() for watch in ended):
            time.sleep(0.01)
        for member in ("auth", "auth-2"):
            pair.stop(member)
        world.put_back(auth=copy)
        restart(pair, "auth")
        restart(pair, "vault")
        until = time.monotonic() + PATIENCE
        while not all(watch.first_refusal() for watch in alive) and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(2 * LEASE)
    served = sum(len(watch.served_since(watch.first_refusal().answered)) for watch in ended)
    tell(table, "ended sessions", ended, f"{served} calls served again", not served)
    tell(table, "other sessions", alive, f"{sum(len(watch.calls) for watch in alive)} calls",
         set().union(*(watch.refusals() for watch in alive)) <= {("loginRequired", 401)})
    table.note("A restored auth gives up every session of the copy: loginRequired, with which a device keeps everything.")


def tell(table, whose, watches, measured, good):
    faults = sorted(fault for fault, _ in set().union(*(watch.refusals() for watch in watches)))
    table.row(f"auth's database restored: {whose}", f"{measured}, refused with {', '.join(faults)}", good)
