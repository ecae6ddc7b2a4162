import Domain
public import Primitives
import SQL

extension AuthStore {
    /// The outcome of confirming the decisions of an operator.
    public enum BulkConfirmation: Sendable, Hashable {
        /// The operator may decide about as many people of the group again.
        /// - Parameter decisions: the decisions that count up to now, at most 50.
        case confirmed(decisions: Int)
        /// A request with this `requestId` took effect before.
        case replayed(StoredResponse)
        /// The account is no operator of the group.
        case unknown
    }

    /// Confirms that an operator may decide about further people of a group, after as many in an hour as one operator may
    /// decide about alone.
    /// - Parameter response: encodes the answer that a repeated request gets.
    /// - Throws: ``ActorRefused``: nobody confirms their own decisions, or those in a group that they do not have.
    public func confirmBulk(
        of colleague: AccountID, in group: GroupID, by actor: ActingParty, reason: String?,
        idempotencyKey: IdempotencyKey?, response: @Sendable @escaping (Int) throws -> [UInt8], at now: Instant
    ) async throws -> BulkConfirmation {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            guard actor != .person(colleague) else { throw ActorRefused.selfApproval }
            let account = try AccountTable.lock(colleague, in: transaction)
            // Two operators may confirm each other's decisions at once, so the rows are locked in one order.
            var groups: [AccountID: [(group: GroupID, confirmed: Instant?)]] = [:]
            for id in [actor.account, colleague].compactMap(\.self).sorted() {
                groups[id] = try OperatorGroupTable.lockAll(of: id, in: transaction)
            }
            if let id = actor.account, groups[id]?.contains(where: { $0.group == group }) != true {
                throw ActorRefused.notYourGroup
            }
            guard account?.role == .operator, let own = groups[colleague]?.first(where: { $0.group == group }) else {
                throw Rollback(BulkConfirmation.unknown)
            }
            let decisions = try DecisionLimit.decisions(
                of: colleague, since: own.confirmed, at: now, in: transaction)
            let decision = Decision(
                .bulkConfirmed, by: actor, from: "\(decisions) decisions",
                to: "\(DecisionLimit.count) more in \(group.rawValue)", reason: reason)
            try transaction.run(OperatorGroupTable.confirmDecisions(of: colleague, in: group, at: now))
            try DecisionTable.append(decision, about: colleague, at: now, in: transaction)
            if let key = idempotencyKey {
                try transaction.batch(IdempotencyTable.store(try response(decisions), for: key))
            }
            return .confirmed(decisions: decisions)
        }
    }
}
