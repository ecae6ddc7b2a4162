"""Measures when both instances of the vault refuse a session that auth has ended, in good times and while auth cannot be reached."""
import contextlib
import math
import pathlib
import tempfile
import time
import uuid

import outages
from instances import registered_person
from pair import Pair
from patience import patiently
from postgres_server import PostgresServer
from table import Table
from watch import Link, watching

P99, LONGEST = 0.3, 2.0  # seconds in which 99 of 100 revocations, and all of them, reach both vaults
SETTLING = 0.15  # seconds for which a refused token is tried further
HELD_BACK = 0.5  # seconds by which the planted defect delays the feed
WAYS = {"session.logoutEverywhere": {}, "session.logout": {}}


def prove(bin, extent, draw, trials=None):
    trials = trials or {"quick": 30, "default": 100, "full": 1000}[extent]
    with contextlib.closing(PostgresServer()) as cluster, contextlib.closing(Link()) as link, \
            tempfile.TemporaryDirectory(prefix="latchkey-revocation-") as folder:
        settings = {"auth": {"sends-per-address": 100_000, "writing-calls-per-minute": 1_000_000}, "vault": {"peer-url": link.url}}
        pair = Pair(bin, pathlib.Path(folder) / "data", settings=settings, cluster=cluster, instances=2)
        link.target = pair.balanced_ports["auth"][1]
        with pair:
            table = Table(f"revocation: {trials} sessions, two instances of each service")
            bystanders = [registered_person(pair) for _ in range(3)]
            with watching(pair, bystanders, pause=0.05) as watches:
                measure(table, pair, bystanders, trials, draw)
                outages.prove(table, pair, link, bystanders, extent, draw)
                wrong = set().union(*(watch.refusals() for watch in watches))
                calls = sum(len(watch.calls) for watch in watches)
            table.row("sessions that nobody ended, all along", f"{calls} calls, refused with {sorted(wrong) or 'no 401'}", not wrong)
            planted(table, pair, link, draw)
            if extent != "quick":
                outages.restored(table, pair)
            return table.holds()


def measure(table, pair, bystanders, trials, draw):
    delays, refusals, late = ended(pair, bystanders, trials, draw)
    table.row("from auth's answer until both vaults refuse", *judged(delays))
    table.row("served after a refusal", f"{late} calls", late == 0)
    table.row("refused with", ", ".join(sorted(fault for fault, _ in refusals)), {status for _, status in refusals} == {401})


def ended(pair, bystanders, trials, draw):
    """Ends sessions one after the other. Returns the seconds from auth's answers until both vaults refused them, what they were refused
    with, and the number of calls served after a refusal."""
    delays, refusals, late, refreshed = [], set(), 0, time.monotonic()
    for turn in range(trials):
        if time.monotonic() - refreshed > 100:  # a token is valid for 300 s
            refreshed = time.monotonic()
            refresh(bystanders)
        delay, outcomes, served = trial(pair, list(WAYS)[turn % len(WAYS)], draw)
        delays.append(delay)
        refusals |= outcomes
        late += served
    refresh(bystanders)
    return delays, refusals, late


def p99(delays):
    """The delay that 99 of 100 do not exceed."""
    return sorted(delays)[math.ceil(0.99 * len(delays)) - 1]


def judged(delays):
    """Returns what was measured, and whether it is as promised."""
    median, most, longest = sorted(delays)[len(delays) // 2], p99(delays), max(delays)
    text = f"median {median * 1000:.0f} ms, p99 {most * 1000:.0f} ms, longest {longest * 1000:.0f} ms"
    return text, most < P99 and longest < LONGEST


def trial(pair, method, draw):
    """Ends a session; returns the seconds until both vaults refused it, what they refused it with, and the calls served after that."""
    person = registered_person(pair)
    with watching(pair, [person]) as watches:
        while not all(watch.served_since(0) for watch in watches):
            time.sleep(0.005)
        time.sleep(draw.uniform(0, 0.2))
        patiently(lambda: person.mine(method))
        ended = time.monotonic()
        while not all(watch.first_refusal() for watch in watches) and time.monotonic() < ended + 10:
            time.sleep(0.005)
        time.sleep(SETTLING)
    first = [watch.first_refusal() for watch in watches]
    if not all(first):
        return math.inf, set(), 0
    served = sum(len(watch.served_since(call.answered)) for watch, call in zip(watches, first))
    return max(0, *(call.answered - ended for call in first)), set().union(*(watch.refusals() for watch in watches)), served


def refresh(people):
    for person in people:
        params = {"refreshToken": person.session["refreshToken"], "requestId": str(uuid.uuid4())}
        person.session = patiently(lambda: person.call("session.refresh", params))


def planted(table, pair, link, draw):
    """Shows that the measurements see a slow feed and a vault that relies on what it knows for longer than a lease."""
    link.delay = HELD_BACK
    time.sleep(1)
    # A vault whose lease ran out meanwhile asks auth itself, so some of the delays are short.
    text, is_good = judged([trial(pair, "session.logoutEverywhere", draw)[0] for _ in range(8)])
    link.delay = 0
    table.row(f"planted: a feed that is {HELD_BACK} s late is noticed", text, not is_good)
    pair.settings["vault"]["allow-stale-reads"] = "true"
    outages.restart(pair, "vault")
    overdue = outages.cut(pair, link, [], 2)[0]
    table.row("planted: a vault without a lease is noticed", f"served {overdue:.1f} s after the cut", overdue > outages.LEASE)
    del pair.settings["vault"]["allow-stale-reads"]
    outages.restart(pair, "vault")
