"""`scripts/demo --keep` ends its services when it is ended itself."""
import os
import pathlib
import re
import signal
import subprocess
import sys

from checks import check, equal, holds

DEMO = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib" / "demo.py"


def is_running(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False


@check("scripts/demo --keep ends both services when it is ended by SIGTERM or SIGHUP")
def ended(pair):
    for number in (signal.SIGTERM, signal.SIGHUP):
        demo = subprocess.Popen(
            [sys.executable, "-u", str(DEMO), "--bin", str(pair.bin), "--keep", "--any-ports"], stdout=subprocess.PIPE, text=True)
        folder = None
        for line in demo.stdout:
            folder = folder or re.search(r"on SQLite in (\S+)", line)
            if line.startswith("Ctrl-C"):
                break
        holds(folder, "the demonstration names its data folder")
        pids = [int((pathlib.Path(folder.group(1)) / f"{service}.pid").read_text()) for service in ("auth", "vault")]
        holds(all(is_running(pid) for pid in pids), "both services run")
        demo.send_signal(number)
        equal(demo.wait(30), 128 + number, "exit status of the demonstration")
        equal([pid for pid in pids if is_running(pid)], [], "services that still run")
