"""Finds imports that a module must not have; dependencies.py checks that each import is declared."""
import sys

from swift_files import imports, modules

NIO = {"NIOCore", "NIOPosix", "NIOHTTP1"}
ENGINES = {"SQLite", "CSQLite", "Postgres", "CPostgres"}
CURL = {"Curl", "CCurl"}
SERVICE = NIO | ENGINES | CURL | {"RPCServer", "RPCClient", "ServiceHost"}
STORE = {"Contracts", "JSONRPC", "Tokens", "DPoP", "ServiceAuth", "OTP", "PIN"} | NIO | ENGINES | CURL
FORBIDDEN = {
    "AuthService": SERVICE | {"VaultStore"},
    "VaultService": SERVICE | {"AuthStore"},
    "AuthStore": STORE | {"Cryptography"},
    "VaultStore": STORE,
    "latchkey-auth": {"VaultStore", "VaultService"},
    "latchkey-vault": {"AuthStore", "AuthService"},
    "LatchkeyDevice": NIO | CURL | {"RPCClient", "RPCServer", "AuthService", "VaultService", "ArgumentParser"},
}
# Modules at the bottom, which import only these beside the system's C library and Synchronization.
ONLY = {
    "Primitives": set(), "FaultInjection": set(), "StrictJSON": set(), "SQL": {"Primitives"},
    "Domain": {"Primitives", "FaultInjection"}, "JSONRPC": {"StrictJSON", "Primitives"},
    "Contracts": {"Domain", "JSONRPC", "StrictJSON", "Primitives"},
}
SYSTEM = {"Glibc", "Synchronization"}
# Developers' tools, which are not shipped.
WITH_FOUNDATION = {"workbench", "Stories"}
problems, files = [], 0
for folder, paths in modules():
    module = folder.name
    for path in paths:
        files += 1
        used = imports(path)
        for name in sorted(used & FORBIDDEN.get(module, set())):
            problems.append(f"{path}: {module} must not import {name}")
        if module in ONLY:
            for name in sorted(used - ONLY[module] - SYSTEM):
                problems.append(f"{path}: {module} imports only {', '.join(sorted(ONLY[module])) or 'no module'}, not {name}")
        if "Foundation" in used and module not in WITH_FOUNDATION:
            problems.append(f"{path}: Foundation adds 30 MB of ICU to the released programs: use Glibc or FoundationEssentials")
        if module in used:
            problems.append(f"{path}: a module does not import itself")
print(f"  {files} files")
sys.exit("\n".join(problems) or 0)
