"""Plays the main job with comments on two services; called by scripts/demo."""
import argparse
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from pair import SERVICES, Pair, curl_lines, end_on_signals  # noqa: E402
from stories import FOLDER, play  # noqa: E402

NEXT = """
What to do next
  scripts/demo --keep        the same, and both services keep running for you to try
  scripts/test               every test and check
  scripts/dev                the developers' commands
  README.md                  where everything is
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--keep", action="store_true", help="keep both services running afterwards, on the usual ports")
    parser.add_argument("--any-ports", action="store_true", help="with --keep: on free ports")
    arguments = parser.parse_args()
    end_on_signals()
    with tempfile.TemporaryDirectory(prefix="latchkey-demo-") as data:
        # Allows one code a second to one number; the default is one a minute.
        pair = Pair(arguments.bin, data, usual_ports=arguments.keep and not arguments.any_ports, settings={"auth": {"otp-resend-seconds": 1, "sends-per-address": 1000}})
        try:
            began = time.monotonic()
            print("Starting latchkey-auth and latchkey-vault on SQLite in", data)
            pair.start_all()
            print(f"Both are ready after {time.monotonic() - began:.1f} s.", flush=True)
            status = play(FOLDER / "main-job.json", pair, arguments.bin, tell=True)
            if status:
                for service in SERVICES:
                    print(f"--- the end of {service}.log\n{pair.log(service)}")
                return status
            if not arguments.keep:
                print(NEXT)
                return 0
            print("\nBoth services keep running. Text messages appear in", pair.spool, "\n")
            print("\n".join(curl_lines(pair)))
            print(f"\nRegister a device of your own:\n  {arguments.bin}/latchkey --profile /tmp/me register +4915112345678 --group fieldwork")
            print(f"  cat {pair.spool}/*\n  {arguments.bin}/latchkey --profile /tmp/me confirm CODE")
            print(f"  {arguments.bin}/latchkey-auth approve yes +4915112345678 --data {data}")
            print("\nCtrl-C ends both.", flush=True)
            while all(pair.is_running(service) for service in SERVICES):
                time.sleep(1)
            return "a service has ended"
        except KeyboardInterrupt:
            print("\nEnding both.")
            return 0
        except RuntimeError as error:
            return str(error)
        finally:
            for service in SERVICES:
                pair.stop(service)


if __name__ == "__main__":
    sys.exit(main())
