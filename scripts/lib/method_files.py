"""Compares the methods of the contracts with their files: each needs contract, handler, tests and example with one stem."""
import pathlib
import re
import sys

problems = []
methods = 0
BOTH = {"ServiceVersion", "ServiceAuthenticate", "BackupCreate", "AuditVerify", "AuditState", "AuditAcceptEnd",
        "KeyList", "KeyPublish", "KeyActivate", "KeyRetire"}
for contract in sorted(pathlib.Path("Sources/Contracts").rglob("*.swift")):
    text = contract.read_text()
    match = re.search(r"public enum (\w+): Method \{.*?static let name = \"([\w.]+)\"", text, re.S)
    if not match:
        continue
    methods += 1
    stem, name = match.groups()
    folder = contract.parent.name
    if contract.stem != stem:
        problems.append(f"{contract}: should be named {stem}.swift")
    services = ["VaultService"] if name.split(".")[0] in {"vault", "secret", "purge", "dataKey"} else ["AuthService"]
    if stem in BOTH:
        services = ["AuthService", "VaultService"]
    if folder == "Time":
        services = ["ServiceHost"]
    files = [f"proto-json/examples/{name}.json"]
    for service in services:
        files += [f"Sources/{service}/{folder}/{stem}.swift", f"Tests/{service}Tests/{folder}/{stem}Tests.swift"]
    problems += [f"{name}: {file} is missing" for file in files if not pathlib.Path(file).exists()]
print(f"  {methods} methods")
sys.exit("\n".join(problems) or (0 if methods else "no method found"))
