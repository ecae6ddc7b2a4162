"""Tests of the parts of the mutation tester that are written in Python: choosing, continuing a run, and the verdict on a mutation."""
import argparse
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, "scripts/lib/mutation")
import judge  # noqa: E402
import mutations  # noqa: E402
import run as runs  # noqa: E402
import scratch  # noqa: E402


def mutation(ordinal, hash="h1", file="Sources/A/A.swift"):
    return mutations.Mutation(file=file, index=ordinal, kind="k", line=1, function="f()", hash=hash, ordinal=ordinal, original="1", mutated="2")


class RunTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        mock.patch.object(runs, "FOLDERS", pathlib.Path(self.folder.name)).start()
        mock.patch.object(runs.scratch, "bring_up_to_date").start()
        mock.patch.object(runs.scratch, "keep_compiling", lambda mutator, chunk, show: (chunk, [])).start()
        self.hash = mock.patch.object(runs.scratch, "source_hash", return_value="sources 1").start()
        self.equivalent = mock.patch.object(runs.mutations, "equivalent", return_value={}).start()
        self.addCleanup(mock.patch.stopall)

    def choose(self, everything, **changes):
        arguments = argparse.Namespace(**{"paths": None, "critical": False, "since": None, "count": 3, "seed": 1, "survivors": False, **changes})
        run, planted = runs.choose(arguments, "", everything, runs.Run.last(runs.folder_of(arguments)), lambda text: None)
        return run, {planted.key for planted in planted}

    def finish(self, run, killed):
        """Stores a result for every mutation of a run."""
        for key in run.plan["keys"]:
            run.store({"key": key, "killed": "a test" if key in killed else None})

    def test_a_sample_depends_on_the_seed_only(self):
        everything = [mutation(number) for number in range(50)]
        first = self.choose(everything)[0].plan["keys"]
        self.assertEqual(self.choose(everything[::-1], seed=1)[0].plan["keys"], first)
        self.assertNotEqual(self.choose(everything, seed=2)[0].plan["keys"], first)

    def test_a_difference_names_its_new_lines(self):
        difference = """--- a/Sources/A/A.swift
+++ b/Sources/A/A.swift
@@ -3 +3 @@ func f()
-old
+new
@@ -10,2 +9,0 @@
-gone
-gone
@@ -20,0 +18,3 @@
+one
+two
+three
--- /dev/null
+++ b/Sources/B/B.swift
@@ -0,0 +1,2 @@
+first
+second"""
        self.assertEqual(mutations.changed_lines(difference), {"Sources/A/A.swift": {3, 18, 19, 20}, "Sources/B/B.swift": {1, 2}})

    def test_a_seed_draws_nearly_the_same_sample_after_a_change_of_other_code(self):
        everything = [mutation(number) for number in range(50)]
        order = [each.place for each in mutations.shuffled(everything, 1)]
        changed = [mutation(number, "h2") for number in range(50) if number != 7] + [mutation(0, file="Sources/B/B.swift")]
        kept = [each.place for each in mutations.shuffled(changed, 1) if each.place in order]
        self.assertEqual(kept, [place for place in order if place != everything[7].place])

    def test_an_interrupted_run_goes_on_and_one_of_other_sources_begins_anew(self):
        everything = [mutation(number) for number in range(5)]
        run, _ = self.choose(everything)
        run.store({"key": run.plan["keys"][0], "killed": "a test"})
        self.assertEqual(len(self.choose(everything)[0].results), 1)
        self.hash.return_value = "sources 2"
        self.assertEqual(len(self.choose(everything)[0].results), 0)

    def test_only_survivors_are_tried_again(self):
        everything = [mutation(number) for number in range(3)]
        run, _ = self.choose(everything)
        self.finish(run, {everything[0].key})
        run, planted = self.choose(everything, survivors=True)
        self.assertEqual(planted, {everything[1].key, everything[2].key})
        self.assertEqual(set(run.results), {everything[0].key})

    def test_survivors_are_found_again_after_each_change_of_their_function(self):
        run, _ = self.choose([mutation(number) for number in range(3)])
        self.finish(run, set())
        for hash in ("h2", "h3"):
            changed = [mutation(number, hash) for number in range(3)]
            run, planted = self.choose(changed, survivors=True)
            self.assertEqual(planted, {each.key for each in changed})
            self.finish(run, set())

    def test_a_killed_mutation_is_tried_again_after_a_change_of_its_function(self):
        run, _ = self.choose([mutation(number) for number in range(3)])
        self.finish(run, set(run.plan["keys"]))
        changed = [mutation(0, "h2"), mutation(1), mutation(2)]
        run, planted = self.choose(changed, survivors=True)
        self.assertEqual((planted, set(run.results)), ({changed[0].key}, {changed[1].key, changed[2].key}))

    def test_a_survivor_that_is_gone_or_equivalent_leaves_the_run(self):
        everything = [mutation(number) for number in range(3)]
        run, _ = self.choose(everything)
        self.finish(run, set())
        self.equivalent.return_value = {everything[1].key: "reason"}
        run, planted = self.choose(everything[:2], survivors=True)
        self.assertEqual((planted, run.plan["equivalent"]), ({everything[0].key}, 1))

    def test_a_file_that_is_gone_is_not_looked_at_again(self):
        here = "Tests/Mutation/python_tests.py"
        run, _ = self.choose([mutation(1, file=here), mutation(2, file=here), mutation(1, file="Sources/A/Gone.swift")])
        self.assertEqual(run.present_files(), [here])

    def test_each_choice_of_paths_and_sample_has_a_folder_of_its_own(self):
        names = [dict(paths=["Sources/AuthStore/Sweep"]), dict(paths=["Sources/VaultStore/Sweep"]), dict(paths=["Sources/VaultStore/Sweep/"], count=9),
                 dict(critical=True), dict(count=9, seed=1), dict(count=9, seed=2)]
        folders = {runs.folder_of(argparse.Namespace(**{"paths": None, "critical": False, "since": None, "count": None, "seed": None, **name})) for name in names}
        self.assertEqual(len(folders), len(names))


