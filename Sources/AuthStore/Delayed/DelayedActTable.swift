import Domain
import Primitives
import SQL

/// A change of an account that takes effect without a further call. Raw values are stored in the table `delayed_act`.
enum DelayedActKind: String, CaseIterable, Sendable {
    /// The device whose wrong PINs have blocked the account is admitted again, because no other one is left.
    case readmission
    /// A new account is made on the number.
    case newAccount
    /// The new device of a parent is admitted, because another parent of a child has asked for it.
    case parentAdmission
}

/// A row of `delayed_act`.
struct DelayedAct: Sendable, Hashable {
    let account: AccountID
    let kind: DelayedActKind
    /// The device that the act is for.
    let device: DeviceID
    /// The identifier of the new account; nil for an act that makes none.
    let target: AccountID?
    /// True if the administrator or an operator has allowed the act: the group's policy does not decide then.
    let isByDecision: Bool

    init(
        account: AccountID, kind: DelayedActKind, device: DeviceID, target: AccountID? = nil, isByDecision: Bool = false
    ) {
        (self.account, self.kind, self.device, self.target) = (account, kind, device, target)
        self.isByDecision = isByDecision
    }

    init(_ row: Row) throws {
        account = try row.identifier(0)
        kind = try row.enumValue(1)
        device = try row.identifier(2)
        target = try row.identifierOrNil(3)
        isByDecision = try row.intOrNil(4) == 1
    }
}

/// Statements on `delayed_act`. The transaction has locked the account.
enum DelayedActTable {
    /// Stores an act that is due after ``ConfirmationRule/delay``, in place of one of its kind.
    /// - Parameter asker: the other parent who asks for an admission, and the device on which; nil for the other acts.
    static func insert(
        _ act: DelayedAct, by asker: (account: AccountID, device: DeviceID)? = nil, at now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO delayed_act (account, kind, device, made, due, target, by_decision, asked_by, asked_on)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (account, kind) DO UPDATE
            SET device = $3, made = $4, due = $5, target = $6, by_decision = $7, asked_by = $8, asked_on = $9
            """,
            .identifier(act.account), .enumValue(act.kind), .identifier(act.device), .instant(now),
            .instant(now + ConfirmationRule.delay), .identifierOrNull(act.target), .int(act.isByDecision ? 1 : 0),
            .identifierOrNull(asker?.account), .identifierOrNull(asker?.device))
    }

    /// The device of an act of a kind, and the times at which it was requested and is due; nil if there is none.
    static func read(
        _ kind: DelayedActKind, of account: AccountID, in transaction: any Transaction
    ) throws -> (device: DeviceID, made: Instant, due: Instant)? {
        try transaction.first(
            Statement(
                "SELECT device, made, due FROM delayed_act WHERE account = $1 AND kind = $2", .identifier(account),
                .enumValue(kind))
        ).map { (try $0.identifier(0), try $0.instant(1), try $0.instant(2)) }
    }

    /// The admission that another parent has asked for, as ``read(_:of:in:)`` returns it; nil also if the device on which it
    /// was asked for is not admitted any more, or if its person is not a parent with the account any more.
    static func liveParentAdmission(
        of account: AccountID, in transaction: any Transaction
    ) throws -> (device: DeviceID, made: Instant, due: Instant)? {
        let asker = try transaction.first(
            Statement(
                """
                SELECT 1 FROM delayed_act act
                JOIN device d ON d.account = act.asked_by AND d.id = act.asked_on AND d.admitted = 1
                JOIN child_parent asking ON asking.parent = act.asked_by
                JOIN child_parent admitted ON admitted.child = asking.child AND admitted.parent = $1
                WHERE act.account = $1 AND act.kind = $2 LIMIT 1
                """, .identifier(account), .enumValue(DelayedActKind.parentAdmission)))
        return try asker == nil ? nil : read(.parentAdmission, of: account, in: transaction)
    }

    static func delete(_ kind: DelayedActKind, of account: AccountID) -> Statement {
        Statement(
            "DELETE FROM delayed_act WHERE account = $1 AND kind = $2", .identifier(account), .enumValue(kind))
    }

    static func delete(_ kind: DelayedActKind, of account: AccountID, for device: DeviceID) -> Statement {
        Statement(
            "DELETE FROM delayed_act WHERE account = $1 AND kind = $2 AND device = $3", .identifier(account),
            .enumValue(kind), .identifier(device))
    }

    /// Deletes the admissions that a parent has asked for on a device.
    static func deleteParentAdmissions(askedBy parent: AccountID, on device: DeviceID) -> Statement {
        Statement(
            "DELETE FROM delayed_act WHERE kind = $1 AND asked_by = $2 AND asked_on = $3",
            .enumValue(DelayedActKind.parentAdmission), .identifier(parent), .identifier(device))
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM delayed_act WHERE account = $1 OR asked_by = $1", .identifier(account))
    }

    /// True if the act is still stored, and for the same device.
    static func contains(_ act: DelayedAct, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement(
                "SELECT 1 FROM delayed_act WHERE account = $1 AND kind = $2 AND device = $3", .identifier(act.account),
                .enumValue(act.kind), .identifier(act.device))) != nil
    }

    /// The acts that are due, at most `limit`. After the database was replaced by an older copy of itself, none is due
    /// before ``ConfirmationRule/delay`` has passed again: the act may have been stopped after the copy was made.
    static func due(limit: Int, at now: Instant) -> Statement {
        Statement(
            """
            SELECT account, kind, device, target, by_decision FROM delayed_act
            WHERE due <= $1 AND (SELECT COALESCE(MAX(c.begun_at), 0) FROM older_copy c) <= $3
            ORDER BY due LIMIT $2
            """, .instant(now), .int(limit), .instant(now - ConfirmationRule.delay))
    }
}
