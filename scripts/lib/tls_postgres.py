"""A private PostgreSQL server that is set up as deploy/postgres says: TLS on 127.0.0.1, passwords, and its pg_hba.conf."""
import os
import pathlib
import secrets
import shutil
import subprocess

from postgres_server import SETUP, PostgresServer

SHIPPED = SETUP.parent


def filled(path, replacements):
    """Returns the text of a shipped file with other values; every replaced text must be in it."""
    text = pathlib.Path(path).read_text()
    for old, new in replacements.items():
        if old not in text:
            raise RuntimeError(f"{path} does not contain {old}")
        text = text.replace(old, new)
    return text


class TLSPostgresServer(PostgresServer):
    """`authority` issues the server's certificate; `folder` gets the password files and the server's configuration.

    The server listens on 127.0.0.1, or with `as_shipped` on the address of the shipped files.
    """

    def __init__(self, authority, folder, port, as_shipped=False, prefix=()):
        self.authority, self.port = authority, port
        self.host = "db.example.internal" if as_shipped else "localhost"
        self.files = pathlib.Path(folder)
        self.files.mkdir(parents=True, exist_ok=True)
        self.files.chmod(0o755)
        certificate, key = authority.issue("postgres", self.host)
        owner = "postgres" if os.geteuid() == 0 else None
        hba = self.files / "pg_hba.conf"
        loopback = {} if as_shipped else {"10.0.0.0/24": "127.0.0.1/32", "10.0.0.13/32": "127.0.0.1/32"}
        # The tests set up the server over its Unix socket, as root.
        hba.write_text(filled(SHIPPED / "pg_hba.conf", loopback | {"  peer": "  trust"}))
        for source, name in ((certificate, "server.pem"), (key, "server.key")):
            target = self.files / name
            shutil.copy(source, target)
            target.chmod(0o600 if name.endswith("key") else 0o644)
            if owner:
                shutil.chown(target, owner, owner)
        loopback = {} if as_shipped else {"10.0.0.13": "127.0.0.1"}
        settings = filled(SHIPPED / "latchkey.conf", loopback | {"/etc/postgresql/tls": str(self.files)})
        super().__init__(*settings.splitlines(), f"hba_file = '{hba}'", port=port, prefix=prefix)

    def password_file(self, role):
        """Returns the file with a role's password, which is made at first use."""
        file = self.files / f"{role}.password"
        if not file.exists():
            file.write_text(secrets.token_urlsafe(24) + "\n")
            file.chmod(0o600)
        return file

    def url(self, service, direct=False, authority=None, mode="verify-full"):
        """Returns the URL with which a service connects over TLS; `authority` is the one that it trusts."""
        ca = (authority or self.authority).certificate
        return f"postgres://latchkey_{service}@{self.host}:{self.port}/{service}?sslmode={mode}&sslrootcert={ca}"

    def create(self, service):
        if service in self.made:
            return
        words = {"PGHOST": str(self.folder), "PGPORT": str(self.port), "PGUSER": "postgres",
                 f"{service.upper()}_PASSWORD_FILE": str(self.password_file(service))}
        subprocess.run([str(SETUP), service], env=os.environ | words, check=True, stdout=subprocess.DEVNULL)
        self.made.add(service)

    def query(self, database, query):
        words = ["psql", "-qXAt", f"postgres://postgres@/{database}?host={self.folder}&port={self.port}", "-c", query]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip())
        return done.stdout.strip()
