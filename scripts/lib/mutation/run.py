"""The mutations of a run and their results, which are kept in a folder, so that a run can be interrupted and continued."""
import collections
import json
import pathlib

import mutations
import scratch

FOLDERS = scratch.FOLDER / "runs"


class Run:
    """A run: its plan, with the keys of its mutations, and the results so far."""

    def __init__(self, folder, plan):
        self.folder, self.plan, self.results = folder, plan, {}
        path = folder / "results.jsonl"
        if path.is_file():
            for line in path.read_text().splitlines():
                result = json.loads(line)
                self.results[result["key"]] = result

    @classmethod
    def last(cls, folder):
        """The run of a folder; None if there was none."""
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

    def present_files(self):
        """The files of the run's mutations that are still there."""
        return sorted(file for file in {key.split(" ", 1)[0] for key in self.plan["keys"]} if pathlib.Path(file).is_file())

    def retry_survivors(self, everything, equivalent):
        """Removes the results of the survivors and of mutations whose functions have changed, so that they are tried again.

        The key of a mutation whose function has changed is replaced by its present key. A mutation whose code no longer exists, or which
        is listed as equivalent by now, is removed from the run. Mutations of code that is new are not added.
        """
        present = {mutation.key for mutation in everything}
        by_place = {mutation.place: mutation.key for mutation in everything}
        retried, keys, places = {key for key in self.plan["keys"] if key not in present} | set(self.survivors()), [], {}
        for key in self.plan["keys"]:
            place = self.plan["places"][key]
            if key not in present:
                key = by_place.get(place)
            if key in equivalent:
                self.plan["equivalent"] += 1
            elif key:
                keys.append(key)
                places[key] = place
        self.plan["keys"], self.plan["places"] = keys, places
        self.results = {key: result for key, result in self.results.items() if key not in retried}
        self.store_plan()
        (self.folder / "results.jsonl").write_text("".join(json.dumps(result) + "\n" for result in self.results.values()))


def folder_of(arguments):
    """The folder of the run with these arguments."""
    parts = [str(pathlib.Path(path)).replace("/", ".") for path in arguments.paths or []] + ["critical"] * arguments.critical
    parts += [f"since-{arguments.since}"] if arguments.since else []
    parts += [f"{arguments.count}-of-seed-{arguments.seed}"] if arguments.count else []
    return FOLDERS / "-".join(parts)


def choose(arguments, mutator, everything, last, show):
    """The run that these arguments ask for, and the mutations to plant."""
    by_key, equivalent = {mutation.key: mutation for mutation in everything}, mutations.equivalent()
    if arguments.survivors:
        last.retry_survivors(everything, equivalent)
        return last, [by_key[key] for key in last.plan["keys"] if key in by_key and not last.results.get(key)]
    wanted = {"paths": arguments.paths, "critical": arguments.critical, "since": arguments.since, "count": arguments.count, "seed": arguments.seed,
              "sources": scratch.source_hash()}
    if last and last.plan["wanted"] == wanted:
        show(f"going on with the last run: {len(last.results)} of {len(last.plan['keys'])} mutations were tried")
        return last, [by_key[key] for key in last.plan["keys"]]
    order = [mutation for mutation in mutations.shuffled(everything, arguments.seed) if mutation.key not in equivalent]
    kept, dropped = pick(mutator, order, arguments.count or len(order), show)
    plan = {"wanted": wanted, "keys": [mutation.key for mutation in kept], "places": {mutation.key: mutation.place for mutation in kept},
            "dropped": collections.Counter(mutation.kind for mutation in dropped), "offered": len(everything),
            "equivalent": len(everything) - len(order)}
    return Run.begin(folder_of(arguments), plan), kept


def pick(mutator, order, count, show):
    """The first mutations of an order that the compiler accepts, and those it refused before them."""
    kept, dropped, position = [], [], 0
    while len(kept) < count and position < len(order):
        chunk = order[position:position + (count - len(kept)) * 3 // 2 + 1]
        position += len(chunk)
        show(f"{len(chunk)} mutations are checked by the compiler")
        compiling, refused = scratch.keep_compiling(mutator, list(enumerate(chunk)), show)
        kept += [mutation for _, mutation in compiling]
        dropped += refused
    return kept[:count], dropped
