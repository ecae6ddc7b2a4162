import Domain
import Primitives
import SQL

/// Statements on `account`, `operator_group` and `deletion`.
extension Transaction {
    /// The account, its row locked until the end: every transaction that mints or ends credentials takes this lock.
    func lockAccount(_ id: AccountID) throws -> AccountRecord? {
        try first(
            Statement("SELECT \(AccountRecord.columns) FROM account a WHERE a.id = $1 {lockRow}", .id(id))
        ).map { try AccountRecord($0) }
    }

    /// The account, as it is now.
    func account(_ id: AccountID) throws -> AccountRecord? {
        try first(Statement("SELECT \(AccountRecord.columns) FROM account a WHERE a.id = $1", .id(id)))
            .map { try AccountRecord($0) }
    }

    /// The account of a number, its row locked.
    func lockAccount(phone index: [UInt8]) throws -> AccountRecord? {
        try first(
            Statement(
                "SELECT \(AccountRecord.columns) FROM account a WHERE a.phone_index = $1 {lockRow}", .bytes(index))
        ).map { try AccountRecord($0) }
    }

    /// The account of a number.
    func account(phone index: [UInt8]) throws -> AccountRecord? {
        try first(Statement("SELECT \(AccountRecord.columns) FROM account a WHERE a.phone_index = $1", .bytes(index)))
            .map { try AccountRecord($0) }
    }

    /// Makes an account unless its number has one by now; false in that case.
    func insertAccount(
        _ id: AccountID, kind: Role, group: GroupID, approval: ApprovalStatus, phoneIndex: [UInt8],
        phoneSealed: [UInt8], at now: Instant
    ) throws -> Bool {
        try run(
            Statement(
                """
                INSERT INTO account (id, kind, state, facility_group, approval, approval_version, approval_reason,
                    approval_since, phone_index, phone_sealed, tsv, ordinal, created)
                VALUES ($1, $2, $3, $4, $5, 1, NULL, $6, $7, $8, 1, 0, $6) ON CONFLICT DO NOTHING
                """,
                .id(id), .word(kind), .word(Registration.State.registered), .word(group), .word(approval), .at(now),
                .bytes(phoneIndex), .bytes(phoneSealed)))
        return changes == 1
    }

    /// Replaces the TokenSecret: everything minted under the old version is dead. Returns the new version.
    func replaceTokenSecret(of account: AccountID) throws -> Int64 {
        try first(Statement("UPDATE account SET tsv = tsv + 1 WHERE id = $1 RETURNING tsv", .id(account)))?.int(0) ?? 0
    }

    /// Sets where a person stands for syncing, under a new version.
    func setApproval(of account: AccountID, to status: ApprovalStatus, reason: String?, at now: Instant) throws {
        try run(
            Statement(
                """
                UPDATE account SET approval = $2, approval_reason = $3, approval_since = $4,
                    approval_version = approval_version + 1 WHERE id = $1
                """, .id(account), .word(status), .textOrNull(reason), .at(now)))
    }

    /// Whether an operator owns a group now; `locking` keeps it so until the end.
    func owns(_ person: AccountID, _ group: GroupID, locking: Bool) throws -> Bool {
        try first(
            Statement(
                "SELECT 1 FROM operator_group WHERE account = $1 AND facility_group = $2"
                    + (locking ? " {lockRow}" : ""),
                .id(person), .word(group))
        ) != nil
    }

    /// Whether an account of this tag was deleted.
    func wasDeleted(_ tag: [UInt8]) throws -> Bool {
        try first(Statement("SELECT 1 FROM deletion WHERE tag = $1", .bytes(tag))) != nil
    }
}
