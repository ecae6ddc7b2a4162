"""Proves security properties on running services: `prove.py [oracle|timing|revocation …] [OPTION…]`; all three without a name."""
import argparse
import pathlib
import random
import sys

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "scripts" / "lib"), str(root / "Tests" / "EndToEnd"), str(pathlib.Path(__file__).parent)]

import oracle  # noqa: E402
import revocation  # noqa: E402
import timing  # noqa: E402

PROPERTIES = {"oracle": oracle.prove, "timing": timing.prove, "revocation": revocation.prove}

parser = argparse.ArgumentParser(prog="scripts/prove")
parser.add_argument("properties", nargs="*", metavar="PROPERTY", help=f"{', '.join(PROPERTIES)}; all without one")
extent = parser.add_mutually_exclusive_group()
extent.add_argument("--quick", dest="extent", action="store_const", const="quick", default="default", help="samples for the checks of every change")
extent.add_argument("--full", dest="extent", action="store_const", const="full", help="all six-digit PINs, 1000 revocations, 2000 answers of each class")
parser.add_argument("--trials", type=int, help="the number of revocations")
parser.add_argument("--seed", type=int, default=random.randrange(2**32), help="the seed of every choice at random")
parser.add_argument("--bin", default=str(root / ".build" / "debug"))
chosen = parser.parse_args()
if unknown := set(chosen.properties) - set(PROPERTIES):
    parser.error(f"there is no property {', '.join(sorted(unknown))}: use {', '.join(PROPERTIES)}")
print(f"seed {chosen.seed}")
good = True
for name in chosen.properties or PROPERTIES:
    more = {"trials": chosen.trials} if name == "revocation" else {}
    good = PROPERTIES[name](chosen.bin, chosen.extent, random.Random(chosen.seed), **more) and good
sys.exit(0 if good else 1)
