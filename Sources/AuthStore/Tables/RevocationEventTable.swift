import Audit
import Domain
import Primitives
import SQL

/// Statements on `revocation_event`. Its column `gate` holds the session's level.
enum RevocationEventTable {
    /// What an event reports as changed; nil members did not change. A nil `session` means the whole account.
    struct Change: Hashable {
        var session: SessionID? = nil
        var ended: SessionEnd? = nil
        var level: SessionLevel? = nil
        var tokenSecretVersion: Int64? = nil
        var approval: ApprovalStatus? = nil
    }

    /// Appends an event that has no sequence number yet, and records the change in the audit log; does nothing if the
    /// account has no row. The transaction has locked the account's row before, so the account's events keep their order.
    /// The approval of a parent's children follows in the same transaction.
    /// - Parameter device: the device of the session, for the audit log; nil where it is unknown.
    static func append(
        _ change: Change, of account: AccountID, device: DeviceID? = nil, at now: Instant,
        in transaction: any Transaction
    ) throws {
        let counted = try transaction.first(
            Statement("UPDATE account SET ordinal = ordinal + 1 WHERE id = $1 RETURNING ordinal", .identifier(account)))
        guard let ordinal = try counted?.int(0) else { return }
        if change.approval != nil { try ChildApproval.updateChildren(of: account, at: now, in: transaction) }
        try transaction.run(
            Statement(
                """
                INSERT INTO revocation_event (account, ordinal, seq, session, ended, gate, tsv, approval, at)
                VALUES ($1, $2, NULL, $3, $4, $5, $6, $7, $8)
                """,
                .identifier(account), .integer(ordinal), .identifierOrNull(change.session),
                .enumValueOrNull(change.ended), .enumValueOrNull(change.level),
                .intOrNull(change.tokenSecretVersion), .enumValueOrNull(change.approval), .instant(now)))
        for entry in entries(of: change, account, device, at: now) { try transaction.audit(entry) }
    }

    /// What the audit log records of a change. An end without a session is that of the whole account.
    private static func entries(
        of change: Change, _ account: AccountID, _ device: DeviceID?, at now: Instant
    ) -> [AuditEntry] {
        var entries: [AuditEntry] = []
        if let end = change.ended {
            let kind: AuditKind = change.session != nil ? .sessionEnd : end == .accountDeleted ? .deletion : .lock
            entries.append(.init(kind, end, account: account, device: device, session: change.session, at: now))
        }
        if let level = change.level {
            entries.append(.init(.session, level, account: account, device: device, session: change.session, at: now))
        }
        if change.tokenSecretVersion != nil {
            entries.append(.init(.tokenSecret, AuditDetail.replaced, account: account, at: now))
        }
        if let approval = change.approval { entries.append(.init(.approval, approval, account: account, at: now)) }
        return entries
    }

    /// True if an event has no sequence number yet.
    static func hasUnnumbered(in transaction: any Transaction) throws -> Bool {
        try transaction.first(Statement("SELECT 1 FROM revocation_event WHERE seq IS NULL LIMIT 1")) != nil
    }

    /// Assigns the sequence numbers from `last` + 1 on to at most `limit` events, in each account's order; returns how
    /// many events it numbered.
    static func number(after last: Int64, limit: Int, in transaction: any Transaction) throws -> Int {
        let rows = try transaction.run(
            Statement(
                "SELECT account, ordinal FROM revocation_event WHERE seq IS NULL ORDER BY account, ordinal LIMIT $1",
                .int(limit)))
        try transaction.batch(
            rows.enumerated().map { index, row in
                Statement(
                    "UPDATE revocation_event SET seq = $3 WHERE account = $1 AND ordinal = $2",
                    .bytes(try row.bytes(0)), .integer(try row.int(1)), .integer(last + Int64(index) + 1))
            } + [FeedTable.setLast(last + Int64(rows.count))])
        return rows.count
    }

    static func read(
        after seq: Int64, limit: Int, in transaction: any Transaction
    ) throws -> [RevocationEventRecord] {
        try transaction.run(
            Statement(
                "SELECT \(RevocationEventRecord.columns) FROM revocation_event WHERE seq > $1 ORDER BY seq LIMIT $2",
                .integer(seq), .int(limit))
        ).map { try RevocationEventRecord($0) }
    }

    /// Looks at the `limit` oldest numbered events and returns the sequence number of the last of them that was
    /// appended before `moment`; nil if none was.
    static func lastSeq(before moment: Instant, limit: Int, in transaction: any Transaction) throws -> Int64? {
        try transaction.first(
            Statement(
                """
                SELECT MAX(seq) FROM (
                    SELECT seq, at FROM revocation_event WHERE seq IS NOT NULL ORDER BY seq LIMIT $2) AS first
                WHERE at < $1
                """, .instant(moment), .int(limit))
        ).flatMap { try $0.intOrNil(0) }
    }

    static func delete(upTo seq: Int64) -> Statement {
        Statement("DELETE FROM revocation_event WHERE seq <= $1", .integer(seq))
    }
}
