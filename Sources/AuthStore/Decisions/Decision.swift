public import Domain
public import Primitives
import SQL

/// A decision about an account or a facility group, as it is recorded in the transaction that carries it out.
public struct Decision: Sendable, Hashable {
    public let kind: DecisionKind
    /// The party that decided.
    public let actor: ActingParty
    /// The state before the decision and after it, in the words of the decision's kind; nil where there is none.
    public let from: String?, to: String?
    /// The reason that was given; nil if none was.
    public let reason: String?

    public init(_ kind: DecisionKind, by actor: ActingParty, from: String?, to: String?, reason: String?) {
        self.kind = kind
        self.actor = actor
        self.from = from
        self.to = to
        self.reason = reason
    }
}

/// A row of `decision` or `group_decision`. No statement changes or deletes one, also not the deletion of its account.
public struct DecisionRecord: Sendable, Hashable {
    /// The account or the facility group that was decided about.
    public enum Subject: Sendable, Hashable {
        case account(AccountID)
        case group(GroupID)
    }

    public let subject: Subject
    public let at: Instant
    public let decision: Decision

    /// - Parameter subject: the column of the table that names the account or the group.
    static func columns(subject: String) -> String { "\(subject), at, kind, actor, from_value, to_value, reason" }

    init(_ row: Row, about subject: Subject) throws {
        self.subject = subject
        at = try row.instant(1)
        let actor: AccountID? = try row.identifierOrNil(3)
        decision = Decision(
            try row.enumValue(2), by: actor.map { .person($0) } ?? .administrator, from: try row.textOrNil(4),
            to: try row.textOrNil(5), reason: try row.textOrNil(6))
    }
}
