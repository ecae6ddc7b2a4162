"""Kills services at random moments and at every fail point while simulated people do the main job.

`kills.py [--bin DIR] [--database postgres] [--quick | --full | --kills N] [--seed N]`;
run.py runs the quick form as one check. On PostgreSQL the database server is killed too after every third kill.
"""
import argparse
import collections
import pathlib
import random
import shutil
import sys
import tempfile
import threading
import time
import traceback

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "scripts" / "lib"), str(pathlib.Path(__file__).parent)]

import counters  # noqa: E402
import fail_points  # noqa: E402
import walks  # noqa: E402
import pace  # noqa: E402
from checks import check, holds  # noqa: E402
from postgres_server import PostgresServer  # noqa: E402
from pair import SERVICES, Pair  # noqa: E402

# The fail points of each service, each with the highest N for which the service dies when it reaches the point for the Nth time.
POINTS = {
    "auth": {"after-count": 3, "before-numbering": 3, "before-commit": 15, "after-commit": 15, "before-send": 3, "after-send": 3,
             "before-purge-call": 1, "after-purge-call": 1},
    "vault": {"before-commit": 8, "after-commit": 8, "after-shred": 1, "mid-rewrap": 1, "mid-reseal": 3},
}
READY = 5  # seconds from start to ready
REACHED = 60  # seconds in which the simulated people must reach a fail point


class KillRun:
    def __init__(self, pair, seed, kills, rounds, people=4):
        self.pair, self.rng = pair, random.Random(seed)
        self.kills, self.rounds, self.people = kills, rounds, people
        self.violations, self.tally, self.deleted = [], collections.Counter(), []
        self.counters = counters.Counters(pair, self.complain)
        self.slowest, self.is_over = 0.0, threading.Event()

    def complain(self, what):
        self.violations.append(what)
        print(f"  VIOLATION: {what}", flush=True)

    # the people

    def live(self, seed):
        rng = random.Random(seed)
        while not self.is_over.is_set() and len(self.violations) < 5:
            walk = walks.Walk(self.pair, rng, self.tally, self.deleted)
            try:
                walk.run()
            except walks.Abandoned:
                self.tally["abandoned"] += 1
            except (walks.Violation, walks.Refused) as error:
                self.complain(f"in {walk.step} of {walk.phone}: {error}")
            except Exception:
                self.complain(f"in {walk.step} of {walk.phone}:\n{traceback.format_exc()}")

    # the killer

    def run(self):
        holds(counters.detects_violations(), "the comparison of counters finds a number that decreases")
        holds(fail_points.names() == {name for points in POINTS.values() for name in points}, "the kills cover every fail point")
        self.pair.start_all()
        threads = [threading.Thread(target=self.live, args=(self.rng.random(),), daemon=True) for _ in range(self.people)]
        for thread in threads:
            thread.start()
        killed = died = 0
        for number, (service, point) in enumerate(self.schedule(), 1):
            if len(self.violations) >= 5:
                break
            self.pause(self.rng.uniform(0.05, 1.2))
            both = self.rng.random() < 0.1
            for one in SERVICES if both else [service]:
                self.unexpected_end(one)
                self.pair.kill9(one)
            killed += 1
            line = f"kill {number} of {self.kills}: {'both' if both else service} at random"
            if self.pair.cluster and number % 3 == 0:
                self.kill_database()
                line += ", then the database"
            if point:
                died += self.die_at(service, point, [one for one in SERVICES if both and one != service])
                line += f", then {service} at {point[0]}:{point[1]}"
            else:
                self.start(*(SERVICES if both else [service]))
            self.sample()
            print(f"  {line}; {self.tally['jobs']} jobs done, {self.tally['repeated']} calls repeated", flush=True)
        self.is_over.set()
        for thread in threads:
            thread.join(2 * walks.PATIENCE)
            if thread.is_alive():
                self.complain("a job does not finish after the restarts")
        self.settle()
        print(f"  {self.tally['jobs']} jobs walked, {self.tally['abandoned']} abandoned at a send limit, {self.tally['repeated']} calls "
              f"repeated, {self.tally['lost messages']} messages lost and asked for again, {self.tally['late messages']} of them late; {self.counters.samples} samples of "
              f"{len(self.counters.known)} counters; slowest restart {self.slowest:.2f} s, slowest "
              f"propagation from auth to the vault {self.tally['slowest propagation ms']} ms")
        if self.pair.cluster:
            print(f"  {self.tally['database kills']} kills of the database, slowest recovery {self.tally['slowest recovery ms']} ms")
        print(f"{killed} kills, {died} fail-point kills, {len(self.violations)} violations", flush=True)
        return not self.violations

    def schedule(self):
        """Chooses the service of each random kill, and the fail point it is started with afterwards."""
        points = {service: [(name, self.rng.randint(1, most)) for name, most in POINTS[service].items() for _ in range(self.rounds)]
                  for service in SERVICES}
        for waiting in points.values():
            self.rng.shuffle(waiting)
        turns = [service for service in SERVICES for _ in points[service]]
        turns += [SERVICES[turn % 2] for turn in range(self.kills - len(turns))]
        self.rng.shuffle(turns)
        self.kills = len(turns)
        return [(service, points[service].pop() if points[service] else None) for service in turns]

    def start(self, *services):
        for service in services:
            self.pair.start(service)
        for service in services:
            began = time.monotonic()
            try:
                self.pair.wait_ready(service)
            except RuntimeError as error:
                self.complain(str(error))
                self.is_over.set()
                raise
            took = time.monotonic() - began
            self.slowest = max(self.slowest, took)
            if took > READY and took > pace.stretched(READY):
                self.complain(f"{service} took {took:.1f} s to be ready")

    def die_at(self, service, point, others):
        """Starts a service that kills itself at a fail point, waits for that, and starts it again without one."""
        self.pair.start(service, {"LATCHKEY_FAILPOINT": f"{point[0]}:{point[1]}"})
        self.start(*others)
        process, until = self.pair.processes[service], time.monotonic() + REACHED
        commands = self.key_commands(point[0])
        while process.poll() is None and time.monotonic() < until:
            if commands and self.pair.command(service, *commands[0]):
                commands.pop(0)
            self.pause(0.05)
        reached = process.poll() == -9
        if process.poll() is None:
            self.complain(f"{service} did not reach {point[0]}:{point[1]} within {REACHED} s")
        elif not reached:
            self.complain(f"{service} ended with {process.poll()} instead of dying at {point[0]}:\n{self.pair.log(service)}")
        self.pair.kill9(service)
        self.sample()
        if point[0] == "before-numbering":
            self.pause(2.2)  # longer than the vault's lease, so what auth acknowledged must hold at the vault as soon as auth is back
        self.start(service)
        return reached

    def key_commands(self, point):
        """The commands that make the vault reach a fail point of the work on its keys; none for another point."""
        if point == "mid-reseal":
            return [("keys", "rotate-data")]
        if point != "mid-rewrap":
            return []
        files = (self.pair.data / "keys").glob("vault.kek-*.key")
        key = f"kek-{max(int(file.name.split('-')[1].split('.')[0]) for file in files) + 1}"
        return [("keys", "publish", key), ("keys", "activate", key)]

    def kill_database(self):
        """Kills the database server during the work, and starts it again a moment later."""
        self.tally["database kills"] += 1
        self.pair.cluster.kill9()
        time.sleep(self.rng.uniform(0, 1))
        began = time.monotonic()
        self.pair.cluster.start()
        for service in SERVICES:
            if self.pair.is_running(service):
                self.pair.wait_ready(service)
        self.tally["slowest recovery ms"] = max(self.tally["slowest recovery ms"], int((time.monotonic() - began) * 1000))

    def unexpected_end(self, service):
        if not self.pair.is_running(service):
            self.complain(f"{service} has ended by itself:\n{self.pair.log(service)}")

    def pause(self, seconds):
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.1))

    def sample(self):
        self.counters.sample()

    def settle(self):
        """Checks what must hold after the last restart."""
        self.sample()
        until = time.monotonic() + 60
        for account in self.deleted:
            name = f"x'{account.replace('-', '')}'"
            tables = ("vault_item", "vault_version", "vault_op", "vault_device", "vault_dek")
            left = " + ".join(f"(SELECT count(*) FROM {table} WHERE account = {name})" for table in tables)
            while counters.read(self.pair, "vault", f"SELECT {left}"):
                if time.monotonic() > until:
                    self.complain(f"the vault still holds something of deleted account {account}")
                    break
                time.sleep(0.1)
            if counters.read(self.pair, "vault", f"SELECT count(*) FROM vault_head WHERE account = {name} AND state = 'purged'") != 1:
                self.complain(f"the vault has not marked deleted account {account} as purged")
            if counters.read(self.pair, "auth", f"SELECT count(*) FROM account WHERE id = {name}"):
                self.complain(f"auth still holds deleted account {account}")
        doubled, delivered = walks.doubled_messages(self.pair)
        for file in doubled:
            self.complain(f"one code was sent twice: {file}")
        if delivered > counters.read(self.pair, "auth", "SELECT count(*) FROM outbox WHERE kind = 'sms'"):
            self.complain("more messages were delivered than the outbox contains")
        for service in SERVICES:
            self.unexpected_end(service)


