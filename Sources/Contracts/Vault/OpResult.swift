public import JSONRPC
public import Primitives

/// What became of one operation.
public struct OpResult: Described, Hashable {
    /// The operation
    public var opId: OperationID
    /// The item it was applied to; a copy's own id
    public var id: SecretID
    /// Applied, noop, replayed, conflict, gone or rejected
    public var outcome: OpOutcome
    /// The item's rev after it
    public var rev: DecimalInt64?
    /// When replayed: what became of it the first time
    public var first: OpOutcome?
    /// With conflict: the item as it is; with gone: its tombstone
    public var current: VaultItem?
    /// Why it was rejected: opIdReused, opExpired, bodyRequired, bodyRefused, limitReached, …
    public var reason: String?
    /// The member that was refused
    public var field: String?

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case opId, id, outcome, rev, first, current, reason, field
    }

    /// See the members.
    public init(
        opId: OperationID, id: SecretID, outcome: OpOutcome, rev: DecimalInt64? = nil, first: OpOutcome? = nil,
        current: VaultItem? = nil, reason: String? = nil, field: String? = nil
    ) {
        self.opId = opId
        self.id = id
        self.outcome = outcome
        self.rev = rev
        self.first = first
        self.current = current
        self.reason = reason
        self.field = field
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .opId: Field("The operation")
        case .id: Field("The item it was applied to; a copy's own id")
        case .outcome: Field("Applied, noop, replayed, conflict, gone or rejected")
        case .rev: Field("The item's rev after it")
        case .first: Field("When replayed: what became of it the first time")
        case .current: Field("With conflict: the item as it is; with gone: its tombstone")
        case .reason:
            Field(
                "Why it was rejected: opIdReused, opExpired, bodyRequired, bodyRefused, limitReached, …",
                .length(1...64))
        case .field: Field("The member that was refused", .length(1...200))
        }
    }
}
