"""Calls and words that do not belong, each with its reason and what to write instead."""
import pathlib
import re
import sys

RULES = [
    # pattern, where it is allowed (path prefixes), reason and replacement
    (r"\bDate\(\)|Date\.now|ContinuousClock|SuspendingClock|clock_gettime|gettimeofday", ["Sources/Primitives/"],
     "time is handed in: take a WallClock or SteadyClock"),
    (r"\.random\((?!.*using:)|SystemRandomNumberGenerator|\bUUID\(\)|\bgetrandom\(|RAND_bytes", ["Sources/Primitives/", "Tests/Support/"],
     "chance is handed in: take Dice"),
    (r"\btry!|\bas!|@unchecked Sendable|nonisolated\(unsafe\)|\bunsafeBitCast\b", None,
     "needs its argument in a comment on the same line"),
    (r"\bfatalError\(", ["Sources/Primitives/", "Sources/FaultInjection/", "Sources/Cryptography/LibraryFailure.swift", "Tests/Support/"],
     "a request must not end the process: throw"),
    (r"(?<!\.)(?<!func )\bprint\(", ["Tests/", "Sources/latchkey", "Sources/workbench/", "Sources/latchkey-auth/Console", "Sources/latchkey-auth/Commands", "Sources/latchkey-vault/Commands",
                    "Sources/ServiceHost/Commands"], "services log: use Logger"),
    (r"\b(TODO|FIXME|XXX|HACK)\b|// MARK", [], "finish it, or leave it out"),
    (r"\b(?!FileManager\b)[A-Z]\w*(Manager|Helper|Utils|Impl)\b", [], "name the thing for what it is"),
    (r"\.disabled\(|withKnownIssue|XCTSkip|#expect\(true\)", [], "a test that proves nothing is a defect"),
    (r"^import Foundation|^(public |internal )?import Foundation", [
        "Sources/ServiceHost/", "Sources/latchkey-auth/", "Sources/latchkey-vault/", "Sources/latchkey", "Sources/workbench/",
        "Sources/LatchkeyDevice/", "Sources/Stories/", "Sources/Couriers/", "Sources/Interchange/", "Tests/"],
     "the standard library and Glibc do; Foundation costs start-up"),
    (r"String\(reflecting:", ["Tests/"], "the wire never learns our insides"),
    (r"/work/|/root/", [], "no path of one machine"),
]
problems = []
for path in [*pathlib.Path("Sources").rglob("*.swift"), *pathlib.Path("Tests").rglob("*.swift")]:
    name = str(path)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        code = line.split("///")[0]
        for pattern, allowed, reason in RULES:
            if not re.search(pattern, code):
                continue
            if allowed is None and (re.search(r"// .{10,}", code) or name.startswith("Tests/")):
                continue
            if allowed and any(name.startswith(prefix) for prefix in allowed):
                continue
            problems.append(f"{name}:{number}: {reason}\n    {line.strip()}")
print(f"  {len(RULES)} rules")
sys.exit("\n".join(problems) or 0)
