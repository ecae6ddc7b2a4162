"""What the rounds of one invariant counted, and which of its promises were broken."""
import collections

KILLED_IN = 10  # one round of so many has a kill, and another one a pause
ENOUGH = 10  # broken promises after which no further round is played


class Record:
    """The counts and broken promises of one invariant on one engine."""

    def __init__(self, name, engine, rounds, draw):
        self.name, self.engine, self.rounds = name, engine, rounds
        self.counts, self.broken = collections.Counter(), []
        some = max(1, rounds // KILLED_IN) if rounds > 2 else 0
        chosen = draw.sample(range(rounds), 2 * some)
        self._disturbances = dict.fromkeys(chosen[:some], "kill") | dict.fromkeys(chosen[some:], "pause")
        self.round = 0

    def __iter__(self):
        """Yields each round's number and disturbance, None, `kill` or `pause`, until enough promises are broken."""
        for self.round in range(self.rounds):
            if len(self.broken) >= ENOUGH:
                return
            kind = self._disturbances.get(self.round)
            if kind:
                self.counts[{"kill": "killed", "pause": "paused"}[kind]] += 1
            yield self.round, kind

    def count(self, answers):
        """Counts answers by what they are: a success, unknown, or the fault."""
        self.counts["calls"] += len(answers)
        for answer in answers:
            self.counts["ok" if answer.succeeded else "info" if answer.is_unknown else answer.fault] += 1
        return answers

    def answered(self, answers, disturbance):
        """Requires an answer to each request: one is lost only in a kill, and `unavailable` also while an instance is suspended."""
        unknown = [answer for answer in answers if answer.is_unknown]
        allowed = {"kill": {"unanswered", "unavailable"}, "pause": {"unavailable"}}.get(disturbance, set())
        lost = collections.Counter(answer.fault for answer in unknown if answer.fault not in allowed)
        self.holds(not lost, f"{dict(lost)} with {disturbance or 'no disturbance'}")
        return unknown

    def holds(self, condition, what):
        if not condition:
            self.broken.append(f"round {self.round}: {what}")
        return condition

    def equal(self, got, wanted, what):
        return self.holds(got == wanted, f"{what}: {got!r} instead of {wanted!r}")

    def line(self, seconds):
        counts = dict(self.counts)
        disturbed = ", ".join(f"{counts.pop(kind)} {kind}" for kind in ("killed", "paused") if kind in counts)
        told = ", ".join(f"{value} {name}" for name, value in counts.items())
        verdict = "holds" if not self.broken else f"FAILS ({len(self.broken)} times)"
        rounds = f"{self.rounds} rounds{f' ({disturbed})' if disturbed else ''}"
        return f"  {self.name:<4} {self.engine:<9} {rounds}: {told}; {seconds:.0f} s: {verdict}"
