"""Prints the results of a run."""
import collections

from judge import median


def show(run, planted, seconds):
    """The survivors, a table of the kinds, the score and the times; the survivors' keys go to a file, too."""
    results = [run.results[key] for key in run.plan["keys"] if key in run.results]
    killed = [result for result in results if result["killed"]]
    survivors = [result for result in results if not result["killed"]]
    by_key = {mutation.key: mutation for mutation in planted}
    if survivors:
        print("\nsurvivors:")
    for result in survivors:
        notes = [] if result["reached"] else ["no test reaches it"]
        notes += [f"the run did not end while these tests ran: {some(result['hung'])}"] if result["hung"] else []
        notes += [f"failed once and not again: {some(result['unstable'])}"] if result["unstable"] else []
        name = by_key.get(result["key"])
        print(f"  {name or result['key']}" + (f" ({'; '.join(notes)})" if notes else ""))
    (run.folder / "survivors.txt").write_text("".join(result["key"] + "\n" for result in survivors))
    print(f"\n{'kind':24}{'tried':>7}{'killed':>8}{'survived':>10}{'do not compile':>16}")
    kinds = collections.Counter(result["kind"] for result in results)
    killed_by_kind = collections.Counter(result["kind"] for result in killed)
    for kind in sorted(set(kinds) | set(run.plan["dropped"])):
        print(f"{kind:24}{kinds[kind]:7}{killed_by_kind[kind]:8}{kinds[kind] - killed_by_kind[kind]:10}{run.plan['dropped'].get(kind, 0):16}")
    first = [result["stages"]["module"] for result in results if "module" in result["stages"]]
    print("\n" + (f"seed {run.plan['wanted']['seed']}: " if run.plan["wanted"]["count"] else "") + f"{len(killed)} of {len(results)} killed"
          + (f", {100 * len(killed) / len(results):.1f} %" if results else "")
          + f"; {run.plan['equivalent']} equivalent ones were not tried")
    where = collections.Counter(next(reversed(result["stages"])) for result in killed)
    print("killed in stage: " + ", ".join(f"{stage} {count}" for stage, count in where.items()))
    print(f"stage module: median {median(first):.1f} s a mutation; this command took {seconds / 60:.1f} min")
    print(f"the keys of the survivors, in {run.folder}/survivors.txt, go into Tests/Mutants/equivalent.txt only with a reason why they change nothing")


def some(tests):
    """The first three tests, and how many more there are."""
    names = list(dict.fromkeys(tests))
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