class ManifestTests(unittest.TestCase):
    def test_the_manifest_of_the_package_gets_the_switch_in_every_target(self):
        changed = scratch.package().decode()
        self.assertEqual(changed.count("dependencies: uses"), changed.count('dependencies: uses + ["MutationSwitch"]'))
        self.assertIn('.target(name: "MutationSwitch")', changed)



class CompilerTests(unittest.TestCase):
    def kept(self, refuses):
        """The numbers of four mutations that are kept if the compiler refuses as the function says of the planted ones."""
        planted = {}

        def plant(mutator, numbered):
            planted.clear()
            planted.update(numbered)

        with mock.patch.multiple(scratch, bring_up_to_date=lambda: None, plant=plant, unplant=lambda files: None,
                                 refused_by_compiler=lambda module: refuses(set(planted))):
            kept, dropped = scratch.keep_compiling("", [(number, mutation(number)) for number in range(4)], lambda text: None)
        self.assertEqual(len(kept) + len(dropped), 4)
        return [number for number, _ in kept]

    def test_what_the_compiler_refuses_is_dropped(self):
        self.assertEqual(self.kept(lambda planted: planted & {1, 3}), [0, 2])

    def test_a_mutation_that_was_only_near_an_error_is_kept(self):
        self.assertEqual(self.kept(lambda planted: {1, 2} & planted if 2 in planted and len(planted) == 4 else {2} & planted), [0, 1, 3])


class Answer:
    """How a run of tests ends."""
    def __init__(self, failed=(), running=(), stalled=False, crashed=False):
        self.failed, self.running, self.stalled, self.crashed = list(failed), dict.fromkeys(running, True), stalled, crashed
        self.passed, self.count = not (failed or stalled or crashed), 1


PASSES, FAILS = Answer(), Answer(failed=["ATests.S/`a rule holds`()/S.swift:3:4"])
CRASHES, STALLS = Answer(running=["ATests.S/t()/S.swift:3:4"], crashed=True), Answer(running=["ATests.S/t()/S.swift:3:4"], stalled=True)


