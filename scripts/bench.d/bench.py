"""Runs rows of the performance page, ours and a reference in turn, and prints one table. Servers have one core, the load another."""
import argparse
import base64
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "Tests" / "EndToEnd"), str(ROOT / "Tests" / "SecurityProofs")]
import revocation  # noqa: E402
from postgres_server import PostgresServer  # noqa: E402
from barbican import Barbican  # noqa: E402
from fill import fill  # noqa: E402
from glewlwyd import Glewlwyd  # noqa: E402
from pair import Pair, end_on_signals, free_ports  # noqa: E402
from person import Device, new_secret  # noqa: E402
from slow_line import SlowLine  # noqa: E402

SECONDS = int(os.environ.get("BENCH_SECONDS", "3"))
RUNS = int(os.environ.get("BENCH_RUNS", "5"))
ROWS = [f"B{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17, 19)]
SERVER, LOAD = ("taskset", "-c", "0"), ("taskset", "-c", "1")
rows = []


def wrk(url, script, *arguments, connections=64, seconds=SECONDS):
    command = [*LOAD, "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", str(HERE / script), url, "--", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True)
    out = run.stdout
    if "Requests/sec" not in out:
        raise RuntimeError(f"wrk with {script} ended without a result: {out}{run.stderr}")
    if "Non-2xx" in out or "Socket errors" in out:
        print("   " + " ".join(re.findall(r".*(?:Non-2xx|Socket errors).*", out)))
    unit = {"us": 0.001, "ms": 1, "s": 1000}
    percentile = {name: float(value) * unit[kind] for name, value, kind in re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)\b", out)}
    return {"rate": float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1)), "count": int(re.search(r"(\d+) requests in", out).group(1)), "p50": percentile.get("50"), "p99": percentile.get("99")}


def workbench(*words):
    out = subprocess.run([*LOAD, str(bench.bin / "workbench"), "load", *map(str, words)], capture_output=True, text=True)
    if out.returncode:
        raise RuntimeError(out.stderr)
    return json.loads(out.stdout)


