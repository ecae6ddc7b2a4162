import Domain
import Primitives
import SQL

/// Statements on `account`.
enum AccountTable {
    static func read(_ id: AccountID, in transaction: any Transaction) throws -> AccountRecord? {
        try read("a.id = $1", [.identifier(id)], in: transaction)
    }

    static func read(phone: PhoneIndex, in transaction: any Transaction) throws -> AccountRecord? {
        try read("a.id = \(AccountNumberTable.account)", phone.values, in: transaction)
    }

    /// Locks the row until the transaction ends, and reads it. Every transaction that opens, refreshes or ends a session
    /// takes this lock before it reads the session.
    static func lock(_ id: AccountID, in transaction: any Transaction) throws -> AccountRecord? {
        try lockAndRead("a.id = $1", [.identifier(id)], in: transaction).record
    }

    /// Locks the account that has a number, and reads it. While this waits for the lock, another transaction may give the
    /// number to another account; then that one is locked.
    static func lock(phone: PhoneIndex, in transaction: any Transaction) throws -> AccountRecord? {
        while true {
            let found = try lockAndRead("a.id = \(AccountNumberTable.account)", phone.values, in: transaction)
            if found.record == nil || found.record?.id == found.locked { return found.record }
        }
    }

    /// Locks a row, and reads what fulfils the condition in a statement of its own. On PostgreSQL a statement that waits for
    /// a lock reads the other tables as they were before it waited, and ``AccountRecord/columns`` has subqueries.
    private static func lockAndRead(
        _ condition: String, _ values: [SQLValue], in transaction: any Transaction
    ) throws -> (locked: AccountID?, record: AccountRecord?) {
        let rows = try transaction.batch([
            Statement("SELECT a.id FROM account a WHERE \(condition) {lockRow}", values: values),
            select(condition, values),
        ])
        return (try rows[0].first?.identifier(0), try rows[1].first.map { try AccountRecord($0) })
    }

    private static func read(
        _ condition: String, _ values: [SQLValue], in transaction: any Transaction
    ) throws -> AccountRecord? {
        try transaction.first(select(condition, values)).map { try AccountRecord($0) }
    }

    private static func select(_ condition: String, _ values: [SQLValue]) -> Statement {
        Statement("SELECT \(AccountRecord.columns) FROM account a WHERE \(condition)", values: values)
    }

    /// Selects those of the accounts that have a row.
    static func selectIdentifiers(among accounts: [AccountID]) -> [Statement] {
        Statement.chunks(of: accounts.map { .identifier($0) }) { "SELECT id FROM account WHERE id IN \($0)" }
    }

    /// Inserts an account; changes nothing if the number has an account already.
    static func insert(
        _ id: AccountID, role: Role, group: GroupID, approval: ApprovalStatus, phone: PhoneIndex,
        phoneSealed: Sealed, at now: Instant, in transaction: any Transaction
    ) throws {
        guard try AccountNumberTable.claim(phone, for: id, in: transaction) else { return }
        try transaction.run(
            Statement(
                """
                INSERT INTO account (id, kind, state, facility_group, approval, approval_version, approval_reason,
                    approval_since, phone_index, phone_sealed, tsv, ordinal, created, seal_key, index_key)
                VALUES ($1, $2, $3, $4, $5, 1, NULL, $6, $7, $8, 1, 0, $6, $9, $10) ON CONFLICT DO NOTHING
                """,
                .identifier(id), .enumValue(role), .enumValue(Registration.State.registered), .enumValue(group),
                .enumValue(approval), .instant(now), .bytes(phone.bytes), .bytes(phoneSealed.bytes),
                .int(phoneSealed.key), .int(phone.key)))
        // An account of an earlier version has the number without a row of `account_number`.
        if transaction.changes == 0 { try transaction.run(AccountNumberTable.delete(of: id)) }
    }

