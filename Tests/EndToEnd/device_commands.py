"""The commands `code`, `sync --check` and `export` of a device that is signed in."""
import pathlib
import tempfile
import time

import pyotp

from checks import check, equal, holds
from profiles import CommandFailed, Profiles

KEY = "JBSWY3DPEHPK3PXP"


@check("latchkey code, sync --check and export: codes are right, a counter moves on and is synchronised, and the file has both entries")
def codes_and_files(pair):
    with tempfile.TemporaryDirectory(prefix="latchkey-codes-") as folder:
        profiles = Profiles(pair.bin, folder, pair)
        profiles.register("phone", pair.new_phone(), "demo")
        profiles.run("phone", "add", f"otpauth://totp/Bank:ada?secret={KEY}&issuer=Bank")
        profiles.run("phone", "add", f"otpauth://hotp/Mail:ada?secret={KEY}&issuer=Mail&counter=5")
        equal(profiles.patiently("phone", "sync")["sent"], 2, "entries sent")
        now, shown = int(time.time()), profiles.run("phone", "code", "Bank")
        totp = pyotp.TOTP(KEY)
        holds(shown["code"] in [totp.at(now + step) for step in (-30, 0, 30)] and 0 < shown["validForMs"] <= 30_000, shown)
        for counter in (5, 6):
            shown = profiles.run("phone", "code", "Mail")
            equal((shown["code"], shown["counter"]), (pyotp.HOTP(KEY).at(counter), str(counter)), "a counter-based code")
        synced = profiles.patiently("phone", "sync", "--check")
        equal((synced["sent"], synced["check"]), (1, {"compared": True, "listed": 2, "differences": []}), "the changed counter")
        lines = files(profiles, folder, "phone")
        equal(len(lines), 2, "lines of the file")
        holds(any("counter=7" in line for line in lines), lines)
        try:
            profiles.run("phone", "code", "Nobody")
            raise AssertionError("a code of no entry")
        except CommandFailed as failed:
            equal(failed.fault, "noSuchEntry", "a code of no entry")


def files(profiles, folder, profile):
    path = pathlib.Path(folder) / f"{profile}.txt"
    equal(profiles.run(profile, "export", str(path), "--format", "otpauth")["count"], 2, "entries in the file")
    return sorted(path.read_text().split())
