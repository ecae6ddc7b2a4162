"""Checks the files of deploy/ that need no proxy: PostgreSQL over TLS, Prometheus rules, systemd units, backups, key files."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from certificates import CertificateAuthority
from checks import check, equal, holds
from deployed import ROOT, create_keys

DEPLOY = ROOT / "deploy"


def run(*words, **named):
    """Runs a program and returns its exit status and everything it printed."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **named)
    return done.returncode, done.stdout


@check("PostgreSQL: a service connects with verify-full, and not to a server with another authority's certificate or name, nor without TLS")
def postgres(pair):
    stranger = CertificateAuthority(pair.folder / "stranger", "Another CA")
    cluster = pair.cluster

    def migrate(service, url, password=None):
        return run(pair.bin / f"latchkey-{service}", "migrate", "--data", pair.folder / "migrate", "--database", url,
                   "--database-password-file", password or cluster.password_file(service))
    for service in ("auth", "vault"):
        status, output = migrate(service, cluster.url(service))
        equal(status, 0, f"{service} with verify-full: {output}")
    refusals = (
        ("another authority", "certificate", cluster.url("auth", authority=stranger), None),
        ("another name", "certificate", cluster.url("auth").replace("@localhost:", "@127.0.0.1:"), None),
        ("no TLS", "pg_hba.conf", cluster.url("auth", mode="disable"), None),
        ("the other service's password", "password", cluster.url("auth"), cluster.password_file("vault")),
        ("the other service's database", "pg_hba.conf", cluster.url("auth").replace("/auth?", "/vault?"), None))
    for what, reason, url, password in refusals:
        status, output = migrate("auth", url, password)
        holds(status != 0 and reason in output, f"{what}: {status} {output}")
    used = cluster.query("postgres", "SELECT count(*) FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.usename LIKE 'latchkey%' AND NOT s.ssl")
    equal(used, "0", "connections of roles of the services without TLS")


@check("PostgreSQL: the role of the backup copies the server and reads no table, and postgres-backup keeps a verified copy")
def postgres_backup(pair):
    cluster = pair.cluster
    cluster.create("backup")
    password = cluster.password_file("backup").read_text().strip()
    folder = pathlib.Path(tempfile.mkdtemp(dir=pair.folder))
    (folder / "credentials").mkdir()
    (folder / "credentials" / "pgpass").write_text(f"localhost:{cluster.port}:*:latchkey_backup:{password}\n")
    words = os.environ | {"PGHOST": "localhost", "PGPORT": str(cluster.port), "PGUSER": "latchkey_backup", "PGSSLMODE": "verify-full",
                          "PGSSLROOTCERT": str(cluster.authority.certificate), "CREDENTIALS_DIRECTORY": str(folder / "credentials"),
                          "STATE_DIRECTORY": str(folder)}
    status, output = run(DEPLOY / "systemd" / "postgres-backup", env=words)
    equal(status, 0, output)
    copies = [path for path in folder.iterdir() if (path / "PG_VERSION").exists()]
    equal((len(copies), (folder / ".pgpass").exists()), (1, False), "copies, and the password file")
    status, output = run("psql", "-qXAt", "-d", "auth", "-c", "SELECT count(*) FROM account", env=words | {"PGPASSWORD": password})
    holds(status != 0 and "pg_hba.conf" in output, f"the role reads tables: {output}")


@check("Prometheus: the configuration and the rules are valid, each alert has a test that holds, and each metric exists at a running service")
def prometheus(pair):
    folder = DEPLOY / "prometheus"
    for words in (("check", "config", "prometheus.yml"), ("test", "rules", "alerts-test.yml")):
        status, output = run("promtool", *words, cwd=folder)
        equal(status, 0, output)
    rules, tests = (folder / "alerts.yml").read_text(), (folder / "alerts-test.yml").read_text()
    alerts = re.findall(r"- alert: (\w+)", rules)
    holds(len(alerts) > 5, "alerts")
    equal([alert for alert in alerts if f'labels: \'ALERTS{{alertname="{alert}", alertstate="firing"' not in tests], [], "alerts that no test fires")
    expressions = "\n".join(re.findall(r"^ {8}expr:(.*?)^ {8}\w", rules, re.M | re.S))
    named = set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b(?!\()", re.sub(r"\{[^}]*\}", "", expressions))) - {"histogram_quantile"}
    holds(len(named) > 5, f"metrics of the rules: {named}")
    if not pair.processes:
        pair.start_all()
    for member in ("auth-2", "vault-2"):
        pair.call(member, "service.version", headers={"X-Forwarded-For": "192.0.2.1"})
    served = {line.split("{")[0].split(" ")[0] for member in ("auth-2", "vault-2") for line in pair.metrics_text(member).splitlines() if line[:1] != "#"}
    equal(named - served, set(), "metrics that no service has")
    print(f"    {len(alerts)} alerts, metrics {', '.join(sorted(named))}", flush=True)


