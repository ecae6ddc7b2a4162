"""The invariants that hold under races, each with the function that plays its rounds."""
import collections

Invariant = collections.namedtuple("Invariant", "title rounds play")
INVARIANTS = {}


def invariant(name, title, rounds):
    """Registers a function that plays the rounds of an invariant; `rounds` is their number in a quick and in a usual run."""
    def keep(function):
        INVARIANTS[name] = Invariant(title, rounds, function)
        return function
    return keep
