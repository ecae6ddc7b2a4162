"""Starts nginx or HAProxy with the configurations of deploy/, with the addresses and certificates of a test filled in."""
import csv
import io
import pathlib
import socket
import subprocess
import time

from tls_postgres import filled

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
HOSTS = ("10.0.0.11", "10.0.0.12")  # the hosts of the shipped files, on each of which is one instance of each service
USUAL = {"auth": (7601, 7621, 7611), "vault": (7602, 7622, 7612)}


class Proxy:
    """`port` is the one for clients and `peers` the two at which the services call each other through the proxy.

    `ports` are those of each instance (`auth`, `auth-2`, `vault`, `vault-2`): public, internal, operations. Without `ports` the
    proxy uses the addresses of the shipped files. `prefix` goes before the program.
    """
    program = ""

    def __init__(self, folder, certificate, port=443, peers=None, ports=None, prefix=()):
        self.folder, self.port, self.ports = pathlib.Path(folder), port, ports
        self.folder.mkdir(parents=True, exist_ok=True)
        self.certificate, self.key = certificate
        self.addresses = {}
        if ports:
            self.addresses = {f"10.0.0.10:{USUAL[service][1]}": f"127.0.0.1:{peers[service]}" for service in USUAL}
            for service, usual in USUAL.items():
                for turn, host in enumerate(HOSTS):
                    own = ports[service if turn == 0 else f"{service}-2"]
                    self.addresses |= {f"{host}:{usual[index]}": f"127.0.0.1:{own[index]}" for index in (0, 1)}
        self.write()
        done = subprocess.run([*prefix, *self.test()], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{self.program} refuses its configuration:\n{done.stdout}{done.stderr}")
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([*prefix, *self.command()], stdout=log, stderr=log)
        self._wait("127.0.0.1" if ports else "10.0.0.10")

    def _wait(self, address):
        until = time.monotonic() + 10
        while True:
            with socket.socket() as one:
                if one.connect_ex((address, self.port)) == 0:
                    return
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{self.program} does not start:\n" + (self.folder / "log").read_text()[-2000:])
            time.sleep(0.02)

    def close(self):
        self.process.terminate()
        self.process.wait()


class Nginx(Proxy):
    program = "nginx"

    def write(self):
        folder = self.folder
        public = {old: new for old, new in self.addresses.items() if old.split(":")[0] in HOSTS and old.endswith(("7601", "7602"))}
        internal = {old: new for old, new in self.addresses.items() if old not in public}
        listener = {"443 ssl": f"127.0.0.1:{self.port} ssl"} if self.ports else {}
        (folder / "latchkey.conf").write_text(filled(DEPLOY / "nginx" / "latchkey.conf", public | listener | {
            "/etc/latchkey/tls/fullchain.pem": str(self.certificate),
            "/etc/latchkey/tls/privkey.pem": str(self.key)}))
        (folder / "internal.conf").write_text(filled(DEPLOY / "nginx" / "latchkey-internal.conf", internal))
        (folder / "nginx.conf").write_text(f"""load_module /usr/lib/nginx/modules/ngx_stream_module.so;
            worker_processes 2; daemon off; pid {folder}/pid; error_log {folder}/error.log;
            events {{ worker_connections 1024; }}
            include {folder}/internal.conf;
            http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/answers;
            fastcgi_temp_path {folder}/unused; uwsgi_temp_path {folder}/unused; scgi_temp_path {folder}/unused;
            include {folder}/latchkey.conf; }}""")

    def command(self):
        return ["nginx", "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "error.log")]

    def test(self):
        return [*self.command(), "-t"]


class HAProxy(Proxy):
    program = "haproxy"

    def write(self):
        crt = self.folder / "haproxy.pem"
        crt.touch(mode=0o600)
        crt.write_text(self.certificate.read_text() + self.key.read_text())
        listener = {"bind :443": f"bind 127.0.0.1:{self.port}"} if self.ports else {}
        changes = self.addresses | listener | {
            "/etc/latchkey/tls/haproxy.pem": str(crt),
            "/run/haproxy/latchkey.sock": str(self.folder / "sock")}
        text = filled(DEPLOY / "haproxy" / "haproxy.cfg", changes)
        # Each instance of a test has an operations port of its own.
        for service, usual in USUAL.items() if self.ports else ():
            for turn, member in enumerate((service, f"{service}-2"), 1):
                text = "\n".join(
                    line.replace(f"port {usual[2]}", f"port {self.ports[member][2]}") if line.strip().startswith(f"server {service}{turn} ") else line
                    for line in text.split("\n"))
        (self.folder / "haproxy.cfg").write_text(text)

    def command(self):
        return ["haproxy", "-db", "-f", str(self.folder / "haproxy.cfg")]

    def test(self):
        return ["haproxy", "-c", "-f", str(self.folder / "haproxy.cfg")]

    def states(self):
        """Returns the state of each instance for clients: `{"auth1": "UP", …}`."""
        with socket.socket(socket.AF_UNIX) as one:
            one.connect(str(self.folder / "sock"))
            one.sendall(b"show stat\n")
            text = one.makefile().read()
        rows = csv.DictReader(io.StringIO(text.removeprefix("# ")))
        return {row["svname"]: row["status"].split()[0] for row in rows
                if row["pxname"] in ("latchkey_auth", "latchkey_vault") and row["svname"][-1] in "12"}
