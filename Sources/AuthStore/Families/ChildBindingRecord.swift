public import Domain
public import Primitives
import SQL

/// A row of `child_binding`: one child on one device.
public struct ChildBindingRecord: Sendable, Hashable {
    public let id: BindingID
    public let child: AccountID
    public let device: DeviceID
    /// The thumbprint of the device key.
    public let thumbprint: String
    /// The state of the access. The binding of an older copy of the database is locked until a parent unlocks it, because
    /// it may have been revoked after the copy was made.
    public let state: ChildAccess.State
    /// The invite by which the device was bound.
    public let invite: InviteID
    public let bound: Instant
    /// The moment at which the binding ended; nil while it holds.
    public let ended: Instant?

    /// What has ended the binding; nil while it holds.
    public let endedBy: BindingEnd?

    static let columns = """
        id, child, device, thumbprint, invite, bound, ended_at, CASE WHEN ended_at IS NULL OR ended_by IS NOT NULL THEN ended_by \
        WHEN state <> 'CHILD_ACCESS_REVOKED' THEN 'accessReset' WHEN \(isReplaced) THEN 'deviceReplaced' \
        ELSE 'accessRevoked' END, CASE WHEN ended_at IS NULL AND NOT (\(OlderCopyTable.isNotVoid)) \
        THEN 'CHILD_ACCESS_LOCKED' WHEN ended_at IS NOT NULL AND ended_by IS NULL AND state = 'CHILD_ACCESS_REVOKED' \
        AND \(isReplaced) THEN 'CHILD_INVITE_VERIFY' ELSE state END
        """

    /// True for a binding that ended in the transaction that made the next one of its child. While an earlier version runs
    /// beside this one, it ends the binding of a replaced device as a revoked one and stores no reason (``BindingEnds``).
    private static let isReplaced = """
        EXISTS (SELECT 1 FROM child_binding AS later WHERE later.child = child_binding.child \
        AND later.id <> child_binding.id AND later.bound = child_binding.ended_at)
        """

    init(_ row: Row) throws {
        id = try row.identifier(0)
        child = try row.identifier(1)
        device = try row.identifier(2)
        thumbprint = try row.text(3)
        invite = try row.identifier(4)
        bound = try row.instant(5)
        ended = try row.instantOrNil(6)
        endedBy = try row.enumValueOrNil(7)
        state = try row.enumValue(8)
    }
}
