import Domain
import Primitives
import SQL

/// Statements on `child_binding`. The transaction has locked the child's account.
enum ChildBindingTable {
    /// The binding of a child that holds; nil if it has none.
    static func read(of child: AccountID, in transaction: any Transaction) throws -> ChildBindingRecord? {
        try transaction.first(
            Statement(
                "SELECT \(ChildBindingRecord.columns) FROM child_binding WHERE child = $1 AND ended_at IS NULL",
                .identifier(child))
        ).map { try ChildBindingRecord($0) }
    }

    /// The state in which the last binding of a child has ended; nil if none has.
    static func lastEnd(of child: AccountID, in transaction: any Transaction) throws -> ChildAccess.State? {
        try transaction.first(
            Statement(
                """
                SELECT state FROM child_binding WHERE child = $1 AND ended_at IS NOT NULL
                ORDER BY ended_at DESC, bound DESC, id LIMIT 1
                """, .identifier(child))
        )?.enumValue(0)
    }

    /// The binding of a device key that holds, else the last one that has ended; nil if there was none.
    static func read(thumbprint: String, in transaction: any Transaction) throws -> ChildBindingRecord? {
        try transaction.first(
            Statement(
                """
                SELECT \(ChildBindingRecord.columns) FROM child_binding WHERE thumbprint = $1
                ORDER BY CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END, ended_at DESC, bound DESC, id LIMIT 1
                """, .text(thumbprint))
        ).map { try ChildBindingRecord($0) }
    }

    /// The first children whose binding is that of an older copy of the database, in the order of their identifiers.
    static func childrenLockedByRestore(limit: Int, in transaction: any Transaction) throws -> [AccountID] {
        try transaction.run(
            Statement(
                """
                SELECT child FROM child_binding WHERE ended_at IS NULL AND NOT (\(OlderCopyTable.isNotVoid))
                ORDER BY child LIMIT $1
                """, .int(limit))
        ).map { try $0.identifier(0) }
    }

    /// Inserts a binding; returns false if the child or the device key has another one.
    static func insert(
        _ id: BindingID, of child: AccountID, on device: DeviceRecord, by invite: InviteID, in state: ChildAccess.State,
        at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        try transaction.run(
            Statement(
                """
                INSERT INTO child_binding (id, child, device, thumbprint, state, invite, bound, ended_at, begun_in)
                VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, \(Generations.numberSubselect)) ON CONFLICT DO NOTHING
                """,
                .identifier(id), .identifier(child), .identifier(device.id), .text(device.thumbprint),
                .enumValue(state), .identifier(invite), .instant(now)))
        return transaction.changes == 1
    }

    /// Sets the state of a binding that holds. The binding of an older copy thereby becomes one of this generation.
    static func setState(_ state: ChildAccess.State, of binding: BindingID) -> Statement {
        Statement(
            """
            UPDATE child_binding SET state = $2, begun_in = \(Generations.numberSubselect) WHERE id = $1 AND ended_at IS NULL
            """, .identifier(binding), .enumValue(state))
    }

    /// Ends a binding, with the state and the reason that its device learns from now on.
    static func end(
        _ binding: BindingID, in state: ChildAccess.State, because end: BindingEnd, at now: Instant
    ) -> Statement {
        Statement(
            "UPDATE child_binding SET state = $2, ended_by = $3, ended_at = $4 WHERE id = $1 AND ended_at IS NULL",
            .identifier(binding), .enumValue(state), .enumValue(end), .instant(now))
    }
}
