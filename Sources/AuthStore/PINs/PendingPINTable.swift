import Domain
import Primitives
import SQL

/// Statements on `pending_pin`. The transaction has locked the account.
///
/// A request that an older copy of the database holds is void: the person may have cancelled it after the copy was made.
enum PendingPINTable {
    static func read(_ account: AccountID, in transaction: any Transaction) throws -> PendingPINRecord? {
        try transaction.first(
            Statement(
                """
                SELECT \(PendingPINRecord.columns) FROM pending_pin
                WHERE account = $1 AND \(OlderCopyTable.isNotVoid)
                """, .identifier(account))
        ).map { try PendingPINRecord($0) }
    }

    /// Stores a request in place of the account's former one.
    /// - Parameters:
    ///   - replaced: the generation of the present PIN.
    ///   - approvalVersion: as ``PendingPINRecord/approvalVersion``.
    static func store(
        _ new: NewPIN, replacing replaced: Int64, by device: DeviceID, due: Instant?, approvalVersion: Int64?,
        of account: AccountID, at now: Instant
    ) -> [Statement] {
        [
            delete(of: account),
            Statement(
                """
                INSERT INTO pending_pin (account, generation, salt, derivation, key_sealed, seal_key, replaced, device,
                    made, due, approval_version, begun_in)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, \(Generations.numberSubselect))
                """,
                .identifier(account), .integer(new.generation), .bytes(new.salt), .text(new.derivation),
                .bytes(new.keySealed.bytes), .int(new.keySealed.key), .integer(replaced), .identifier(device),
                .instant(now), .instantOrNull(due), approvalVersion.map { .integer($0) } ?? .null),
        ]
    }

    /// Lets no request take effect by itself before a moment: the end of a hold.
    static func postpone(of account: AccountID, until: Instant) -> Statement {
        Statement(
            "UPDATE pending_pin SET due = $2 WHERE account = $1 AND due < $2", .identifier(account), .instant(until))
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM pending_pin WHERE account = $1", .identifier(account))
    }

    /// The accounts whose request takes effect by itself now, at most `limit`.
    static func accountsDue(limit: Int, at now: Instant) -> Statement {
        Statement(
            """
            SELECT account FROM pending_pin
            WHERE due <= $1 AND \(OlderCopyTable.isNotVoid)
                AND account IN (
                    SELECT a.id FROM account a JOIN facility_group g ON g.name = a.facility_group
                    WHERE a.state = $3 AND g.approval = $4)
            ORDER BY due LIMIT $2
            """, .instant(now), .int(limit), .enumValue(Registration.State.registered),
            .enumValue(FacilityGroup.Approval.automatic))
    }

    /// The accounts with an approval status that have a request.
    static func accounts(approval: ApprovalStatus) -> Statement {
        Statement(
            """
            SELECT account FROM pending_pin
            WHERE account IN (SELECT id FROM account WHERE approval = $1) AND \(OlderCopyTable.isNotVoid)
            """, .enumValue(approval))
    }
}
