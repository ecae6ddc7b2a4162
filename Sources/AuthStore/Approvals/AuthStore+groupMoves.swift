import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Moves a person to another facility group. The transaction of the move checks that the actor may decide about both
    /// groups now, and that the person's record has the version the decision was made on.
    ///
    /// The person's sessions end with `movedFacilityGroup`; those that wait to be admitted end with `loginRequired`, because
    /// their devices know nothing of the group. Admitted devices stay admitted. The status follows
    /// ``ApprovalStatus/afterMove(to:hasRequestedPIN:)``, and the version rises also if the status stays. Children follow
    /// (``ChildGroup``).
    ///
    /// - Parameter response: encodes the answer that a repeated request gets.
    /// - Throws: ``ActorRefused``.
    public func moveGroup(
        _ move: GroupMove, by actor: ActingParty, idempotencyKey: IdempotencyKey?,
        response: @Sendable @escaping (AccountRecord) throws -> [UInt8], at now: Instant
    ) async throws -> GroupMove.Outcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            guard let person = try AccountTable.lock(move.account, in: transaction) else {
                throw Rollback(GroupMove.Outcome.unknown)
            }
            try LockedFamily.lockChildren(of: person.id, in: transaction)
            // The lock keeps the group's policies from being changed before this transaction has ended.
            let target = try FacilityGroupTable.lock(move.target, in: transaction)
            try actor.requireRight(over: person, movingTo: move.target, in: transaction)
            guard person.role != .operator else { throw Rollback(GroupMove.Outcome.unknown) }
            guard person.role != .child else { throw Rollback(GroupMove.Outcome.child) }
            guard person.approvalVersion == move.version else { throw Rollback(GroupMove.Outcome.stale) }
            guard let target else { throw Rollback(GroupMove.Outcome.groupUnknown) }
            guard target.name != person.group, target.memberRole == person.role,
                target.verification == person.verification
            else { throw Rollback(GroupMove.Outcome.unsuitable) }
            try DecisionLimit.requireRoom(for: actor, in: person.group, at: now, in: transaction)
            try Self.carryOut(move, of: person, to: target, by: actor, at: now, in: transaction)
            guard let moved = try AccountTable.read(person.id, in: transaction) else {
                throw Rollback(GroupMove.Outcome.unknown)
            }
            if let key = idempotencyKey {
                try transaction.batch(IdempotencyTable.store(try response(moved), for: key))
            }
            return .moved(moved)
        }
    }

    private static func carryOut(
        _ move: GroupMove, of person: AccountRecord, to target: FacilityGroup, by actor: ActingParty,
        at now: Instant, in transaction: any Transaction
    ) throws {
        let status = person.approval.afterMove(
            to: target.approval, hasRequestedPIN: try PendingPINTable.read(person.id, in: transaction) != nil)
        let reason = status == .disapprovedForSyncing ? person.approvalReason : nil
        try SessionEnding.endByMove(of: person.id, at: now, in: transaction)
        // The approval of children is read from the row of the parent.
        try transaction.batch([
            AccountTable.setGroup(target.name, of: person.id),
            AccountTable.setApproval(status, of: person.id, reason: reason, at: now),
        ])
        if status != person.approval {
            try RevocationEventTable.append(.init(approval: status), of: person.id, at: now, in: transaction)
        }
        let decision = Decision(
            .groupMoved, by: actor, from: "\(person.group.rawValue): \(person.approval.rawValue)",
            to: "\(target.name.rawValue): \(status.rawValue)", reason: move.reason)
        for child in try ChildTable.children(of: person.id, in: transaction) {
            try ChildGroup.update(child, preferring: target.name, at: now, in: transaction)
        }
        try DecisionTable.append(decision, about: person.id, at: now, in: transaction)
        try NoticeTable.append(.groupMoved, about: nil, of: person.id, at: now, in: transaction)
    }
}
