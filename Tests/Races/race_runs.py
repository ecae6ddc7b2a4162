"""Plays races against running services: two instances of each on PostgreSQL, one on SQLite."""
import random
import time
import traceback

import code_races  # noqa: F401
import decision_races  # noqa: F401
import family_races  # noqa: F401
import pin_races  # noqa: F401
import proof_races  # noqa: F401
import send_races  # noqa: F401
import session_races  # noqa: F401
from arena import ENGINES, Arena
from invariants import INVARIANTS
from record import Record


def prove(bin, extent, draw, names=(), rounds=None, engines=ENGINES):
    """Plays the invariants of the given names, or all of them; returns true if each holds on each engine."""
    chosen = sorted(names or INVARIANTS, key=lambda name: int(name[1:]))
    seed, failed = draw.randrange(2**32), []
    print(f"\nraces: {', '.join(chosen)}", flush=True)
    for name in chosen:
        print(f"  {name:<4} {INVARIANTS[name].title}")
    for engine in engines:
        with Arena(bin, engine, random.Random(f"{seed} {engine}")) as arena:
            for name in chosen:
                # The choices of an invariant are the same whichever others are played.
                arena.draw = random.Random(f"{seed} {engine} {name}")
                failed += [] if play(arena, name, rounds or INVARIANTS[name].rounds[extent]) else [f"{name} on {engine}"]
    print("  holds" if not failed else f"  FAILS: {', '.join(failed)}", flush=True)
    return not failed


def play(arena, name, rounds):
    record, began = Record(name, arena.engine, rounds, arena.draw), time.monotonic()
    try:
        INVARIANTS[name].play(arena, record)
    except Exception:
        record.broken.append(f"round {record.round}: {traceback.format_exc()}")
    print(record.line(time.monotonic() - began), flush=True)
    for what in record.broken[:5]:
        print(f"       {what}", flush=True)
    return not record.broken