def prepared_load(pair, effects, *words):
    """Runs a load that registers its accounts and then waits for a line; compares its count with the rows that it left in auth's database.

    `effects` is a query that counts what the calls bring about. The result has the rate for a second of auth's processor time too:
    other programs on the core that auth is pinned to change it less than the rate."""
    with subprocess.Popen([*LOAD, str(bench.bin / "workbench"), "load", *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        if process.stdout.readline() == "ready\n":
            before, used = pair.rows("auth", effects), processor_seconds(pair.processes["auth"].pid)
        try:
            out, errors = process.communicate("\n", timeout=SECONDS + 60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    if process.returncode:
        raise RuntimeError(errors)
    run = json.loads(out)
    used = processor_seconds(pair.processes["auth"].pid) - used
    if (found := int(pair.rows("auth", effects)) - int(before)) != run["count"]:
        raise RuntimeError(f"{run['count']} calls of {words[0]} were answered, and the database has {found}")
    return {**run, "per processor second": run["count"] / used}


def processor_seconds(pid):
    """The processor time that a process and its children, which still run, have used."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + sum(map(processor_seconds, children))


def with_processor_time(processes, load):
    """Runs a load; the result has the rate for a second of the servers' processor time too."""
    used = lambda: sum(processor_seconds(process.pid) for process in processes)
    before = used()
    run = load()
    return {**run, "per processor second": run["count"] / max(used() - before, 0.01)}


class Nginx:
    """The reference for HTTP: nginx with one worker, pinned to the server's core, that returns a JSON text of the same size.

    The text is in a file that nginx keeps open. POST returns it too, so that both sides read the same request. Under
    `/return/` nginx answers from its configuration, without a file; that rate is printed and not compared."""

    def __init__(self, bodies):
        self.folder = tempfile.mkdtemp(prefix="latchkey-nginx-")
        self.port = free_ports(1)[0]
        os.chmod(self.folder, 0o755)
        for name, body in bodies.items():
            (pathlib.Path(self.folder) / name).write_text(body)
        returns = "".join(f"location = /return/{name} {{ return 200 '{body}'; }}\n" for name, body in bodies.items())
        path = pathlib.Path(self.folder) / "nginx.conf"
        path.write_text(f"""worker_processes 1; daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;
            events {{ worker_connections 1024; }}
            http {{ access_log off; sendfile on; tcp_nopush on; open_file_cache max=10; default_type application/json;
            keepalive_requests 100000000; client_body_temp_path {self.folder};
            server {{ listen 127.0.0.1:{self.port}; root {self.folder}; error_page 405 =200 $uri; {returns} }} }}""")
        self.process = subprocess.Popen([*SERVER, "nginx", "-c", str(path)], stderr=subprocess.DEVNULL)
        time.sleep(0.5)

    def url(self, name):
        return f"http://127.0.0.1:{self.port}/{name}"

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def middle(values):
    return statistics.median(values)


def side_by_side(row, ours, reference, goal, name, same_time=False):
    """Runs ours and the reference in turn; adds a row with the median and the spread of the ratios of their rates, and returns our runs.

    With `same_time` it names the ratio of the rates per second of the servers' processor time too."""
    pairs = []
    for _ in range(RUNS):
        pairs.append((ours(), reference()))
    ratios = [a["rate"] / b["rate"] for a, b in pairs]
    if same_time:
        times = [a["per processor second"] / b["per processor second"] for a, b in pairs]
        name += f"; {middle(times):.1f} times for the same processor time"
    add(row, middle([a["rate"] for a, _ in pairs]), f"{middle([b['rate'] for _, b in pairs]):.0f}/s {name}", middle(ratios), goal,
        [a for a, _ in pairs], f"{min(ratios):.2f}..{max(ratios):.2f}", middle(ratios) >= goal)
    return [a for a, _ in pairs]


def against_number(row, ours, goal, what):
    runs = [ours() for _ in range(RUNS)]
    rates = [run["rate"] for run in runs]
    if "per processor second" in runs[0]:
        what += f"; {middle([run['per processor second'] for run in runs]):.0f} per second of the service's processor time"
    add(row, middle(rates), what, middle(rates) / goal, 1.0, runs, f"{min(rates):.0f}..{max(rates):.0f}", middle(rates) >= goal)


def add(row, ours, reference, ratio, goal, runs, spread, good):
    tail = lambda key: f"{middle([run[key] for run in runs]):.2f}" if runs and runs[0].get(key) is not None else ""
    rows.append((row, f"{ours:.0f}/s", reference, f"{ratio:.2f}", f">= {goal}", tail("p50"), tail("p99"), spread, "" if good else "below goal"))
    print("   " + "  ".join(rows[-1]), flush=True)


def ready_after(pair, cluster, carry_out):
    """Serves the databases, stops both services, changes the server by `carry_out`, and returns the milliseconds until the vault is ready."""
    pair.start_all()  # saves the server's position
    pair.stop()
    carry_out(cluster)
    logs = {service: pair.data / f"{service}.log" for service in ("auth", "vault")}
    marks = {service: log.stat().st_size for service, log in logs.items()}
    pair.start("auth")
    began = time.monotonic()
    pair.start("vault")
    pair.wait_ready("vault", seconds=600)
    took = (time.monotonic() - began) * 1000
    for service, log in logs.items():
        if b"a new generation begins" not in log.read_bytes()[marks[service]:]:
            raise RuntimeError(f"{service} began no generation: the server was not changed")
    pair.stop()
    return took


class Bench:
    def __init__(self, bin, cluster=None):
        self.bin = pathlib.Path(bin).resolve()
        self.data = tempfile.mkdtemp(prefix="latchkey-bench-")
        settings = {"auth": {"sends-per-address": 100000, "threads": 1}, "vault": {"threads": 1}}
        if cluster:
            settings = {service: {**chosen, "database-pool": "16"} for service, chosen in settings.items()}
        self.pair = Pair(self.bin, self.data, settings=settings, prefix=SERVER, cluster=cluster)
        self.pair.start_all()
        self.salt = int(time.time())
        self.people()

    def registered(self, name):
        """Registers 64 people with a secret each, and returns a file with a line for each of them: the access token and the cursor."""
        lines = []
        for _ in range(64):
            device = Device(self.pair.auth_url, self.pair.vault_url)
            device.register(self.pair.new_phone(), "demo")
            device.mine("secret.add", new_secret())
            lines.append(f"{device.token} {device.mine('vault.pull')['cursor']}")
        path = pathlib.Path(self.data) / name
        path.write_text("\n".join(lines) + "\n")
        return path

    def people(self):
        self.tokens = self.registered("tokens")
        lines = self.tokens.read_text().splitlines()
        self.made = time.monotonic()
        answer = lambda method, params, url, token="": self.raw(method, params, url, token)
        token, cursor = lines[0].split()
        self.nginx = Nginx({
            "version": answer("service.version", {}, self.pair.auth_url),
            "pull": answer("vault.pull", {"cursor": cursor}, self.pair.vault_url, token),
            "push": '{"jsonrpc":"2.0","result":{"results":[{"opId":"' + "0" * 36 + '","id":"' + "0" * 36 + '","outcome":"applied","rev":"12345"}],"epoch":"'
                    + "0" * 36 + '","head":"12345"},"id":1}'})

    def fresh(self):
        """Registers new people if the last have pushed, or their access tokens, which live 300 s, are too old for another row."""
        if time.monotonic() - self.made > 150:
            self.nginx.stop()
            self.people()

    def raw(self, method, params, url, token):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        request = urllib.request.Request(url, body, {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})})
        return urllib.request.urlopen(request).read().decode()

    def beside_nginx(self, row, ours, goal, body, *load):
        side_by_side(row, ours, lambda: wrk(self.nginx.url(body), *load), goal, "nginx")
        print(f"   (nginx `return`: {wrk(self.nginx.url('return/' + body), *load)['rate']:.0f}/s)", flush=True)

    def B1(self):
        self.beside_nginx("B1 service.version", lambda: wrk(self.pair.auth_url, "version.lua"), 0.45, "version", "version.lua")

    def B2(self):
        self.beside_nginx("B2 nothing-changed pull", self.pull, 0.30, "pull", "pull.lua", self.tokens)

    def pushed(self, script, tokens, *arguments, connections=64, ops=1):
        """Runs a load whose calls add `ops` items each, and compares the calls that were answered with the items in the database."""
        self.salt += 1
        before = self.items()
        run = with_processor_time([self.pair.processes["vault"]], lambda: wrk(self.pair.vault_url, script, tokens, self.salt, *arguments, connections=connections))
        if not run["count"] * ops <= (found := self.items() - before) <= (run["count"] + connections) * ops:
            raise RuntimeError(f"{run['count'] * ops} items were added according to the answers of {script}, and the database has {found} more")
        return run

    def items(self):
        """The number of items in the database as soon as it no longer grows: calls on their way when a load ends are still carried out."""
        last, count = None, lambda: int(self.pair.rows("vault", "SELECT sum(items) FROM vault_head"))
        while (now := count()) != last:
            last = now
            time.sleep(0.3)
        return now

    def push(self, connections=64):
        self.made = float("-inf")  # the people's cursors are old from now on
        return self.pushed("push.lua", self.tokens, 1, connections=connections)

    def read(self, method, script, tokens):
        """Runs a load of reads, and compares the calls that were answered with those that the vault's metrics have without a fault."""
        before = self.served(method)
        run = with_processor_time([self.pair.processes["vault"]], lambda: wrk(self.pair.vault_url, script, tokens))
        if (found := self.served(method) - before) < run["count"]:
            raise RuntimeError(f"{run['count']} calls of {method} were answered, {found} of them without a fault")
        return run

    def served(self, method):
        counts = re.findall(rf'^rpc_server_call_duration_seconds_count\{{method="{re.escape(method)}",fault=""\}} (\d+)', self.pair.metrics_text("vault"), re.M)
        return sum(map(int, counts))

    def B3(self):
        self.salt += 1
        self.beside_nginx("B3 durable push, 64 connections", self.push, 0.12, "push", "push.lua", self.tokens, self.salt, 1)
        self.fresh()
        against_number("B3 durable push, 1 connection", lambda: self.push(1), 2000, "2000/s goal")

    def B4(self):
        """Pushes 100 operations with each call, and one (B3), in turn. Each run has new people, because an account holds 10 000 items."""
        pairs = []
        for _ in range(RUNS):
            people = self.registered("pushing")
            pairs.append((self.pushed("push.lua", people, 100, ops=100), self.pushed("push.lua", people, 1)))
        rates, times = [100 * many["rate"] for many, _ in pairs], [100 * many["rate"] / one["rate"] for many, one in pairs]
        used = middle([100 * many["per processor second"] for many, _ in pairs])
        add("B4 durable push of 100 operations", middle(rates), f"50000 operations/s goal; {used:.0f} per second of the service's processor time",
            middle(rates) / 50_000, 1.0, [many for many, _ in pairs], f"{min(rates):.0f}..{max(rates):.0f}", middle(rates) >= 50_000)
        rows.append(("B4 beside B3", f"{middle(rates):.0f}/s", f"{middle([one['rate'] for _, one in pairs]):.0f}/s one by one", f"{middle(times):.1f}", "", "", "",
                     f"{min(times):.1f}..{max(times):.1f}", ""))
        print("   " + "  ".join(rows[-1]), flush=True)

    def B5(self):
        """Pulls 10 000 items from the beginning, page by page, over one connection; the vault's memory must stay flat."""
        device = Device(self.pair.auth_url, self.pair.vault_url)
        device.register(self.pair.new_phone(), "demo")
        for start in range(0, 10_000, 100):
            device.mine("vault.push", {"ops": [
                {"opId": str(uuid.uuid4()), "type": "create", "id": str(uuid.uuid4()), "kind": "otp", "knownSeq": str(start),
                 "body": new_secret(account=f"person-{start + index}@example.com")["body"]} for index in range(100)]})
        pid = self.pair.processes["vault"].pid
        peak = lambda: int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1)) / 1024
        link = http.client.HTTPConnection("127.0.0.1", self.pair.ports["vault"][0])

        def whole_pull():
            count, cursor, began = 0, None, time.monotonic()
            while True:
                params = json.dumps({"cursor": cursor} if cursor else {})
                link.request("POST", "/rpc", f'{{"jsonrpc":"2.0","id":1,"method":"vault.pull","params":{params}}}',
                             {"content-type": "application/json", "authorization": f"Bearer {device.token}"})
                page = link.getresponse().read()
                count += page.count(b'"updatedBy"')
                cursor = re.search(rb'"cursor":"([^"]+)"', page).group(1).decode()
                if b'"more":false' in page:
                    return {"rate": count / (time.monotonic() - began), "count": count}
        before = peak()
        runs = [whole_pull() for _ in range(RUNS)]
        rates = [run["rate"] for run in runs]
        if {run["count"] for run in runs} != {10_000}:
            raise RuntimeError(f"a complete pull returned {runs[0]['count']} items")
        add("B5 full pull of 10 000 items", middle(rates), f"100000 items/s goal; peak memory {before:.0f} -> {peak():.0f} MB", middle(rates) / 100_000, 1.0,
            [], f"{min(rates):.0f}..{max(rates):.0f}", middle(rates) >= 100_000)

    def B6(self):
        """Logs in by PIN, and by password at glewlwyd. Four connections give glewlwyd its highest rate, as it hashes on one core."""
        people = 64
        reference = Glewlwyd(free_ports(1)[0], SERVER, people)

        def by_password():
            before = reference.sessions()
            run = wrk(reference.url, "password.lua", people, connections=4, seconds=max(5, SECONDS))
            if not run["count"] <= reference.sessions() - before <= run["count"] + 4:
                raise RuntimeError(f"{run['count']} logins were answered, and glewlwyd's database has {reference.sessions() - before}")
            return run
        try:
            runs = side_by_side("B6 PIN login", self.pin_login, by_password, 100, "glewlwyd, by password")
        finally:
            reference.stop()
        against_number("B6 PIN login", iter(runs).__next__, 2000, "2000/s goal; published Keycloak 15/s a vCPU")

    def B7(self):
        """Logs in by codes, on services of its own: each account has a client address of its own, which auth takes from the load's
        header. The times of all codes of an address are one row, which would otherwise grow with the load."""
        settings = {"auth": {"otp-resend-seconds": 1, "sends-per-number": 100, "sends-per-day": 10_000_000, "sends-per-hour": 10_000_000,
                             "trusted-proxies": "127.0.0.1", "threads": 1}}
        with tempfile.TemporaryDirectory(prefix="latchkey-codes-") as folder, Pair(self.bin, f"{folder}/data", settings=settings, prefix=SERVER) as pair:
            against_number("B7 code cycle", lambda: self.code_login(pair), 1500, "1500/s goal")

    def B8(self):
        against_number("B8 durable refresh", self.refresh, 2500, "2500/s goal; published Keycloak 120/s a vCPU")

    def B10(self):
        """Reads and stores secrets whose size is the same, with a token that was used before, at the vault and at barbican.

        Four connections give barbican its highest rate of reads. It stores over one, because on SQLite it refuses a secret with the
        status 500 while it stores another."""
        reference = Barbican(free_ports(2), SERVER)
        payload = json.dumps(new_secret()["body"])
        try:
            path = reference.store(payload)
            if (found := reference.read(path)) != payload:
                raise RuntimeError(f"barbican returned {found!r} instead of the secret")

            def asked(url, *more, connections):
                return with_processor_time(reference.processes.values(), lambda: wrk(
                    url, "barbican.lua", reference.token, *more, connections=connections, seconds=max(5, SECONDS)))

            def stored():
                before = reference.secrets()
                run = asked(reference.url(), payload, connections=1)
                if not run["count"] <= (found := reference.secrets() - before) <= run["count"] + 2:
                    raise RuntimeError(f"{run['count']} secrets were stored according to barbican's answers, and its database has {found} more")
                return run
            people = self.registered("owners")
            side_by_side("B10 secret read", lambda: self.read("secret.list", "secret_list.lua", people),
                         lambda: asked(reference.url(path), connections=4), 100, "keystone and barbican", same_time=True)
            people = self.registered("owners")
            side_by_side("B10 secret store, durable", lambda: self.pushed("secret_add.lua", people), stored, 100, "keystone and barbican", same_time=True)
        finally:
            reference.stop()

    def B11(self):
        """Measures as `scripts/prove revocation` does: two instances of each service, and sessions that are in use while they end."""
        with contextlib.closing(PostgresServer()) as cluster, tempfile.TemporaryDirectory(prefix="latchkey-revocation-") as folder:
            settings = {"auth": {"sends-per-address": 100_000}, "vault": {}}
            with Pair(self.bin, f"{folder}/data", settings=settings, prefix=SERVER, cluster=cluster, instances=2) as pair:
                free = os.sched_getaffinity(0)
                os.sched_setaffinity(0, {int(LOAD[-1])})  # the threads that call inherit it
                try:
                    delays, refusals, late = revocation.ended(pair, [], 20 * RUNS, random.Random())
                finally:
                    os.sched_setaffinity(0, free)
        if late or {status for _, status in refusals} != {401}:
            raise RuntimeError(f"{late} calls were served after a refusal; refused with {refusals}")
        p99, longest = revocation.p99(delays), max(delays)
        good = p99 < revocation.P99 and longest < revocation.LONGEST
        rows.append((f"B11 revocation, {len(delays)} sessions, two vaults", f"{p99 * 1000:.0f} ms", "", f"{revocation.P99 / p99:.2f}",
                     f"p99 < {revocation.P99 * 1000:.0f} ms, longest < {revocation.LONGEST * 1000:.0f} ms",
                     f"{middle(delays) * 1000:.0f}", f"{p99 * 1000:.0f}", f"{min(delays) * 1000:.0f}..{longest * 1000:.0f} ms", "" if good else "below goal"))
        print("   " + "  ".join(rows[-1]), flush=True)

    def B12(self):
        program = pathlib.Path(self.data) / "curl_multi"
        subprocess.run(["gcc", "-O2", "-o", str(program), str(HERE / "curl_multi.c"), "-lcurl"], check=True)
        for callers in (1, 16, 64):
            reference = lambda: json.loads(subprocess.run([*LOAD, str(program), self.pair.url("auth", "internal"), str(callers), "4", str(SECONDS)], capture_output=True, text=True, check=True).stdout)
            ours = lambda: workbench("calls", self.pair.url("auth", "internal"), "--keys", f"{self.data}/keys", "--callers", callers, "--seconds", SECONDS)
            side_by_side(f"B12 our client, {callers} callers", ours, reference, 0.8, "C libcurl multi")

    def B14(self):
        def first_answer():
            pair = Pair(self.bin, self.started, usual_ports=False)
            pair.start("auth")
            began = time.monotonic()
            while True:
                try:
                    urllib.request.urlopen(pair.url("auth", "operations") + "/readyz", timeout=1)
                    took = (time.monotonic() - began) * 1000
                    break
                except OSError:
                    time.sleep(0.001)
            pair.stop("auth")
            return took
        self.started = tempfile.mkdtemp(prefix="latchkey-start-")
        first_answer()
        for kind, goal in (("warm", 60), ("cold", 200)):
            times = []
            for _ in range(RUNS):
                if kind == "cold":
                    subprocess.run(["sync"])
                    try:
                        pathlib.Path("/proc/sys/vm/drop_caches").write_text("3")
                    except OSError:
                        print("   the page cache cannot be dropped here: no cold figure")
                        return
                times.append(first_answer())
            rows.append((f"B14 start to first answer, {kind}", f"{middle(times):.0f} ms", "", f"{goal / middle(times):.2f}", f"<= {goal} ms", "", "",
                         f"{min(times):.0f}..{max(times):.0f} ms", "" if middle(times) <= goal else "below goal"))
            print("   " + "  ".join(rows[-1]), flush=True)
        shutil.rmtree(self.started, ignore_errors=True)

    def pull(self):
        return self.read("vault.pull", "pull.lua", self.tokens)

    def refresh(self):
        return prepared_load(self.pair, "SELECT sum(generation) FROM session", "refresh", self.pair.auth_url, "--seconds", SECONDS)

    def pin_login(self):
        return prepared_load(self.pair, "SELECT count(*) FROM session", "pin-login", self.pair.auth_url, "--accounts", 256, "--seconds", SECONDS)

    def code_login(self, pair):
        return prepared_load(pair, "SELECT count(*) FROM session", "code-login", pair.auth_url, "--accounts", 4096, "--seconds", SECONDS,
                             "--spool", pair.spool)

    def B15(self):
        """Measures B2, B3 and B8 on each engine with a thousand people and with many more, in turn, on services of their own."""
        many = 1_000_000 if arguments.full else 100_000
        for engine in ("sqlite", "postgres"):
            with contextlib.ExitStack() as opened:
                few, lots = (self.filled(opened, engine, people) for people in (1_000, many))
                for name, load in (("B2", Bench.pull), ("B3", Bench.push), ("B8", Bench.refresh)):
                    few.fresh()
                    lots.fresh()
                    pairs = [(load(few), load(lots)) for _ in range(RUNS)]
                    self.add_cost(f"B15 {name} on {engine}, {many} people", pairs)

    def filled(self, opened, engine, people):
        """Starts services with so many people, which `opened` stops again."""
        print(f"   {engine}: {people} people …", flush=True)
        cluster = opened.enter_context(contextlib.closing(PostgresServer("shared_buffers = 256MB", durable=True))) if engine == "postgres" else None
        one = Bench(self.bin, cluster)
        opened.callback(one.stop)
        one.pair.stop()
        fill(one.pair, people)
        one.pair.start_all()
        one.nginx.stop()
        one.people()
        return one

    def add_cost(self, row, pairs):
        """Adds a row with the median and the spread of how much more a call costs with many people than with a thousand."""
        ratios = [few["rate"] / lots["rate"] for few, lots in pairs]
        percentile = lambda name: f"{middle([lots[name] for _, lots in pairs]):.2f}"
        rows.append((row, f"{middle([lots['rate'] for _, lots in pairs]):.0f}/s", f"{middle([few['rate'] for few, _ in pairs]):.0f}/s with 1000",
                     f"{middle(ratios):.2f}", "<= 1.5", percentile("p50"), percentile("p99"), f"{min(ratios):.2f}..{max(ratios):.2f}",
                     "" if middle(ratios) <= 1.5 else "below goal"))
        print("   " + "  ".join(rows[-1]), flush=True)

    def B16(self):
        cluster = PostgresServer("shared_buffers = 256MB", durable=True)
        other = Bench(self.bin, cluster)
        try:
            for name, goal, load in (("B2", 0.5, Bench.pull), ("B3", 0.3, Bench.push), ("B8", 0.3, Bench.refresh)):
                side_by_side(f"B16 {name} on PostgreSQL", lambda: load(other), lambda: load(self), goal, "SQLite")
                self.fresh()
                other.fresh()
        finally:
            other.stop()
            cluster.close()

    def B19(self):
        """Measures how long the vault takes to be ready, with few accounts and with many: on a PostgreSQL server whose files were
        replaced by an older copy, and on one that was promoted. Auth is started at the same moment, because the vault waits for it."""
        changes = {"an older copy": lambda cluster: cluster.put_back(keep=True), "a promotion": lambda cluster: cluster.promote()}
        times = {change: {} for change in changes}
        for people in (100, 100_000):
            cluster = PostgresServer("shared_buffers = 256MB", durable=True)
            one = Bench(self.bin, cluster)
            try:
                one.pair.stop()
                fill(one.pair, people)
                cluster.take_copy()
                for change, carry_out in changes.items():
                    times[change][people] = [ready_after(one.pair, cluster, carry_out) for _ in range(RUNS)]
            finally:
                one.stop()
                cluster.close()
        for change, measured in times.items():
            few, lots = middle(measured[100]), middle(measured[100_000])
            rows.append((f"B19 vault ready after {change}, 100000 accounts", f"{lots:.0f} ms", f"{few:.0f} ms with 100", f"{lots / few:.2f}", "<= 1.5", "", "",
                         f"{min(measured[100_000]):.0f}..{max(measured[100_000]):.0f} ms", "" if lots / few <= 1.5 else "below goal"))
            print("   " + "  ".join(rows[-1]), flush=True)

    def B17(self):
        """Measures the first sync of the program `latchkey` with 1 000 and with 10 000 entries: its time must grow as their number does."""
        taken = {}
        for count in (1_000, 10_000):
            runs = [self.first_sync(count) for _ in range(max(1, RUNS // 2) if count == 1_000 else 1)]
            taken[count] = middle([seconds for seconds, _ in runs])
            ratio = taken[count] / taken[1_000]
            good = count == 1_000 or ratio <= 12 and taken[count] < 20
            rows.append((f"B17 first sync, {count} entries", f"{taken[count]:.2f} s", f"{taken[1_000]:.2f} s with 1000", f"{ratio:.1f}", "<= 12, < 20 s", "", "",
                         f"{max(peak for _, peak in runs) / 1024:.0f} MB at most", "" if good else "below goal"))
            print("   " + "  ".join(rows[-1]), flush=True)
        line = SlowLine(int(self.pair.vault_url.rsplit(":", 1)[1].split("/")[0]), 64 << 10)
        seconds, _ = self.first_sync(10_000, f"http://127.0.0.1:{line.port}/rpc")
        line.close()
        rows.append(("B17 first sync, 10000 entries, 64 KiB/s", f"{seconds:.0f} s", f"{line.carried / line.rate:.0f} s of transfer", f"{seconds * line.rate / line.carried:.2f}",
                     "completes", "", "", f"{line.carried >> 10} KiB", ""))
        print("   " + "  ".join(rows[-1]), flush=True)

    def first_sync(self, count, vault=None):
        """Fills an account and signs a new profile in, which reaches the vault at a URL of its own if one is given.

        Returns the seconds and the peak memory in KiB of its first sync."""
        owner, phone = Device(self.pair.auth_url, self.pair.vault_url), self.pair.new_phone()
        owner.register(phone, "demo")
        for first in range(0, count, 100):
            ops = []
            for number in range(first, first + 100):
                secret = new_secret(secret=base64.b32encode(f"{number:020}".encode()).decode(), issuer=f"Issuer {number}")
                ops.append({"opId": str(uuid.uuid4()), "type": "create", "id": secret["id"], "kind": "otp", "knownSeq": "0", "body": secret["body"]})
            owner.mine("vault.push", {"ops": ops})
        with tempfile.TemporaryDirectory(prefix="latchkey-profile-") as profile:
            words = [*LOAD, str(self.bin / "latchkey"), "--json", "--profile", profile, "--auth", self.pair.auth_url, "--vault", vault or self.pair.vault_url]
            run = lambda *more: json.loads(subprocess.run([*words, *more], capture_output=True, text=True, check=True).stdout)
            run("login", phone)
            digits = run("confirm", self.pair.code_for(phone)).get("digits")
            waiting = [one for one in owner.mine("session.list")["sessions"] if one.get("digits") == digits]
            for one in waiting:
                owner.mine("session.admit", {"sessionId": one["sessionId"], "digits": digits, "requestId": str(uuid.uuid4())})
            run("status")
            began = time.monotonic()
            program = subprocess.Popen([*words, "sync"], stdout=subprocess.PIPE)
            answer = json.loads(program.stdout.read())
            _, status, usage = os.wait4(program.pid, 0)
            seconds = time.monotonic() - began
            program.returncode = os.waitstatus_to_exitcode(status)
            if program.returncode or answer["received"] != count:
                raise RuntimeError(f"the first sync failed: {answer}")
            return seconds, usage.ru_maxrss

    def stop(self):
        self.nginx.stop()
        self.pair.stop()
        shutil.rmtree(self.data, ignore_errors=True)


parser = argparse.ArgumentParser()
parser.add_argument("--bin", required=True)
parser.add_argument("rows", nargs="*", help=f"{' '.join(ROWS)}; all when none is named")
parser.add_argument("--full", action="store_true", help="B15 with 10^6 people instead of 10^5")
arguments = parser.parse_args()
end_on_signals()
bench = Bench(arguments.bin)
try:
    for name in arguments.rows or ROWS:
        print(f"{name} …", flush=True)
        bench.fresh()
        getattr(bench, name)()
finally:
    bench.stop()
heads = ("row", "ours", "reference", "ratio", "goal", "p50 ms", "p99 ms", "spread", "")
table = [heads, *rows]
widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
print()
for row in table:
    print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
