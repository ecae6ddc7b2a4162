"""Runs the end-to-end checks against a pair of real services: `run.py [--bin DIR] [WORD…]`."""
import argparse
import pathlib
import shutil
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "scripts" / "lib"), str(pathlib.Path(__file__).parent)]

import checks  # noqa: E402
import pace  # noqa: E402
import hostile  # noqa: E402,F401
import protocol  # noqa: E402,F401
import tokens  # noqa: E402,F401
import codes  # noqa: E402,F401
import generated_client  # noqa: E402,F401
import races  # noqa: E402,F401
import pairing  # noqa: E402,F401
import link  # noqa: E402,F401
import kills  # noqa: E402,F401
import instances  # noqa: E402,F401
import keeping  # noqa: E402,F401
import refused_starts  # noqa: E402,F401
import broken_libraries  # noqa: E402,F401
import key_rotation  # noqa: E402,F401
import administration  # noqa: E402,F401
import doctor  # noqa: E402,F401
import service_manager  # noqa: E402,F401
import gateways  # noqa: E402,F401
import clocks  # noqa: E402,F401
import takeover  # noqa: E402,F401
import locking  # noqa: E402,F401
import lasting  # noqa: E402,F401
import interchange  # noqa: E402,F401
import vault_settings  # noqa: E402,F401
import delegation  # noqa: E402,F401
import device_commands  # noqa: E402,F401
import key_folders  # noqa: E402,F401
from postgres_server import PostgresServer  # noqa: E402
from pair import Pair  # noqa: E402

arguments = argparse.ArgumentParser()
arguments.add_argument("--bin", default=str(root / ".build" / "debug"))
arguments.add_argument("--instances", type=int, default=1, help="above 1: on PostgreSQL, behind a proxy")
arguments.add_argument("only", nargs="*")
chosen = arguments.parse_args()

data = tempfile.mkdtemp(prefix="latchkey-e2e-")
cluster = PostgresServer() if chosen.instances > 1 else None
pair = Pair(chosen.bin, data, cluster=cluster, instances=chosen.instances)
good = False
try:
    pace.begin()
    pair.start_all()
    good = checks.run(pair, chosen.only)
finally:
    pair.stop()
    if cluster:
        cluster.close()
    if good:
        shutil.rmtree(data, ignore_errors=True)
    else:
        print(f"logs and databases of the services are in {data}")
sys.exit(0 if good else 1)
