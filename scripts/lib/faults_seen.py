"""Checks the ledger of faults: each declared fault of a method was seen in some test, and no undeclared one was seen.

Tests and servers started by tests append lines `method<TAB>fault` to files in $LATCHKEY_FAULT_LEDGER.
"""
import json
import os
import pathlib
import sys

ledger = pathlib.Path(os.environ["LATCHKEY_FAULT_LEDGER"])
seen = {}
for path in ledger.glob("*"):
    for line in path.read_text().splitlines():
        method, _, fault = line.partition("\t")
        if fault.startswith("+"):
            continue  # a note for another check
        seen.setdefault(method, set()).add(fault)
declared, implied = {}, {}
for document in sorted(pathlib.Path("proto-json").glob("*.openrpc.json")):
    for method in json.load(open(document))["methods"]:
        declared.setdefault(method["name"], set()).update(method["x-faults"])
        implied.setdefault(method["name"], set()).update(e["data"]["fault"] for e in method["errors"])
problems = []
for method, faults in sorted(declared.items()):
    problems += [f"{method}: declares {fault}, never seen" for fault in sorted(faults - seen.get(method, set()))]
for method, faults in sorted(seen.items()):
    if method in declared:
        problems += [f"{method}: {fault} was seen and is not declared"
                     for fault in sorted(faults - declared[method] - implied[method] - {""})]
credential_faults = set().union(*implied.values()) - set().union(*declared.values())
everywhere = set().union(*seen.values()) if seen else set()
problems += [f"{fault}: implied by a credential, never seen" for fault in sorted(credential_faults - everywhere)]
print(f"  {sum(map(len, declared.values()))} declared faults of {len(declared)} methods, {len(credential_faults)} implied")
sys.exit("\n".join(problems) or (0 if seen else "the ledger is empty: run the tests first"))
