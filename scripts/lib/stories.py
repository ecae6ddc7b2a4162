"""Plays stories against real processes: `stories.py [--bin DIR] [--database postgres] [NAME…]`; each gets a pair of its own.

Stories that advance the clock can only be played in-process, by the built tests: `--all` does so, other runs print their names. `--all`
plays every story on SQLite and on PostgreSQL and prints a table of what each shows of the source documents.
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
from shown import shown  # noqa: E402

FOLDER = pathlib.Path("proto-json/stories")


def play(story, pair, bin, tell=False, relay=None, workbench=None):
    """Plays one story file against a running pair, whose services the story may kill; returns workbench's exit status.

    `workbench` is the path of that program; None for the one in the folder `bin`."""
    pair.restart_on_signals()
    words = [workbench or f"{bin}/workbench", "story", str(story), "--auth-url", pair.url("auth"), "--vault-url", pair.url("vault"),
             "--spool", str(pair.spool), "--data", str(pair.data), "--vault-database", pair.vault_database,
             "--latchkey-bin", f"{bin}/latchkey", "--auth-bin", f"{bin}/latchkey-auth", "--supervisor", str(os.getpid())]
    if relay:
        words += ["--relay-url", relay.url]
    if tell:
        words.append("--narrate")
    return subprocess.run(words).returncode


def steps_of(name):
    return json.loads((FOLDER / f"{name}.json").read_text())["steps"]


def in_process_reason(name, engine):
    """Says why a story cannot be played with real processes on a database; None if it can."""
    steps = steps_of(name)
    if any("advance" in (step.get("wait") or {}) for step in steps):
        return "it advances the clock"
    if engine == "postgres" and any("restore" in step for step in steps):
        return "it copies the database's file, which is SQLite's"
    return None


def play_with_pair(name, arguments, engine):
    """Plays a story with real processes against a pair of its own; returns true if it went as written."""
    with tempfile.TemporaryDirectory(prefix="latchkey-") as data:
        # Only the story code-rules tests the limit of one code a minute; the others shorten it.
        pause = 60 if name == "code-rules" else 1
        cluster = PostgresServer(pooled=arguments.pooled) if engine == "postgres" else None
        pair = Pair(
            arguments.bin, data, settings={"auth": {"otp-resend-seconds": pause, "sends-per-address": 1000}}, cluster=cluster,
            instances=arguments.instances)
        relay = LosingRelay(pair.data / "lost-answer", pair.url("auth"))
        pair.other_auth_urls.append(relay.url)
        with pair:
            failed = play(FOLDER / f"{name}.json", pair, arguments.bin, arguments.tell, relay, arguments.workbench)
            if failed:
                for member in pair.members:
                    print(f"--- the end of {member}.log\n{pair.log(member)}")
        relay.close()
        if cluster:
            cluster.close()
    return not failed


def play_in_process(name, engine):
    """Plays a story by the built tests, which hold the clock; returns true if it went as written."""
    environment = os.environ | {"LATCHKEY_TEST_STORY": name, "LATCHKEY_TEST_ENGINE": engine}
    words = [sys.executable, "scripts/lib/test_run.py", "--filter", "StoryPlayTests/.*plays as written"]
    return subprocess.run(words, env=environment).returncode == 0


def play_all(arguments):
    """Plays all stories on both engines and prints what they show; fails for a row that no passing story shows on an engine."""
    known, stories, errors = shown()
    names, passed = sorted(file.stem for file in FOLDER.glob("*.json")), {}
    for engine in ("sqlite", "postgres"):
        for name in names:
            reason = in_process_reason(name, engine)
            print(f"--- {name} on {engine}{f', in-process because {reason}' if reason else ''}", flush=True)
            passed[name, engine] = play_in_process(name, engine) if reason else play_with_pair(name, arguments, engine)
    bad = print_table(known, stories, passed)
    for error in errors:
        print(error)
    failed = [f"{name} on {engine}" for (name, engine), good in passed.items() if not good]
    if failed:
        print(f"failed: {', '.join(failed)}")
    sys.exit(1 if bad or errors or failed else 0)


def print_table(known, stories, passed):
    """Prints one line for each item and returns the number of those that should be shown and are not."""
    bad = 0
    lines = [("document", "row, state, transition, refusal or gate", "story", "sqlite", "postgres")]
    for name, item in known.items():
        if not item.check:
            lines.append((item.document, item.words, f"none: {item.waits or item.impossible}", "-", "-"))
            continue
        by = stories.get(name, [])
        good = [bool(by) and all(passed[story, engine] for story in by) for engine in ("sqlite", "postgres")]
        bad += not all(good)
        lines.append((item.document, item.words, ", ".join(by) or "NONE", *("pass" if one else "FAIL" for one in good)))
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    print()
    for line in lines:
        print("  ".join([text.ljust(width) for text, width in zip(line, widths)] + [line[4]]))
    wanted = sum(1 for item in known.values() if item.check)
    print(f"{wanted - bad} of {wanted} are shown by passing stories on both engines; {len(known) - wanted} are not to be shown now")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=".build/debug")
    parser.add_argument("--workbench", help="the program that plays the stories, if it is not in that folder")
    parser.add_argument("--tell", action="store_true", help="print each step as a sentence")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--pooled", action="store_true", help="through pgBouncer, in transaction mode")
    parser.add_argument("--instances", type=int, default=1, help="how many of each service; more than one only on PostgreSQL")
    parser.add_argument("--all", action="store_true",
                        help="play all stories on both engines, and print what they show of the source documents")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if arguments.all:
        if arguments.names or arguments.instances > 1 or arguments.pooled:
            parser.error("--all plays all stories, against one instance of each service")
        play_all(arguments)
    names = arguments.names or sorted(file.stem for file in FOLDER.glob("*.json"))
    failed = []
    for name in names:
        reason = in_process_reason(name, arguments.database)
        if reason:
            print(f"{name}: only in-process, because {reason}")
        elif not play_with_pair(name, arguments, arguments.database):
            failed.append(name)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