def kill(bin, seed, kills, rounds, env=None, database="sqlite"):
    """Runs the kills on a pair of its own; returns true if there was no violation."""
    data = tempfile.mkdtemp(prefix="latchkey-kills-")
    settings = {"auth": {"sends-per-address": 100000, "otp-resend-seconds": 1}}
    cluster = PostgresServer() if database == "postgres" else None
    pair = Pair(bin, data, env=env, settings=settings, cluster=cluster)
    good = False
    try:
        good = KillRun(pair, seed, kills, rounds).run()
    finally:
        for service in SERVICES:
            pair.kill9(service)
        if cluster:
            cluster.close()
        if good:
            shutil.rmtree(data, ignore_errors=True)
        else:
            print(f"logs and databases of the services are in {data}")
    return good


@check("the job outlives kills at random moments and at every fail point", requirements=["O3", "O12"])
def quick(pair):
    seed = random.randrange(2**32)
    print(f"  seed {seed}")
    holds(kill(pair.bin, seed, kills=10, rounds=1, env=pair.env["auth"]), f"seed {seed}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--bin", default=str(root / ".build" / "debug"))
    arguments.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    arguments.add_argument("--quick", action="store_true", help="every fail point once, under a minute")
    arguments.add_argument("--full", action="store_true", help="1000 random kills, every fail point 50 times: about half an hour")
    arguments.add_argument("--kills", type=int, help="number of kills; raised to the number that the fail points need")
    arguments.add_argument("--seed", type=int, default=random.randrange(2**32))
    chosen = arguments.parse_args()
    kills, rounds = (10, 1) if chosen.quick else (1000, 50) if chosen.full else (250, 10)
    print(f"seed {chosen.seed}")
    pace.begin()
    return kill(chosen.bin, chosen.seed, chosen.kills or kills, rounds, database=chosen.database)


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
