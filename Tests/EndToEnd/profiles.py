"""Profiles of the program `latchkey`, each one a device of a person."""
import json
import pathlib
import subprocess
import time


class CommandFailed(AssertionError):
    """A command of `latchkey` that failed; the text holds what it printed, and `fault` the fault's name."""

    def __init__(self, text, fault):
        super().__init__(text)
        self.fault = fault


def fault_in(printed):
    """Returns the name of the fault in what a command printed with `--json`; None if it printed no fault."""
    try:
        printed = json.loads(printed)
    except ValueError:
        return None
    return printed.get("fault") if isinstance(printed, dict) else None


class Profiles:
    """Profile folders, driven through the program `latchkey`."""

    def __init__(self, bin, folder, pair):
        self.bin, self.folder, self.pair = pathlib.Path(bin), pathlib.Path(folder), pair

    def words(self, profile, *words):
        """The command line of one command in a profile."""
        return [self.bin / "latchkey", "--profile", self.folder / profile, "--auth", self.pair.auth_url,
                "--vault", self.pair.vault_url, "--json", *words]

    def process(self, profile, *words):
        """Begins one command in a profile, whose standard input is a pipe."""
        return subprocess.Popen(
            self.words(profile, *words), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, profile, *words, typed=None):
        """Runs one command in a profile, with a text as its standard input, and returns its JSON answer."""
        done = subprocess.run(self.words(profile, *words), capture_output=True, text=True, input=typed)
        if done.returncode:
            text = f"latchkey {' '.join(words)} in {profile}: {done.stdout}{done.stderr}"
            raise CommandFailed(text, fault_in(done.stdout))
        return json.loads(done.stdout or "{}")

    def patiently(self, profile, *words, seconds=30):
        """Runs a command, again while it is answered `unavailable`."""
        until = time.monotonic() + seconds
        while True:
            try:
                return self.run(profile, *words)
            except CommandFailed as failed:
                if failed.fault != "unavailable" or time.monotonic() > until:
                    raise
            time.sleep(0.2)

    def labels(self, profile):
        """Returns issuer and account name of each entry the profile shows, sorted."""
        return sorted((entry["issuer"], entry["accountName"]) for entry in self.run(profile, "list")["entries"])

    def register(self, profile, phone, group):
        """Registers a number on a new device; some groups need no code."""
        needs_code = self.run(profile, "register", phone, "--group", group).get("state") != "ACTIVATED"
        return self.run(profile, "confirm", *([self.pair.code_for(phone)] if needs_code else []))

    def login(self, profile, phone):
        """Logs in with a one-time code, as after a session that has expired."""
        time.sleep(1.1)  # the shortest time between two codes, as these checks set it
        self.run(profile, "login", phone)
        return self.run(profile, "confirm", self.pair.code_for(phone))

    def join(self, profile, phone, admitting):
        """Logs in on a new device and admits it from one that is signed in."""
        self.run(admitting, "admit", self.login(profile, phone)["digits"])
        return self.run(profile, "status")
