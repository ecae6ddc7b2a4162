"""Files of entries and the programs that other people wrote for them: our exports open there, and theirs open here.

Where no program for a format exists, the file is made or read here from the format's documentation, with the package cryptography.
"""
import base64
import csv
import hashlib
import io
import json
import os
import pathlib
import pty
import stat
import subprocess
import sys
import tempfile
import time
import urllib.parse

import lib2fas
import pyotp
import pyotp.contrib
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from freeotp_vault.parser import parse_freeotp_json
from otpa import migration

from checks import check, equal, holds
from profiles import CommandFailed, Profiles

# Issuer, account name, key in Base32.
PLAIN = [("Bank", "ada@example.org", "JBSWY3DPEHPK3PXP"), ("日本", "Ä B", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), ("Mail", "bob", "MZXW6YTB")]
STEAM = ("Steam", "gaben", "STK7746GVMCHMNH5FBIAQXGPV3I7ZHRG")
PASSWORD = "correct horse, Käfer"


class Files:
    """A folder with profiles that nobody has signed in to, and the files of one check."""

    def __init__(self, pair):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-interchange-"))
        self.profiles = Profiles(pair.bin, self.folder, pair)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def entries(self, profile):
        return sorted((one["issuer"], one["accountName"], one["secret"], one["type"]) for one in
                      self.profiles.run(profile, "list", "--secrets")["entries"])

    def imported(self, name, content, *words, typed=None):
        """Imports a file into a new profile twice, the second time in vain, and returns its entries."""
        path = self.write(f"{name}.file", content)
        first = self.profiles.run(name, "import", str(path), *words, typed=typed)
        equal(first["rejected"], [], f"rejected entries of {name}")
        again = self.profiles.run(name, "import", str(path), *words, typed=typed)
        equal((len(again["added"]), len(again["duplicates"])), (0, len(first["added"])), f"second import of {name}")
        return self.entries(name)

    def exported(self, format, entries=PLAIN, *words, typed=None):
        """Adds the entries to a new profile and exports them to a file, whose path is returned."""
        profile = f"from-{format}"
        if not (self.folder / profile).exists():
            for entry in entries:
                self.profiles.run(profile, "add", address(*entry))
        path = self.folder / f"out.{format}{len(words)}"
        made = self.profiles.run(profile, "export", str(path), "--format", format, *words, typed=typed)
        equal(made["count"], len(entries), f"count of {format}")
        equal(stat.S_IMODE(path.stat().st_mode), 0o600, f"mode of {path}")
        return path


def address(issuer, account, key):
    kind = "steam" if issuer == "Steam" else "totp"
    label = urllib.parse.quote(f"{issuer}:{account}")
    return f"otpauth://{kind}/{label}?secret={key}&issuer={urllib.parse.quote(issuer)}"


def listed(*entries):
    return sorted((*entry, "steam" if entry[0] == "Steam" else "totp") for entry in entries)


def program(module, *words, typed=None):
    """Runs the program of a package."""
    done = subprocess.run([sys.executable, "-m", module, *map(str, words)], capture_output=True, text=True, input=typed, timeout=30)
    holds(done.returncode == 0, f"{module}: {done.stdout}{done.stderr}")
    return done.stdout


@check("Google Authenticator's addresses: otpa reads ours, and its own are read here")
def google(pair):
    files = Files(pair)
    many = PLAIN + [("Many", f"person{number}", "MZXW6YTB") for number in range(20)]
    lines = files.exported("google", many).read_text().split()
    equal(len(lines), 3, "parts of 23 entries")
    found = [op for line in lines for op in migration.migration_link_to_payload(line).otp_parameters]
    equal(sorted((op.issuer, op.name, migration.encode_secret(op.secret)) for op in found), sorted(many), "entries in otpa")
    made = program("otpa", "cm", "-n", "2", *[address(*entry) for entry in PLAIN])
    equal(len(made.split()), 2, "parts of otpa")
    equal(files.imported("google", made), listed(*PLAIN), "entries of otpa")
    part = files.profiles.run("part", "import", str(files.write("part.file", made.split()[0])))
    equal((len(part["added"]), len(part["remarks"])), (2, 1), "an export without its second part")


