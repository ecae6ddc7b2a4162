"""Plants small mistakes in the product's source and sees whether the tests fail.

All mistakes of a run are compiled into one copy of the package, each behind a switch that is read from the environment. A run that
was interrupted goes on where it stopped when the same command is given again, with the seed that it printed.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import sys
import time

import mutations
import report
import scratch
from judge import Judge

STAGES = ["module", "swift", "postgres", "end-to-end"]
RUNS = scratch.FOLDER / "runs"


def parse():
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--in", dest="paths", action="append", metavar="PATH", help="a folder or file of Sources; all of its mutations without --count")
    parser.add_argument("--critical", action="store_true", help=f"the files that {mutations.CRITICAL} lists")
    parser.add_argument("--count", type=int, help="how many mutations, taken at random (400 without --in and --critical)")
    parser.add_argument("--seed", type=int, help="the seed of the choice; printed")
    parser.add_argument("--survivors", action="store_true", help="try the survivors of the run with these arguments again, for example after new tests")
    parser.add_argument("--until", choices=STAGES, default=STAGES[-1], help="stop after this stage")
    parser.add_argument("--lanes", type=int, default=2, help="how many mutations are tried at a time (2)")
    parser.add_argument("--check", action="store_true", help=f"only see that the entries of {mutations.EQUIVALENT} still apply")
    return parser.parse_args()


def tell(text):
    print(text, flush=True)


class Run:
    """The mutations of a run and their results, which are kept in a folder."""

    def __init__(self, folder, plan):
        self.folder, self.plan, self.results = folder, plan, {}
        path = folder / "results.jsonl"
        if path.is_file():
            for line in path.read_text().splitlines():
                result = json.loads(line)
                self.results[result["key"]] = result

    @classmethod
    def last(cls, folder):
        """The run of a folder; nil if there was none."""
        path = folder / "plan.json"
        return cls(folder, json.loads(path.read_text())) if path.is_file() else None

    @classmethod
    def begin(cls, folder, plan):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "results.jsonl").unlink(missing_ok=True)
        run = cls(folder, plan)
        run.store_plan()
        return run

    def store_plan(self):
        (self.folder / "plan.json").write_text(json.dumps(self.plan))

    def store(self, result):
        self.results[result["key"]] = result
        with open(self.folder / "results.jsonl", "a") as file:
            file.write(json.dumps(result) + "\n")

    def survivors(self):
        return [key for key in self.plan["keys"] if not self.results.get(key, {}).get("killed")]

    def forget_survivors(self, renamed, equal):
        """Removes the survivors' results, so that they are tried again, names those of changed functions anew, and leaves out those
        that are gone or equivalent by now."""
        survivors = set(self.survivors())
        self.plan["keys"] = [key if key in self.results and key not in survivors else renamed.get(key, key) for key in self.plan["keys"]]
        self.plan["equivalent"] += sum(key in equal for key in self.plan["keys"])
        self.plan["keys"] = [key for key in self.plan["keys"] if key and key not in equal]
        kept = [result for key, result in self.results.items() if key not in survivors]
        self.results = {result["key"]: result for result in kept}
        self.store_plan()
        (self.folder / "results.jsonl").write_text("".join(json.dumps(result) + "\n" for result in kept))


def folder_of(arguments):
    """The folder of the run with these arguments."""
    parts = [pathlib.Path(path).name for path in arguments.paths or []] + ["critical"] * arguments.critical
    parts += [f"{arguments.count}-of-seed-{arguments.seed}"] if arguments.count else []
    return RUNS / "-".join(parts)


def choose(arguments, mutator, everything, last):
    """The run that these arguments ask for, and the mutations to plant."""
    by_key, equal = {mutation.key: mutation for mutation in everything}, mutations.equivalent()
    if arguments.survivors:
        by_place = {mutation.place: mutation.key for mutation in everything}
        places = last.plan["places"]
        last.forget_survivors({key: by_place.get(places[key]) for key in last.plan["keys"] if key not in by_key}, equal)
        return last, [by_key[key] for key in last.plan["keys"] if key in by_key and not last.results.get(key)]
    wanted = {"paths": arguments.paths, "critical": arguments.critical, "count": arguments.count, "seed": arguments.seed,
              "sources": scratch.source_hash()}
    if last and last.plan["wanted"] == wanted:
        tell(f"going on with the last run: {len(last.results)} of {len(last.plan['keys'])} mutations were tried")
        return last, [by_key[key] for key in last.plan["keys"]]
    order = [mutation for mutation in mutations.shuffled(everything, arguments.seed) if mutation.key not in equal]
    kept, dropped = pick(mutator, order, arguments.count or len(order))
    plan = {"wanted": wanted, "keys": [mutation.key for mutation in kept], "places": {mutation.key: mutation.place for mutation in kept},
            "dropped": collections.Counter(mutation.kind for mutation in dropped), "offered": len(everything),
            "equivalent": len(everything) - len(order)}
    return Run.begin(folder_of(arguments), plan), kept


def pick(mutator, order, count):
    """The first mutations of an order that the compiler accepts, and those it refused before them."""
    kept, dropped, position = [], [], 0
    while len(kept) < count and position < len(order):
        chunk = order[position:position + (count - len(kept)) * 3 // 2 + 1]
        position += len(chunk)
        tell(f"{len(chunk)} mutations are checked by the compiler")
        scratch.bring_up_to_date()
        compiling, refused = scratch.keep_compiling(mutator, list(enumerate(chunk)), tell)
        kept += [mutation for _, mutation in compiling]
        dropped += refused
    return kept[:count], dropped


def main():
    arguments = parse()
    if arguments.check:
        mutations.check()
    if not arguments.paths and not arguments.critical and arguments.count is None:
        arguments.count = 400
    if arguments.seed is None and arguments.count:
        arguments.seed = time.time_ns() % 100_000
    last = Run.last(folder_of(arguments))
    if arguments.survivors and not last:
        sys.exit(f"there is no run with these arguments, but {', '.join(path.name for path in RUNS.glob('*')) or 'none'}: leave out --survivors")
    began = time.monotonic()
    tell("building the program that finds the mutations")
    mutator = mutations.build_mutator()
    paths = arguments.paths or (mutations.critical_files() if arguments.critical else [f"Sources/{module}" for module in mutations.MODULES])
    if arguments.survivors:
        paths = sorted({key.split(" ", 1)[0] for key in last.plan["keys"]})
    tell("building the sources without mutations")
    scratch.bring_up_to_date()
    scratch.build_interfaces()
    everything = mutations.listed(mutator, paths)
    tell(f"{len(everything)} mutations are offered; seed {arguments.seed}")
    run, planted = choose(arguments, mutator, everything, last)
    numbered = [(number, mutation) for number, mutation in enumerate(planted)]
    tell(f"building with {len(numbered)} mutations behind the switch")
    scratch.bring_up_to_date()
    scratch.plant(mutator, numbered)
    numbered, unbuilt = scratch.build_planted(mutator, numbered, tell)
    for mutation in unbuilt:
        run.plan["keys"].remove(mutation.key)
        run.plan["dropped"][mutation.kind] = run.plan["dropped"].get(mutation.kind, 0) + 1
    run.store_plan()
    tell(f"built after {time.monotonic() - began:.0f} s")
    targets = sorted(path.name.removesuffix("Tests") for path in pathlib.Path("Tests").glob("*Tests"))
    try_all(run, numbered, Judge(scratch.COPY, targets, len(planted)), arguments)
    report.tell(run, planted, time.monotonic() - began)


def try_all(run, numbered, judge, arguments):
    """Takes every mutation that is not killed through the stages, and stores each result at once."""
    for stage in STAGES[:STAGES.index(arguments.until) + 1]:
        waiting = [(number, mutation) for number, mutation in numbered if needs(run.results.get(mutation.key), stage)]
        if not waiting:
            continue
        tell(f"stage {stage}: {len(waiting)} mutations")
        judge.observe(stage, tell)
        lanes = arguments.lanes if stage in STAGES[:2] else 1
        with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
            tries = [pool.submit(try_one, run, judge, stage, number, mutation) for number, mutation in waiting]
            for count, done in enumerate(concurrent.futures.as_completed(tries), 1):
                tell(f"  {count}/{len(waiting)} {done.result()}")


def needs(result, stage):
    return result is None or not result["killed"] and stage not in result["stages"]


def try_one(run, judge, stage, number, mutation):
    began = time.monotonic()
    found = judge.judge(stage, number, mutation.module)
    seconds = time.monotonic() - began
    before = run.results.get(mutation.key) or {"stages": {}, "reached": False, "hung": [], "unstable": []}
    result = {
        "key": mutation.key, "kind": mutation.kind, "module": mutation.module, "line": mutation.line, "killed": found["killed"],
        "reached": before["reached"] or found["reached"], "stages": {**before["stages"], stage: seconds},
        "hung": before["hung"] + found["hung"], "unstable": before["unstable"] + found["unstable"],
    }
    with judge.lock:
        run.store(result)
    verdict = f"killed by {found['killed']}" if found["killed"] else "survives" if found["reached"] else "is not reached"
    return f"{seconds:5.1f} s  {mutation} {verdict}"


main()
