"""Plays stories against real processes: `stories.py [--bin DIR] [--database postgres] [NAME…]`; each gets a pair of its own.

Stories that advance the clock can only be played in-process, by swift test; here their names are printed.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from losing_relay import LosingRelay  # noqa: E402
from postgres_server import PostgresServer  # noqa: E402
from pair import Pair  # noqa: E402

FOLDER = pathlib.Path("proto-json/stories")


def play(story, pair, bin, tell=False, relay=None):
    """Plays one story file against a running pair, whose services the story may kill; returns workbench's exit status."""
    pair.restart_on_signals()
    words = [f"{bin}/workbench", "story", str(story), "--auth-url", pair.url("auth"), "--vault-url", pair.url("vault"),
             "--spool", str(pair.spool), "--data", str(pair.data), "--vault-database", pair.vault_database,
             "--latchkey-bin", f"{bin}/latchkey", "--auth-bin", f"{bin}/latchkey-auth", "--supervisor", str(os.getpid())]
    if relay:
        words += ["--relay-url", relay.url]
    if tell:
        words.append("--narrate")
    return subprocess.run(words).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=".build/debug")
    parser.add_argument("--tell", action="store_true", help="print each step as a sentence")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--pooled", action="store_true", help="through pgBouncer, in transaction mode")
    parser.add_argument("--instances", type=int, default=1, help="how many of each service; more than one only on PostgreSQL")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    names = arguments.names or sorted(file.stem for file in FOLDER.glob("*.json"))
    failed = []
    for name in names:
        story = FOLDER / f"{name}.json"
        steps = json.loads(story.read_text())["steps"]
        if any("advance" in (step.get("wait") or {}) for step in steps):
            print(f"{name}: only in-process, because it advances the clock")
            continue
        if arguments.database == "postgres" and any("restore" in step for step in steps):
            print(f"{name}: only on SQLite, because it copies the database's file")
            continue
        with tempfile.TemporaryDirectory(prefix="latchkey-") as data:
            # Only the story code-rules tests the limit of one code a minute; the others shorten it.
            pause = 60 if name == "code-rules" else 1
            cluster = PostgresServer(pooled=arguments.pooled) if arguments.database == "postgres" else None
            pair = Pair(
                arguments.bin, data, settings={"auth": {"otp-resend-seconds": pause, "sends-per-address": 1000}}, cluster=cluster,
                instances=arguments.instances)
            relay = LosingRelay(pair.data / "lost-answer", pair.url("auth"))
            pair.other_auth_urls.append(relay.url)
            with pair:
                if play(story, pair, arguments.bin, arguments.tell, relay):
                    failed.append(name)
                    for member in pair.members:
                        print(f"--- the end of {member}.log\n{pair.log(member)}")
            relay.close()
            if cluster:
                cluster.close()
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
