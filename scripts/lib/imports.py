"""Holds modules to ARCHITECTURE's absences; what a module may import at all is kept by its target's dependencies."""
import pathlib
import re
import sys

NIO = {"NIOCore", "NIOPosix", "NIOHTTP1"}
ENGINES = {"SQLite", "CSQLite", "Postgres", "CPostgres"}
CURL = {"Curl", "CCurl"}
FORBIDDEN = {
    "AuthService": NIO | ENGINES | CURL | {"RPCServer", "RPCClient", "VaultStore"},
    "VaultService": NIO | ENGINES | CURL | {"RPCServer", "RPCClient", "AuthStore"},
    "AuthStore": {"Contracts", "JSONRPC", "Tokens", "Proofs"} | NIO | ENGINES,
    "VaultStore": {"Contracts", "JSONRPC", "Tokens", "Proofs"} | NIO | ENGINES,
    "AuthHost": {"VaultStore", "VaultService", "VaultHost"},
    "VaultHost": {"AuthStore", "AuthService", "AuthHost"},
    "LatchkeyDevice": NIO | CURL | {"RPCClient", "RPCServer", "AuthService", "VaultService"},
}
# modules that import nothing but the standard library (and each other as named)
ONLY = {
    "Vocabulary": set(), "SQL": {"Primitives"}, "StrictJSON": set(), "Rehearsal": {"Glibc", "Synchronization"},
    "Machines": {"Vocabulary", "Rehearsal"}, "JSONRPC": {"StrictJSON", "Vocabulary", "Synchronization"},
    "TimeAndChance": {"Vocabulary", "Glibc"},
    "Contracts": {"Machines", "JSONRPC", "StrictJSON", "Vocabulary"},
}
problems = []
files = 0
for folder in sorted(pathlib.Path("Sources").iterdir()):
    for path in folder.rglob("*.swift"):
        files += 1
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r"^(?:@\w+ )?(?:public |internal |package )?import (?:\w+ )?(\w+)", line)
            if not match:
                continue
            module = match.group(1)
            if module in FORBIDDEN.get(folder.name, ()):
                problems.append(f"{path}:{number}: {folder.name} may not import {module}")
            if folder.name in ONLY and module not in ONLY[folder.name]:
                problems.append(f"{path}:{number}: {folder.name} imports only {sorted(ONLY[folder.name]) or 'nothing'}")
            if module == folder.name:
                problems.append(f"{path}:{number}: a module does not import itself")
print(f"  {files} files")
sys.exit("\n".join(problems) or 0)
