"""The services under a service manager, which this program plays: notifications, signs of life, inherited sockets, SIGHUP."""
import contextlib
import fcntl
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time

from certificates import CertificateAuthority
from checks import check, equal, holds
from doctor import Installation, until
from link import linked, registered
from patience import until_served


class NotifySocket:
    """Receives the datagrams of the services."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.settimeout(0.05)
        self.seen = []

    def read(self):
        """Returns everything that has arrived so far."""
        with contextlib.suppress(TimeoutError):
            while True:
                self.seen.append(self.socket.recv(4096).decode())
        return self.seen

    def wait(self, text, seconds=10):
        until(lambda: any(one.startswith(text) for one in self.read()), f"{text!r} in {self.seen}", seconds)

    def close(self):
        self.socket.close()


@check("a service manager learns when a service is ready, reloads, stops, and makes progress; a service that stands still sends no sign of life")
def notified(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-notify-") as folder:
        own = Installation(pair.bin, folder)
        name = f"\0latchkey-{os.getpid()}-{time.monotonic_ns()}"
        with contextlib.closing(NotifySocket(name)) as notify, contextlib.ExitStack() as stack:
            stack.callback(lambda: [own.kill9(service) for service in list(own.processes)])
            own.start("vault")
            own.start("auth", env={"NOTIFY_SOCKET": "@" + name[1:], "WATCHDOG_USEC": "400000"})
            notify.wait("READY=1")
            own.wait_ready("auth", seconds=1)
            notify.wait("WATCHDOG=1")
            process = own.processes["auth"]
            process.send_signal(signal.SIGHUP)
            notify.wait("RELOADING=1\nMONOTONIC_USEC=")
            states = [one.split("\n")[0] for one in notify.read() if not one.startswith("WATCHDOG")]
            equal(states, ["READY=1", "RELOADING=1", "READY=1"], "states")
            reloading = int(notify.seen[[one.startswith("RELOADING") for one in notify.seen].index(True)].rsplit("=", 1)[1])
            holds(0 <= time.clock_gettime(time.CLOCK_MONOTONIC) - reloading / 1e6 < 10, "the time is that of CLOCK_MONOTONIC")
            # The writer of a database that another process has locked makes no progress.
            with contextlib.closing(NotifySocket(name + "-2")) as still:
                own.stop("auth")
                notify.wait("STOPPING=1")
                own.start("auth", env={"NOTIFY_SOCKET": "@" + name[1:] + "-2", "WATCHDOG_USEC": "400000"})
                still.wait("WATCHDOG=1")
                own.processes["auth"].send_signal(signal.SIGSTOP)
                time.sleep(0.3)
                before = still.read().count("WATCHDOG=1")
                time.sleep(1)
                equal(still.read().count("WATCHDOG=1"), before, "signs of life of a service that stands still")
                own.processes["auth"].send_signal(signal.SIGCONT)
                until(lambda: still.read().count("WATCHDOG=1") > before, "signs of life again")


def activated(own, service, sockets):
    """Starts a service with inherited sockets, `{name: socket}`, as systemd does."""
    names = list(sockets)
    script = ('import os, sys\n'
              'for target in range(3, 3 + int(sys.argv[2])): os.set_inheritable(target, True)\n'
              'os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=sys.argv[2], LISTEN_FDNAMES=sys.argv[1])\n'
              'os.execv(sys.argv[3], sys.argv[3:])\n')
    # Unused descriptors above those to which they are moved in the child.
    high = [fcntl.fcntl(sockets[name].fileno(), fcntl.F_DUPFD, 100) for name in names]
    moves = "".join(f"os.dup2({file}, {3 + index})\n" for index, file in enumerate(high))
    words = ["python3", "-c", "import os\n" + moves + script, ":".join(names), str(len(names)),
             str(own.bin / f"latchkey-{service}"), "serve", *own.options(service)]
    with open(own.data / f"{service}.log", "ab") as log:
        own.processes[service] = subprocess.Popen(words, stdout=log, stderr=log, stdin=subprocess.DEVNULL, pass_fds=high)
    for file in high:
        os.close(file)


@check("with sockets of the service manager a restart refuses no connection, and a socket on another address refuses the start")
def inherited(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-sockets-") as folder, contextlib.ExitStack() as stack:
        own = Installation(pair.bin, folder)
        stack.callback(lambda: [own.kill9(service) for service in list(own.processes)])
        sockets = {}
        for name, port in zip(("listen", "internal-listen", "operations-listen"), own.ports["auth"]):
            one = stack.enter_context(socket.create_server(("127.0.0.1", port), backlog=1024))
            sockets[name] = one
        # A connection that arrives before the service runs is answered once it does.
        early = http.client.HTTPConnection("127.0.0.1", own.ports["auth"][2], timeout=20)
        early.request("GET", "/healthz")
        own.start("vault")
        activated(own, "auth", sockets)
        equal(early.getresponse().read(), b"alive\n", "the early request")
        own.wait_ready("auth")
        failures, answers, ended = [], [], threading.Event()

        def load():
            while not ended.is_set():
                link = http.client.HTTPConnection("127.0.0.1", own.ports["auth"][0], timeout=20)
                try:
                    link.request("POST", "/rpc", '{"jsonrpc":"2.0","method":"service.version","id":1}', {"Content-Type": "application/json"})
                    answers.append(link.getresponse().status)
                except (OSError, http.client.HTTPException) as failure:
                    failures.append(repr(failure))
                finally:
                    link.close()

        threads = [threading.Thread(target=load) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(3):
                time.sleep(0.3)
                equal(own.stop("auth"), 0, "exit code")
                time.sleep(0.2)
                activated(own, "auth", sockets)
                own.wait_ready("auth")
        finally:
            time.sleep(0.3)
            ended.set()
            for thread in threads:
                thread.join()
        equal((set(answers), failures), ({200}, []), "answers and failures")
        holds(len(answers) > 50, f"{len(answers)} answers")
        print(f"    {len(answers)} calls during 3 restarts, none refused or lost", flush=True)

        own.stop("auth")
        with socket.create_server(("127.0.0.1", 0)) as elsewhere:
            activated(own, "auth", sockets | {"listen": elsewhere})
            equal(own.processes["auth"].wait(20) != 0, True, "exit code")
        holds("give both the same address" in own.log("auth", 1), own.log("auth", 1))


@check("SIGHUP replaces log level and certificates in a running pair; a wrong file changes nothing and is named in one line")
def reloaded(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-reload-") as folder:
        ours, later = CertificateAuthority(f"{folder}/ours"), CertificateAuthority(f"{folder}/later")
        files = pathlib.Path(folder) / "link"
        files.mkdir()
        issued = {name: {service: authority.issue(service, "localhost", "127.0.0.1") for service in ("auth", "vault")}
                  for name, authority in (("ours", ours), ("later", later))}

        def install(name):
            """Puts certificates and authority of one of the two authorities where both services look for them."""
            for service in ("auth", "vault"):
                for source, target in ((issued[name][service].certificate, f"{service}.pem"), (issued[name][service].key, f"{service}.key"),
                                       ((ours if name == "ours" else later).certificate, "ca.pem")):
                    part = files / "part"
                    part.write_bytes(source.read_bytes())
                    part.chmod(0o600)
                    part.rename(files / target)

        install("ours")

        def settings(own):
            def one(service, peer):
                return {"internal-certificate": files / f"{service}.pem", "internal-key": files / f"{service}.key", "internal-client-ca": files / "ca.pem",
                        "peer-certificate": files / f"{service}.pem", "peer-key": files / f"{service}.key", "peer-ca": files / "ca.pem",
                        "peer-url": f"https://127.0.0.1:{own.ports[peer][1]}/rpc"}
            return {"auth": one("auth", "vault"), "vault": one("vault", "auth")}

        with linked(pair, settings) as own:
            device = registered(own)
            until_served(lambda: device.mine("vault.pull"), 5)
            holds("expires at" in own.log("auth", 100), "a certificate of 2 days is warned of in the log")
            expiry = own.metric("auth", "internal_certificate_expiry_timestamp_seconds")
            holds(0 < expiry - time.time() < 3 * 86400, f"the metric says {expiry}")

            (files / "auth.pem").write_bytes(b"no certificate")
            own.processes["auth"].send_signal(signal.SIGHUP)
            until(lambda: own.metric("auth", "settings_reload_failures_total") == 1, "the failure is counted")
            until(lambda: "auth.pem holds no certificate in PEM" in own.log("auth", 50), "the log names the file")
            until_served(lambda: device.mine("vault.pull"), 1)

            install("later")
            opened = own.metric("vault", "curl_connections_opened_total")
            for service in ("auth", "vault"):
                own.processes[service].send_signal(signal.SIGHUP)
                until(lambda: own.metric(service, "settings_reloads_total") == 1, "the reload is counted")
            until_served(lambda: device.mine("vault.pull"), 10)
            until(lambda: presented(own.ports["auth"][1]) == first_certificate(issued["later"]["auth"].certificate.read_text()), "auth presents the new certificate")
            until(lambda: own.metric("vault", "curl_connections_opened_total") > opened, "the vault opens new connections")
            # The former authority is no longer accepted: a client with its certificate is refused.
            holds(not accepted(own.ports["auth"][1], issued["ours"]["vault"], later), "a client of the former authority")
            holds(accepted(own.ports["auth"][1], issued["later"]["vault"], later), "a client of the new authority")


def presented(port):
    """Returns the certificate that a listener presents, in PEM without its end line."""
    done = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{port}"], input="", capture_output=True, text=True, timeout=10)
    return first_certificate(done.stdout)


def first_certificate(text):
    _, begin, rest = text.partition("-----BEGIN CERTIFICATE-----")
    return begin + rest.partition("-----END CERTIFICATE-----")[0].strip()


def accepted(port, issued, authority):
    """True if the listener answers an HTTP request over TLS with this client certificate."""
    done = subprocess.run(["curl", "-s", "-m", "5", "-o", "/dev/null", "--cert", issued.certificate, "--key", issued.key, "--cacert", authority.certificate,
                           f"https://127.0.0.1:{port}/rpc"], capture_output=True, timeout=10)
    return done.returncode == 0