@check("otpauth lists: pyotp and otpa read ours, and theirs are read here, Steam among them")
def otpauth(pair):
    files = Files(pair)
    lines = files.exported("otpauth", [*PLAIN, STEAM]).read_text().split("\n")[:-1]
    plain = [pyotp.parse_uri(line) for line in lines if not line.startswith("otpauth://steam/")]
    equal(sorted((one.issuer, one.name, one.secret) for one in plain), sorted(PLAIN), "entries in pyotp")
    steam = [line for line in lines if line.startswith("otpauth://steam/")]
    holds(len(steam) == 1 and f"secret={STEAM[2]}" in steam[0], "a line of Steam's entry")
    printed = [pyotp.TOTP(key).provisioning_uri(name=account, issuer_name=issuer) for issuer, account, key in PLAIN]
    equal(files.imported("pyotp", "\n".join(printed) + "\n"), listed(*PLAIN), "entries of pyotp")
    made = program("otpa", "ca", *[address(*entry) for entry in PLAIN])
    equal(files.imported("otpa", made), listed(*PLAIN), "entries of otpa")
    # Within one step both give the same code; a step may end between the two.
    shown = [one["code"] for one in files.profiles.run("from-otpauth", "list")["entries"] if one["issuer"] == "Steam"]
    generator = pyotp.contrib.Steam(STEAM[2])
    now = int(time.time())
    holds(shown[0] in [generator.at(now - 30), generator.at(now), generator.at(now + 30)], "the code of Steam's entry")


@check("2FAS: lib2fas reads our backup, and one that is encrypted as lib2fas opens it is read here")
def two_fas(pair):
    files = Files(pair)
    path = files.exported("2fas", [*PLAIN, STEAM])
    services = lib2fas.load_services(str(path)).all()
    equal(sorted((one.name, one.otp.account, one.secret) for one in services), sorted([*PLAIN, STEAM]), "entries in lib2fas")
    backup = json.loads(path.read_text())
    salt, nonce = os.urandom(256), os.urandom(12)
    key = hashlib.pbkdf2_hmac("sha256", PASSWORD.encode(), salt, 10_000, 32)
    sealed = AESGCM(key).encrypt(nonce, json.dumps(backup["services"]).encode(), None)
    backup["servicesEncrypted"] = ":".join(base64.b64encode(part).decode() for part in (sealed, salt, nonce))
    backup["services"] = []
    theirs = files.write("sealed.2fas", json.dumps(backup))
    equal(len(lib2fas.load_services(str(theirs), passphrase=PASSWORD).all()), 4, "the encrypted backup in lib2fas")
    equal(files.imported("sealed", theirs.read_bytes(), typed=PASSWORD + "\n"), listed(*PLAIN, STEAM), "the encrypted backup")


@check("andOTP: and-otp-uri and andotp-decrypt read our backup, plain and encrypted as they expect it")
def andotp(pair):
    files = Files(pair)
    path = files.exported("andotp")
    lines = program("and_otp_uri", path).split("\n")[:-1]
    read = [urllib.parse.parse_qs(urllib.parse.urlsplit(line).query) for line in lines]
    equal(sorted((one["issuer"][0], one["secret"][0]) for one in read), sorted((i, k) for i, _, k in PLAIN), "entries in and-otp-uri")
    salt, nonce, rounds = os.urandom(12), os.urandom(12), 150_000
    key = hashlib.pbkdf2_hmac("sha1", PASSWORD.encode(), salt, rounds, 32)
    sealed = rounds.to_bytes(4, "big") + salt + nonce + AESGCM(key).encrypt(nonce, path.read_bytes(), None)
    theirs = files.write("andotp.json.aes", sealed)
    equal(json.loads(program("andotp_decrypt", theirs, typed=PASSWORD + "\n")), json.loads(path.read_text()), "the backup in andotp-decrypt")
    equal(files.imported("andotp", sealed, typed=PASSWORD + "\n"), listed(*PLAIN), "the encrypted backup")


@check("FreeOTP+: freeotp-vault reads our backup")
def free_otp(pair):
    files = Files(pair)
    path = files.exported("freeotp+", [*PLAIN, STEAM])
    tokens = parse_freeotp_json(path.read_text())
    equal(sorted((one["issuer"], one["label"], one["secret"]) for one in tokens), sorted([*PLAIN, STEAM]), "entries in freeotp-vault")
    equal(files.imported("freeotp", path.read_bytes()), listed(*PLAIN, STEAM), "our own backup")


