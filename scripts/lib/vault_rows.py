"""Counts an account's rows in every table of a vault's SQLite file: `vault_rows.py FILE ACCOUNT` prints a JSON object."""
import json
import sqlite3
import sys
import uuid

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True, timeout=5)
account = uuid.UUID(sys.argv[2]).bytes
rows = {}
for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
    columns = [column[1] for column in database.execute(f"PRAGMA table_info({table})")]
    if "account" in columns:
        rows[table] = database.execute(f"SELECT COUNT(*) FROM {table} WHERE account = ?", (account,)).fetchone()[0]
print(json.dumps(rows))
