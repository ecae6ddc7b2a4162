"""Runs Kannel with its fake SMS centre, configured by deploy/kannel/kannel.conf with other ports and folders."""
import pathlib
import re
import shutil
import subprocess
import time

CONFIGURATION = pathlib.Path(__file__).resolve().parents[2] / "deploy" / "kannel" / "kannel.conf"
FAKE_CENTRE = "/usr/lib/kannel/test/fakesmsc"
USER, PASSWORD = "latchkey", "CHANGE-latchkey"
SHIPPED_PORTS = {"admin": 13000, "smsbox": 13001, "sendsms": 13013, "centre": 10000}


class Kannel:
    """`bearerbox`, `smsbox` and `fakesmsc`; the messages that the fake centre received are in `messages`."""

    def __init__(self, folder, ports=None, prefix=()):
        """`ports` gives other ports than the shipped ones, by their names in `SHIPPED_PORTS`."""
        self.folder, self.prefix = pathlib.Path(folder), list(prefix)
        for program in ("bearerbox", "smsbox"):
            if not shutil.which(program, path="/usr/sbin:/usr/bin"):
                raise RuntimeError(f"{program} is missing: scripts/test installs kannel and kannel-extras")
        store = self.folder / "store"
        store.mkdir(parents=True)
        self.ports = {**SHIPPED_PORTS, **(ports or {})}
        text = CONFIGURATION.read_text().replace("/var/spool/kannel", str(store))
        for name, shipped in SHIPPED_PORTS.items():
            text = re.sub(rf"^((?:\w+-)?port = ){shipped}$", rf"\g<1>{self.ports[name]}", text, flags=re.MULTILINE)
        self.configuration = self.folder / "kannel.conf"
        self.configuration.write_text(text)
        self.processes = {}
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.ports['sendsms']}/cgi-bin/sendsms"

    def start(self):
        """Starts what does not run, and waits until a message could be sent."""
        configuration = str(self.configuration)
        self._run("bearerbox", ["/usr/sbin/bearerbox", "-v", "4", configuration])
        # Each program ends if the one before it does not listen yet.
        self._await("bearerbox", self._status)
        self._run("smsbox", ["/usr/sbin/smsbox", "-v", "4", configuration])
        self._run("fakesmsc", [FAKE_CENTRE, "-v", "0", "-H", "127.0.0.1", "-r", str(self.ports["centre"]), "-i", "100000", "13014 13013 text nop"])
        self._await("smsbox", lambda: self._get(self.url))
        self._await("bearerbox", lambda: b"(online" in self._status())

    def _status(self):
        return self._get(f"http://127.0.0.1:{self.ports['admin']}/status.txt?password=CHANGE-admin")

    def _get(self, url):
        return subprocess.run([*self.prefix, "curl", "-s", "-m", "1", url], capture_output=True).stdout

    def _run(self, name, words):
        if name in self.processes and self.processes[name].poll() is None:
            return
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen([*self.prefix, *words], stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def _await(self, program, condition):
        until = time.monotonic() + 10
        while not condition():
            if self.processes[program].poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{program} does not answer: {(self.folder / f'{program}.log').read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)

    @property
    def messages(self):
        """The messages that the fake centre received, as (number, text), in their order."""
        log = (self.folder / "fakesmsc.log").read_text(errors="replace")
        lines = re.findall(r"Got message \d+: <(.*)>", log)
        found = []
        for line in lines:
            begun = re.match(r"\S+ (\+?\d+) text (.*)", line)
            if begun:
                found.append([begun[1], begun[2]])
            elif found:
                found[-1][1] += "\n" + line  # the centre prints each line of a message as a message of its own
        return [tuple(one) for one in found]

    def codes_for(self, phone):
        """The codes in the messages to a number, in their order."""
        return [code for number, text in self.messages if number == phone for code in re.findall(r"#(\d{6})\b", text)]

    def code_for(self, phone, seconds=10):
        """Waits for a message to a number and returns the code in the newest one."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if codes := self.codes_for(phone):
                return codes[-1]
            time.sleep(0.05)
        raise RuntimeError(f"no message to {phone} arrived at the fake SMS centre within {seconds} s")

    def kill(self, name):
        """Ends one program by SIGKILL."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def close(self):
        for name in ("fakesmsc", "smsbox", "bearerbox"):
            process = self.processes.pop(name, None)
            if process and process.poll() is None:
                process.kill()
                process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
