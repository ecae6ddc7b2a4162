"""Settings with which a service must not start: it says in one line what to change, and nothing is served."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

from certificates import CertificateAuthority
from checks import check, equal, holds
from deployed import create_keys
from pair import free_ports

COUNTRIES = ["--set", "countries=49"]
KANNEL = ["--set", "kannel-user=me", "--set", "kannel-password-file=/nonexistent/password", *COUNTRIES]
# Each case: what it is about, the service, its arguments, and what the line must contain.
CASES = [
    ("a public address behind an unnamed proxy", "auth", ["--set", "public-url=https://auth.example/rpc", *COUNTRIES], "trusted-proxies"),
    ("proxies that are no addresses", "auth", ["--set", "trusted-proxies=proxy.example", *COUNTRIES], "trusted-proxies"),
    ("proxies that are everybody", "auth", ["--set", "trusted-proxies=0.0.0.0/0,::/0", *COUNTRIES], "trusted-proxies"),
    ("a country that does not exist", "auth", ["--set", "countries=49,999"], "countries"),
    ("a test number with the code that everybody tries", "auth", ["--set", "test-numbers=+491700000001=000000@2027-01-31", *COUNTRIES], "test-numbers"),
    ("a lead in which no verifier fetches the key", "auth", ["--set", "key-lead-seconds=599", *COUNTRIES], "at least 600"),
    ("a provider without its address", "auth", ["--sms-gateway", "kannel", *COUNTRIES], "needs --set kannel-url"),
    ("a provider twice", "auth", ["--sms-gateway", "kannel,kannel", *COUNTRIES], "at most two"),
    ("three providers", "auth", ["--sms-gateway", "kannel,smtp,twilio", *COUNTRIES], "at most two"),
    ("settings of a provider that is not chosen", "auth", ["--sms-gateway", "spool:/tmp", "--set", "smtp-url=smtp://mail.example", *COUNTRIES], "leave it out"),
    ("codes in the clear to another host", "auth", ["--sms-gateway", "kannel", "--set", "kannel-url=http://10.0.0.9:13013/cgi-bin/sendsms", *KANNEL],
     "gateway-network-trusted"),
    ("reports without the address that providers are given", "auth",
     ["--sms-gateway", "kannel", "--set", "kannel-url=http://127.0.0.1:1/", *KANNEL, "--set", "reports-listen=127.0.0.1:1"], "reports-url"),
    ("a demonstration whose listener for reports other hosts reach", "auth",
     ["--demo", "--sms-gateway", "kannel", "--set", "kannel-url=http://127.0.0.1:1/", *KANNEL, "--set", "reports-url=http://127.0.0.1:1",
      "--set", "reports-listen=0.0.0.0:1"], "reports-listen is 0.0.0.0:1"),
    ("a mailbox that gets every code", "auth", ["--sms-gateway", "smtp", "--set", "smtp-url=smtp://mail.example", "--set", "smtp-sender=a@mail.example",
                                              "--set", "smtp-recipient=b@mail.example", *COUNTRIES], "{number}"),
    ("a password file that is missing", "auth", ["--sms-gateway", "kannel", "--set", "kannel-url=http://127.0.0.1:1/", *KANNEL], "the key f"),
    ("no attempt at a PIN", "auth", ["--set", "max-invalid-login-attempts=0", *COUNTRIES], "from 1 to 10"),
    ("eleven attempts at a PIN", "auth", ["--set", "max-invalid-login-attempts=11", *COUNTRIES], "from 1 to 10"),
    ("a session of more than 30 days", "auth", ["--set", "session-hours=721", *COUNTRIES], "from 1 to 720"),
    ("a session that ends at once", "auth", ["--set", "session-hours=0", *COUNTRIES], "from 1 to 720"),
    ("a session unused for more than 14 days", "auth", ["--set", "session-idle-hours=337", *COUNTRIES], "from 1 to 336"),
    ("tokens for the vault by another name", "auth", ["--set", "delegate-audiences=shop,vault", *COUNTRIES], "delegate-audiences"),
    ("a time limit of zero", "auth", ["--set", "gateway-seconds=0", *COUNTRIES], "from 1 to 30"),
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


@check("a service with settings that are unsafe or unknown does not start, and says what to change", requirements=["P2", "T4"])
def unsafe_settings(pair):
    for about, service, arguments, part in CASES:
        refuse(pair, service, arguments, part)


@check("with trusted-proxies = none a service behind no proxy gets as far as its key files")
def no_proxy(pair):
    arguments = ["--set", "public-url=https://auth.example/rpc", "--set", "trusted-proxies=none", "--sms-gateway", "spool:/no/such/folder", *COUNTRIES]
    refuse(pair, "auth", arguments, "the key folder")


# Each case: what is wrong, the service, the change to its folders, further settings, and what the line must contain.
def bad_inputs(folder, authority):
    """Yields the cases; each `change` gets the data folder."""
    one, other = authority.issue("one", "127.0.0.1"), authority.issue("other", "127.0.0.1")
    expired = authority.issue("expired", "127.0.0.1", validity=("-days", "-1"))

    def key(name, change):
        return lambda data: change(data / "keys" / name)

    def write(data):
        return lambda path: path.write_bytes(data)

    def mode(bits):
        return lambda path: path.chmod(bits)

    def owner(path):
        os.chown(path, 65534, 65534)

    def exchange(data):
        first, second = data / "keys" / "auth.signing-1.pem", data / "keys" / "auth.service.pem"
        held = first.read_bytes()
        write(second.read_bytes())(first)
        write(held)(second)

    def link(certificate, private, ca=authority.certificate):
        return [f"internal-certificate={certificate}", f"internal-key={private}", f"internal-client-ca={ca}"]

    def settings(data):
        file = data / "auth.json"
        file.write_text("{}")
        file.chmod(0o666)

    def spool(data):
        (data / "spool").mkdir()
        (data / "spool").chmod(0o777)

    nothing = lambda data: None
    yield "a missing key", "auth", key("auth.seal-1.key", pathlib.Path.unlink), [], "auth.seal-1.key is missing"
    yield "a missing key of the vault", "vault", key("vault.kek-1.key", pathlib.Path.unlink), [], "vault.kek-1.key is missing"
    yield "a wrapping key that is too short", "vault", key("vault.kek-1.key", write(b"x" * 31)), [], "holds 31 bytes and must hold 32"
    yield "a wrapping key that others may read", "vault", key("vault.kek-1.key", mode(0o644)), [], "can be read by others"
    yield "a key that is too short", "auth", key("auth.hash-1.key", write(b"x" * 31)), [], "holds 31 bytes and must hold 32"
    yield "a key that is too long", "vault", key("vault.index.key", write(b"x" * 33)), [], "holds 33 bytes and must hold 32"
    yield "an empty key", "auth", key("auth.index-1.key", write(b"")), [], "is empty"
    yield "a key that others may read", "auth", key("auth.index-1.key", mode(0o604)), [], "can be read by others"
    yield "a key that the group may read", "vault", key("vault.service.pem", mode(0o640)), [], "can be read by others"
    yield "a key folder that others may write", "auth", lambda data: (data / "keys").chmod(0o702), [], "can be changed by others"
    yield "two keys in each other's place", "auth", exchange, [], "is not a"
    yield "a peer's key that is none", "auth", key("vault.service.pub", write(b"nothing")), [], "is not an Ed25519 public key"
    yield "no key of the peer", "vault", key("auth.service.pub", pathlib.Path.unlink), [], "auth.service.pub is missing"
    yield "a certificate with another's key", "vault", nothing, link(one.certificate, other.key), "does not belong to the certificate"
    yield "an expired certificate", "vault", nothing, link(expired.certificate, expired.key), "expired at"
    yield "a missing certificate", "vault", nothing, link(folder / "none.pem", one.key), "is missing or unreadable"
    yield "a certificate that is none", "auth", nothing, link(one.key, one.key), "holds no certificate in PEM"
    yield "an authority that is none", "auth", nothing, link(one.certificate, one.key, one.key), "holds no certificate in PEM"
    yield "a data folder that others may write", "vault", lambda data: data.chmod(0o777), [], "the data folder"
    yield "a settings file that others may write", "auth", settings, ["--config"], "the settings file"
    yield "a spool folder that others may write", "auth", spool, [], "others can write to the folder"
    yield "a number out of bounds", "auth", nothing, ["code-seconds=601"], "a whole number from 30 to 600"
    yield "a console of another host without TLS", "auth", nothing, ["console-url=http://console.example"], "https addresses without a path"
    yield "a number under its bound", "auth", nothing, ["code-seconds=29"], "a whole number from 30 to 600"
    if os.geteuid() == 0:
        yield "a data folder of another user", "vault", owner, [], "belongs to another user"
        yield "a key of another user", "auth", key("auth.seal-1.key", owner), [], "belongs to another user"
        yield "a certificate of another user", "auth", lambda data: owner(one.certificate), link(one.certificate, one.key), "belongs to another user"


@check("wrong key files, certificates, folders and files that others could change refuse the start in one line, and nothing is served", requirements=["K4", "O2"])
def bad_files(pair):
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        create_keys(pair.bin, folder / "made", folder / "keys")
        authority = CertificateAuthority(folder / "ca")
        count = 0
        for about, service, change, settings, part in bad_inputs(folder, authority):
            data = folder / f"data-{count}"
            count += 1
            data.mkdir(mode=0o700)
            shutil.copytree(folder / "keys", data / "keys")
            ports = free_ports(3)
            words = [pair.bin / f"latchkey-{service}", "serve", "--data", data]
            for listener, port in zip(("listen", "internal-listen", "operations-listen"), ports):
                words += [f"--{listener}", f"127.0.0.1:{port}"]
            if service == "auth":
                words += ["--set", "countries=49", "--sms-gateway", f"spool:{data}/spool"]
            for setting in settings:
                words += ["--config", data / "auth.json"] if setting == "--config" else ["--set", setting]
            change(data)
            done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60)
            lines = done.stderr.strip().splitlines()
            holds(done.returncode != 0, f"{about}: the service started")
            equal(len(lines), 1, f"{about}: lines of {lines}")
            holds(part in lines[0], f"{about}: {part!r} in {lines[0]!r}")
            equal([path.name for path in data.glob("*.sqlite")], [], f"{about}: databases")
        print(f"    {count} wrong inputs", flush=True)


@check("config check prints every mistake at once, config print shows where each value comes from, and neither shows a secret")
def every_mistake(pair):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "auth.json"
        file.write_text('{"threads": 65, "thread": 1, "countries": "49"}')
        environment = {**os.environ, "LATCHKEY_READERS": "0"}

        def config(verb, *words, service="auth"):
            return subprocess.run([str(pair.bin / f"latchkey-{service}"), "config", verb, *words], capture_output=True, text=True, timeout=60, env=environment)
        done = config("check", "--config", str(file), "--set", "code-seconds=29", "--set", "public-url=https://auth.example/rpc")
        lines = done.stderr.removeprefix("Error: ").strip().splitlines()
        holds(done.returncode != 0, "the exit code")
        for part in ('"threads" must be a whole number from 0 to 64', "LATCHKEY_READERS must be", "code-seconds=VALUE must be", "trusted-proxies", '"thread": did you mean'):
            equal(sum(part in line for line in lines), 1, f"{part!r} in {lines}")
        equal(len(lines), 5, f"lines of {lines}")
        serve = subprocess.run([str(pair.bin / "latchkey-auth"), "serve", "--data", folder, "--config", str(file)], capture_output=True, text=True, timeout=60, env=environment)
        holds(serve.returncode != 0 and '"thread": did you mean' in serve.stderr and "LATCHKEY_READERS" in serve.stderr, f"serve: {serve.stderr}")

        file.write_text('{"threads": 2, "countries": "49", "test-numbers": "+491700000001=271828@2999-01-31"}')
        environment["LATCHKEY_READERS"] = "9"
        done = config("check", "--config", str(file), "--sms-gateway", f"spool:{folder}")
        holds(done.returncode != 0 and "the last day of" in done.stderr, f"a rule that depends on the time: {done.stderr}")
        printed = config("print", "--config", str(file), "--set", "database=postgres://latchkey:hunter2@db/auth", "--set", "drain-seconds=7")
        equal(printed.returncode, 0, printed.stderr)
        for line in (f"threads = 2  ({file}; default 0)", "readers = 9  (LATCHKEY_READERS; default 4)", "drain-seconds = 7  (command line; default 5)",
                     "code-seconds = 300  (default)", "database = (not shown, because it may contain a secret)  (command line; default sqlite:DATA/auth.sqlite)"):
            holds(line in printed.stdout.splitlines(), f"{line!r} in {printed.stdout}")
        for secret in ("hunter2", "271828"):
            holds(secret not in printed.stdout, f"{secret} was printed")
            holds(secret not in config("print", "--json", "--config", str(file), "--set", "database=postgres://latchkey:hunter2@db/auth").stdout, f"{secret} was printed as JSON")
        environment.pop("LATCHKEY_READERS")
        equal(config("check", service="vault").returncode, 0, "the vault's defaults")
        certificates = [word for name in ("certificate", "key", "client-ca") for word in ("--set", f"internal-{name}={folder}/none")]
        done = config("check", "--set", "database=postgres://latchkey@db.example/vault", *certificates, service="vault")
        lines = done.stderr.removeprefix("Error: ").strip().splitlines()
        equal((done.returncode != 0, len(lines)), (True, 2), f"lines of {lines}")
        holds("none is missing" in lines[0] and "sslmode=verify-full" in lines[1], f"files and the database's address: {lines}")
        done = config("check", "--operations-listen", "127.0.0.1:7602", service="vault")
        holds(done.returncode != 0 and "listen and operations-listen are both 127.0.0.1:7602" in done.stderr, done.stderr)
        done = config("check", "--listen", "10.0.0.1:7602", service="vault")
        holds(done.returncode != 0 and "trusted-proxies" in done.stderr, done.stderr)
