"""The lock of a profile whose account has a PIN: what its files hold, what opens without the service, and what a kill costs."""
import pathlib
import random
import shutil
import stat
import tempfile
import time

from administration import administer, scratch_pair
from checks import check, equal, holds
from profiles import CommandFailed, Profiles

PIN = "482915\n"
BANK, DRAFT = ("otpauth://totp/Bank:ada?secret=JBSWY3DPEHPK3PXP&issuer=Bank", "otpauth://totp/Draft:ada?secret=JBSWY3DPEHPK3PXQ&issuer=Draft")


def fault_of(profiles, profile, *words, typed=None):
    """The fault of a command; None if it succeeds."""
    try:
        profiles.run(profile, *words, typed=typed)
    except CommandFailed as failed:
        return failed.fault
    return None


def made(pair, folder, group="fieldwork"):
    """Profiles with the profile `phone`: it has a PIN, an entry in the vault, and one that was never sent."""
    profiles, phone = Profiles(pair.bin, folder, pair), pair.new_phone()
    profiles.register("phone", phone, group)
    if group == "fieldwork":
        pair.approve(phone)
        profiles.run("phone", "status")
    profiles.run("phone", "add", BANK)
    profiles.patiently("phone", "sync")
    profiles.run("phone", "add", DRAFT)
    profiles.run("phone", "pin", "set", typed=PIN)
    return profiles


@check("a copied profile without its share opens no synchronised entry; the service down, the share opens them to its holder")
def copied(usual):
    with scratch_pair(usual.bin) as pair, tempfile.TemporaryDirectory() as folder:
        profiles, folder = made(pair, folder), pathlib.Path(folder)
        share = folder / "phone/unlock.share"
        equal(stat.S_IMODE(share.stat().st_mode), 0o600)
        shutil.copytree(folder / "phone", folder / "copy")
        (folder / "copy/unlock.share").unlink()
        equal(fault_of(profiles, "copy", "list"), "locked")
        store = b"".join(file.read_bytes() for file in (folder / "copy").glob("store.sqlite*"))
        holds(b"JBSWY3DPEHPK3PXP" not in store, "the store holds no shared key in the clear")

        profiles.run("phone", "lock")
        equal(fault_of(profiles, "phone", "list"), "locked")
        pair.stop("auth")
        equal(fault_of(profiles, "copy", "unlock", typed=PIN), "unreachable")
        equal(profiles.run("phone", "unlock", typed=PIN)["pinVerified"], False)
        equal(profiles.labels("phone"), [("Bank", "ada"), ("Draft", "ada")])
        pair.start("auth")
        pair.wait_ready(["auth"])
        equal(profiles.run("copy", "unlock", typed=PIN)["pinVerified"], True)
        equal(profiles.labels("copy"), [("Bank", "ada"), ("Draft", "ada")])


@check("with 0 offline hours the share is in no file, and a command reads the PIN with --unlock")
def without_hours(usual):
    with scratch_pair(usual.bin) as pair, tempfile.TemporaryDirectory() as folder:
        administer(pair, "group", "change", "fieldwork", "--offline-unlock-hours", "0")
        profiles = made(pair, folder)
        equal(sorted(file.name for file in pathlib.Path(folder, "phone").glob("unlock.share*")), [])
        equal(fault_of(profiles, "phone", "list"), "locked")
        equal(fault_of(profiles, "phone", "sync"), "locked")
        listed = profiles.run("phone", "list", "--unlock", typed=PIN)["entries"]
        equal([entry["issuer"] for entry in listed], ["Bank", "Draft"])
        equal(profiles.run("phone", "sync", "--unlock", typed=PIN)["sent"], 1)
        equal(fault_of(profiles, "phone", "list"), "locked")


@check("a command that is killed while it unlocks, syncs or sets the PIN loses no entry")
def killed(usual):
    with scratch_pair(usual.bin) as pair, tempfile.TemporaryDirectory() as folder:
        profiles, chance = made(pair, folder), random.Random(7)
        for turn in range(24):
            words = (["unlock"], ["sync", "--unlock"], ["edit", "Draft", "--account-name", f"ada{turn}", "--unlock"])[turn % 3]
            with profiles.process("phone", *words) as process:
                process.stdin.write(PIN.encode())
                process.stdin.close()
                time.sleep(chance.uniform(0, 0.6))
                process.kill()
        profiles.run("phone", "unlock", typed=PIN)
        profiles.patiently("phone", "sync")
        equal([issuer for issuer, _ in profiles.labels("phone")], ["Bank", "Draft"])
