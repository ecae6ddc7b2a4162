"""Settings with which a service must not start: it says in one line what to change, and nothing is served."""
import pathlib
import subprocess
import tempfile

from checks import check, equal, holds
from pair import free_ports

COUNTRIES = ["--set", "countries=49"]
# Each case: what it is about, the service, its arguments, and what the line must contain.
CASES = [
    ("a public address behind an unnamed proxy", "auth", ["--set", "public-url=https://auth.example/rpc", *COUNTRIES], "trusted-proxies"),
    ("proxies that are no addresses", "auth", ["--set", "trusted-proxies=proxy.example", *COUNTRIES], "trusted-proxies"),
    ("a lead in which no verifier fetches the key", "auth", ["--set", "key-lead-seconds=599", *COUNTRIES], "at least 600"),
    ("a setting that does not exist", "vault", ["--set", "trusted-proxys=none"], "did you mean trusted-proxies?"),
]


def refuse(pair, service, arguments, part):
    """Starts a service that must end by itself, with one line on standard error and an exit code other than 0."""
    with tempfile.TemporaryDirectory() as data:
        ports = free_ports(3)
        listeners = [word for name, port in zip(("listen", "internal-listen", "operations-listen"), ports)
                     for word in (f"--{name}", f"127.0.0.1:{port}")]
        words = [str(pair.bin / f"latchkey-{service}"), "serve", "--data", data, *listeners, *arguments]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60)
        lines = done.stderr.strip().splitlines()
        holds(done.returncode != 0, f"{words} ends with {done.returncode}")
        equal(len(lines), 1, f"lines of {lines}")
        holds(part in lines[0], f"{part!r} in {lines[0]!r}")
        equal([path.name for path in pathlib.Path(data).iterdir() if path.suffix == ".sqlite"], [], "databases")


@check("a service with settings that are unsafe or unknown does not start, and says what to change")
def unsafe_settings(pair):
    for about, service, arguments, part in CASES:
        refuse(pair, service, arguments, part)


@check("with trusted-proxies = none a service behind no proxy gets as far as its key files")
def no_proxy(pair):
    arguments = ["--set", "public-url=https://auth.example/rpc", "--set", "trusted-proxies=none", *COUNTRIES]
    refuse(pair, "auth", arguments, "the key folder")
