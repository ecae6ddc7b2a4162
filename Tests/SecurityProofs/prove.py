"""Proves security properties on running services: `prove.py [oracle|timing|revocation|races|audit|vault-keys …] [OPTION…]`; all without a name."""
import argparse
import pathlib
import random
import re
import sys
import typing

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "scripts" / "lib"), *(str(root / "Tests" / folder) for folder in ("EndToEnd", "SecurityProofs", "Races"))]

import audit  # noqa: E402
import oracle  # noqa: E402
import race_runs  # noqa: E402
import revocation  # noqa: E402
import timing  # noqa: E402
import vault_keys  # noqa: E402
from arena import ENGINES  # noqa: E402
from invariants import INVARIANTS  # noqa: E402


class Property(typing.NamedTuple):
    """A property, how it is proven, and the security requirements that this attacks, by their identifiers in Tests/requirements.json."""

    what: str
    prove: typing.Callable
    requirements: list


PROPERTIES = {
    "oracle": Property("a copy of the database tests no guess at a PIN", oracle.prove, requirements=["P5"]),
    "timing": Property("known, unknown and blocked numbers are answered in the same time", timing.prove, requirements=["O10"]),
    "revocation": Property("both instances of the vault refuse an ended session in time", revocation.prove, requirements=["I10", "T7"]),
    "audit": Property("the audit log has one row for each effect, whatever is killed, and shows each tampering", audit.prove,
                      requirements=["L2", "L3"]),
    "vault-keys": Property("wrapping keys and data keys change under load and kills, and every secret can be read", vault_keys.prove,
                           requirements=["K3", "I22"]),
    "races": Property("64 requests at once, with kills and pauses, break no rule", race_runs.prove, requirements=["O3", "P3", "C2", "C5", "A2"]),
}

parser = argparse.ArgumentParser(prog="scripts/prove")
parser.add_argument("properties", nargs="*", metavar="PROPERTY",
                    help=f"{', '.join(PROPERTIES)}; all without one; after races also the invariants to play: {', '.join(INVARIANTS)}")
extent = parser.add_mutually_exclusive_group()
extent.add_argument(
    "--quick", dest="extent", action="store_const", const="quick", default="default", help="samples for the checks of every change")
extent.add_argument(
    "--full", dest="extent", action="store_const", const="full",
    help="all six-digit PINs, 1000 revocations, 2000 answers of each class, hundreds of rounds of each race")
parser.add_argument("--trials", type=int, help="the number of revocations")
parser.add_argument("--kills", type=int, help="the number of kills under the audit log, and while the vault's keys change")
parser.add_argument("--accounts", type=int, help="the number of accounts whose data keys are renewed")
parser.add_argument("--rounds", type=int, help="the number of rounds of each race")
parser.add_argument("--engine", choices=(*ENGINES, "both"), default="both", help="where races and the audit log are run")
parser.add_argument("--seed", type=int, default=random.randrange(2**32), help="the seed of every choice at random")
parser.add_argument("--bin", default=str(root / ".build" / "debug"))
chosen = parser.parse_intermixed_args()
invariants = [name for name in chosen.properties if re.fullmatch(r"I\d+", name)]
properties = [name for name in chosen.properties if name not in invariants] or ["races"] * bool(invariants) or list(PROPERTIES)
if unknown := set(properties) - set(PROPERTIES) | set(invariants) - set(INVARIANTS):
    parser.error(f"there is no {', '.join(sorted(unknown))}: use {', '.join(PROPERTIES)}, {', '.join(INVARIANTS)}")
engines = ENGINES if chosen.engine == "both" else (chosen.engine,)
options = {"revocation": {"trials": chosen.trials}, "audit": {"kills": chosen.kills, "engines": engines},
           "vault-keys": {"kills": chosen.kills, "accounts": chosen.accounts},
           "races": {"names": invariants, "rounds": chosen.rounds, "engines": engines}}
print(f"seed {chosen.seed}")
good = True
for name in properties:
    good = PROPERTIES[name].prove(chosen.bin, chosen.extent, random.Random(chosen.seed), **options.get(name, {})) and good
sys.exit(0 if good else 1)
