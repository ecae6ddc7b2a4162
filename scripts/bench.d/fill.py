"""Fills both databases of a stopped pair with people, so that a row can be measured with few and with many.

Each person has a device, a session, a head, a data key, and five secrets with their operations. The rows have the size of
real ones; no key opens their encrypted bytes. They changed their vaults today, so nothing of theirs is due for the sweeper.
"""
import hashlib
import sqlite3
import time

AUTH = [
    """INSERT INTO account (id, kind, state, facility_group, approval, approval_version, approval_reason, approval_since, phone_index,
       phone_sealed, tsv, ordinal, created)
       SELECT {id:1}, 'member', 'REGISTERED', 'demo', 'approvedForSyncing', 1, NULL, 1, {id:2}, {id:3}, 1, 1, 1 FROM n""",
    """INSERT INTO device (account, id, thumbprint, public_key, name, admitted, ever_admitted, first_used, last_used)
       SELECT {id:1}, {id:4}, 'thumbprint-of-43-characters-as-they-all-are' || i, '{{"kty":"EC","crv":"P-256","x":"x","y":"y"}}', 'a phone', 1, 1, 1, 1 FROM n""",
    """INSERT INTO session (account, id, device, thumbprint, gate, tsv, family, generation, refresh_hash, previous_hash, digits, admit_tries,
       ended, ended_at, created, last_used, expires)
       SELECT {id:1}, {id:5}, {id:4}, 'thumbprint-of-43-characters-as-they-all-are' || i, 'full', 1, {id:6}, 0, {id:7}, NULL, NULL, 0, NULL, NULL, 1, 1, 9e15 FROM n""",
]
VAULT = [
    """INSERT INTO vault_head (account, epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at,
       operations, due_at)
       SELECT {id:1}, {id:8}, 5, 0, 0, 0, 1, 5, 1000, 'live', {now}, 5, {now} + 15552000000 FROM n""",
    "INSERT INTO vault_dek (account, version, kek, wrapped, created_at) SELECT {id:1}, 1, '{kek}', {id:9}, {now} FROM n",
    *(f"""INSERT INTO vault_item (account, id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at,
          updated_at, deleted_at, updated_by)
          SELECT {{id:1}}, {{id:{20 + item}}}, 'otp', 'live', {item}, 1, 1, {item}, {{wide}}, {{id:9}}, 200, {{now}}, {{now}}, NULL, {{id:4}} FROM n""" for item in range(1, 6)),
    *(f"""INSERT INTO vault_op (account, op_id, request_mac, outcome, rev, seq, at)
          SELECT {{id:1}}, {{id:{30 + item}}}, {{id:9}}, 'applied', {item}, {item}, {{now}} FROM n""" for item in range(1, 6)),
]
CHUNK = 50_000


def sqlite_words(text, kek):
    """Returns the statement for SQLite. Identifiers are hashes: the same for the same person, and in random order as real ones."""
    for column in range(1, 40):
        text = text.replace("{id:%d}" % column, f"scatter(i, {column})")
    return with_values(text.replace("{wide}", "zeroblob(228)"), kek)


def postgres_words(text, kek):
    for column in range(1, 40):
        text = text.replace("{id:%d}" % column, f"decode(md5(i || '-{column}'), 'hex')")
    return with_values(text.replace("{wide}", "decode(repeat(md5(i || 'w'), 14), 'hex')"), kek)


def with_values(text, kek):
    """Returns the statement with the present time in milliseconds and with the wrapping key's name."""
    text = text.replace("{kek}", kek).replace("{now}", str(int(time.time() * 1000)))
    return text.replace("{{", "{").replace("}}", "}").replace("9e15", "9000000000000000")


def scatter(number, column):
    return hashlib.blake2b(f"{number}-{column}".encode(), digest_size=16).digest()


def fill(pair, people, first=1):
    """Adds the people with the numbers from `first` to `people`; the services must be stopped."""
    for service, texts in (("auth", AUTH), ("vault", VAULT)):
        for low in range(first, people + 1, CHUNK):
            high = min(people, low + CHUNK - 1)
            if pair.cluster:
                kek = pair.cluster.query("vault", "SELECT kek FROM vault_dek LIMIT 1")
                for text in texts:
                    pair.cluster.query(service, with_rows(postgres_words(text, kek), f"SELECT generate_series({low}, {high}) AS i"))
            else:
                link = sqlite3.connect(f"{pair.data}/{service}.sqlite")
                link.create_function("scatter", 2, scatter, deterministic=True)
                kek = sqlite3.connect(f"{pair.data}/vault.sqlite").execute("SELECT kek FROM vault_dek LIMIT 1").fetchone()[0]
                rows = f"WITH RECURSIVE n (i) AS (SELECT {low} UNION ALL SELECT i + 1 FROM n WHERE i < {high}) SELECT i FROM n"
                with link:
                    for text in texts:
                        link.execute(with_rows(sqlite_words(text, kek), rows))
                link.close()
    if pair.cluster:
        for service in ("auth", "vault"):
            pair.cluster.query(service, "ANALYZE")


def with_rows(text, rows):
    """Returns the statement with the subquery `rows`, which gives the numbers, in the place of the table n."""
    return text.replace("FROM n", f"FROM ({rows}) AS n")