class JudgeTests(unittest.TestCase):
    def verdict(self, *answers, reached=b"\1", module="A"):
        """The result of the module's stage if the runs of tests end one after the other as given."""
        judging = judge.Judge(pathlib.Path("."), ["A"], 1)
        judging.reach["A"] = reached
        with mock.patch.object(judging, "run", side_effect=answers):
            return judging.judge("module", 0, module)

    def test_a_failure_that_repeats_and_passes_with_the_switch_off_kills(self):
        self.assertEqual(self.verdict(FAILS, FAILS, PASSES)["killed"], "ATests.S: a rule holds")

    def test_a_failure_that_does_not_repeat_is_listed_and_kills_nothing(self):
        result = self.verdict(FAILS, PASSES, PASSES)
        self.assertEqual((result["killed"], len(result["unstable"])), (None, 1))

    def test_after_a_failure_that_does_not_repeat_the_other_tests_are_run(self):
        other = Answer(failed=["ATests.S/u()/S.swift:9:4"])
        self.assertEqual(self.verdict(FAILS, PASSES, other, other, PASSES)["killed"], "ATests.S: u")

    def test_a_failure_that_stays_with_the_switch_off_kills_nothing(self):
        self.assertIsNone(self.verdict(FAILS, FAILS, FAILS, PASSES)["killed"])

    def test_an_expectation_that_fails_outside_any_test_kills_like_a_test(self):
        outside = Answer(failed=[judge.NO_TEST])
        self.assertEqual(self.verdict(outside, outside, PASSES)["killed"], "A: an expectation outside any test")
        self.assertIsNone(self.verdict(outside, outside, outside, PASSES)["killed"])
        self.assertEqual(self.verdict(Answer(failed=[judge.NO_TEST, *FAILS.failed]), FAILS, PASSES)["killed"], "ATests.S: a rule holds")

    def test_a_process_that_ends_twice_during_a_test_kills(self):
        self.assertIn("ends the process", self.verdict(CRASHES, CRASHES, PASSES)["killed"])

    def test_a_run_that_stalls_kills_nothing_and_names_the_running_tests(self):
        result = self.verdict(*[STALLS] * 5)
        self.assertEqual((result["killed"], set(result["hung"])), (None, {"ATests.S: t"}))
        self.assertIsNone(self.verdict(STALLS, PASSES, STALLS)["killed"])

    def test_a_test_of_a_stalled_run_that_fails_where_its_suite_runs_alone_kills(self):
        self.assertEqual(self.verdict(STALLS, PASSES, FAILS, FAILS, PASSES)["killed"], "ATests.S: a rule holds")
        self.assertIsNone(self.verdict(STALLS, PASSES, FAILS, FAILS, FAILS)["killed"])

    def test_a_test_that_fails_by_its_own_limit_kills_also_where_others_stall(self):
        self.assertEqual(self.verdict(STALLS, FAILS, FAILS, PASSES)["killed"], "ATests.S: a rule holds")

    def test_a_mutation_that_no_test_reaches_survives_without_a_run(self):
        result = self.verdict(reached=b"\0")
        self.assertEqual((result["killed"], result["reached"]), (None, False))

    def test_a_module_without_tests_of_its_own_survives_its_stage(self):
        self.assertIsNone(self.verdict(module="B")["killed"])


class EquivalentTests(unittest.TestCase):
    def read(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(text)
            file.flush()
            with mock.patch.object(mutations, "EQUIVALENT", pathlib.Path(file.name)):
                return mutations.equivalent()

    def test_several_keys_share_the_reason_that_follows_them(self):
        self.assertEqual(self.read("# A heading\nfirst\nsecond\n    A reason\n    of two lines.\n\nthird\n    Another.\n"),
                         {"first": "A reason of two lines.", "second": "A reason of two lines.", "third": "Another."})

    def test_a_key_without_a_reason_has_an_empty_one(self):
        self.assertEqual(self.read("first\n    A reason.\nsecond\n"), {"first": "A reason.", "second": ""})

    def test_what_a_reason_rests_on_is_no_part_of_it_and_lapses_with_its_hash(self):
        text = "{key}\n    A reason.\n    Rests on Sources/A/A.swift f() {hash}\n"
        for hash, problem in (("h1", 0), ("h2", "a reason rests on f() of Sources/A/A.swift, which has changed")):
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(text.format(key=mutation(0).key, hash=hash))
                file.flush()
                with mock.patch.multiple(mutations, EQUIVALENT=pathlib.Path(file.name), build_mutator=lambda: "", critical_files=list,
                                         listed=lambda mutator, paths: [mutation(0)]), self.assertRaises(SystemExit) as end, \
                        contextlib.redirect_stdout(io.StringIO()):
                    self.assertEqual(list(mutations.equivalent().values()), ["A reason."])
                    mutations.check()
                self.assertEqual(end.exception.code, problem)


unittest.main()
