import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Changes a person's approval. The transaction of the change checks that the approval has the version the decision
    /// was made on, and that the actor may decide about the person's group and is not the person.
    /// - Throws: ``ActorRefused``.
    public func changeApproval(
        _ change: ApprovalChange, by actor: ActingParty, idempotencyKey: IdempotencyKey?, response: [UInt8],
        at now: Instant
    ) async throws -> ApprovalChange.Outcome {
        try await self.change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: response, at: now, in: transaction) {
                return .replayed(stored)
            }
            guard let person = try AccountTable.lock(change.account, in: transaction) else {
                throw Rollback(ApprovalChange.Outcome.unknown)
            }
            try LockedFamily.lockChildren(of: person.id, in: transaction)
            try actor.requireRight(over: person, in: transaction)
            guard person.role != .child else { throw Rollback(ApprovalChange.Outcome.child) }
            guard person.approvalVersion == change.version else { throw Rollback(ApprovalChange.Outcome.stale) }
            try DecisionLimit.requireRoom(for: actor, in: person.group, at: now, in: transaction)
            try transaction.run(
                AccountTable.setApproval(change.status, of: person.id, reason: change.reason, at: now))
            let decision = Decision(
                .approval, by: actor, from: person.approval.rawValue, to: change.status.rawValue, reason: change.reason)
            try DecisionTable.append(decision, about: person.id, at: now, in: transaction)
            try RevocationEventTable.append(.init(approval: change.status), of: person.id, at: now, in: transaction)
            if change.status == .approvedForSyncing { try Self.completePINReset(of: person, at: now, in: transaction) }
            return try AccountTable.read(person.id, in: transaction).map { .changed($0) } ?? .unknown
        }
    }

    /// Lets the PIN take effect that an approved person has requested. That of a blocked person does not: they register
    /// again, and make another one.
    private static func completePINReset(
        of person: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws {
        let resetting = PINResetting(of: person, at: now, in: transaction)
        guard person.state == .registered, let pending = try resetting.take() else { return }
        // While a device is suspended nobody knows whether the owner or a thief has asked for it.
        let held = try HoldTable.read(person.id, in: transaction)?.openUntil(at: now)
        _ = try resetting.complete(pending, countsFrom: held ?? now)
    }

    /// The facts that explain whether a person can sync; nil if the account does not exist.
    public func syncFacts(of account: AccountID, at now: Instant) async throws -> SyncFacts? {
        try await database.read { transaction in
            guard let person = try AccountTable.read(account, in: transaction),
                let group = try FacilityGroupTable.read(person.group, in: transaction)
            else { return nil }
            return SyncFacts(
                account: person, group: group, sessions: try SessionTable.notEnded(of: account, in: transaction),
                lastEnded: try SessionTable.lastEnd(of: account, in: transaction),
                hasOpenChallenge: try person.phoneIndex.map {
                    try ChallengeTable.hasOpen(phone: $0, at: now, in: transaction)
                } ?? false,
                codeWaitUntil: try person.phoneIndex.flatMap {
                    try StreakTable.lastWait(phone: $0, at: now, in: transaction)
                },
                heldUntil: try HoldTable.read(account, in: transaction)?.openUntil(at: now),
                hasRequestedPIN: try PendingPINTable.read(account, in: transaction) != nil,
                parents: try ChildTable.standingsOfParents(account, in: transaction).map(\.approval),
                child: person.role == .child ? try Self.details(of: account, at: now, in: transaction) : nil)
        }
    }

    /// True if the actor may decide about a person's group.
    public func maySee(_ actor: ActingParty, about person: AccountRecord) async throws -> Bool {
        try await database.read { try actor.maySee(person, in: $0) }
    }
}
