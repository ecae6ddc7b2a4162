public import Domain
public import JSONRPC
public import Primitives

/// The result of one operation of a push.
public struct OpResult: WireObject {
    public var opId: OperationID
    public var id: SecretID
    public var outcome: OpOutcome
    public var rev: DecimalInt64?
    public var first: OpOutcome?
    public var current: VaultItem?
    public var reason: String?
    public var field: String?
    public enum CodingKeys: String, CodingKey { case opId, id, outcome, rev, first, current, reason, field }

    public init(
        opId: OperationID, id: SecretID, outcome: OpOutcome, rev: DecimalInt64? = nil, first: OpOutcome? = nil,
        current: VaultItem? = nil, reason: String? = nil, field: String? = nil
    ) {
        (self.opId, self.id, self.outcome, self.rev) = (opId, id, outcome, rev)
        (self.first, self.current, self.reason, self.field) = (first, current, reason, field)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .opId: Field("The operation")
        case .id: Field("The item that the operation was applied to; the copy if one was made")
        case .outcome: Field("The outcome of the operation")
        case .rev: Field("The item's rev after the operation")
        case .first: Field("The first outcome of a replayed operation")
        case .current:
            Field(
                "The current item for conflict; for gone, the trashed item or its tombstone. Absent if an earlier result "
                    + "shows the same rev, and beyond 1 MiB of bodies in the answer: pull the item")
        case .reason:
            Field(
                "The reason of a rejection: opIdReused, opExpired, bodyRequired, bodyRefused, limitReached, …",
                .length(1...64))
        case .field: Field("The member that was refused", .length(1...200))
        }
    }
}
