import Audit
import Domain
import Primitives
import SQL

/// Statements on `family_invite` and `invite_ticket`.
enum FamilyInviteTable {
    /// The SQL condition that is true for an invite that can be used: it ends with the session in which it was made, and while
    /// the parent who made it is blocked it cannot be used.
    private static let isOpen = """
        used_at IS NULL AND expires > $2 AND \(OlderCopyTable.isNotVoid)
        AND EXISTS (SELECT 1 FROM session s
            WHERE s.account = family_invite.made_by AND s.id = family_invite.made_in AND s.expires > $2
            AND \(SessionTable.isOpen))
        AND EXISTS (SELECT 1 FROM account a WHERE a.id = family_invite.made_by AND a.state = 'REGISTERED')
        """

    /// Stores an invite in place of the child's former one for the same purpose, whose tickets end.
    static func replace(
        with new: NewInvite, of child: AccountID, by parent: AccountID, in session: SessionID, at now: Instant
    ) -> [Statement] {
        delete(of: child, for: new.purpose) + [
            Statement(
                """
                INSERT INTO family_invite (
                    child, purpose, id, kind, hash, made_by, made, expires, made_in, used_at, begun_in)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULL, \(Generations.numberSubselect))
                """,
                .identifier(child), .enumValue(new.purpose), .identifier(new.id), .enumValue(new.kind),
                .bytes(new.hash), .identifier(parent), .instant(now), .instant(now + FamilyInviteRecord.lifetime),
                .identifier(session))
        ]
    }

    /// Deletes the invite of a child for one purpose, with its tickets.
    static func delete(of child: AccountID, for purpose: InvitePurpose) -> [Statement] {
        [
            Statement(
                """
                DELETE FROM invite_ticket
                WHERE invite IN (SELECT id FROM family_invite WHERE child = $1 AND purpose = $2)
                """, .identifier(child), .enumValue(purpose)),
            Statement(
                "DELETE FROM family_invite WHERE child = $1 AND purpose = $2", .identifier(child), .enumValue(purpose)),
        ]
    }

    /// Withdraws the invites of a child for some purposes, and records it in the audit log if there was one.
    static func withdraw(
        of child: AccountID, for purposes: [InvitePurpose], at now: Instant, in transaction: any Transaction
    ) throws {
        for purpose in purposes where try read(of: child, for: purpose, at: now, in: transaction) != nil {
            try transaction.audit(.init(.credential, AuditDetail.inviteWithdrawn, account: child, at: now))
        }
        for purpose in purposes { try transaction.batch(delete(of: child, for: purpose)) }
    }

    /// Withdraws the invites that a parent has made, of one child or of all, with their tickets.
    static func withdraw(madeBy parent: AccountID, of child: AccountID? = nil) -> [Statement] {
        let condition = "made_by = $1" + (child == nil ? "" : " AND child = $2")
        let values: [SQLValue] = [.identifier(parent)] + (child.map { [.identifier($0)] } ?? [])
        return [
            Statement(
                "DELETE FROM invite_ticket WHERE invite IN (SELECT id FROM family_invite WHERE \(condition))",
                values: values),
            Statement("DELETE FROM family_invite WHERE \(condition)", values: values),
        ]
    }

    /// The invite of a child for one purpose, if it can still be used.
    static func read(
        of child: AccountID, for purpose: InvitePurpose, at now: Instant, in transaction: any Transaction
    ) throws -> FamilyInviteRecord? {
        try transaction.first(
            Statement(
                """
                SELECT \(FamilyInviteRecord.columns) FROM family_invite
                WHERE child = $1 AND \(isOpen) AND purpose = $3
                """, .identifier(child), .instant(now), .enumValue(purpose))
        ).map { try FamilyInviteRecord($0) }
    }

    /// The invites of a child that a parent has made, also used and expired ones.
    static func all(
        madeBy parent: AccountID, of child: AccountID, in transaction: any Transaction
    ) throws -> [FamilyInviteRecord] {
        try transaction.run(
            Statement(
                """
                SELECT \(FamilyInviteRecord.columns) FROM family_invite
                WHERE child = $1 AND made_by = $2 ORDER BY purpose
                """, .identifier(child), .identifier(parent))
        ).map { try FamilyInviteRecord($0) }
    }

    /// The invite with one of these keyed hashes, if it can still be used for the purpose.
    static func find(
        _ hashes: [[UInt8]], for purpose: InvitePurpose, at now: Instant, in transaction: any Transaction
    ) throws -> FamilyInviteRecord? {
        try transaction.first(
            Statement(
                """
                SELECT \(FamilyInviteRecord.columns) FROM family_invite
                WHERE purpose = $1 AND \(isOpen) AND hash IN \(Statement.parameters(from: 3, count: hashes.count))
                """, values: [.enumValue(purpose), .instant(now)] + hashes.map { .bytes($0) })
        ).map { try FamilyInviteRecord($0) }
    }

    /// Uses an invite up in the statement that checks that it is unused.
    static func consume(_ invite: InviteID, of child: AccountID, at now: Instant, in transaction: any Transaction)
        throws
        -> Bool
    {
        try transaction.run(
            Statement(
                "UPDATE family_invite SET used_at = $2 WHERE child = $1 AND id = $3 AND \(isOpen)",
                .identifier(child), .instant(now), .identifier(invite)))
        return transaction.changes == 1
    }

    /// Stores the ticket of a device key for an invite, in place of its former one.
    static func storeTicket(
        _ hash: [UInt8], for invite: FamilyInviteRecord, thumbprint: String, expires: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO invite_ticket (invite, thumbprint, hash, child, expires) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (invite, thumbprint) DO UPDATE SET hash = $3, expires = $5
            """, .identifier(invite.id), .text(thumbprint), .bytes(hash), .identifier(invite.child), .instant(expires))
    }

    /// The invite and the child of a ticket that a device key has, if it has not expired.
    static func ticket(
        _ hashes: [[UInt8]], thumbprint: String, at now: Instant, in transaction: any Transaction
    ) throws -> (invite: InviteID, child: AccountID)? {
        try transaction.first(
            Statement(
                """
                SELECT invite, child FROM invite_ticket WHERE thumbprint = $1 AND expires > $2
                    AND hash IN \(Statement.parameters(from: 3, count: hashes.count))
                """, values: [.text(thumbprint), .instant(now)] + hashes.map { .bytes($0) })
        ).map { (try $0.identifier(0), try $0.identifier(1)) }
    }
}
