public import Domain
public import Primitives
import SQL

/// A decision about an account, as it is recorded in the transaction that carries it out.
public struct Decision: Sendable, Hashable {
    public let kind: DecisionKind
    /// The party that decided.
    public let actor: ApprovalActor
    /// The state before the decision and after it, in the words of the decision's kind; nil where there is none.
    public let from: String?, to: String?
    /// The reason that was given; nil if none was.
    public let reason: String?

    public init(_ kind: DecisionKind, by actor: ApprovalActor, from: String?, to: String?, reason: String?) {
        self.kind = kind
        self.actor = actor
        self.from = from
        self.to = to
        self.reason = reason
    }
}

/// A row of `decision`. No statement changes or deletes one, also not the deletion of its account.
public struct DecisionRecord: Sendable, Hashable {
    /// The account that was decided about.
    public let account: AccountID
    public let at: Instant
    public let decision: Decision

    static let columns = "account, at, kind, actor, from_value, to_value, reason"

    init(_ row: Row) throws {
        account = try row.identifier(0)
        at = try row.instant(1)
        let actor: AccountID? = try row.identifierOrNil(3)
        decision = Decision(
            try row.enumValue(2), by: actor.map { .person($0) } ?? .administrator, from: try row.textOrNil(4),
            to: try row.textOrNil(5), reason: try row.textOrNil(6))
    }
}
