import Audit
public import Domain
import FaultInjection
public import Primitives
import SQL

extension AuthStore {
    /// A challenge that this device key requested; nil if it is unknown or another key's.
    public func challenge(_ id: ChallengeID, thumbprint: String) async throws -> ChallengeRecord? {
        try await database.read { try ChallengeTable.read(id, in: $0) }
            .flatMap { $0.thumbprint == thumbprint ? $0 : nil }
    }

    /// Counts one more attempt at a challenge and commits it before the code is compared, so that neither a crash nor a
    /// burst of parallel attempts earns a free try.
    ///
    /// Attempts in a row are counted per number and device key, so that a stranger's attempts never make the owner
    /// wait. After `codes.inARow` of them, that device key has to wait. The transaction that uses a right code resets
    /// the count. An attempt of a device key that never held a full session of the number's account is also counted by
    /// the limit on wrong codes of the installation (`WrongCodeLimit`), and the use of a right code takes this back.
    /// - Parameters:
    ///   - purposes: the purposes the method accepts codes for.
    ///   - shardSeed: a random number that picks the shard of the quota of wrong codes.
    public func countAttempt(
        at challenge: ChallengeID, for purposes: Set<CodePurpose>, thumbprint: String, codes: CodeLimits,
        sends: SendLimits, shardSeed: UInt64, at now: Instant
    ) async throws -> Attempt.Outcome {
        let outcome = try await change { transaction -> Attempt.Outcome in
            guard let open = try ChallengeTable.lock(challenge, in: transaction), open.thumbprint == thumbprint,
                purposes.contains(open.purpose)
            else { throw Rollback(Attempt.Outcome.codeUnusable) }
            let streak = try Self.countAttemptInARow(at: open, codes: codes, at: now, in: transaction)
            guard
                let counted = try ChallengeTable.countAttempt(
                    challenge, limit: codes.perChallenge, at: now, in: transaction)
            else {
                let isOpen = open.usedAt == nil && open.endedAt == nil && open.expires > now
                throw Rollback(isOpen ? Attempt.Outcome.exhausted : .codeUnusable)
            }
            let holder = try AccountTable.holder(of: open.phoneIndex, thumbprint: thumbprint, in: transaction)
            let charge =
                holder.standing == .stranger
                ? try Self.chargeWrongCode(counted, sends, shardSeed: shardSeed, at: now, in: transaction) : nil
            try transaction.audit(
                .init(.attempt, AuditDetail.code, account: holder.account, device: holder.device, at: now))
            if streak >= codes.inARow {
                try transaction.audit(
                    .init(.lock, AuditDetail.codeWait, account: holder.account, device: holder.device, at: now))
            }
            return .counted(
                Attempt(
                    challenge: counted, streak: streak, left: max(0, codes.perChallenge - Int(counted.tries)),
                    charge: charge, account: holder.account, device: holder.device, countedAt: now))
        }
        if case .counted = outcome { FailPoint.reached("after-count") }
        return outcome
    }

    private static func countAttemptInARow(
        at challenge: ChallengeRecord, codes: CodeLimits, at now: Instant, in transaction: any Transaction
    ) throws -> Int64 {
        if let streak = try StreakTable.countAttempt(at: challenge, limits: codes, at: now, in: transaction) {
            return streak
        }
        let until = try StreakTable.waitsUntil(
            phone: challenge.phoneIndex, thumbprint: challenge.thumbprint, at: now, in: transaction)
        throw Rollback(Attempt.Outcome.wait(until: until ?? now + codes.wait))
    }

    private static func chargeWrongCode(
        _ challenge: ChallengeRecord, _ limits: SendLimits, shardSeed: UInt64, at now: Instant,
        in transaction: any Transaction
    ) throws -> Attempt.Charge {
        do {
            return try WrongCodeLimit(limits).charge(challenge, shardSeed: shardSeed, at: now, in: transaction)
        } catch let exceeded as LimitExceeded {
            throw Rollback(Attempt.Outcome.wait(until: exceeded.retryAt))
        }
    }
}
