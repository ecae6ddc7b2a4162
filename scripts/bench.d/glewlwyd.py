"""The reference for logins: glewlwyd with a SQLite database of its own, as its Debian package configures it."""
import http.cookiejar
import json
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

SCHEMA = pathlib.Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
MODULES = "/usr/lib/glewlwyd"


class Glewlwyd:
    """An ordinary process with a port, a configuration and a database of its own; nothing of the system's is used or changed.

    Its people are created through its API, so their passwords are hashed as it does by default: PBKDF2 with 150 000 iterations.
    (The one person that the package's schema contains, the administrator, has a hash of 1 000.) SQLite's settings are its
    defaults: a login is durable when it is answered."""
    ITERATIONS = "150000"

    def __init__(self, port, prefix, people=64):
        self.folder, self.port = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-glewlwyd-")), port
        link = sqlite3.connect(self.folder / "glewlwyd.sqlite")
        link.executescript(SCHEMA.read_text())
        link.close()
        (self.folder / "glewlwyd.conf").write_text(f"""
            port = {port}
            bind_address = "127.0.0.1"
            external_url = "http://127.0.0.1:{port}/"
            login_url = "login.html"
            api_prefix = "api"
            log_mode = "console"
            log_level = "ERROR"
            cookie_secure = 0
            session_key = "GLEWLWYD2_SESSION_ID"
            admin_scope = "g_admin"
            profile_scope = "g_profile"
            user_module_path = "{MODULES}/user"
            client_module_path = "{MODULES}/client"
            user_auth_scheme_module_path = "{MODULES}/scheme"
            plugin_module_path = "{MODULES}/plugin"
            hash_algorithm = "SHA512"
            database = {{ type = "sqlite3" path = "{self.folder}/glewlwyd.sqlite" }};
            """)
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([*prefix, "glewlwyd", "-c", str(self.folder / "glewlwyd.conf")], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        try:
            self.add(people)
        except BaseException:
            self.stop()
            raise

    def add(self, people):
        """Creates people as the administrator, whose password is the package's."""
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

        def post(path, body):
            browser.open(urllib.request.Request(f"http://127.0.0.1:{self.port}/api/{path}", json.dumps(body).encode(), {"content-type": "application/json"}))
        until = time.monotonic() + 10
        while True:
            try:
                post("auth", {"username": "admin", "password": "password"})
                break
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"glewlwyd did not start:\n{(self.folder / 'log').read_text()}")
                time.sleep(0.05)
        for number in range(people):
            post("user/", {"username": f"person{number}", "password": f"correct horse {number}", "scope": ["g_profile"]})
        hashes = self.query("SELECT guw_password FROM g_user_password JOIN g_user USING (gu_id) WHERE gu_username LIKE 'person%'")
        if len(hashes) != people or any(one.split(",")[1:] != [self.ITERATIONS] for one, in hashes):
            raise RuntimeError("glewlwyd did not hash each password with its default number of iterations")

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/api/auth"

    def query(self, text):
        link = sqlite3.connect(f"file:{self.folder}/glewlwyd.sqlite?mode=ro", uri=True, timeout=10)
        try:
            return link.execute(text).fetchall()
        finally:
            link.close()

    def sessions(self):
        """The number of sessions in the database: each login with a password opens one."""
        return self.query("SELECT count(*) FROM g_user_session WHERE gus_username LIKE 'person%'")[0][0]

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
