"""Opens the databases and device profiles that commit 1914eee wrote, and plays the stories on them.

`previous_version.py [--bin DIR] [STORY…]`: without names the check opens the profiles and plays one story; `all` plays
every story that needs no stopped clock. The archive `previous-version.tar.gz` holds a data folder of both services and
five profiles: `phone` and `tablet` of one account (three entries were pushed, one edited, one deleted; `phone` has one more
that was never pushed), `waiting` (an account without approval), `kept` (logged out, entries kept) and `half` (a
registration that was not confirmed). Nothing is asserted that depends on how long ago the archive was written.
"""
import argparse
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import time

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "scripts" / "lib"), str(pathlib.Path(__file__).parent)]

from checks import equal  # noqa: E402
from pair import Pair  # noqa: E402
from profiles import Profiles  # noqa: E402
from stories import FOLDER, play  # noqa: E402

ARCHIVE = pathlib.Path(__file__).parent / "previous-version.tar.gz"
ADA, BEN, CY = "+4915110000001", "+4915110000002", "+4915110000003"
IMPORTED = [("Clinic Portal", "ada"), ("Example Mail", "ada@mail.example"), ("River Bank", "ada@example.com")]


def check_profiles(bin, folder, pair):
    """Checks that every profile shows what it held, logs in, and syncs without losing or repeating an entry."""
    profiles = Profiles(bin, folder, pair)
    renamed = ("Clinic Portal", "renamed@example.org")
    equal(profiles.labels("phone"), [renamed, ("Night Train", "ada"), ("River Bank", "ada@example.com")], "phone")
    equal(profiles.labels("tablet"), [renamed, ("River Bank", "ada@example.com")], "tablet")
    equal(profiles.labels("waiting"), IMPORTED, "waiting")
    equal(profiles.labels("kept"), IMPORTED, "kept")

    equal(profiles.login("phone", ADA)["unproven"], False, "the phone's device key is still admitted")
    equal(profiles.run("phone", "sync")["sent"], 1, "the entry the previous version had not pushed")
    equal(profiles.login("tablet", ADA)["unproven"], False, "the tablet's device key is still admitted")
    equal(profiles.run("tablet", "sync")["received"], 1, "the tablet receives it")
    equal(profiles.labels("tablet"), profiles.labels("phone"), "both devices show the same")

    equal(profiles.login("waiting", BEN)["approval"], "waitingForApproval", "the approval is as it was")
    subprocess.run([pathlib.Path(bin) / "latchkey-auth", "approve", "yes", BEN, "--data", pair.data], check=True,
                   stdout=subprocess.DEVNULL)
    time.sleep(2.5)
    equal(profiles.run("waiting", "sync")["sent"], 3, "what was imported while waiting")

    profiles.login("kept", CY)
    answer = profiles.run("kept", "sync")
    equal((answer["sent"], answer["removed"]), (0, 0), "kept entries are bound again, neither sent twice nor removed")
    equal(profiles.labels("kept"), IMPORTED, "kept after login")


def open_pair(bin, folder):
    """Unpacks the archive and starts both services on its databases."""
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder)
    # The archive is older than the time for which a service may stand still before it doubts the host's clock.
    downtime = {"max-downtime-days": 365}
    auth = downtime | {"otp-resend-seconds": 1, "sends-per-address": 100000}
    return Pair(bin, pathlib.Path(folder) / "data", settings={"auth": auth, "vault": downtime})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(root / ".build" / "debug"))
    parser.add_argument("names", nargs="*", default=["main-job"])
    chosen = parser.parse_args()
    names = chosen.names
    if names == ["all"]:
        names = sorted(file.stem for file in FOLDER.glob("*.json") if "advance" not in file.read_text() and file.stem != "code-rules")
    with tempfile.TemporaryDirectory(prefix="latchkey-previous-") as folder:
        with open_pair(chosen.bin, folder) as pair:
            check_profiles(chosen.bin, folder, pair)
            print("  the profiles of the previous version open and sync", flush=True)
            for name in names:
                if play(FOLDER / f"{name}.json", pair, chosen.bin):
                    sys.exit(f"the story {name} fails on the databases of the previous version")
                print(f"  {name} passes on its databases", flush=True)


if __name__ == "__main__":
    main()