    /// Inserts the account of a child, who has no number.
    static func insertChild(
        _ id: AccountID, group: GroupID, approval: ApprovalStatus, at now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO account (id, kind, state, facility_group, approval, approval_version, approval_reason,
                approval_since, tsv, ordinal, created)
            VALUES ($1, $2, $3, $4, $5, 1, NULL, $6, 1, 0, $6)
            """,
            .identifier(id), .enumValue(Role.child), .enumValue(Registration.State.registered), .enumValue(group),
            .enumValue(approval), .instant(now))
    }

    static func setState(_ state: Registration.State, of account: AccountID) -> Statement {
        Statement("UPDATE account SET state = $2 WHERE id = $1", .identifier(account), .enumValue(state))
    }

    /// Records the device whose wrong PINs have blocked the account.
    static func setBlockingDevice(_ device: DeviceID?, of account: AccountID) -> Statement {
        Statement(
            "UPDATE account SET blocked_by = $2 WHERE id = $1", .identifier(account), .identifierOrNull(device))
    }

    /// The device whose wrong PINs have blocked the account; nil if it is unknown.
    static func blockingDevice(of account: AccountID, in transaction: any Transaction) throws -> DeviceID? {
        try transaction.first(Statement("SELECT blocked_by FROM account WHERE id = $1", .identifier(account)))?
            .identifierOrNil(0)
    }

    /// Puts the account into another facility group. It is in one group, so it leaves the former one.
    static func setGroup(_ group: GroupID, of account: AccountID) -> Statement {
        Statement(
            "UPDATE account SET facility_group = $2 WHERE id = $1", .identifier(account), .enumValue(group))
    }

    static func setRole(_ role: Role, of account: AccountID) -> Statement {
        Statement("UPDATE account SET kind = $2 WHERE id = $1", .identifier(account), .enumValue(role))
    }

    /// True if an account belongs to a group that verifies no phone number.
    static func hasUnverified(in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement(
                """
                SELECT 1 FROM account a JOIN facility_group g ON g.name = a.facility_group
                WHERE g.verification = $1 LIMIT 1
                """, .enumValue(FacilityGroup.Verification.none))) != nil
    }

    /// True if an account belongs to the group.
    static func hasAny(in group: GroupID, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement("SELECT 1 FROM account WHERE facility_group = $1 LIMIT 1", .enumValue(group))) != nil
    }

    /// At most `limit` operators, those whose account was created earliest first.
    static func operators(limit: Int, in transaction: any Transaction) throws -> [AccountRecord] {
        try transaction.run(
            Statement(
                """
                SELECT \(AccountRecord.columns) FROM account a WHERE a.kind = $1 ORDER BY a.created, a.id LIMIT $2
                """, .enumValue(Role.operator), .int(limit))
        ).map { try AccountRecord($0) }
    }

    /// Replaces the TokenSecret, which revokes everything minted under the old version; returns the new version, or 0
    /// if there is no such account.
    static func replaceTokenSecret(of account: AccountID, in transaction: any Transaction) throws -> Int64 {
        let row = try transaction.first(
            Statement("UPDATE account SET tsv = tsv + 1 WHERE id = $1 RETURNING tsv", .identifier(account)))
        return try row?.int(0) ?? 0
    }

    /// Sets the approval and increases its version.
    static func setApproval(
        _ status: ApprovalStatus, of account: AccountID, reason: String?, at now: Instant
    ) -> Statement {
        Statement(
            """
            UPDATE account SET approval = $2, approval_reason = $3, approval_since = $4,
                approval_version = approval_version + 1 WHERE id = $1
            """, .identifier(account), .enumValue(status), .textOrNull(reason), .instant(now))
    }

    /// Removes the number.
    static func removeNumber(of account: AccountID) -> Statement {
        Statement(
            """
            UPDATE account SET phone_index = NULL, index_key = NULL, phone_sealed = NULL, seal_key = NULL WHERE id = $1
            """, .identifier(account))
    }

    /// Sets the number. The transaction has claimed its keyed hashes.
    static func setNumber(_ phone: PhoneIndex, _ sealed: Sealed, of account: AccountID) -> Statement {
        Statement(
            "UPDATE account SET phone_index = $2, index_key = $3, phone_sealed = $4, seal_key = $5 WHERE id = $1",
            .identifier(account), .bytes(phone.bytes), .int(phone.key), .bytes(sealed.bytes), .int(sealed.key))
    }

    /// Increases the version of an approval that stays as it is.
    static func raiseApprovalVersion(of account: AccountID) -> Statement {
        Statement("UPDATE account SET approval_version = approval_version + 1 WHERE id = $1", .identifier(account))
    }

    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM account WHERE id = $1", .identifier(account))
    }

    /// The relation of a device key to the account of a number.
    static func standing(
        ofKey thumbprint: String, phone: PhoneIndex, in transaction: any Transaction
    ) throws -> KeyStanding {
        try holder(of: phone, thumbprint: thumbprint, in: transaction).standing
    }

    /// The account of a number, the device of a key on it, and the relation of the key to the account.
    static func holder(
        of phone: PhoneIndex, thumbprint: String, in transaction: any Transaction
    ) throws -> (account: AccountID?, device: DeviceID?, standing: KeyStanding) {
        let row = try transaction.first(
            Statement(
                """
                SELECT a.id, d.id, d.admitted, d.ever_admitted
                FROM account a LEFT JOIN device d ON d.account = a.id AND d.thumbprint = $3
                WHERE a.id = \(AccountNumberTable.account)
                """, values: phone.values + [.text(thumbprint)]))
        guard let row else { return (nil, nil, .stranger) }
        let account: AccountID = try row.identifier(0)
        guard let device: DeviceID = try row.identifierOrNil(1) else { return (account, nil, .stranger) }
        let standing: KeyStanding = try row.bool(2) ? .admitted : row.bool(3) ? .former : .stranger
        return (account, device, standing)
    }

    /// True if a device key is admitted on the account of a number.
    static func isOwner(
        phone: PhoneIndex, thumbprint: String, in transaction: any Transaction
    ) throws -> Bool {
        try transaction.first(
            Statement(
                """
                SELECT 1 FROM account a JOIN device d ON d.account = a.id
                WHERE a.id = \(AccountNumberTable.account) AND d.thumbprint = $3 AND d.admitted = 1
                """, values: phone.values + [.text(thumbprint)])) != nil
    }
}
