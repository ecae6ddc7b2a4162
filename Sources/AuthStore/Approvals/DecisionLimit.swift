import Domain
import Primitives
import SQL

/// The limit on the decisions of one operator about people, past which another operator has to confirm.
///
/// The decisions themselves are counted, so the limit holds over every stretch of an hour, at every instance and after a
/// restart. The transaction has locked the operator's groups, so that no other decision of theirs is made meanwhile.
enum DecisionLimit {
    /// The number of decisions that an operator may make within ``window`` without a confirmation.
    static let count = 50
    static let window = Duration.hours(1)
    /// The kinds of decisions that count: those with which somebody who holds an operator's device could lock many people
    /// out, or get into their accounts.
    static let kinds: [DecisionKind] = [
        .approval, .groupMoved, .deviceAdmitted, .newAccountAllowed, .sessionsEnded, .phoneChangeUndone,
    ]

    /// Checks that an operator may make one more decision about a person of a group. A confirmation for the group begins
    /// the count anew.
    /// - Throws: ``ActorRefused/secondOperatorRequired``.
    static func requireRoom(
        for actor: ActingParty, in group: GroupID, at now: Instant, in transaction: any Transaction
    ) throws {
        guard case .person(let id) = actor else { return }
        let confirmed = try OperatorGroupTable.lockAll(of: id, in: transaction).first { $0.group == group }?.confirmed
        guard try decisions(of: id, since: confirmed, at: now, in: transaction) < count else {
            throw ActorRefused.secondOperatorRequired
        }
    }

    /// The decisions of an operator in the last ``window``, counted up to ``count``.
    /// - Parameter confirmed: the last confirmation; decisions before it do not count.
    static func decisions(
        of person: AccountID, since confirmed: Instant?, at now: Instant, in transaction: any Transaction
    ) throws -> Int {
        // A decision in the millisecond of the confirmation counts: it may have been made after it.
        let start = max(now - window, (confirmed ?? Instant(ms: 0)) - .milliseconds(1))
        return try DecisionTable.count(
            by: person, kinds: kinds, after: start, until: now, limit: count, in: transaction)
    }
}
