"""Plants small mistakes in the product's source and sees whether the tests fail.

All mistakes of a run are compiled into one copy of the package, each behind a switch that is read from the environment. A run that
was interrupted goes on where it stopped when the same command is given again, with the seed that it printed.
"""
import argparse
import concurrent.futures
import pathlib
import sys
import time

import mutations
import report
import scratch
from judge import Judge, end_groups_when_interrupted
from run import FOLDERS, Run, choose, folder_of

STAGES = ["module", "swift", "postgres", "end-to-end"]


def parse():
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--in", dest="paths", action="append", metavar="PATH", help="a folder or file of Sources; all of its mutations without --count")
    parser.add_argument("--critical", action="store_true", help=f"the files that {mutations.CRITICAL} lists")
    parser.add_argument("--since", metavar="COMMIT", help="only lines that differ from this commit")
    parser.add_argument("--count", type=int, help="how many mutations, taken at random (400 of all modules that are listed in mutations.py, without --in, --critical and --since)")
    parser.add_argument("--seed", type=int, help="the seed of the choice; printed")
    parser.add_argument("--survivors", action="store_true", help="try the survivors of the run with these arguments again, for example after new tests")
    parser.add_argument("--until", choices=STAGES, default=STAGES[-1], help="stop after this stage")
    parser.add_argument("--lanes", type=int, default=2, help="how many mutations are tried at a time (2)")
    parser.add_argument("--check", action="store_true", help=f"only see that the entries of {mutations.EQUIVALENT} still apply")
    return parser.parse_args()


def show(text):
    print(text, flush=True)


def main():
    arguments = parse()
    end_groups_when_interrupted()
    if arguments.check:
        mutations.check()
    if not arguments.paths and not arguments.critical and not arguments.since and arguments.count is None:
        arguments.count = 400
    if arguments.seed is None:
        arguments.seed = time.time_ns() % 100_000 if arguments.count else 1
    last = Run.last(folder_of(arguments))
    if arguments.survivors and not last:
        sys.exit(f"there is no run with these arguments, but {', '.join(path.name for path in FOLDERS.glob('*')) or 'none'}: leave out --survivors")
    began = time.monotonic()
    show("building the program that finds the mutations")
    mutator = mutations.build_mutator()
    paths = arguments.paths or (mutations.critical_files() if arguments.critical else [f"Sources/{module}" for module in mutations.MODULES])
    if arguments.survivors:
        paths = last.present_files()
    show("building the sources without mutations")
    scratch.bring_up_to_date()
    scratch.build_interfaces()
    everything = mutations.listed(mutator, paths)
    if arguments.since and not arguments.survivors:
        everything = mutations.changed_since(arguments.since, everything)
    show(f"{len(everything)} mutations are offered; seed {arguments.seed}")
    run, planted = choose(arguments, mutator, everything, last, show)
    numbered = [(number, mutation) for number, mutation in enumerate(planted)]
    show(f"building with {len(numbered)} mutations behind the switch")
    scratch.bring_up_to_date()
    scratch.plant(mutator, numbered)
    numbered, unbuilt = scratch.build_planted(mutator, numbered, show)
    for mutation in unbuilt:
        run.plan["keys"].remove(mutation.key)
        run.plan["dropped"][mutation.kind] = run.plan["dropped"].get(mutation.kind, 0) + 1
    run.store_plan()
    show(f"built after {time.monotonic() - began:.0f} s")
    targets = sorted(path.name.removesuffix("Tests") for path in pathlib.Path("Tests").glob("*Tests"))
    try_all(run, numbered, Judge(scratch.COPY, targets, len(planted)), arguments)
    report.show(run, planted, time.monotonic() - began)


def try_all(run, numbered, judge, arguments):
    """Takes every mutation that is not killed through the stages, and stores each result at once."""
    for stage in STAGES[:STAGES.index(arguments.until) + 1]:
        waiting = [(number, mutation) for number, mutation in numbered if needs(run.results.get(mutation.key), stage)]
        if not waiting:
            continue
        show(f"stage {stage}: {len(waiting)} mutations")
        judge.observe(stage, show)
        lanes = arguments.lanes if stage in STAGES[:2] else 1
        with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
            tries = [pool.submit(try_one, run, judge, stage, number, mutation) for number, mutation in waiting]
            for count, done in enumerate(concurrent.futures.as_completed(tries), 1):
                show(f"  {count}/{len(waiting)} {done.result()}")


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


if __name__ == "__main__":
    main()
