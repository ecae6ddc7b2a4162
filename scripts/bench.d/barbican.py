"""The reference for secrets: barbican, whose callers have tokens of keystone, each with a SQLite database of its own."""
import base64
import grp
import http.client
import json
import os
import pathlib
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# The pipeline of the package barbican-common: each request is checked by keystonemiddleware (authtoken).
PIPELINE = """
[composite:main]
use = egg:Paste#urlmap
/v1: barbican-api-keystone
[pipeline:barbican-api-keystone]
pipeline = cors http_proxy_to_wsgi authtoken context microversion apiapp
[app:apiapp]
paste.app_factory = barbican.api.app:create_main_app
[filter:context]
paste.filter_factory = barbican.api.middleware.context:ContextMiddleware.factory
[filter:microversion]
paste.filter_factory = barbican.api.middleware.microversion:MicroversionMiddleware.factory
[filter:authtoken]
paste.filter_factory = keystonemiddleware.auth_token:filter_factory
[filter:cors]
paste.filter_factory = oslo_middleware.cors:filter_factory
oslo_config_project = barbican
[filter:http_proxy_to_wsgi]
paste.filter_factory = oslo_middleware:HTTPProxyToWSGI.factory
"""


class Barbican:
    """Two ordinary processes with ports, configurations, keys and databases of their own in one folder.

    Debian's packages python3-keystone and python3-barbican contain both programs and no service of the system. Both run in uWSGI
    with the settings of the packages keystone and barbican-api, but in one process each, as they share one core, and without a log
    of requests. Keystone issues Fernet tokens, and barbican encrypts with its plugin simple_crypto. What is not written here has
    its default: keystonemiddleware keeps a token that keystone has confirmed for 300 s."""
    # No other Python than the system's: the packages are for that one.
    PATH = "/usr/sbin:/usr/bin:/sbin:/bin"

    def __init__(self, ports, prefix):
        missing = [name for name in ("uwsgi", "keystone-manage", "keystone-wsgi-public") if not shutil.which(name, path=self.PATH)]
        if missing:
            raise RuntimeError(f"{', '.join(missing)} cannot be found: run scripts/bench B10 as root, which installs what it needs")
        self.folder, self.processes = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-barbican-")), {}
        self.ports, self.prefix = dict(zip(("keystone", "barbican"), ports)), prefix
        # Barbican reads the file .barbican/barbican.conf of its home folder.
        self.environment = {"PATH": self.PATH, "HOME": str(self.folder), "LANG": "C.UTF-8", "OS_KEYSTONE_CONFIG_FILES": str(self.folder / "keystone.conf")}
        try:
            self.start_keystone()
            self.token = self.new_person()
            self.start_barbican()
        except BaseException:
            self.stop()
            raise

    def address(self, name):
        return f"http://127.0.0.1:{self.ports[name]}"

    def url(self, path="/v1/secrets"):
        return self.address("barbican") + path

    def start_keystone(self):
        (self.folder / "keystone.conf").write_text(f"""
[database]
connection = sqlite:///{self.folder}/keystone.sqlite
[fernet_tokens]
key_repository = {self.folder}/fernet-keys
[fernet_receipts]
key_repository = {self.folder}/receipt-keys
[credential]
key_repository = {self.folder}/credential-keys
""")
        for name in self.ports:
            self.make_database(name)
        self.manage("db_sync")
        user = pwd.getpwuid(os.geteuid())
        self.manage("fernet_setup", "--keystone-user", user.pw_name, "--keystone-group", grp.getgrgid(user.pw_gid).gr_name)
        self.manage("bootstrap", "--bootstrap-password", "administrator", "--bootstrap-public-url", f"{self.address('keystone')}/v3",
                    "--bootstrap-internal-url", f"{self.address('keystone')}/v3", "--bootstrap-region-id", "RegionOne")
        self.serve("keystone", "--wsgi-file", shutil.which("keystone-wsgi-public", path=self.PATH))
        self.wait_for("keystone", "/v3", 200)

    def start_barbican(self):
        (self.folder / "paste.ini").write_text(PIPELINE)
        home = self.folder / ".barbican"
        home.mkdir()
        (home / "barbican.conf").write_text(f"""
[DEFAULT]
sql_connection = sqlite:///{self.folder}/barbican.sqlite
db_auto_create = True
host_href = {self.address('barbican')}
[simple_crypto_plugin]
kek = {base64.urlsafe_b64encode(os.urandom(32)).decode()}
[keystone_authtoken]
www_authenticate_uri = {self.address('keystone')}/v3
auth_url = {self.address('keystone')}/v3
auth_type = password
username = barbican
password = barbican
user_domain_id = default
project_name = service
project_domain_id = default
""")
        self.serve("barbican", "--paste", f"config:{self.folder}/paste.ini", "--no-default-app", "--add-header", "Connection: close")
        self.wait_for("barbican", "/v1/secrets", 401)

    def make_database(self, name):
        """Makes a database with a write-ahead log; without one a writer fails while the other process reads."""
        link = sqlite3.connect(self.folder / f"{name}.sqlite")
        link.execute("PRAGMA journal_mode = WAL")
        link.close()

    def manage(self, *words):
        done = subprocess.run(["keystone-manage", *words], env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise RuntimeError(f"keystone-manage {words[0]} failed:\n{done.stdout}{done.stderr}")

    def serve(self, name, *words):
        words = [*self.prefix, "uwsgi", "--plugins", "python3", "--http-socket", f"127.0.0.1:{self.ports[name]}", "--master", "--lazy-apps",
                 "--die-on-term", "--no-orphans", "--enable-threads", "--thunder-lock", "--processes", "1", "--threads", "32",
                 "--listen", "100", "--buffer-size", "65535", "--need-app", "--disable-logging", *words]
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(words, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment, cwd=self.folder)

    def wait_for(self, name, path, status):
        """Waits until a service answers a request with a status; at most two minutes."""
        until = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(self.address(name) + path, timeout=30)
                found = 200
            except urllib.error.HTTPError as answer:
                found = answer.code
            except (OSError, http.client.HTTPException):
                found = None
            if found == status:
                return
            if found or self.processes[name].poll() is not None or time.monotonic() > until:
                log = (self.folder / f"{name}.log").read_text()[-3000:]
                raise RuntimeError(f"{name} did not start, or answered {path} with the status {found}:\n{log}")
            time.sleep(0.1)

    def new_person(self):
        """Creates barbican's own user and a person who may store and read secrets, as an administrator does; returns the person's token."""
        ask = lambda path, body, method="POST": self.call("keystone", f"/v3/{path}", body, self.token, method)[1]
        self.token = self.login("admin", "administrator", "admin")
        for user, project, role in (("barbican", "service", "service"), ("ada", "home", "creator")):
            role_id = ask("roles", {"role": {"name": role}})["role"]["id"]
            project_id = ask("projects", {"project": {"name": project, "domain_id": "default"}})["project"]["id"]
            user_id = ask("users", {"user": {"name": user, "password": user, "domain_id": "default"}})["user"]["id"]
            ask(f"projects/{project_id}/users/{user_id}/roles/{role_id}", None, "PUT")
        return self.login("ada", "ada", "home")

    def login(self, user, password, project):
        domain = {"id": "default"}
        return self.call("keystone", "/v3/auth/tokens", {"auth": {
            "identity": {"methods": ["password"], "password": {"user": {"name": user, "domain": domain, "password": password}}},
            "scope": {"project": {"name": project, "domain": domain}}}})[0]["X-Subject-Token"]

    def call(self, name, path, body, token=None, method="POST"):
        """Returns the header and the JSON body of an answer."""
        headers = {"content-type": "application/json", **({"x-auth-token": token} if token else {})}
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.address(name) + path, data, headers, method=method), timeout=30) as answer:
                text = answer.read()
                return answer.headers, json.loads(text) if text else None
        except urllib.error.HTTPError as refused:
            raise RuntimeError(f"{name} answered {method} {path} with the status {refused.code}: {refused.read().decode()}") from None

    def store(self, payload):
        """Stores a secret and returns the path under which its payload is read."""
        _, answer = self.call("barbican", "/v1/secrets", {"payload": payload, "payload_content_type": "text/plain"}, self.token)
        return answer["secret_ref"].removeprefix(self.address("barbican")) + "/payload"

    def read(self, path):
        headers = {"x-auth-token": self.token, "accept": "text/plain"}
        with urllib.request.urlopen(urllib.request.Request(self.url(path), headers=headers), timeout=30) as answer:
            return answer.read().decode()

    def secrets(self):
        """The number of secrets in the database."""
        link = sqlite3.connect(f"file:{self.folder}/barbican.sqlite?mode=ro", uri=True, timeout=10)
        try:
            return link.execute("SELECT count(*) FROM secrets JOIN encrypted_data ON secrets.id = secret_id").fetchone()[0]
        finally:
            link.close()

    def stop(self):
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
