"""Counts an account's rows in every table of a vault's database: `vault_rows.py DATABASE ACCOUNT` prints a JSON object.

DATABASE is a SQLite file or a postgres:// address.
"""
import json
import sqlite3
import subprocess
import sys
import uuid


def sqlite_rows(path, account):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)
    rows = {}
    for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
        columns = [column[1] for column in database.execute(f"PRAGMA table_info({table})")]
        if "account" in columns:
            rows[table] = database.execute(f"SELECT COUNT(*) FROM {table} WHERE account = ?", (account,)).fetchone()[0]
    return rows


def postgres_rows(url, account):
    def query(statement):
        return subprocess.run(["psql", "-qXAt", url, "-c", statement], capture_output=True, text=True, check=True).stdout.split()

    tables = query("SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'account' ORDER BY 1")
    return {table: int(query(f"SELECT count(*) FROM {table} WHERE account = '\\x{account.hex()}'")[0]) for table in tables}


database, account = sys.argv[1], uuid.UUID(sys.argv[2]).bytes
print(json.dumps(postgres_rows(database, account) if database.startswith("postgres") else sqlite_rows(database, account)))
