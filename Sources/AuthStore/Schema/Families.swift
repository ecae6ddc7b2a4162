import SQL

/// Adds children, their parents, invites and the bindings of children to devices.
///
/// The two partial indexes of `child_binding` keep one child on one device, and one device with one child. Rows of ended
/// bindings stay, so that a device learns why it has no access any more.
enum Families {
    static let migration = Migration(
        id: 28, name: "families",
        statements: [
            "CREATE TABLE child (account BYTEA PRIMARY KEY, name TEXT NOT NULL, pin_generation BIGINT NOT NULL)",
            """
            CREATE TABLE child_parent (
                child BYTEA NOT NULL, parent BYTEA NOT NULL, since BIGINT NOT NULL, PRIMARY KEY (child, parent))
            """,
            "CREATE INDEX child_parent_of_parent ON child_parent (parent)",
            """
            CREATE TABLE family_invite (
                child BYTEA NOT NULL, purpose TEXT NOT NULL, id BYTEA NOT NULL, kind TEXT NOT NULL, hash BYTEA NOT NULL,
                made_by BYTEA NOT NULL, made BIGINT NOT NULL, expires BIGINT NOT NULL, used_at BIGINT,
                begun_in BIGINT NOT NULL, PRIMARY KEY (child, purpose))
            """,
            "CREATE UNIQUE INDEX family_invite_hash ON family_invite (hash)",
            "CREATE INDEX family_invite_expires ON family_invite (expires)",
            """
            CREATE TABLE invite_ticket (
                invite BYTEA NOT NULL, thumbprint TEXT NOT NULL, hash BYTEA NOT NULL, child BYTEA NOT NULL,
                expires BIGINT NOT NULL, PRIMARY KEY (invite, thumbprint))
            """,
            "CREATE UNIQUE INDEX invite_ticket_hash ON invite_ticket (hash)",
            "CREATE INDEX invite_ticket_child ON invite_ticket (child)",
            "CREATE INDEX invite_ticket_expires ON invite_ticket (expires)",
            """
            CREATE TABLE child_binding (
                id BYTEA PRIMARY KEY, child BYTEA NOT NULL, device BYTEA NOT NULL, thumbprint TEXT NOT NULL,
                state TEXT NOT NULL, invite BYTEA NOT NULL, bound BIGINT NOT NULL, ended_at BIGINT,
                begun_in BIGINT NOT NULL)
            """,
            "CREATE UNIQUE INDEX child_binding_of_child ON child_binding (child) WHERE ended_at IS NULL",
            "CREATE UNIQUE INDEX child_binding_of_device ON child_binding (thumbprint) WHERE ended_at IS NULL",
            "CREATE INDEX child_binding_thumbprint ON child_binding (thumbprint, bound)",
            "CREATE INDEX child_binding_ended_at ON child_binding (ended_at) WHERE ended_at IS NOT NULL",
            """
            CREATE TABLE invite_streak (
                purpose TEXT NOT NULL, thumbprint TEXT NOT NULL, failures BIGINT NOT NULL, waits_until BIGINT NOT NULL,
                at BIGINT NOT NULL, PRIMARY KEY (purpose, thumbprint))
            """,
            "CREATE INDEX invite_streak_at ON invite_streak (at)",
            "ALTER TABLE notice ADD COLUMN child BYTEA",
        ])
}