@check("systemd: the units are valid, their exposure is at most 2.0, and the example settings are settings of the services")
def systemd(pair):
    folder = pathlib.Path(tempfile.mkdtemp(dir=pair.folder))
    for unit in (*DEPLOY.glob("systemd/*.service"), *DEPLOY.glob("systemd/*.timer"), *DEPLOY.glob("systemd/*.socket")):
        shutil.copy(unit, folder / unit.name.replace("@.", "@1."))
    units = sorted(folder.iterdir())
    # The programs are not installed on this machine.
    problems = [line for line in run("systemd-analyze", "verify", "--man=no", *units)[1].splitlines() if "is not executable" not in line]
    equal(problems, [], "systemd-analyze verify")
    for unit in units:
        if unit.suffix == ".service":
            status, output = run("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit)
            equal(status, 0, f"{unit.name}: " + output.strip().split("\n")[-1])
    for service in ("auth", "vault"):
        known = set(re.findall(r"^\| `([\w-]+)`", run(pair.bin / f"latchkey-{service}", "settings")[1], re.M))
        example = json.loads((DEPLOY / "systemd" / f"{service}.json").read_text())
        equal(set(example) - known, set(), f"settings of {service}.json that the service does not have")


@check("systemd: place-keys gives a service the loaded key files, with which it starts, and withdraws one that is no longer loaded")
def place_keys(pair):
    folder = pathlib.Path(tempfile.mkdtemp(dir=pair.folder))
    create_keys(pair.bin, folder / "made")
    status, line = run(pair.bin / "latchkey-vault", "keys", "init", "--data", folder / "made" / "vault")
    holds(status != 0 and "has keys of vault already" in line, f"a second keys init: {status} {line}")
    names = {name: folder / name for name in ("state", "runtime", "credentials")}
    for path in names.values():
        path.mkdir(mode=0o700)
    for key in (folder / "made" / "vault" / "keys").iterdir():
        copy = names["credentials"] / f"keys_{key.name}"
        shutil.copy(key, copy)
        copy.chmod(0o440)  # newer releases of systemd give access by a list, which the mode shows as the group's
    words = {"CREDENTIALS_DIRECTORY": str(names["credentials"]), "PATH": os.environ["PATH"]}
    script = (DEPLOY / "systemd" / "place-keys", names["state"], names["runtime"])
    equal(run(*script, env=words), (0, ""), "place-keys")
    words_of_service = [pair.bin / "latchkey-vault", "serve", "--data", names["state"], "--set", "drain-seconds=0"]
    for listener in ("listen", "internal-listen", "operations-listen"):
        words_of_service += [f"--{listener}", "127.0.0.1:0"]
    process = subprocess.Popen(words_of_service, stderr=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    process.terminate()
    process.wait(20)
    process.stderr.close()
    holds("latchkey-vault is ready" in line, f"the first line of the service: {line}")
    equal(sorted(path.name for path in (names["state"] / "keys").glob("*.key")), ["vault.index.key", "vault.kek-1.key", "vault.session-handle.key"], "keys")
    (names["credentials"] / "keys_vault.kek-1.key").unlink()
    equal(run(*script, env=words), (0, ""), "place-keys again")
    holds(not (names["state"] / "keys" / "vault.kek-1.key").is_symlink(), "a withdrawn key is still linked")
    holds(not (names["runtime"] / "vault.kek-1.key").exists(), "a withdrawn key is still in memory")
