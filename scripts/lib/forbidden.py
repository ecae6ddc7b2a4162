"""Finds calls and words that are not allowed, each with its reason and what to write instead."""
import pathlib
import re
import sys

RULES = [
    # pattern; path prefixes where it is allowed, or None if a comment on the line may justify it; reason and replacement
    (r"\bDate\(\)|Date\.now|ContinuousClock|SuspendingClock|clock_gettime|gettimeofday", ["Sources/Primitives/"],
     "time is handed in: take a WallClock or SteadyClock"),
    (r"\.random\((?!.*using:)|SystemRandomNumberGenerator|\bUUID\(\)|\bgetrandom\(|RAND_bytes", ["Sources/Primitives/", "Tests/Support/"],
     "randomness is handed in: take a RandomSource"),
    (r"\bTask\.sleep\(|\bTask\.detached\b|(?<!\.)\bTask \{", ["Sources/Primitives/", "Sources/ServiceHost/", "Sources/Stories/", "Tests/"],
     "tasks and pauses follow the task's context, or the simulator could not repeat a history: Task.inContext, Task.pause"),
    (r"\btry!|\bas!|@unchecked Sendable|nonisolated\(unsafe\)|\bunsafeBitCast\b", None,
     "needs its argument in a comment on the same line"),
    (r"\bfatalError\(", ["Sources/Primitives/", "Sources/FaultInjection/", "Sources/Cryptography/LibraryFailure.swift", "Tests/Support/"],
     "a request must not end the process: throw"),
    (r"(?<!\.)(?<!func )\bprint\(", ["Tests/", "Sources/latchkey/", "Sources/workbench/", "Sources/latchkey-auth/Commands/", "Sources/latchkey-vault/Commands/", "Sources/ServiceHost/Keys/KeyInitOptions.swift",
                                   "Sources/ServiceHost/Database/MigrateOptions.swift", "Sources/ServiceHost/Backup/BackupOptions.swift",
                                   "Sources/ServiceHost/Backup/RestoreOptions.swift", "Sources/ServiceHost/Configuration/SettingsCommand.swift",
                                   "Sources/ServiceHost/Configuration/ConfigCommand.swift", "Sources/ServiceHost/Doctor/DoctorCommand.swift",
                                   "Sources/ServiceHost/Time/TimeCommand.swift"],
     "services log: use Logger"),
    (r"\b(TODO|FIXME|XXX|HACK)\b|// MARK", [], "finish it, or leave it out"),
    (r"\b(?!FileManager\b)[A-Z]\w*(Manager|Helper|Utils|Impl)\b", [], "name the thing for what it is"),
    (r"\.disabled\(|withKnownIssue|XCTSkip|#expect\(true\)", [], "a test that proves nothing is a defect"),
    (r"String\(reflecting:", ["Tests/", "Sources/JSONRPC/Schema/SchemaProbe.swift"], "callers must not see internals: log the error and answer a fault"),
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
