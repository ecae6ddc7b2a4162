"""A private PostgreSQL server for scripts and tests: Unix socket only, in memory, removed when this process ends.

With `pooled=True`, clients connect to it through pgBouncer in transaction mode.
"""
import contextlib
import getpass
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

SCRIPT = pathlib.Path(__file__).parent / "cluster.sh"
SETUP = pathlib.Path(__file__).parents[2] / "deploy" / "postgres" / "setup.sh"


class DatabaseAway(RuntimeError):
    """psql could not connect to the server or lost its connection."""


class PostgresServer:
    def __init__(self, *settings, pooled=False, durable=False, port=None, prefix=()):
        """`settings` are lines of postgresql.conf. `durable` is for measurements: data on disk, with fsync. `port` is also in the name of
        the Unix socket; 5432 if it is None. `prefix` goes before the program, as `("ip", "netns", "exec", NAME)`."""
        self.process = self.bouncer = self.pool = None
        self.made = set()
        ready = tempfile.mktemp(prefix="latchkey-ready-")
        environment = os.environ | ({"LATCHKEY_TEST_FOLDER": "/var/tmp"} if durable else {})
        settings = (*settings, "fsync = on") if durable else settings
        if port:
            environment["PGPORT"], settings = str(port), (*settings, f"port = {port}")
        self.process = subprocess.Popen([*prefix, str(SCRIPT), "serve", ready, *settings], stdin=subprocess.PIPE, env=environment, start_new_session=True)
        until = time.monotonic() + 60
        while not os.path.exists(ready):
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("no PostgreSQL server started: is the Debian package postgresql installed?")
            time.sleep(0.02)
        self.folder = pathlib.Path(ready).read_text().strip()
        os.unlink(ready)
        if pooled:
            self._start_bouncer()

    def _start_bouncer(self):
        """Starts pgBouncer, which refuses to run as root, as another user; its folder is readable for the services."""
        self.pool = tempfile.mkdtemp(prefix="latchkey-pgbouncer-")
        os.chmod(self.pool, 0o755)
        owner = "postgres" if getpass.getuser() == "root" else getpass.getuser()
        if owner == "postgres":
            entry = pwd.getpwnam("postgres")
            os.chown(self.pool, entry.pw_uid, entry.pw_gid)
        (pathlib.Path(self.pool) / "pgbouncer.ini").write_text(f"""[databases]
* = host={self.folder}
[pgbouncer]
listen_addr =
unix_socket_dir = {self.pool}
listen_port = 6432
auth_type = trust
auth_file = {self.pool}/users
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
""")
        (pathlib.Path(self.pool) / "users").write_text('"latchkey_auth" ""\n"latchkey_vault" ""\n')
        words = ["pgbouncer", f"{self.pool}/pgbouncer.ini"]
        self.bouncer = subprocess.Popen(words, stdout=open(f"{self.pool}/log", "wb"), stderr=subprocess.STDOUT, user=owner if owner == "postgres" else None)
        until = time.monotonic() + 10
        while not os.path.exists(f"{self.pool}/.s.PGSQL.6432"):
            if self.bouncer.poll() is not None or time.monotonic() > until:
                raise RuntimeError("pgBouncer did not start:\n" + pathlib.Path(f"{self.pool}/log").read_text())
            time.sleep(0.02)

    def url(self, service, direct=False):
        """Returns the URL of a service's database, through pgBouncer if there is one and `direct` is false."""
        if self.pool and not direct:
            return f"postgres://latchkey_{service}@/{service}?host={self.pool}&port=6432"
        return f"postgres://latchkey_{service}@/{service}?host={self.folder}"

    def create(self, service):
        """Makes a service's role and database as an administrator does, unless they are there already."""
        if service not in self.made:
            environment = os.environ | {"PGHOST": self.folder, "PGUSER": "postgres"}
            subprocess.run([str(SETUP), service], env=environment, check=True, stdout=subprocess.DEVNULL)
            self.made.add(service)

    def empty(self, service):
        """Replaces the database of a service by an empty one."""
        self.query("postgres", f"DROP DATABASE IF EXISTS {service} WITH (FORCE)")
        self.made.discard(service)
        self.create(service)

    def query(self, database, query):
        """Returns what psql prints for a query: a line for each row, with | between columns."""
        done = subprocess.run(["psql", "-qXAt", f"postgres://postgres@/{database}?host={self.folder}", "-c", query], capture_output=True, text=True)
        if done.returncode:
            # psql exits with 2 if a connection cannot be made or is lost.
            raise (DatabaseAway if done.returncode == 2 else RuntimeError)(done.stderr.strip())
        return done.stdout.strip()

    @contextlib.contextmanager
    def locked(self, database, table):
        """Holds a lock on a table: every statement about it waits."""
        client = subprocess.Popen(
            ["psql", "-qXAt", f"postgres://postgres@/{database}?host={self.folder}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        try:
            client.stdin.write(f"BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE; SELECT 'locked';\n")
            client.stdin.flush()
            if client.stdout.readline().strip() != "locked":
                raise RuntimeError(f"{table} cannot be locked")
            yield
        finally:
            client.stdin.close()
            client.wait()

    def kill9(self):
        """Ends the server and all its processes at once, as a power cut would."""
        leader = int((pathlib.Path(self.folder) / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(leader, signal.SIGSTOP)  # so that it starts no further process while its children are listed
        children = subprocess.run(["pgrep", "-P", str(leader)], capture_output=True, text=True).stdout.split()
        for process in (leader, *map(int, children)):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def start(self):
        """Starts the server again; tries for 30 s, because processes of a killed server may keep its shared memory for a moment."""
        until = time.monotonic() + 30
        while subprocess.run([str(SCRIPT), "start", self.folder]).returncode:
            if time.monotonic() > until:
                raise RuntimeError("PostgreSQL does not start again:\n" + (pathlib.Path(self.folder) / "log").read_text()[-2000:])
            time.sleep(0.1)

    def stop(self, mode="fast"):
        subprocess.run([str(SCRIPT), "stop", self.folder, mode], check=True)

    def take_copy(self):
        """Copies all files of the server, which is stopped for that time."""
        self.stop()
        subprocess.run(["cp", "-a", f"{self.folder}/data", f"{self.folder}/copy"], check=True)
        self.start()

    def put_back(self, keep=False):
        """Replaces the files of the server by the copy, as an administrator does who restores a snapshot; `keep` keeps the copy too."""
        self.stop()
        shutil.rmtree(f"{self.folder}/data")
        if keep:
            subprocess.run(["cp", "-a", f"{self.folder}/copy", f"{self.folder}/data"], check=True)
        else:
            os.rename(f"{self.folder}/copy", f"{self.folder}/data")
        self.start()

    def promote(self):
        """Puts the server on another timeline without a loss: it starts as a standby of nobody and is promoted."""
        self.stop()
        mark = pathlib.Path(self.folder) / "data" / "standby.signal"
        mark.touch()
        if getpass.getuser() == "root":
            shutil.chown(mark, "postgres", "postgres")
        self.start()
        subprocess.run([str(SCRIPT), "promote", self.folder], check=True)

    def close(self):
        """Stops the server and pgBouncer, and removes their files."""
        if self.bouncer:
            self.bouncer.kill()
            self.bouncer.wait()
            shutil.rmtree(self.pool, ignore_errors=True)
        if self.process:
            self.process.stdin.close()
            self.process.wait(30)