@check("Bitwarden and tables: pyotp reads the keys of our logins, and the csv module our tables")
def bitwarden(pair):
    files = Files(pair)
    logins = [item["login"] for item in json.loads(files.exported("bitwarden").read_text())["items"]]
    keys = [(login["username"], pyotp.parse_uri(login["totp"])) for login in logins]
    equal(sorted((one.issuer, user, one.secret) for user, one in keys), sorted(PLAIN), "logins in JSON")
    with open(files.exported("bitwarden-csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    equal(sorted((row["name"], pyotp.parse_uri(row["login_totp"]).secret) for row in rows), sorted((i, k) for i, _, k in PLAIN), "logins in CSV")
    with open(files.exported("csv"), newline="") as file:
        equal(sorted((row["issuer"], row["account"], row["secret"]) for row in csv.DictReader(file)), sorted(PLAIN), "our table")
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerows([["Title", "URL", "Username", "Password", "Notes", "OTPAuth"]] + [
        [issuer, "https://example.org", account, "p", "a\nb, \"c\"", address(issuer, account, key)] for issuer, account, key in PLAIN])
    equal(files.imported("passwords", table.getvalue()), listed(*PLAIN), "a table of the csv module")


def aegis_key(slot, password):
    key = hashlib.scrypt(password.encode(), salt=bytes.fromhex(slot["salt"]), n=slot["n"], r=slot["r"], p=slot["p"], dklen=32, maxmem=1 << 27)
    sealed = bytes.fromhex(slot["key"]) + bytes.fromhex(slot["key_params"]["tag"])
    return AESGCM(key).decrypt(bytes.fromhex(slot["key_params"]["nonce"]), sealed, None)


@check("Aegis and the archive: both open as their documentation says, and a vault made so is read here")
def sealed_files(pair):
    files = Files(pair)
    vault = json.loads(files.exported("aegis", [*PLAIN, STEAM], "--encrypt", typed=PASSWORD + "\n").read_text())
    params = vault["header"]["params"]
    key = aegis_key(vault["header"]["slots"][0], PASSWORD)
    sealed = base64.b64decode(vault["db"]) + bytes.fromhex(params["tag"])
    content = json.loads(AESGCM(key).decrypt(bytes.fromhex(params["nonce"]), sealed, None))
    equal(sorted((one["issuer"], one["name"], one["info"]["secret"]) for one in content["entries"]), sorted([*PLAIN, STEAM]), "our vault")

    master, salt, nonces = os.urandom(32), os.urandom(32), [os.urandom(12), os.urandom(12)]
    slot_key = hashlib.scrypt(PASSWORD.encode(), salt=salt, n=32768, r=8, p=1, dklen=32, maxmem=1 << 27)
    wrapped = AESGCM(slot_key).encrypt(nonces[0], master, None)
    body = AESGCM(master).encrypt(nonces[1], json.dumps(content).encode(), None)
    slot = {"type": 1, "uuid": "01234567-89ab-4def-8123-456789abcdef", "key": wrapped[:-16].hex(),
            "key_params": {"nonce": nonces[0].hex(), "tag": wrapped[-16:].hex()},
            "n": 32768, "r": 8, "p": 1, "salt": salt.hex(), "repaired": True}
    theirs = {"version": 1, "header": {"slots": [dict(slot, type=2), slot], "params": {"nonce": nonces[1].hex(), "tag": body[-16:].hex()}},
              "db": base64.b64encode(body[:-16]).decode()}
    equal(files.imported("aegis", json.dumps(theirs), typed=PASSWORD + "\n"), listed(*PLAIN, STEAM), "a vault made by hand")

    archive = json.loads(files.exported("archive", [*PLAIN, STEAM], typed=PASSWORD + "\n").read_text())
    sealed = base64.b64decode(archive.pop("content"))
    kdf = archive["kdf"]
    key = hashlib.scrypt(PASSWORD.encode(), salt=base64.b64decode(kdf["salt"]), n=kdf["n"], r=kdf["r"], p=kdf["p"], dklen=32, maxmem=1 << 27)
    header = json.dumps(archive, sort_keys=True, separators=(",", ":")).encode()
    content = json.loads(AESGCM(key).decrypt(sealed[:12], sealed[12:], header))
    equal(sorted((one["issuer"], one["accountName"], one["secret"]) for one in content["entries"]), sorted([*PLAIN, STEAM]), "our archive")
    archive["content"] = base64.b64encode(sealed).decode()
    equal(files.imported("archive", json.dumps(archive), typed=PASSWORD + "\n"), listed(*PLAIN, STEAM), "our archive, read again")


@check("export and import as commands: files are private and not replaced unasked, passwords are typed, and wrong ones add nothing")
def commands(pair):
    files = Files(pair)
    path = files.exported("archive", typed=PASSWORD + "\n")

    def refused(fault, profile, *words, typed=None):
        try:
            files.profiles.run(profile, *words, typed=typed)
        except CommandFailed as failed:
            equal(failed.fault, fault, f"fault of {' '.join(words)}")
            return
        raise AssertionError(f"{' '.join(words)} was not refused")

    before = path.read_bytes()
    refused("argument", "from-archive", "export", str(path), "--format", "csv")
    equal(path.read_bytes(), before, "the file after a refused export")
    refused("filePasswordWrong", "new", "import", str(path), typed="wrong\n")
    refused("argument", "new", "import", str(path), typed="")
    refused("fileDamaged", "new", "import", str(files.write("cut", before[:-40])), typed=PASSWORD + "\n")
    equal(files.entries("new"), [], "entries after refused imports")
    piped = files.profiles.run("new", "import", "-", "--password-fd=0", "--dry-run", typed=PASSWORD + "\n" + before.decode())
    equal((len(piped["added"]), piped["dryRun"], files.entries("new")), (3, True, []), "a dry run")
    files.profiles.run("from-archive", "export", str(path), "--format", "csv", "--replace")
    equal((stat.S_IMODE(path.stat().st_mode), path.read_text().splitlines()[0].split(",")[0]), (0o600, "issuer"), "the replaced file")
    equal(sorted(one.name for one in files.folder.iterdir() if one.name.endswith(".new")), [], "files that were left")
    refused("formatNotEncrypted", "from-archive", "export", "--format", "csv", "--encrypt", typed="x\n")

    words = [str(word) for word in files.profiles.words("from-archive", "export", "--format", "otpauth") if word != "--json"]
    done = subprocess.run(words, capture_output=True, text=True)
    equal((len(done.stdout.splitlines()), "in plain text" in done.stderr), (3, True), "an export to standard output")

    # At a terminal the password is asked for twice and not shown.
    leader, terminal = pty.openpty()
    target = files.folder / "typed"
    words = [str(word) for word in files.profiles.words("from-archive", "export", target, "--format", "archive") if word != "--json"]
    process = subprocess.Popen(words, stdin=terminal, stdout=terminal, stderr=terminal, close_fds=True)
    os.close(terminal)
    shown = b""
    for prompt in (b"Password of the file: ", b"The same again: "):
        while not shown.endswith(prompt):
            shown += os.read(leader, 1000)
        os.write(leader, PASSWORD.encode() + b"\n")
    equal(process.wait(30), 0, "exit status at a terminal")
    try:
        while part := os.read(leader, 1000):
            shown += part
    except OSError:
        pass
    holds(PASSWORD.encode() not in shown and b"Exported 3 to" in shown, f"what the terminal showed: {shown!r}")
    holds(target.exists(), "the file that was exported at a terminal")


@check("an export that is shown at a terminal escapes what could control it; a file and another program get it as it is")
def shown_at_a_terminal(pair):
    files = Files(pair)
    label = "\x1b]0;owned\x07Bank"
    for entry in (label, "ada", "JBSWY3DPEHPK3PXP"), PLAIN[1]:
        files.profiles.run("shown", "add", address(*entry))
    words = [str(word) for word in files.profiles.words("shown", "export", "--format", "csv") if word != "--json"]
    leader, terminal = pty.openpty()
    done = subprocess.run(words, stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL, close_fds=True, timeout=30)
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(leader, 1000):
            shown += part
    except OSError:
        pass  # The end of what was written to a terminal whose other side is closed.
    lines = shown.decode().split("\r\n")
    equal(done.returncode, 0, "exit status")
    equal((len(lines), "\x1b" in shown.decode()), (4, False), f"lines and control characters of {shown!r}")
    holds("\\u001b]0;owned\\u0007Bank" in lines[1] + lines[2], f"the escaped label in {shown!r}")
    piped = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    holds(label in piped, f"the label in {piped!r}")
